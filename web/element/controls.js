// Real HTML controls for the request: built once, kept in step with the normalised request.
import { h } from './dom.js';
import { FIELDS, further, GROUPS, kOpenGroups, matters, read, write } from './fields.js';
import { choice, number, rows, select, text } from './inputs.js';
import { filePicker } from './model_file.js';

/** @typedef {import('./fields.js').Field} Field */
/**
 * @typedef {object} Host what the controls need of the element
 * @property {(id: string, holes?: Record<string, string | number>) => string} say
 * @property {'en' | 'zh'} lang
 * @property {(kind: string) => any[]} catalogue
 * @property {(request: object) => import('./module.js').Setting[]} settings
 * @property {(change: (request: any) => void) => void} edit applies a change of the reader's
 * @property {(attribute: string, value: string) => void} display changes how the element shows things
 * @property {(message: string) => void} complain shows a sentence about bad input
 * @property {(sentences: string[]) => void} tell shows what to know about a file
 * @property {(node: HTMLElement, style: string) => void} show shows an answer of the lab below the card
 * @property {() => object} request the request as it stands, for the core
 * @property {(request: object) => any} ask the core's answer
 * @property {(request: any) => void} take makes a request of the core's the reader's own
 * @property {() => object} workload what is asked about, for the cost of a topology
 */
/** @typedef {{field: Field, node: HTMLElement, show: (request: any) => void}} Control */

/** One field with its label. @returns {Control} */
function control(/** @type {Field} */ field, /** @type {Host} */ host) {
  const id = `field-${field.group}-${field.id}`;
  const chosen = (/** @type {any} */ value) =>
    field.display ? host.display(field.id, value) : host.edit((request) => write(field, request, value));
  const make = () => {
    switch (field.kind) {
      case 'select':
        return select(field, host, chosen, { id });
      case 'number':
        return number(field, host, chosen, { id });
      case 'text':
        return text(field, host, chosen, { id });
      case 'choice':
        return choice(field, host, chosen, id);
      case 'rows':
        return rows(field, host, chosen);
      case 'file':
        return { node: filePicker(host, id), show() {} };
      case 'check': {
        const node = h('input', { id, type: 'checkbox', onchange: () => chosen(node.checked || undefined) });
        return {
          node,
          show: (/** @type {any} */ value) => {
            node.checked = Boolean(value);
          },
        };
      }
    }
  };
  const { node, show } = make();
  const label = h(
    field.kind === 'rows' || field.kind === 'choice' ? 'span' : 'label',
    { class: 'label', for: field.kind === 'rows' || field.kind === 'choice' ? null : id, id: `${id}-label` },
    field.name ?? host.say(field.id),
  );
  const row = h(
    'div',
    { class: `field of-${field.kind}`, 'data-field': field.path ?? field.id },
    field.kind !== 'file' && label,
    node,
  );
  return { field, node: row, show: (request) => show(read(field, request), request) };
}

/** Every further setting that the task and the engine have, read from the core when it is looked at. */
function furtherSettings(/** @type {Host} */ host) {
  const list = h('div', { class: 'further' });
  const node = h('details', { ontoggle: () => show() }, h('summary', {}, host.say('group_more')), list);
  /** @type {Map<string, Control>} */
  const made = new Map();
  /** @type {any} */
  let request = {};
  let drawn = '';
  function show() {
    if (!node.open) return;
    const { display, ...asked } = request; // how it is shown is no part of the question
    const fields = host.settings(asked).map(further).filter((field) => field !== null);
    const controls = fields.map((field) => {
      if (!made.has(field.id)) made.set(field.id, control(field, host));
      return /** @type {Control} */ (made.get(field.id));
    });
    const key = fields.map((field) => field.id).join();
    if (key !== drawn) list.replaceChildren(...controls.map((one) => one.node));
    drawn = key;
    for (const one of controls) one.show(request);
  }
  return {
    node,
    show(/** @type {any} */ now) {
      request = now;
      show();
    },
  };
}

/**
 * The form.
 * @param {Host} host
 * @param {string} wanted "all", or ids of fields with commas
 */
export function form(host, wanted) {
  const ids = wanted.split(',').map((id) => id.trim());
  const picked = (/** @type {Field} */ field) => (wanted === 'all' ? !field.short : ids.includes(field.id));
  const controls = FIELDS.filter(picked).map((field) => control(field, host));
  const groups = GROUPS.map((group, i) => {
    const mine = controls.filter((one) => one.field.group === group);
    const fields = mine.map((one) => one.node);
    const title = host.say(`group_${group}`);
    const node =
      wanted !== 'all' || i < kOpenGroups
        ? h('fieldset', {}, h('legend', { class: wanted === 'all' ? '' : 'away' }, title), fields)
        : h('details', {}, h('summary', {}, title), fields);
    return { node, mine };
  });
  const more = wanted === 'all' ? furtherSettings(host) : null;
  if (more) groups[GROUPS.indexOf('more')].node = more.node;
  const node = h(
    'form',
    { class: 'controls', part: 'controls', onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
    groups.filter(({ mine, node }) => mine.length > 0 || node === more?.node).map(({ node }) => node),
  );
  return {
    node,
    /** Shows a request, and which fields have errors. */
    show(/** @type {any} */ request, /** @type {any[]} */ problems = []) {
      for (const one of controls) {
        one.node.hidden = !matters(one.field, request);
        one.show(request);
        const bad = problems.some((problem) => problem.field === one.field.path);
        one.node.classList.toggle('bad', bad);
        one.node.querySelector('input:not([type=range]), select')?.setAttribute('aria-invalid', String(bad));
      }
      for (const { node, mine } of groups) node.hidden = node !== more?.node && mine.every((one) => one.node.hidden);
      more?.show(request);
    },
  };
}
