// The kinds of input, each as {node, show(value, request)}: built once, shown many times.
import { h } from './dom.js';

/** @typedef {import('./fields.js').Field} Field */
/** @typedef {import('./controls.js').Host} Host */

/** Options as [value, label, group]. */
function optionsOf(
  /** @type {Field | {from?: string, options?: any[], words?: string}} */ field,
  /** @type {Host} */ host,
  /** @type {any} */ request,
) {
  if (field.options)
    return field.options.map((value) => [value, host.say(`${field.words ?? ''}${value}`), '']);
  return host
    .catalogue(field.from ?? '')
    .filter((row) => row[request.task ?? 'inference'] !== false) // engines say what they do
    .map((row) => [row.id, row[host.lang] ?? row.name, row.vendor ?? row.repository?.split('/')[0] ?? '']);
}

/** A select whose options are rebuilt only when they are other ones. */
export function select(
  /** @type {any} */ field,
  /** @type {Host} */ host,
  /** @type {(value: any) => void} */ chosen,
  /** @type {Record<string, any>} */ attributes,
) {
  const node = h('select', {
    ...attributes,
    onchange: () => chosen(typeof field.options?.[0] === 'number' ? Number(node.value) : node.value),
  });
  let drawn = '';
  const show = (/** @type {any} */ value, /** @type {any} */ request) => {
    const own = typeof value === 'object' && value ? (value.base ?? '') : value;
    const options = optionsOf(field, host, request);
    if (!options.some(([id]) => id === own))
      options.unshift([
        own,
        own === '' ? host.say('own_model', { name: request.model?.id || request.model?.spec?.name || 'config.json' }) : own,
        '',
      ]);
    const key = JSON.stringify(options);
    if (key !== drawn) {
      drawn = key;
      const groups = new Map();
      for (const [id, label, group] of options) {
        if (!groups.has(group)) groups.set(group, []);
        groups.get(group).push(h('option', { value: id }, label));
      }
      node.replaceChildren(
        ...[...groups].flatMap(([group, list]) => (group ? [h('optgroup', { label: group }, list)] : list)),
      );
    }
    node.value = own;
  };
  return { node, show };
}

export function number(
  /** @type {Field | import('./fields.js').Column} */ field,
  /** @type {Host} */ host,
  /** @type {(value: any) => void} */ chosen,
  /** @type {Record<string, any>} */ attributes,
) {
  const stops = 'stops' in field ? field.stops : undefined;
  const step = 'step' in field ? field.step : undefined;
  const take = (/** @type {string} */ value) => chosen(value === '' ? undefined : Number(value));
  const box = h('input', {
    ...attributes,
    type: 'number',
    min: step ? 0 : 1,
    step: step ?? 1,
    inputmode: step ? 'decimal' : 'numeric',
    placeholder: host.say('auto'),
    oninput: () => take(box.value),
  });
  const slider =
    stops &&
    h('input', {
      type: 'range',
      min: 0,
      max: stops.length - 1,
      step: 1,
      'aria-label': attributes['aria-label'] ?? host.say(field.id),
      tabindex: -1,
      oninput: () => {
        box.value = String(stops[slider.value]);
        take(box.value);
      },
    });
  const unit = field.unit && h('span', { class: 'suffix' }, host.say(field.unit));
  const show = (/** @type {any} */ value) => {
    if (document.activeElement?.shadowRoot?.activeElement !== box) box.value = value ?? '';
    if (slider && stops) slider.value = String(stops.filter((stop) => stop <= value).length - 1);
  };
  return {
    node: h('span', { class: 'number-field' }, slider, h('span', { class: 'box' }, box, unit)),
    show,
    input: box,
  };
}

export function text(
  /** @type {Field} */ field,
  /** @type {Host} */ host,
  /** @type {(value: any) => void} */ chosen,
  /** @type {Record<string, any>} */ attributes,
) {
  const box = h('input', {
    ...attributes,
    type: 'text',
    placeholder: host.say('auto'),
    onchange: () => chosen(box.value.trim() || undefined),
  });
  const show = (/** @type {any} */ value) => {
    if (document.activeElement?.shadowRoot?.activeElement !== box) box.value = value ?? '';
  };
  return { node: h('span', { class: 'box' }, box), show, input: box };
}

export function choice(
  /** @type {Field} */ field,
  /** @type {Host} */ host,
  /** @type {(value: any) => void} */ chosen,
  /** @type {string} */ id,
) {
  const radios = (field.options ?? []).map((value) =>
    h('input', { type: 'radio', name: id, value, onchange: () => chosen(value) }),
  );
  return {
    node: h(
      'span',
      { class: 'choice', role: 'radiogroup', 'aria-labelledby': `${id}-label` },
      radios.map((radio) =>
        h('label', {}, radio, h('span', {}, host.say(`${field.words ?? ''}${radio.value}`))),
      ),
    ),
    show: (/** @type {any} */ value) =>
      radios.forEach((radio) => {
        radio.checked = radio.value === String(value);
      }),
  };
}

/** A list of rows (cards, measured values) that can be added to and taken from. */
export function rows(
  /** @type {Field} */ field,
  /** @type {Host} */ host,
  /** @type {(value: any) => void} */ chosen,
) {
  const [what, count] = field.columns ?? [];
  const node = h('div', { class: 'rows' });
  const least = field.id === 'devices' ? 1 : 0;
  let drawn = -1;
  /** @type {{show: (one: any, request: any) => void}[]} */
  let lines = [];
  /** @type {any[]} */
  let list = [];
  const change = (/** @type {number} */ i, /** @type {any} */ with_) =>
    chosen(list.map((one, j) => (j === i ? { ...one, ...with_ } : one)));
  const line = (/** @type {any} */ one, /** @type {number} */ i, /** @type {any} */ request) => {
    const gpu = select(what, host, (value) => change(i, { gpu: value }), {
      'aria-label': host.say(what.from === 'terms' ? 'term' : 'gpu'),
    });
    const amount = number(count, host, (value) => value && change(i, { count: value }), {
      'aria-label': host.say(what.from === 'terms' ? 'memory' : 'gpus'),
    });
    const remove = h(
      'button',
      {
        type: 'button',
        class: 'remove',
        'aria-label': host.say('remove'),
        title: host.say('remove'),
        onclick: () => chosen(list.filter((_, j) => j !== i)),
      },
      '✕',
    );
    node.append(h('div', { class: 'row' }, gpu.node, amount.node, list.length > least && remove));
    return {
      show: (/** @type {any} */ now, /** @type {any} */ r) => {
        gpu.show(now.gpu, r);
        amount.show(now.count);
      },
    };
  };
  const add = h(
    'button',
    {
      type: 'button',
      class: 'add',
      onclick: () => {
        const last = list.at(-1) ?? { gpu: host.catalogue(what.from ?? '')[0].id, count: 1 };
        chosen([
          ...list,
          { ...last, count: 1, ...(what.from === 'terms' ? { gpu: freeTerm(), count: 512 } : {}) },
        ]);
      },
    },
    `+ ${host.say('add')}`,
  );
  const freeTerm = () => host.catalogue('terms').find((row) => !list.some((one) => one.gpu === row.id))?.id;
  return {
    node,
    show(/** @type {any} */ value, /** @type {any} */ request) {
      list = value ?? [];
      if (list.length !== drawn) {
        drawn = list.length;
        const focused = node.matches(':focus-within');
        node.replaceChildren();
        lines = list.map((one, i) => line(one, i, request));
        node.append(add);
        if (focused) add.focus();
      }
      list.forEach((one, i) => lines[i].show(one, request));
    },
  };
}
