// <vram-scope>: the answer to one request, in plain DOM. It asks the core and shows what that says.
//   <script type="module" src="vramscope-element.js"></script>
//   <vram-scope model="llama-3.1-8b" weights="q4_k_m" context="8192" gpu="rtx-4090" controls="context,weights,gpu">
//     <a href="…">8B at Q4_K_M with 8k context (open the calculator)</a>
//   </vram-scope>
import { form } from './controls.js';
import { h } from './dom.js';
import { prune } from './fields.js';
import { acceptModels, readFiles } from './model_file.js';
import { core, use } from './module.js';
import { lay, overlay, put, readCompare, withoutDefaults } from './request.js';
import { speaker } from './strings.js';
import { styleSheet } from './style.js';
import { pageTheme, watchPage } from './theme.js';
import { body, errors, head, sentence } from './view.js';

/** @typedef {import('./module.js').Core} Core */
/** @typedef {{v: 1, requests: any[], view: Record<string, string>, problems?: any[]}} State what a permalink carries */

/** Attributes that are fields of the request, and how their text becomes a value. @type {Record<string, (text: string) => any>} */
const kRequestAttributes = {
  model: String,
  weights: String,
  context: Number,
  batch: Number,
  kv: String,
  engine: String,
  gpu: String,
  gpus: Number,
  task: String,
  compare: readCompare,
};
const kViewAttributes = ['lang', 'theme', 'units', 'view', 'controls', 'locked'];
const kRowsOfSkeleton = ['62%', '48%', '54%', '40%'];

const kAppUrl = new URL('../', import.meta.url); // the pages lie one folder above this file
const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {}); // a server may import this file

export class VramScope extends Base {
  static observedAttributes = [...Object.keys(kRequestAttributes), ...kViewAttributes, 'state'];
  /** Hands over a core module, so that the page does not load another one. */
  static use = use;

  /** @type {State} */
  #state = { v: 1, requests: [{}], view: {} };
  /** @type {any} */
  #result = null;
  /** @type {Core | null} */
  #core = null;
  #openTerm = '';
  #openLayers = false;
  #spoken = ''; // the language of what is shown
  #pending = false;
  #complaint = '';
  /** @type {{ message: string }[]} */
  #notes = []; // about the file that was read last
  /** @type {ReturnType<typeof form> | null} */
  #form = null;
  #formKey = '';
  /** @type {(() => void) | null} */
  #unwatch = null;
  /** @type {(element: VramScope) => void} */
  #resolve = () => {};
  /** @type {(error: unknown) => void} */
  #reject = () => {};
  #parts = {
    root: h('div', { class: 'root' }),
    card: h('article', { class: 'card', part: 'card' }),
    head: h('div', { class: 'head' }),
    controls: h('div'),
    body: h('div', { class: 'body' }),
    footer: h('footer', { part: 'footer' }),
    lab: h('div'),
  };

  /** Resolves with the element when the first answer is shown. @type {Promise<VramScope>} */
  ready = new Promise((resolve, reject) => {
    this.#resolve = resolve;
    this.#reject = reject;
  });

  constructor() {
    super();
    this.ready.catch(() => {}); // told by vramscope-error too
    const shadow = this.attachShadow({ mode: 'open' });
    shadow.adoptedStyleSheets = [styleSheet()];
    const { root, card, head: top, controls, body: below, footer, lab } = this.#parts;
    card.append(top, controls, below, lab, footer);
    shadow.append(root);
    root.addEventListener('click', (/** @type {any} */ event) => {
      // a segment of the bar opens its term
      const term = event.target.closest('.segment')?.dataset.term;
      if (term) /** @type {any} */ (shadow.querySelector(`[data-key=term-${term}]`))?.click();
    });
    acceptModels(root, this.#host());
  }

  connectedCallback() {
    this.#unwatch = watchPage(() => {
      this.#dress();
      if (this.#language !== this.#spoken) this.#update();
    });
    this.#dress();
    if (this.#core) return;
    this.#parts.root.replaceChildren(...(this.childNodes.length ? [h('slot')] : this.#skeleton()));
    core()
      .then((loaded) => this.#start(loaded))
      .catch((error) => this.#fail(error));
  }

  disconnectedCallback() {
    this.#unwatch?.();
  }

  attributeChangedCallback(
    /** @type {string} */ name,
    /** @type {string | null} */ before,
    /** @type {string | null} */ now,
  ) {
    if (before === now || !this.#core) return;
    this.#take(name);
    this.#updateSoon();
  }

  /** The state: what a permalink carries. */
  get state() {
    const [first, ...others] = this.#state.requests;
    const { view } = this.#state;
    const units = this.#units === 'gb' ? 'gb' : '';
    const theme = this.getAttribute('theme') ?? '';
    return structuredClone({
      ...this.#state,
      requests: [{ ...first, lang: this.#language }, ...others],
      view: { ...view, units, theme: theme === 'auto' ? '' : theme, open_term: this.#openTerm },
    });
  }
  set state(state) {
    this.#adopt(state);
    this.#updateSoon();
  }
  /** The reply of the core to the last valid request; read-only. */
  get result() {
    return this.#result;
  }
  /** Reads files as if they had been dropped here. @param {File[]} files */
  read(files) {
    return readFiles(files, this.#host());
  }
  /** The result as one sentence. */
  get sentence() {
    return this.#result ? sentence(this.#result, this.#context()) : '';
  }
  /** The permalink of what is shown. */
  get link() {
    return this.#core ? `${kAppUrl.href}#${this.#core.encode_link(this.state)}` : kAppUrl.href;
  }

  get #language() {
    const said = this.closest('[lang]')?.getAttribute('lang') ?? navigator.language;
    return said.toLowerCase().startsWith('zh') ? 'zh' : 'en';
  }
  get #units() {
    return this.getAttribute('units') === 'gb' ? 'gb' : 'gib';
  }

  #start(/** @type {Core} */ loaded) {
    this.#core = loaded;
    this.#adopt(this.#state); // may have been set before there were defaults to compare with
    for (const name of ['state', ...Object.keys(kRequestAttributes)])
      if (this.hasAttribute(name)) this.#take(name);
    this.#parts.root.replaceChildren(this.#parts.card);
    this.#update();
    this.#resolve(this);
    this.#tell('vramscope-ready', { state: this.state, result: this.#result });
  }

  #fail(/** @type {unknown} */ error) {
    const words = speaker(this.#language);
    this.#parts.root.replaceChildren(h('slot'), h('p', { role: 'alert' }, words('no_module')));
    this.#reject(error);
    this.#tell('vramscope-error', { error });
  }

  /** Reads one attribute into the state. */
  #take(/** @type {string} */ name) {
    const text = this.getAttribute(name);
    if (name === 'state') {
      const state = this.#core?.decode_link(text ?? '');
      const { requests, view } = state; // defaults of the link give way to the page and other attributes
      if (requests[0].lang === 'en') delete requests[0].lang;
      for (const key of ['units', 'theme']) if (!view[key]) delete view[key];
      this.#adopt(state);
    }
    const convert = kRequestAttributes[name];
    if (convert) {
      const request = this.#state.requests[0];
      if (name === 'gpu' || name === 'gpus') put(request, 'devices', undefined);
      put(request, name, text === null ? undefined : convert(text));
    }
  }

  /** Takes over a state, as decode_link gives it or as a page writes it. */
  #adopt(/** @type {any} */ state) {
    const { requests = [{}], view = {} } = structuredClone(state);
    const lang = requests[0].lang;
    const defaults = this.#core?.answer({ v: 1 }).request;
    this.#state = { ...state, v: 1, view, requests: requests.map((/** @type {any} */ one) => withoutDefaults(one, defaults)) };
    this.#openTerm = view.open_term ?? '';
    for (const [name, value] of Object.entries({ units: view.units, theme: view.theme, lang })) {
      if (value) this.setAttribute(name, value);
      else if (value === '') this.removeAttribute(name); // the state says: the default
    }
  }

  #updateSoon() {
    if (this.#pending || !this.#core) return;
    this.#pending = true;
    queueMicrotask(() => {
      this.#pending = false;
      this.#update();
      this.#tell('vramscope-change', { state: this.state, result: this.#result, source: 'api' });
    });
  }

  #request(/** @type {string} */ ask, /** @type {string} */ explain) {
    return { ...this.#state.requests[0], v: 1, ask, explain, lang: this.#spoken };
  }

  /** Asks the core and shows the reply. */
  #update() {
    if (!this.#core) return;
    this.#spoken = this.#language;
    const reply = this.#core.answer(this.#request('estimate', 'text'));
    if (reply.ok) this.#result = reply;
    this.#dress();
    this.#show(reply);
    if (!reply.ok) this.#tell('vramscope-error', { errors: reply.errors });
  }

  #show(/** @type {any} */ reply) {
    const { card, head: top, body: below, footer } = this.#parts;
    const context = this.#context();
    const problems = [...(reply.errors ?? []), ...(this.#complaint ? [{ message: this.#complaint }] : [])];
    if (this.#result) top.replaceChildren(...head(this.#result, context).filter(Boolean));
    this.#showForm(
      reply.ok ? reply.request : overlay(this.#result?.request, this.#state.requests[0]),
      reply.errors,
    );
    below.replaceChildren(
      ...[
        problems.length > 0 && errors(problems, this.#result !== null, context),
        ...(this.#result ? body(this.#result, context, [...this.#notes, ...(this.#state.problems ?? [])]) : []),
      ].filter(Boolean),
    );
    for (const part of [top, ...below.children])
      part.classList.toggle('stale', !reply.ok && !part.matches('.errors'));
    card.classList.toggle('with-rail', this.getAttribute('controls') === 'all');
    const here = location.href.split(/[?#]/)[0].replace(/index\.html$/, '') === kAppUrl.href;
    footer.replaceChildren(
      h(
        'span',
        {},
        `vramscope ${this.#result?.version ?? ''} · ${context.say('as_of', { date: this.#result?.data_as_of ?? '' })}`,
      ),
      h('span', { class: 'spacer' }),
      h(
        'button',
        { type: 'button', part: 'copy', onclick: (/** @type {any} */ event) => this.#copy(event.target) },
        context.say('copy_link'),
      ),
      this.#cardLink(context),
      here
        ? ''
        : h(
            'a',
            { part: 'link', href: this.link, target: '_blank', rel: 'noopener' },
            context.say('open_app'),
          ),
    );
  }

  /** The page of cards at this one; nothing for a card of one's own. */
  #cardLink(/** @type {any} */ context) {
    const gpu = this.#result?.results[0]?.devices[0]?.gpu;
    if (!gpu) return '';
    const page = new URL(`${this.#language}/cards.html#${gpu}`, kAppUrl);
    return h('a', { part: 'card', href: page.href, target: '_blank', rel: 'noopener' }, context.say('card_facts'));
  }

  #showForm(/** @type {any} */ request, /** @type {any[]} */ problems) {
    const wanted = this.hasAttribute('locked') ? '' : (this.getAttribute('controls') ?? '');
    const key = `${wanted}/${this.#language}`;
    if (key !== this.#formKey) {
      this.#formKey = key;
      this.#form = wanted ? form(this.#host(), wanted) : null;
      const node = this.#form?.node ?? h('div');
      this.#parts.controls.replaceWith(node);
      this.#parts.controls = node;
    }
    const display = { lang: this.#language, units: this.#units, theme: this.getAttribute('theme') ?? 'auto' };
    this.#form?.show({ ...request, display }, problems);
  }

  /** What the controls may do. @returns {import('./controls.js').Host} */
  #host() {
    const element = this;
    return {
      get lang() {
        return element.#language;
      },
      say: (id, holes) => element.#context().say(id, holes),
      catalogue: (kind) => element.#core?.catalogue(kind) ?? [],
      settings: (request) => element.#core?.settings(request) ?? [],
      edit(change) {
        if (element.hasAttribute('locked') || !element.#core) return;
        element.#forget();
        const request = element.#state.requests[0];
        change(request);
        const engine = this.catalogue('engines').find((row) => row.id === request.engine);
        if (engine?.[request.task ?? 'inference'] === false) delete request.engine;
        prune(request);
        // A further setting that the new task or engine does not use goes too.
        for (const { field, code } of this.ask(this.request()).warnings ?? []) if (code === 'option_ignored') put(request, field, undefined);
        element.#state.problems = []; // those of the link have been seen
        element.#changed();
      },
      request: () => element.#request('estimate', 'none'),
      ask: (request) => element.#core?.answer(request),
      take(request) {
        if (element.hasAttribute('locked')) return;
        element.#forget();
        const { lang, ask, explain, ...own } = request; // these were for that one question
        element.#adopt({ ...element.#state, requests: [own, ...element.#state.requests.slice(1)], problems: [] });
        element.#changed();
      },
      display(name, value) {
        element.setAttribute(name, value);
        element.#changed();
      },
      complain(message) {
        element.#complaint = message;
        element.#update();
      },
      tell(sentences) {
        element.#notes = sentences.map((message) => ({ message }));
        element.#update();
      },
      show(node, style) {
        const sheet = new CSSStyleSheet(); // no style element: a strict CSP forbids it
        sheet.replaceSync(style);
        const shadow = /** @type {ShadowRoot} */ (element.shadowRoot);
        shadow.adoptedStyleSheets = [shadow.adoptedStyleSheets[0], sheet];
        element.#parts.lab.replaceChildren(node);
        node.scrollIntoView({ block: 'nearest' });
      },
      workload() {
        const { model, results, request } = element.#result ?? {};
        const device = results?.[0].devices[0];
        const gpu = this.catalogue('gpus').find((row) => row.id === device?.id) ?? {};
        return {
          gpu: device?.name,
          nvlink_gb_s: gpu.nvlink_gb_s,
          pcie: gpu.pcie,
          peak_tflops: gpu.bf16_tflops ?? gpu.fp16_tflops,
          parameters: model?.parameters,
          micro_batch: request?.training?.micro_batch,
          context: request?.context,
          recompute: request?.training?.recompute === 'full',
        };
      },
    };
  }

  /** What was said about a file has been seen. */
  #forget() {
    this.#complaint = '';
    this.#notes = [];
  }

  #changed() {
    this.#update();
    this.#tell('vramscope-change', { state: this.state, result: this.#result, source: 'user' });
  }

  /** @returns {import('./view.js').Context} */
  #context() {
    const lang = this.#language;
    const units = this.#units;
    return {
      units,
      view: this.getAttribute('view') ?? 'card',
      openTerm: this.#openTerm,
      say: speaker(lang, this.#core?.catalogue('messages')),
      text: (holder, name) => holder[name ? `${name}_text_${units}` : `text_${units}`] ?? '',
      full: this.getAttribute('controls') === 'all',
      saved: this.#result?.results[0].saved_tensors ?? [],
      apply: this.hasAttribute('locked') ? null : (patch) => this.#host().edit((request) => lay(request, patch)),
      inspect: () => this.#core?.answer(this.#request('inspect', 'none')),
      openLayers: this.#openLayers,
      onLayers: (open) => {
        this.#openLayers = open;
      },
      onOpen: (term) => {
        this.#openTerm = term;
      },
    };
  }

  /** Puts on theme and language. */
  #dress() {
    const said = this.getAttribute('theme') ?? 'auto';
    this.#parts.root.dataset.theme = said === 'light' || said === 'dark' ? said : pageTheme();
    this.#parts.root.lang = this.#language === 'zh' ? 'zh-Hans' : 'en';
  }

  #skeleton() {
    const lines = kRowsOfSkeleton.map((width) => h('span', { class: 's-row', style: { '--w': width } }));
    return [
      h(
        'div',
        { class: 'card skeleton', role: 'status', 'aria-label': speaker(this.#language)('loading') },
        h('div', {}, h('span', { class: 's-total' }), h('span', { class: 's-bar' }), lines),
      ),
    ];
  }

  async #copy(/** @type {HTMLElement} */ button) {
    const say = this.#context().say;
    await navigator.clipboard.writeText(this.link);
    button.textContent = say('copied');
    setTimeout(() => {
      button.textContent = say('copy_link');
    }, 2000);
  }

  #tell(/** @type {string} */ name, /** @type {any} */ detail) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
  }
}

// Attributes as properties: element.context = 4096.
for (const name of VramScope.observedAttributes) {
  if (name in VramScope.prototype) continue;
  Object.defineProperty(VramScope.prototype, name, {
    get() {
      return this.getAttribute(name);
    },
    set(value) {
      value === null || value === undefined || value === false
        ? this.removeAttribute(name)
        : this.setAttribute(name, value === true ? '' : value);
    },
  });
}

if (globalThis.customElements && !customElements.get('vram-scope'))
  customElements.define('vram-scope', VramScope);
