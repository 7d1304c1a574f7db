// The words of the element and of the page, in both languages. Names of terms, engines and the like,
// and every message about a number, come from the core.

/** @typedef {'en' | 'zh'} Lang */

/** @type {Record<string, {en: string, zh: string}>} */
export const STRINGS = {
  // Answer
  of_card: { en: 'of {usable} on {card}', zh: '{card} 可用 {usable}' },
  sentence: { en: '{model}: {summary}', zh: '{model}：{summary}' },
  spare: { en: '{bytes} spare', zh: '剩余 {bytes}' },
  missing: { en: '{bytes} too much', zh: '超出 {bytes}' },
  tight_hint: { en: 'within the range of the estimate', zh: '处在估算范围之内' },
  hint: { en: 'What it is', zh: '说明' },
  at_least_gpus: { en: 'fits on {count} of these', zh: '{count} 张可放下' },
  up_to_context: { en: 'up to {tokens} tokens', zh: '最长 {tokens} token' },
  terms: { en: 'Where the memory goes', zh: '显存用在哪里' },
  term: { en: 'Term', zh: '项目' },
  memory: { en: 'Memory', zh: '显存' },
  how: { en: 'Working', zh: '算式' },
  share: { en: 'Share', zh: '占比' },
  exactness: { en: 'How well known', zh: '可信程度' },
  total: { en: 'Total on the card', zh: '单卡合计' },
  all_cards: { en: 'Over all cards', zh: '所有显卡合计' },
  capacity: { en: 'usable', zh: '可用' },
  range: { en: 'Range', zh: '范围' },
  formula: { en: 'Formula', zh: '公式' },
  working: { en: 'With numbers', zh: '代入数字' },
  symbols: { en: 'Symbols', zh: '符号' },
  sources: { en: 'Sources', zh: '来源' },
  compare: { en: 'Same job on other cards', zh: '同一任务，换用其他显卡' },
  this_card: { en: 'chosen', zh: '当前' },
  layers: { en: 'Where the weights are', zh: '权重的分布' },
  speed: { en: 'Speed', zh: '速度' },
  rules: { en: 'Rules of thumb', zh: '经验公式' },
  rule_ratio: { en: '{ratio} the estimate', zh: '{ratio} 估算值' },
  warnings: { en: 'Please note', zh: '请注意' },
  errors: { en: 'Cannot answer this', zh: '无法计算' },
  stale: { en: 'The figures below are those of the last valid input.', zh: '下方仍是上一次有效输入的结果。' },
  host: { en: 'In host memory', zh: '主机内存' },
  loading: { en: 'Loading the calculator', zh: '正在加载计算器' },
  no_module: { en: 'The calculator could not be loaded. Check the connection and reload the page.', zh: '计算器加载失败，请检查网络后刷新页面。' },
  open_app: { en: 'Open in vramscope', zh: '在 vramscope 中打开' },
  copy_link: { en: 'Copy link', zh: '复制链接' },
  copied: { en: 'Link copied', zh: '链接已复制' },
  as_of: { en: 'data of {date}', zh: '数据截至 {date}' },

  // Controls: groups
  group_model: { en: 'Model', zh: '模型' },
  group_job: { en: 'Job', zh: '任务' },
  group_card: { en: 'Card', zh: '显卡' },
  group_serving: { en: 'Serving details', zh: '推理细节' },
  group_training: { en: 'Training details', zh: '训练细节' },
  group_parallel: { en: 'Parallelism', zh: '并行方式' },
  group_given: { en: 'Known facts', zh: '已知数值' },
  group_view: { en: 'Display', zh: '显示' },

  // Controls: labels
  model: { en: 'Model', zh: '模型' },
  file: { en: 'or drop, paste or choose config.json, safetensors or GGUF', zh: '或拖入、粘贴、选择 config.json、safetensors、GGUF' },
  own_model: { en: 'From your file: {name}', zh: '来自文件：{name}' },
  task: { en: 'Task', zh: '任务' },
  inference: { en: 'Serve', zh: '推理' },
  training: { en: 'Train', zh: '训练' },
  weights: { en: 'Weights', zh: '权重格式' },
  kv: { en: 'KV cache', zh: 'KV 缓存格式' },
  context: { en: 'Context', zh: '上下文长度' },
  batch: { en: 'Concurrent sequences', zh: '并发序列数' },
  engine: { en: 'Engine', zh: '引擎' },
  devices: { en: 'Cards of the machine', zh: '机器中的显卡' },
  add: { en: 'Add', zh: '添加' },
  remove: { en: 'Remove', zh: '移除' },
  gpu: { en: 'Card', zh: '显卡' },
  gpus: { en: 'Number of cards', zh: '显卡数量' },
  card_memory: { en: 'Memory of the card', zh: '单卡显存' },
  reserve: { en: 'Taken by others', zh: '已被其他程序占用' },
  compare_with: { en: 'Compare with', zh: '对比显卡' },
  ubatch: { en: 'Micro-batch (ubatch)', zh: '物理批大小（ubatch）' },
  attention: { en: 'Attention', zh: '注意力实现' },
  swa_full: { en: 'Sliding layers keep the whole context', zh: '滑动窗口层保留完整上下文' },
  total_context: { en: 'Context of all sequences (-c)', zh: '全部序列的上下文（-c）' },
  batch_tokens: { en: 'Batch (-b)', zh: '逻辑批大小（-b）' },
  kv_unified: { en: 'One cache for all sequences', zh: '全部序列共用一个缓存' },
  outputs: { en: 'Rows through the head', zh: '经过输出头的行' },
  rollback: { en: 'States to go back to', zh: '可回退的状态数' },
  gpu_layers: { en: 'Layers on the card (-ngl)', zh: '放在卡上的层数（-ngl）' },
  cpu_moe: { en: 'Layers with experts in CPU memory', zh: '专家留在主机内存的层数' },
  memory_utilization: { en: 'Share of the card', zh: '显存使用比例' },
  max_num_seqs: { en: 'Most sequences', zh: '最大序列数' },
  max_batched_tokens: { en: 'Most tokens in a step', zh: '单步最大 token 数' },
  block_size: { en: 'Tokens in a KV block', zh: '每个 KV 块的 token 数' },
  precision: { en: 'Precision', zh: '精度' },
  optimizer: { en: 'Optimizer', zh: '优化器' },
  micro_batch: { en: 'Micro-batch', zh: '微批大小' },
  recompute: { en: 'Recomputation', zh: '重计算' },
  zero: { en: 'ZeRO stage', zh: 'ZeRO 阶段' },
  tensor: { en: 'Tensor parallel', zh: '张量并行' },
  pipeline: { en: 'Pipeline parallel', zh: '流水线并行' },
  data: { en: 'Data parallel', zh: '数据并行' },
  parameters: { en: 'Parameters of the model', zh: '模型参数量' },
  weight_bytes: { en: 'Bytes of the weights', zh: '权重字节数' },
  overrides: { en: 'Measured values', zh: '实测数值' },
  lang: { en: 'Language', zh: '语言' },
  units: { en: 'Units', zh: '单位' },
  theme: { en: 'Theme', zh: '主题' },
  auto: { en: 'auto', zh: '自动' },
  lang_en: { en: 'English', zh: 'English' },
  lang_zh: { en: '中文', zh: '中文' },
  units_gib: { en: 'GiB', zh: 'GiB' },
  units_gb: { en: 'GB', zh: 'GB' },
  light: { en: 'Light', zh: '浅色' },
  dark: { en: 'Dark', zh: '深色' },
  tokens: { en: 'tokens', zh: 'token' },

  // The app page
  page_title: { en: 'vramscope: where every byte of GPU memory goes', zh: 'vramscope：看清每一字节显存的去向' },
  plain_form: { en: 'Use the plain form', zh: '使用纯表单版' },
  canvas_form: { en: 'Back to the canvas', zh: '返回画布版' },
  canvas_help: { en: 'Interactive canvas. Press Escape, then Tab, to leave it. The plain form has the same content for screen readers.', zh: '交互式画布。按 Escape 再按 Tab 离开。纯表单版内容相同，适合读屏软件。' },
  no_webgl: { en: 'This browser does not offer WebGL 2, so you see the plain form. It has every input and every figure.', zh: '此浏览器不支持 WebGL 2，因此显示纯表单版，输入与数字完全一致。' },
};

/**
 * A function that finds words: the table above first, then the core's messages.
 * @param {Lang} lang
 * @param {{id: string, en: string, zh: string}[]} messages rows of catalogue("messages")
 * @returns {(id: string, holes?: Record<string, string | number>) => string} the id's last part when there are no words
 */
export function speaker(lang, messages = []) {
  const core = new Map(messages.map((row) => [row.id, row]));
  return (id, holes = {}) => {
    const row = STRINGS[id] ?? core.get(id);
    const words = row ? row[lang] : id.slice(id.lastIndexOf('.') + 1);
    return words.replace(/\{(\w+)\}/g, (hole, name) => String(holes[name] ?? hole));
  };
}
