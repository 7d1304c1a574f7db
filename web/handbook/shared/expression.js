// Workings that the estimator does not have (a link's time, a pipeline's bubble) as expressions over its
// figures: "6 * N * T / (P * u)". One reader gives the value and the line with numbers put in.
// Grammar: sum of products of powers; names, numbers, ( ), and the functions below.

/** @typedef {{op: string, of: any[]} | {name: string} | {number: number}} Tree */

const kFunctions = /** @type {Record<string, (...v: number[]) => number>} */ ({
  ceil: Math.ceil, floor: Math.floor, round: Math.round, sqrt: Math.sqrt, min: Math.min, max: Math.max,
});

/** @param {string} text @returns {any} */
export function parse(text) {
  const parts = text.match(/\d+(?:\.\d+)?(?:e[+-]?\d+)?|[A-Za-z_]\w*|[-+*/^(),]/g) ?? [];
  let at = 0;
  const take = (/** @type {string} */ what) => parts[at] === what && ++at > 0;
  const need = (/** @type {string} */ what) => {
    if (!take(what)) throw new Error(`${text}: ${what} expected at ${parts.slice(at).join(' ') || 'the end'}`);
  };
  function atom() {
    if (take('(')) {
      const inside = sum();
      need(')');
      return { op: 'group', of: [inside] };
    }
    if (take('-')) return { op: 'minus', of: [atom()] };
    const part = parts[at++];
    if (part === undefined) throw new Error(`${text}: ends too early`);
    if (/^\d/.test(part)) return { number: Number(part) };
    if (!take('(')) return { name: part };
    if (!kFunctions[part]) throw new Error(`${text}: no function ${part}`);
    const of = [sum()];
    while (take(',')) of.push(sum());
    need(')');
    return { op: part, of };
  }
  function power() {
    const base = atom();
    return take('^') ? { op: '^', of: [base, power()] } : base;
  }
  function product() {
    let left = power();
    for (;;) {
      const op = parts[at];
      if (op !== '*' && op !== '/') return left;
      at += 1;
      left = { op, of: [left, power()] };
    }
  }
  function sum() {
    let left = product();
    for (;;) {
      const op = parts[at];
      if (op !== '+' && op !== '-') return left;
      at += 1;
      left = { op, of: [left, product()] };
    }
  }
  const tree = sum();
  if (at < parts.length || parts.join('') !== text.replace(/\s/g, '')) throw new Error(`${text}: not understood`);
  return tree;
}

const kPlain = /** @type {Record<string, (...v: number[]) => number>} */ ({
  '+': (a, b) => a + b, '-': (a, b) => a - b, '*': (a, b) => a * b, '/': (a, b) => a / b, '^': (a, b) => a ** b,
  minus: (a) => -a, group: (a) => a, ...kFunctions,
});

/** @param {any} tree @param {Record<string, number>} values */
export function evaluate(tree, values) {
  if ('number' in tree) return tree.number;
  if ('name' in tree) {
    if (!(tree.name in values)) throw new Error(`no value for ${tree.name}`);
    return values[tree.name];
  }
  return kPlain[tree.op](...tree.of.map((/** @type {any} */ part) => evaluate(part, values)));
}

const kSigns = /** @type {Record<string, string>} */ ({ '*': ' × ', '/': ' ÷ ', '+': ' + ', '-': ' − ' });

/** The line as people write it; `name` gives what stands for a name. @param {any} tree @param {(name: string) => string} name */
export function line(tree, name) {
  /** @param {any} part @returns {string} */
  const show = (part) => {
    if ('number' in part) return String(part.number);
    if ('name' in part) return name(part.name);
    const of = part.of.map(show);
    if (part.op === 'group') return `(${of[0]})`;
    if (part.op === 'minus') return `−${of[0]}`;
    if (part.op === 'ceil') return `⌈${of[0]}⌉`;
    if (part.op === 'floor') return `⌊${of[0]}⌋`;
    if (part.op === '^') return `${of[0]}^${of[1]}`;
    if (part.op in kSigns) return of.join(kSigns[part.op]);
    return `${part.op}(${of.join(', ')})`;
  };
  return show(tree);
}

/** The names in a tree, each once. @param {any} tree @returns {string[]} */
export function names(tree) {
  if ('number' in tree) return [];
  if ('name' in tree) return [tree.name];
  return [...new Set(tree.of.flatMap(names))];
}
