// The page side of the app: start_app() puts the canvas to work and keeps the page in order around it.
//
//   import { start_app } from './app/app_shell.js';
//   const app = await start_app({ canvas, wrapper, moduleFactory, wasmUrl, hanFontUrl, state, lang, theme, onChange });
//   if (!app.ok) …show the DOM view instead; app.reason is 'no-webgl' or 'failed' (then app.error)…
//
// In:
//   canvas         the <canvas>; it becomes focusable
//   wrapper        the sized element around it: the app fills it, files may be dropped on it (default: the parent)
//   moduleFactory  default export of vramscope-app.js, or a promise of it
//   wasmUrl        where vramscope-app.wasm is
//   hanFontUrl     where ui-han.ttf is; fetched only when the language becomes zh (may be absent)
//   state          fragment of a permalink to open (optional)
//   lang, theme    'en' | 'zh', 'system' | 'light' | 'dark' | 'contrast' (optional; they win over the state's)
//   systemDark     what 'system' stands for (later: set_system_dark)
//   onChange(fragment)       the reader changed something (never for a call of set_state and the like)
//   onView({lang, theme})    the reader switched language or theme in the app's own toolbar
//   linkOf(fragment)         the address that Share copies (default: this page with the fragment as hash)
//   onContext(alive)         the WebGL context was lost (false) or is back (true)
// Out (beside ok):
//   module                   the wasm module; it also has answer(), catalogue(), version(), encode_link(),
//                            decode_link() of the core, so the page needs no second module
//   set_state(fragment), get_state() -> fragment, reply() -> JSON text of the reply on screen
//   set_language(lang), set_theme(theme), set_system_dark(dark), drop_file(name, text), frames() -> count, focus(), destroy()

import { droppedFiles, readModelFiles } from '../element/model_reader.js';
import { planIn } from '../element/plan_file.js';

// As platform_web.cpp wants it, which finds this context on the canvas.
const CONTEXT = { alpha: false, depth: false, stencil: false, antialias: false };
const LARGEST_FILE = 64 * 1024 * 1024;
const SHOWN_OF_A_FAULTY_FILE = 4096;
const CURSORS = ['default', 'text', 'move', 'ns-resize', 'ew-resize', 'nesw-resize', 'nwse-resize', 'pointer', 'wait',
  'progress', 'not-allowed'];
const SCROLL_KEYS = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown', ' ']);
const PIXELS_A_NOTCH = 100;

export async function start_app(options) {
  const { canvas, moduleFactory, wasmUrl, hanFontUrl, state = '', lang = '', theme = '', systemDark = true } = options;
  const wrapper = options.wrapper ?? canvas.parentElement;

  const stop = new AbortController(); // ends every listener at once
  const on = (target, type, handler, more) => target.addEventListener(type, handler, { signal: stop.signal, ...more });
  const hooks = {};
  let module;
  try {
    const coming = Promise.all([moduleFactory, compile(wasmUrl)]);
    open_context(canvas, wrapper); // while these are on their way
    const [factory, compiled] = await coming;
    module = await factory({ canvas, instantiateWasm: instantiation(compiled), ...hook_names(hooks) });
    module.set_system_dark(systemDark);
    // The start itself is the probe for WebGL: a second context would cost as much as the first.
    if (!module.start(lang, theme, state)) return { ok: false, reason: 'no-webgl' };
  } catch (error) {
    return { ok: false, reason: 'failed', error };
  }

  let font_wanted = false;
  const want_font = async (language) => {
    if (language !== 'zh' || font_wanted) return;
    font_wanted = true;
    const bytes = await fetch_font(hanFontUrl);
    if (bytes) module.load_han_font(bytes);
    else font_wanted = false; // offline: try again with the next switch
  };

  want_font(module.language());

  prepare(canvas, wrapper);
  const size = keep_size({ module, canvas, wrapper, on, stop });
  const agent = make_text_agent({ canvas, wrapper, module, on, size });
  keep_keyboard({ canvas, agent, module, on });
  keep_pointer({ canvas, agent, module, on, size });
  keep_files({ canvas, wrapper, agent, module, on, hooks });
  keep_context({ canvas, module, on, options });

  hooks.change = (fragment) => options.onChange?.(fragment);
  hooks.files = (files) => options.onFiles?.(files);
  hooks.view = (language, look) => {
    want_font(language);
    options.onView?.({ lang: language, theme: look });
  };
  hooks.share = (fragment) => copy_text(options.linkOf?.(fragment) ?? `${location.href.split('#')[0]}#${fragment}`, wrapper);
  hooks.copy = (text) => copy_text(text, wrapper);
  hooks.pick = () => pick_file(module, hooks);
  hooks.save = save_file;
  hooks.page = (path) => open(new URL(path, options.site ?? location.href), '_blank', 'noopener');
  hooks.recent = keep_recent;
  module.set_recent(kept_recent());
  let wanted_picture = '';
  hooks.screen = (name) => { wanted_picture = name; };
  hooks.frame = (cursor, wants_text, x, y, height) => {
    canvas.style.cursor = cursor < 0 ? 'none' : CURSORS[cursor] ?? 'default';
    agent.follow(wants_text, x, y, height);
    if (!wanted_picture) return;
    const name = wanted_picture; // now: the drawing is gone once the browser has shown it
    wanted_picture = '';
    canvas.toBlob((blob) => blob && save_blob(name, blob));
  };

  return {
    ok: true,
    module,
    set_state: (fragment) => module.set_state(fragment),
    get_state: () => module.get_state(),
    reply: () => module.reply(),
    set_language(language) {
      module.set_language(language);
      want_font(language);
    },
    set_theme: (look) => module.set_theme(look),
    set_system_dark: (dark) => module.set_system_dark(dark),
    drop_file: (name, text) => module.drop_file(name, text),
    frames: () => module.frames(),
    focus: () => canvas.focus({ preventScroll: true }),
    destroy() {
      stop.abort();
      agent.element.remove();
      module.context_lost(); // draws no more
      canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
    },
  };
}

// The module calls these by name; what they do is set once everything stands.
function hook_names(hooks) {
  const call = (name) => (...values) => hooks[name]?.(...values);
  return {
    on_change: call('change'), on_view: call('view'), on_share: call('share'), on_copy: call('copy'),
    on_pick: call('pick'), on_save: call('save'), on_recent: call('recent'), on_screen: call('screen'), on_page: call('page'), on_frame: call('frame'),
  };
}

async function fetch_font(url) {
  if (!url) return null;
  try {
    const answer = await fetch(url);
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
  } catch {
    return null; // the page works without: boxes instead of Chinese until the next switch
  }
}

// Beside the script that wants it, not behind it.
async function compile(url) {
  try {
    return await WebAssembly.compileStreaming(fetch(url));
  } catch { // a host that does not say application/wasm
    return WebAssembly.compile(await (await fetch(url)).arrayBuffer());
  }
}

function instantiation(compiled) {
  return (imports, receive) => {
    WebAssembly.instantiate(compiled, imports).then((instance) => receive(instance, compiled));
    return {}; // it comes later
  };
}

// A context takes as long to make as the module to come. The size is the right one from the start:
// a change of it makes the drawing buffer anew.
function open_context(canvas, wrapper) {
  fit_canvas(canvas, wrapper);
  canvas.getContext('webgl2', CONTEXT);
}

function fit_canvas(canvas, wrapper) {
  const ratio = window.devicePixelRatio || 1;
  const width = Math.max(1, Math.round(wrapper.clientWidth * ratio));
  const height = Math.max(1, Math.round(wrapper.clientHeight * ratio));
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  return ratio;
}

function prepare(canvas, wrapper) {
  if (!canvas.hasAttribute('tabindex')) canvas.tabIndex = 0;
  if (!canvas.hasAttribute('role')) canvas.setAttribute('role', 'img');
  if (!canvas.hasAttribute('aria-description')) {
    canvas.setAttribute('aria-description', 'Press Escape, then Tab, to leave. 按 Esc 再按 Tab 离开。');
  }
  canvas.style.outline = 'none'; // the app draws its own focus
  for (const side of ['width', 'height']) canvas.style.setProperty(side, '100%', 'important');
  canvas.style.display = 'block';
  if (getComputedStyle(wrapper).position === 'static') wrapper.style.position = 'relative';
}

// The backing store follows the wrapper's size in physical pixels, never the other way round.
function keep_size({ module, canvas, wrapper, on, stop }) {
  const size = { ratio: 1 };
  const touch = matchMedia('(pointer: coarse)');
  const fit = () => {
    size.ratio = fit_canvas(canvas, wrapper);
    module.resize(canvas.width, canvas.height, size.ratio, touch.matches);
  };
  const watch_ratio = () => { // browser zoom, or a move to another screen
    const query = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    query.addEventListener('change', () => { fit(); watch_ratio(); }, { once: true, signal: stop.signal });
  };
  const observer = new ResizeObserver(fit);
  observer.observe(wrapper);
  stop.signal.addEventListener('abort', () => observer.disconnect());
  on(touch, 'change', fit);
  watch_ratio();
  fit();
  return size;
}

// One hidden field that takes text while the app wants it: input methods, dead keys, soft keyboards.
function make_text_agent({ canvas, wrapper, module, on, size }) {
  const field = document.createElement('input');
  field.type = 'text';
  field.tabIndex = -1;
  field.autocomplete = 'off';
  field.autocapitalize = 'off';
  field.spellcheck = false;
  field.setAttribute('aria-hidden', 'true');
  // 16 px: iOS zooms into smaller fields. Never display: none, or no keyboard opens.
  field.style.cssText = 'position:absolute;left:0;top:0;width:1px;height:20px;padding:0;border:0;margin:0;opacity:0;'
    + 'font-size:16px;background:none;color:transparent;caret-color:transparent;pointer-events:none';
  wrapper.append(field);
  const commit = () => {
    if (field.value) module.text(field.value);
    field.value = ''; // else a soft keyboard sends it again
  };
  on(field, 'input', (event) => { if (!event.isComposing) commit(); });
  on(field, 'compositionend', commit);
  return {
    element: field,
    follow(wanted, x, y, height) {
      const here = document.activeElement;
      if (wanted) {
        const left = Math.min(Math.max(0, x / size.ratio), Math.max(0, wrapper.clientWidth - 2));
        const top = Math.min(Math.max(0, y / size.ratio), Math.max(0, wrapper.clientHeight - height / size.ratio));
        field.style.left = `${left}px`;
        field.style.top = `${top}px`;
        if (here === canvas) field.focus({ preventScroll: true }); // never taken from the page
      } else if (here === field) {
        field.value = '';
        canvas.focus({ preventScroll: true });
      }
    },
  };
}

// Keys belong to the page unless the canvas or its field has the focus. Escape, then Tab, goes out.
function keep_keyboard({ canvas, agent, module, on }) {
  const ours = (element) => element === canvas || element === agent.element;
  let leaving = false;
  const down = (event) => {
    if (event.isComposing || event.keyCode === 229) return;
    const control = event.ctrlKey || event.metaKey;
    if (control && event.key.toLowerCase() === 'v') return; // the paste event brings the text
    if (event.key === 'Tab' && leaving) return; // the browser moves on
    if (!['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) leaving = event.key === 'Escape';
    if (control && !'acxzk'.includes(event.key.toLowerCase())) return; // reload, find, zoom: the browser's
    if (control && event.key.toLowerCase() === 'k') event.preventDefault(); // ours here, the address bar's elsewhere
    const known = module.key(event.key, true, control, event.shiftKey, event.altKey);
    const typing = event.target === agent.element;
    if (known && (event.key === 'Tab' || (!typing && (SCROLL_KEYS.has(event.key) || event.key === 'Backspace')))) {
      event.preventDefault();
    }
  };
  const up = (event) => {
    module.key(event.key, false, event.ctrlKey || event.metaKey, event.shiftKey, event.altKey);
    if (event.key !== 'Meta') return;
    for (const held of 'acxzk') module.key(held, false, false, event.shiftKey, event.altKey); // macOS tells no key up beside Cmd
  };
  for (const element of [canvas, agent.element]) {
    on(element, 'keydown', down);
    on(element, 'keyup', up);
    on(element, 'focus', () => module.focus(true));
    on(element, 'blur', (event) => { if (!ours(event.relatedTarget)) module.focus(false); });
  }
}

// Pointer, wheel and touch. The wheel is the page's until the canvas has the focus and can use it.
function keep_pointer({ canvas, agent, module, on, size }) {
  const has_focus = () => document.activeElement === canvas || document.activeElement === agent.element;
  const page_scrolls = () => document.scrollingElement.scrollHeight > document.scrollingElement.clientHeight + 1;
  const move = (event) => {
    const box = canvas.getBoundingClientRect();
    module.pointer((event.clientX - box.left) * size.ratio, (event.clientY - box.top) * size.ratio, event.pointerType === 'touch');
  };
  let pan = null; // a touch that may turn out to scroll

  on(canvas, 'pointermove', (event) => {
    if (pan && event.pointerId === pan.id) {
      const x = event.clientX - pan.x;
      const y = event.clientY - pan.y;
      if (!pan.scrolling && Math.abs(y) > 8 && Math.abs(y) > 1.5 * Math.abs(x)) {
        pan.scrolling = true;
        module.pointer_left(); // so that nothing counts as clicked when it is let go
        module.button(0, false);
        move(event); // what is under the finger scrolls
      }
      if (pan.scrolling) {
        module.wheel(0, (event.clientY - pan.last) / PIXELS_A_NOTCH);
        pan.last = event.clientY;
        return;
      }
    }
    move(event);
  });
  on(canvas, 'pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId); // a drag that leaves the canvas still ends
    if (!has_focus()) canvas.focus({ preventScroll: true });
    move(event);
    if (event.pointerType === 'touch') {
      pan = { id: event.pointerId, x: event.clientX, y: event.clientY, last: event.clientY, scrolling: false };
    }
    module.button(event.button, true);
  });
  const release = (event) => {
    if (!pan?.scrolling) {
      if (event.type === 'pointerup') move(event);
      module.button(Math.max(0, event.button), false);
    }
    // A soft keyboard opens only from the tap itself.
    if (event.type === 'pointerup' && module.wants_text()) agent.element.focus({ preventScroll: true });
    if (event.pointerType === 'touch') module.pointer_left();
    pan = null;
  };
  on(canvas, 'pointerup', release);
  on(canvas, 'pointercancel', release);
  on(canvas, 'pointerleave', () => { if (!pan) module.pointer_left(); });
  on(canvas, 'contextmenu', (event) => event.preventDefault());
  on(canvas, 'mousedown', (event) => event.preventDefault()); // the field keeps the focus while the app is clicked

  on(canvas, 'wheel', (event) => {
    if (event.ctrlKey) return; // zoom
    if (!has_focus() && page_scrolls()) return;
    const notch = event.deltaMode === 1 ? 3 : event.deltaMode === 2 ? 1 : PIXELS_A_NOTCH;
    move(event);
    if (!module.takes_wheel(-event.deltaY)) return;
    module.wheel(-event.deltaX / notch, -event.deltaY / notch);
    event.preventDefault();
  }, { passive: false });
  const touch_rule = () => { canvas.style.touchAction = has_focus() || !page_scrolls() ? 'none' : 'pan-y'; };
  for (const element of [canvas, agent.element]) {
    on(element, 'focus', touch_rule);
    on(element, 'blur', touch_rule);
  }
  touch_rule();
}

// Model files by drop, paste or file dialog.
function keep_files({ canvas, wrapper, agent, module, on, hooks }) {
  const is_file = (event) => event.dataTransfer?.types.includes('Files');
  on(wrapper, 'dragover', (event) => { if (is_file(event)) event.preventDefault(); });
  on(wrapper, 'drop', (event) => {
    if (!is_file(event)) return;
    event.preventDefault();
    droppedFiles(event.dataTransfer).then((files) => read_files(module, files, hooks));
  });
  on(document, 'paste', (event) => { // on the document: a canvas is no target of it
    if (document.activeElement !== canvas && document.activeElement !== agent.element) return;
    event.preventDefault();
    const files = [...event.clipboardData.files];
    if (files.length > 0) read_files(module, files, hooks);
    else module.paste(event.clipboardData.getData('text/plain'));
  });
}

// One config.json or training plan goes to the app as it is, which words what is wrong with it; other
// files are read by their headers first.
async function read_files(module, files, hooks) {
  if (files.length === 0 || (await hooks.files?.(files))) return;
  const [file] = files;
  const plan = await planIn(files, (request) => JSON.parse(module.answer(JSON.stringify(request))));
  if (plan) return module.drop_file(file.name, plan);
  const reply = files.length === 1 && file.name === 'config.json' ? null : await readModelFiles(files, module.language());
  if (reply?.ok && reply.model.spec) {
    const state = JSON.parse(module.decode_link(module.get_state()));
    state.requests[0].model = reply.model;
    module.set_state(module.encode_link(JSON.stringify(state)));
    hooks.change?.(module.get_state());
    return;
  }
  const text = file.size > LARGEST_FILE ? await file.slice(0, SHOWN_OF_A_FAULTY_FILE).text() : await file.text();
  module.drop_file(file.name, text);
}

function pick_file(module, hooks) {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.accept = '.json,.safetensors,.gguf,.yaml,.yml,.toml,application/json';
  input.addEventListener('change', () => read_files(module, [...input.files], hooks), { once: true });
  input.click();
}

const TYPES = { svg: 'image/svg+xml', csv: 'text/csv', json: 'application/json', md: 'text/markdown' };

const POINTS_A_UNIT = 3; // of a plot as a picture: sharp in print

const save_file = (name, text) => {
  if (name.endsWith('.png')) save_picture(name, text);
  else save_blob(name, new Blob([text], { type: TYPES[name.split('.').pop()] ?? 'text/plain' }));
};

// A plot comes as SVG; a .png of it is drawn here.
function save_picture(name, svg) {
  const image = new Image();
  image.addEventListener('load', () => {
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * POINTS_A_UNIT;
    canvas.height = image.naturalHeight * POINTS_A_UNIT;
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => blob && save_blob(name, blob));
  });
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`; // a page's policy allows data: pictures
}

// Files and cards of the reader's own, for the next visit. A sandboxed frame or a strict browser has no storage.
const RECENT = 'vramscope-recent';
function kept_recent() {
  try {
    return localStorage.getItem(RECENT) ?? '';
  } catch {
    return '';
  }
}
function keep_recent(text) {
  try {
    localStorage.setItem(RECENT, text);
  } catch { /* full, or not allowed: it is forgotten with the page */ }
}

function save_blob(name, blob) {
  const link = document.createElement('a');
  link.download = name;
  link.href = URL.createObjectURL(blob);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// Without preventDefault a lost context never comes back.
function keep_context({ canvas, module, on, options }) {
  on(canvas, 'webglcontextlost', (event) => {
    event.preventDefault();
    module.context_lost();
    options.onContext?.(false);
  });
  on(canvas, 'webglcontextrestored', () => {
    module.context_restored();
    options.onContext?.(true);
  });
}

async function copy_text(text, wrapper) {
  try {
    await navigator.clipboard.writeText(text);
  } catch { // http, or no permission: the old way
    const before = document.activeElement;
    const area = document.createElement('textarea');
    area.value = text;
    area.style.cssText = 'position:absolute;left:0;top:0;opacity:0;width:1px;height:1px';
    wrapper.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
    before?.focus?.({ preventScroll: true });
  }
}
