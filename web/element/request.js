// Reading and editing the request document by path ("options.ubatch"). Empty values are left out, so
// that the defaults of the contract hold.

/** @param {any} document @param {string} path */
export function at(document, path) {
  return path.split('.').reduce((node, key) => node?.[key], document);
}

/**
 * Sets what stands at a path; undefined, null and '' remove it, and empty parents with it.
 * @param {any} document @param {string} path @param {any} value
 */
export function put(document, path, value) {
  const [key, ...rest] = path.split('.');
  if (rest.length) {
    const child = { ...document[key] };
    put(child, rest.join('.'), value);
    value = Object.keys(child).length ? child : undefined;
  }
  if (value === undefined || value === null || value === '') delete document[key];
  else document[key] = value;
}

/**
 * The cards of a machine in any of the request's spellings.
 * @param {any} machine a request, an entry of `compare`, or an id
 * @returns {{gpu: any, count: number}[]}
 */
export function cards(machine) {
  if (typeof machine === 'string') return [{ gpu: machine, count: 1 }];
  if (machine?.devices)
    return machine.devices.map((/** @type {any} */ one) => ({ gpu: one.gpu, count: one.count ?? 1 }));
  return [{ gpu: machine?.gpu ?? 'rtx-4090', count: machine?.gpus ?? 1 }];
}

/** Puts cards in the shortest spelling: gpu and gpus for like ones, devices else. */
export function putCards(/** @type {any} */ machine, /** @type {{gpu: any, count: number}[]} */ list) {
  const { gpu, count } = list[0];
  const alike = list.length === 1;
  put(machine, 'devices', alike ? undefined : list);
  put(machine, 'gpu', alike ? gpu : undefined);
  put(machine, 'gpus', alike && count !== 1 ? count : undefined);
  return machine;
}

/** "a100-sxm4-80gb*2, h100" -> entries of `compare`. */
export function readCompare(/** @type {string} */ list) {
  return list
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
    .map((word) => {
      const [gpu, count] = word.split('*').map((part) => part.trim());
      return count ? { gpu, gpus: Number(count) } : gpu;
    });
}

/** A normalised request with what was asked since, one level deep: what the controls show beside an error. */
export function overlay(/** @type {any} */ base, /** @type {any} */ asked) {
  const merged = { ...base };
  if (asked.gpu || asked.gpus) delete merged.devices;
  for (const key in asked) {
    const nested = typeof asked[key] === 'object' && !Array.isArray(asked[key]);
    merged[key] = nested && typeof base?.[key] === 'object' ? { ...base[key], ...asked[key] } : asked[key];
  }
  return merged;
}

/** Lays a patch over a request, member by member. */
export function lay(/** @type {any} */ request, /** @type {any} */ patch) {
  if (patch.devices) for (const key of ['gpu', 'gpus']) delete request[key];
  for (const key in patch) {
    const nested = patch[key]?.constructor === Object;
    if (!nested || request[key]?.constructor !== Object) put(request, key, patch[key]);
    else lay((request[key] = { ...request[key] }), patch[key]);
  }
}

/** A normalised request without what the contract's defaults say anyway, so that only real choices are given. */
export function withoutDefaults(/** @type {any} */ request, /** @type {any} */ defaults) {
  /** @type {any} */
  const chosen = {};
  for (const key in request) {
    const [value, usual] = [request[key], defaults?.[key]];
    if (value === null || JSON.stringify(value) === JSON.stringify(usual)) continue;
    const group = value?.constructor === Object && usual?.constructor === Object;
    chosen[key] = group ? withoutDefaults(value, usual) : value;
  }
  return chosen;
}
