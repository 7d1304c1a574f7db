// The element's style sheet. Every colour may be set from outside as --vramscope-NAME.
// Grid of 4 px; controls 28 px high, 40 px where a finger points.

const kTermColours = {
  weights: '#4C8DFF',
  kv_cache: '#22B8A7',
  recurrent_state: '#7BD389',
  activations: '#F2A33A',
  logits: '#E8743B',
  gradients: '#C77DFF',
  optimizer_state: '#8F6BE8',
  adapter: '#F06BB1',
  comm_buffers: '#9AA7B8',
  workspace: '#E3C34A',
  runtime_overhead: '#6B7688',
};
const kLight = {
  ground: '#F7F8FA',
  panel: '#FFFFFF',
  raised: '#FFFFFF',
  line: '#D9DEE7',
  text: '#1A1F2B',
  muted: '#5B6676',
  accent: '#2563EB',
  fits: '#17713F',
  tight: '#8A5800',
  no: '#B8322F',
  hatch: '#E4E8EF',
  elevation: '0 1px 2px rgb(26 31 43 / 6%)',
};
const kDark = {
  ground: '#15171C',
  panel: '#1C1F26',
  raised: '#242833',
  line: '#323846',
  text: '#E6E9EF',
  muted: '#9AA3B2',
  accent: '#6EA8FE',
  fits: '#4CC985',
  tight: '#EDB747',
  no: '#FF7F78',
  hatch: '#2B303C',
  elevation: 'none',
};

const tokens = (/** @type {Record<string, string>} */ palette) =>
  Object.entries(palette)
    .map(([name, value]) => `--${name}: var(--vramscope-${name}, ${value});`)
    .join('');
const termColours = Object.entries(kTermColours)
  .map(
    ([term, colour]) =>
      `[data-term=${term}] { --colour: var(--vramscope-${term.replaceAll('_', '-')}, ${colour}); }`,
  )
  .join('\n');

const css = `
:host { display: block; min-block-size: var(--vramscope-height, 480px); color-scheme: inherit; }
:host([controls]) { min-block-size: var(--vramscope-height, 560px); }
:host([view=bar]) { min-block-size: var(--vramscope-height, 190px); }
:host([view=bar][compare]) { min-block-size: var(--vramscope-height, 340px); }
:host([view=table]) { min-block-size: var(--vramscope-height, 300px); }
:host([controls=all]) { min-block-size: var(--vramscope-height, 720px); }
:host([hidden]) { display: none; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
.root {
  ${tokens(kLight)}
  color-scheme: light; color: var(--text); container: vramscope / inline-size; min-block-size: inherit;
  font: 14px/20px var(--vramscope-font, Inter, system-ui, -apple-system, "Segoe UI", Roboto, "PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", "Droid Sans Fallback", sans-serif);
  font-variant-numeric: tabular-nums; text-align: start;
}
.root[data-theme=dark] { ${tokens(kDark)} color-scheme: dark; }
${termColours}
.away { position: absolute; inline-size: 1px; block-size: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
h2 { margin: 0 0 8px; font: inherit; font-weight: 600; }
p, ul, dl, dd { margin: 0; padding: 0; }
ul { list-style: none; }
a { color: var(--accent); }
code { font: 13px/20px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
table { border-collapse: collapse; inline-size: 100%; }
th, td { padding: 0; text-align: start; font-weight: inherit; vertical-align: middle; }
.number { text-align: end; white-space: nowrap; }
.unit { display: inline-block; min-inline-size: 2em; text-align: start; color: var(--muted); }
button, input, select { font: inherit; font-variant-numeric: inherit; color: inherit; margin: 0; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }

.card {
  display: grid; grid-template-columns: minmax(0, 1fr); align-content: start; min-block-size: inherit; gap: 16px; padding: 16px;
  background: var(--panel); border: 1px solid var(--line); border-radius: 6px; box-shadow: var(--elevation);
}
.card > :empty { display: none; }
.head, .body { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px; align-content: start; }
.body { gap: 24px; }

/* Headline */
.headline { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 4px 24px; }
.total, .outcome { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 12px; }
.outcome { align-items: center; }
.total strong { font-size: 28px; line-height: 36px; font-weight: 600; letter-spacing: -.01em; }
.total strong .unit { min-inline-size: 0; font-size: 16px; font-weight: 500; letter-spacing: 0; }
.subject, .range, .of, .outcome { color: var(--muted); }
.subject { flex-basis: 100%; }
.subject b { color: var(--text); font-weight: 600; }
.verdict { display: inline-flex; align-items: center; gap: 6px; font-weight: 600; color: var(--fits); white-space: nowrap; }
.verdict.tight { color: var(--tight); }
.verdict.no { color: var(--no); }
.sign {
  flex: none; display: inline-grid; place-items: center; inline-size: 16px; block-size: 16px; border-radius: 50%;
  background: currentColor; font-size: 11px; line-height: 1; font-weight: 700;
}
.sign::before { content: attr(data-sign); color: var(--panel); }

/* Bar */
.bar { position: relative; padding-block-end: 20px; }
.track {
  position: relative; display: flex; block-size: 28px; border-radius: 4px; overflow: hidden;
  background: repeating-linear-gradient(135deg, var(--hatch) 0 1px, transparent 1px 6px) 0 0 / var(--capacity) 100% no-repeat;
  box-shadow: inset 0 0 0 1px var(--line);
}
.segment {
  flex: 0 0 0; min-inline-size: 1px; background: var(--colour); box-shadow: inset -1px 0 var(--panel);
  container: segment / inline-size; cursor: pointer; color: #0B0E14;
}
.segment[data-term=runtime_overhead] { color: #fff; }
.segment-name { display: none; padding-inline: 8px; font-size: 12px; line-height: 28px; font-weight: 500; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
@container segment (min-width: 72px) { .segment-name { display: block; } }
.cap {
  position: absolute; inset-block: 0;
  background: repeating-linear-gradient(135deg, var(--text) 0 1px, transparent 1px 4px); opacity: .35;
}
.capacity { position: absolute; inset-block: -4px 0; left: var(--capacity); inline-size: 2px; margin-inline-start: -2px; block-size: 36px; background: var(--text); border-radius: 1px; }
.capacity-text { position: absolute; inset-block-end: -2px; left: var(--capacity); translate: -100%; font-size: 12px; line-height: 16px; color: var(--muted); white-space: nowrap; }
.chip { flex: none; display: inline-block; inline-size: 12px; block-size: 12px; border-radius: 3px; background: var(--colour); forced-color-adjust: none; }
.host .chip { background: repeating-linear-gradient(135deg, var(--colour) 0 2px, transparent 2px 4px); box-shadow: inset 0 0 0 1px var(--colour); }
.legend { display: flex; flex-wrap: wrap; gap: 4px 20px; }
.legend li { display: inline-flex; align-items: center; gap: 6px; color: var(--muted); }
.legend b { font-weight: 500; color: var(--text); }

/* Terms */
.terms thead th { padding: 0 0 4px; font-size: 12px; line-height: 16px; color: var(--muted); }
.terms thead .memory, .terms thead .share { text-align: end; }
.terms thead .memory { padding-inline-end: 38px; }
.terms .share { padding-inline-start: 16px; inline-size: 76px; }
.terms .exactness { padding-inline-start: 24px; inline-size: 152px; color: var(--muted); white-space: nowrap; }
.terms .how { max-inline-size: 0; inline-size: 44%; padding-inline-end: 28px; color: var(--muted); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.terms > tbody > tr { border-block-start: 1px solid var(--line); }
.terms > tbody > tr.details { border: 0; }
.term { position: relative; }
.term button::after { content: ""; position: absolute; inset: 0; }
.term button {
  display: flex; align-items: center; gap: 8px; inline-size: 100%; min-block-size: 36px; padding: 0 8px 0 0;
  background: none; border: 0; border-radius: 4px; text-align: start; cursor: pointer;
}
.term:hover { background: color-mix(in srgb, var(--accent) 7%, transparent); }
.arrow { position: absolute; inset: 14px 8px auto auto; inline-size: 6px; block-size: 6px; border: solid var(--muted); border-width: 0 1.5px 1.5px 0; rotate: -45deg; transition: rotate 120ms; }
[aria-expanded=true] .arrow { rotate: 45deg; }
.sum th, .sum td { block-size: 36px; font-weight: 600; }
/* an engine's own claim reads as a note to the table */
.claim { margin-block-start: -12px; color: var(--muted); max-inline-size: 80ch; }
.host th { block-size: 36px; color: var(--muted); }
.host .term th { color: inherit; }
.working { margin: 4px 0 16px; padding: 12px 16px; background: var(--ground); border: 1px solid var(--line); border-radius: 6px; overflow-wrap: anywhere; }
.working dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 8px 20px; }
.working dt { color: var(--muted); }
.formula sub, .symbols sub { font-size: 11px; line-height: 0; }
.symbol { white-space: nowrap; }
.symbols th, .symbols td { padding: 0 16px 2px 0; vertical-align: top; }
.symbols td:last-child { inline-size: 100%; color: var(--muted); }
.symbols { inline-size: 100%; }

/* Comparison, rules, notes */
.compare li { display: grid; grid-template-columns: minmax(96px, 200px) minmax(0, 1fr) 92px 112px; gap: 0 16px; align-items: center; min-block-size: 36px; border-block-start: 1px solid var(--line); }
.compare .bar { padding: 0; }
.compare .track { block-size: 16px; border-radius: 3px; box-shadow: none; }
.compare .capacity { inset-block: -3px; block-size: 22px; }
.machine small { margin-inline-start: 8px; font-size: 12px; color: var(--muted); }
.rules li, .speed li { display: grid; grid-template-columns: minmax(0, 1fr) 100px 216px; gap: 0 16px; padding-block: 8px; border-block-start: 1px solid var(--line); }
.speed p { margin-block-start: 4px; color: var(--muted); }
.rules p { grid-column: 1 / -1; color: var(--muted); max-inline-size: 72ch; }
.ratio { color: var(--muted); }
.speed .ratio { white-space: nowrap; text-align: end; font-variant-numeric: tabular-nums; }
.roofline { margin: 16px 0 0; }
.roofline h3 { margin: 0 0 4px; font-size: 14px; }
.plot { display: block; inline-size: 100%; max-inline-size: 720px; block-size: auto; fill: none; }
.plot text { fill: var(--muted); font-size: 12px; }
.plot .own { fill: var(--text); }
.plot polyline { stroke: var(--line); fill: none; }
.plot .roof { stroke: var(--muted); stroke-dasharray: 4; }
.plot .roof.own { stroke: var(--text); stroke-width: 2; stroke-dasharray: none; }
.plot .spread { stroke: var(--accent); stroke-width: 3; }
.plot circle { fill: var(--accent); }
.roofline figcaption { color: var(--muted); }
.notes { padding: 12px 16px; border-radius: 6px; border: 1px solid var(--line); border-inline-start: 3px solid var(--tight); background: var(--ground); }
.advice ul { list-style: none; margin: 8px 0 0; padding: 0; }
.ranks table { margin-block-start: 8px; }
.ranks th, .ranks td { padding-block: 8px; }
.facts, .ranks p, .advice p { color: var(--muted); }
.advice li > * { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 16px; inline-size: 100%; padding: 6px 8px; text-align: start; background: none; border: 0; border-radius: 4px; border-block-end: 1px solid var(--line); }
.advice button { cursor: pointer; }
.advice button:hover { background: var(--ground); }
.advice b { font-weight: 500; color: var(--accent); }
.advice div b { color: inherit; }
.advice small { color: var(--muted); }
.advice .saves, .advice .verdict { text-align: end; justify-self: end; white-space: nowrap; }
.notes.errors { border-inline-start-color: var(--no); }
.notes p { margin-block-start: 4px; color: var(--muted); }
.notes h2 { margin-block-end: 4px; }
.stale { opacity: .45; }

/* Controls */
.controls { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(232px, 100%), 1fr)); gap: 12px 20px; align-content: start; align-items: start; }
fieldset { display: contents; }
fieldset legend { display: none; }
.field { display: grid; grid-template-columns: minmax(0, 1fr); gap: 4px; min-inline-size: 0; }
.label { font-size: 12px; line-height: 16px; color: var(--muted); }
select, input[type=number], input[type=text] {
  inline-size: 100%; block-size: 28px; padding: 0 8px; background: var(--raised); border: 1px solid var(--line); border-radius: 4px;
}
select:hover, .box:hover { border-color: var(--muted); }
.bad select, .bad .box { border-color: var(--no); }
.number-field { display: flex; align-items: center; gap: 12px; }
.number-field input[type=range] { flex: 1 1 0; min-inline-size: 0; margin: 0; block-size: 28px; accent-color: var(--accent); }
.box { display: flex; align-items: center; flex: 1 1 104px; background: var(--raised); border: 1px solid var(--line); border-radius: 4px; }
input[type=range] + .box { flex: 0 0 116px; }
.box input { block-size: 26px; border: 0; background: none; appearance: textfield; -moz-appearance: textfield; min-inline-size: 0; }
.box input::-webkit-inner-spin-button { display: none; }
.box:focus-within { outline: 2px solid var(--accent); outline-offset: 1px; }
.box input:focus-visible { outline: 0; }
.suffix { white-space: nowrap; padding-inline-end: 8px; font-size: 12px; color: var(--muted); }
.of-check { grid-template-columns: 1fr auto; align-items: center; }
.of-check input { inline-size: 16px; block-size: 16px; margin: 0; accent-color: var(--accent); }
.choice { display: flex; background: var(--ground); border: 1px solid var(--line); border-radius: 4px; }
.choice label { flex: 1; position: relative; text-align: center; line-height: 26px; cursor: pointer; color: var(--muted); border-radius: 3px; white-space: nowrap; }
.choice input { position: absolute; inset: 0; opacity: 0; pointer-events: none; }
.choice label:has(:checked) { background: var(--panel); color: var(--text); font-weight: 500; box-shadow: 0 0 0 1px var(--line); }
.root[data-theme=dark] .choice label:has(:checked) { background: var(--line); }
.choice label:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 1px; }
.rows { display: grid; gap: 4px; }
.rows .row { display: flex; gap: 4px; }
.rows .row > select { flex: 1 1 0; min-inline-size: 0; }
.rows .number-field { flex: 0 0 64px; }
[data-field=overrides] .rows .number-field { flex-basis: 104px; }
.remove { flex: 0 0 28px; background: none; border: 0; border-radius: 4px; color: var(--muted); cursor: pointer; }
.add { justify-self: start; padding: 0 4px; line-height: 24px; background: none; border: 0; border-radius: 4px; color: var(--accent); cursor: pointer; }
.file-picker { position: relative; display: block; padding: 6px 8px; border: 1px dashed var(--line); border-radius: 4px; font-size: 12px; line-height: 16px; color: var(--muted); cursor: pointer; }
.file-picker:hover, .dropping .file-picker { border-color: var(--accent); color: var(--text); }
.file-picker input { position: absolute; inset: 0; opacity: 0; inline-size: 100%; cursor: pointer; font-size: 0; }
.file-picker:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 1px; }
details { grid-column: 1 / -1; border-block-start: 1px solid var(--line); }
summary { padding-block: 8px; font-weight: 500; cursor: pointer; color: var(--muted); }
summary::marker { font-size: 10px; }
details[open] summary { color: var(--text); }
.module { display: inline-flex; gap: 12px; inline-size: calc(100% - 14px); font-weight: 400; }
.tree summary { list-style: none; }
.tree summary::before { content: "▸"; display: inline-block; inline-size: 14px; font-size: 10px; }
.tree details[open] > summary::before { content: "▾"; }
.tree div > .module { margin-inline-start: 14px; }
.module > :first-child { flex: 1; }
.module small { margin-inline-start: 8px; color: var(--muted); }
.module .share { min-inline-size: 56px; }
.tree details, .tree div { border: 0; padding-inline-start: 14px; }
.tree summary, .tree div { padding-block: 2px; }
details .field { margin-block-end: 12px; }
.further .field { grid-template-columns: minmax(0, 1fr) 112px; align-items: center; margin-block-end: 4px; }
.further .label { font: 11px/16px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
footer { display: flex; flex-wrap: wrap; gap: 0 16px; align-items: baseline; font-size: 12px; line-height: 20px; color: var(--muted); }
footer .spacer { flex: 1; }
footer button { padding: 0; background: none; border: 0; color: var(--accent); cursor: pointer; text-decoration: underline; }

/* Loading: the shape of what will come */
.skeleton span { display: block; border-radius: 4px; background: var(--hatch); }
.skeleton .s-total { inline-size: 200px; block-size: 28px; margin-block: 4px; }
.skeleton .s-bar { block-size: 28px; margin-block-end: 20px; }
.skeleton .s-row { block-size: 12px; margin-block: 12px; inline-size: var(--w); }
@media (prefers-reduced-motion: no-preference) { .skeleton span { animation: breathe 1.6s ease-in-out infinite; } }
@keyframes breathe { 50% { opacity: .5; } }

/* Room for the rail */
@container vramscope (min-width: 800px) {
  .card.with-rail { grid-template-columns: 272px minmax(0, 1fr); grid-template-rows: auto auto 1fr; gap: 16px 0; padding: 0; align-content: stretch; }
  .with-rail > * { grid-column: 2; margin-inline: 24px; }
  .with-rail > .controls { grid-column: 1; grid-row: 1 / 5; margin: 0; padding: 16px; border-inline-end: 1px solid var(--line); background: var(--ground); border-radius: 6px 0 0 6px; grid-template-columns: minmax(0, 1fr); }
  .with-rail > .head { margin-block-start: 16px; }
  .with-rail > footer { margin-block-end: 12px; align-self: end; }
}
@media (min-height: 560px) { @container vramscope (max-width: 799px) {
  .with-rail > .head { position: sticky; inset-block-start: 0; z-index: 1; margin: -16px -16px 0; padding: 12px 16px 8px; background: var(--panel); border-block-end: 1px solid var(--line); border-radius: 6px 6px 0 0; }
} }
@container vramscope (max-width: 720px) {
  .terms .how { display: none; }
  .terms .exactness { inline-size: 144px; padding-inline-end: 24px; }
}
@container vramscope (max-width: 560px) {
  .terms .share { padding-inline-end: 20px !important; }
  .terms .exactness { display: none; }
  .terms .share { padding-inline-start: 8px; inline-size: 88px; }
  .compare li { grid-template-columns: minmax(0, 1fr) auto 72px; padding-block: 8px; gap: 4px 12px; }
  .compare .bar { grid-column: 1 / -1; grid-row: 2; }
  .rules li, .speed li { grid-template-columns: minmax(0, 1fr) auto; }
  .rules .ratio, .speed .ratio { grid-column: 1 / -1; text-align: start; }
  .working { padding: 12px; }
  .working dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .working dd { margin-block-end: 8px; }
}
@media (pointer: coarse) {
  select { block-size: 40px; } .box input { block-size: 38px; } .choice label { line-height: 38px; }
  .term button { min-block-size: 44px; } .file-picker { padding-block: 12px; } .remove { flex-basis: 40px; }
  .add, summary { line-height: 32px; }
  select, input[type=number], input[type=text] { font-size: 16px; }
}
@media print {
  .controls, footer button, .arrow { display: none; }
  .root { ${tokens(kLight)} color-scheme: light; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .card.with-rail { display: block; padding: 0; } .card { box-shadow: none; border: 0; }
  .head { position: static; }
}
`;

let sheet = /** @type {CSSStyleSheet | undefined} */ (undefined);
/** One sheet, shared by every element of the page. */
export function styleSheet() {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  return sheet;
}
