// Training plans of DeepSpeed, accelerate and torchtitan: the core tells them from other text.

/** @typedef {(request: object) => any} Answer the core's, of an object */

const kPlanBytes = 1 << 20;

/** Is this text a training plan, whole or faulty? */
export function isPlan(/** @type {string} */ text, /** @type {Answer} */ answer) {
  if (text.length > kPlanBytes || !/[{\n]/.test(text)) return false;
  const { errors } = answer({ v: 1, explain: 'none', plan: text });
  return !errors?.some((/** @type {{ code: string }} */ { code }) => code === 'not_a_plan');
}

/** The text of a training plan, or nothing where the files are something else. @returns {Promise<string>} */
export async function planIn(/** @type {File[]} */ files, /** @type {Answer} */ answer) {
  const [file] = files;
  if (files.length !== 1 || file.size > kPlanBytes || !/\.(json|ya?ml|toml)$/.test(file.name)) return '';
  const text = await file.text();
  return isPlan(text, answer) ? text : '';
}
