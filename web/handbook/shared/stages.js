// The ZeRO picture: one bar a stage, from four replies.
import { escape } from './derivation.js';
import { FORMATS } from './format.js';
import { kStates, sumOf } from './values.js';
import { words } from './words.js';

/** The four requests behind the picture. @param {string} model @param {number} cards */
export function stageRequests(model, cards) {
  return [0, 1, 2, 3].map((zero) => ({ model, task: 'training', gpu: 'a100-sxm4-80gb', gpus: cards, context: 512, training: { zero } }));
}

/** @param {any[]} replies stages 0 to 3 @param {'en' | 'zh'} lang */
export function stageSvg(replies, lang) {
  const say = words(lang);
  const bad = replies.find((reply) => !reply.ok);
  if (bad) return `<p class="problem">${escape(bad.errors[0].message)}</p>`;
  const results = replies.map((reply) => reply.results[0]);
  const termsOf = (/** @type {any} */ result) => result.terms.filter((/** @type {any} */ t) => kStates.includes(t.id));
  const whole = Math.max(...results.map((r) => sumOf(r, kStates)));
  const rows = results.map((result, stage) => {
    let x = 0;
    const bars = termsOf(result).map((/** @type {any} */ t) => {
      const width = (1000 * t.bytes) / whole;
      const rect = `<rect class="t-${t.id}" x="${x.toFixed(2)}" y="0" width="${Math.max(0.5, width).toFixed(2)}" height="22"><title>${escape(`${t.label} ${t.text_gib}`)}</title></rect>`;
      x += width;
      return rect;
    });
    const parts = termsOf(result).map((/** @type {any} */ t) => `<span><span class="chip t-${t.id}"></span>${escape(t.label)} <b>${escape(t.text_gib)}</b></span>`);
    return `<div class="stage"><h3>${stage ? say('stage', { stage }) : say('no_sharding')} <small>${FORMATS.gib(sumOf(result, kStates), lang)} ${say('per_card')}</small></h3><svg class="bar" viewBox="0 0 1000 22" preserveAspectRatio="none" aria-hidden="true">${bars.join('')}</svg><p class="parts">${parts.join('')}</p></div>`;
  });
  return `<p class="caption">${escape(replies[0].model.name)}, ${replies[0].model.parameters_text} · ${escape(results[0].device_name)}</p>${rows.join('')}`;
}
