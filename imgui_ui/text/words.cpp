#include "text/words.h"

#include <array>

namespace vramscope {
namespace {

struct Row {
  Word word;
  std::string_view en, zh;
};

// clang-format off
constexpr std::array<Row, static_cast<size_t>(Word::Last_)> kWords{{
    // toolbar
    {Word::AppName, "vramscope", "vramscope"},
    {Word::Breakdown, "Breakdown", "明细"},
    {Word::Compare, "Compare", "对比"},
    {Word::Layers, "Layers", "结构"},
    {Word::SweepTab, "Sweep", "曲线"},
    {Word::SpeedTab, "Speed", "速度"},
    {Word::Utilisation, "Utilisation", "利用率"},
    {Word::MoreTabs, "More", "更多"},
    {Word::HintPin, "Keep this question as B. Then change anything: what you have now and B stand side by side.", "把当前问题保留为 B，再随意修改：当前结果与 B 并排显示。"},
    {Word::HintUnpin, "Let go of B.", "不再保留 B。"},
    {Word::Commands, "Search or run", "搜索或执行"},
    {Word::HintCommands, "Every model, card and action by name.", "按名称查找模型、显卡和操作。"},
    {Word::Undo, "Undo", "撤销"},
    {Word::Redo, "Redo", "重做"},
    {Word::Reset, "Start over", "重新开始"},
    {Word::ResetHint, "Back to the question of the first screen. Undo brings this one back.", "回到首屏的问题。可用撤销恢复。"},
    {Word::HintMenu, "More", "更多"},
    {Word::ThemeName, "Theme", "主题"},
    {Word::ThemeSystem, "Theme: as the system", "主题：跟随系统"},
    {Word::ThemeLight, "Theme: light", "主题：浅色"},
    {Word::ThemeDark, "Theme: dark", "主题：深色"},
    {Word::ThemeContrast, "Theme: high contrast", "主题：高对比度"},
    {Word::UnitsName, "Units", "单位"},
    {Word::LanguageName, "Language", "语言"},
    {Word::Shortcuts, "Keyboard shortcuts", "键盘快捷键"},
    {Word::PinNow, "Keep this as B", "保留为 B"},
    {Word::Unpin, "Let go of B", "不再保留 B"},
    {Word::SwapScenarios, "Swap A and B", "交换 A 与 B"},
    {Word::ShareAction, "Copy a link to this", "复制当前链接"},
    {Word::SwitchTheme, "Light or dark", "切换深浅主题"},
    {Word::SwitchUnits, "GiB or GB", "切换 GiB 与 GB"},
    {Word::SwitchLanguage, "Language: English or Chinese", "切换语言：英文或中文"},
    {Word::CommandsAction, "Find a model, a card, an action", "查找模型、显卡或操作"},
    {Word::NextTab, "Next view", "下一个视图"},
    {Word::PreviousTab, "Previous view", "上一个视图"},
    {Word::GroupActions, "Actions", "操作"},
    {Word::GroupPresets, "Begin with", "常见问题"},
    {Word::GroupViews, "Views", "视图"},
    {Word::GroupModels, "Models", "模型"},
    {Word::GroupRecent, "Yours", "你的"},
    {Word::GroupCards, "Cards", "显卡"},
    {Word::GroupGlossary, "What does it mean", "术语"},
    {Word::CloseHint, "Escape closes", "按 Esc 关闭"},
    {Word::English, "EN", "EN"},
    {Word::Chinese, "中文", "中文"},
    {Word::HintLanguage, "Language of the page. Numbers never change with it.", "界面语言。数字不随语言改变。"},
    {Word::UnitGib, "GiB", "GiB"},
    {Word::UnitGb, "GB", "GB"},
    {Word::HintGib, "Binary units: 1 GiB is 2^30 bytes, what nvidia-smi counts in.", "二进制单位：1 GiB 等于 2^30 字节，nvidia-smi 按此计数。"},
    {Word::HintGb, "Decimal units: 1 GB is 10^9 bytes, what disks and file sizes are sold in.", "十进制单位：1 GB 等于 10^9 字节，硬盘和文件大小常用此单位。"},
    {Word::HintTheme, "Light, dark, high contrast, or as the system has it.", "浅色、深色、高对比度，或跟随系统。"},
    {Word::ShareLink, "Share", "分享"},
    {Word::Copied, "Copied", "已复制"},
    {Word::HintShare, "A link to exactly this question, or the answer as text, table or picture. Nothing is sent anywhere.", "指向当前问题的链接，或以文本、表格、图片导出结果。不会发送任何数据。"},
    {Word::CopyLink, "Copy link", "复制链接"},
    {Word::CopyMarkdown, "Copy as Markdown", "复制为 Markdown"},
    {Word::SaveCsv, "Save as CSV", "存为 CSV"},
    {Word::SaveJson, "Save the reply as JSON", "将结果存为 JSON"},
    {Word::SaveScreen, "Save this view as PNG", "将当前画面存为 PNG"},
    // rail
    {Word::Model, "Model", "模型"},
    {Word::Job, "Job", "任务"},
    {Word::PresetChat, "Chat on one card", "单卡聊天"},
    {Word::HintPresetChat, "One person, one card: llama.cpp with 4-bit weights and 8k of context.", "一人一卡：llama.cpp，4 位权重，8k 上下文。"},
    {Word::PresetServe, "Serve 100 users", "服务 100 人"},
    {Word::HintPresetServe, "vLLM with a hundred sequences of 4k tokens at the same time.", "vLLM，同时一百个 4k token 的序列。"},
    {Word::PresetFull, "Full fine-tune", "全量微调"},
    {Word::HintPresetFull, "Every weight is trained: PyTorch, mixed precision, AdamW, 2k tokens, recomputed activations.", "训练全部权重：PyTorch、混合精度、AdamW、2k token、激活重计算。"},
    {Word::PresetQlora, "QLoRA", "QLoRA"},
    {Word::HintPresetQlora, "The base in 4 bits and frozen, small matrices beside it are trained.", "基座以 4 位冻结，只训练旁边的小矩阵。"},
    {Word::Card, "Card", "显卡"},
    {Word::Search, "Search", "搜索"},
    {Word::NothingFound, "Nothing found", "没有找到"},
    {Word::ModelFacts, "{parameters} parameters · {layers} layers · KV {kv}/token", "{parameters} 参数 · {layers} 层 · KV {kv}/token"},
    {Word::ActiveFacts, " · {active} active", " · 激活 {active}"},
    {Word::OpenConfig, "Open a config.json…", "打开 config.json…"},
    {Word::HintOpenConfig, "Any Hugging Face config.json. You can also drop the file on the page or paste its text. It stays on your machine.", "任意 Hugging Face 的 config.json。也可以把文件拖到页面上，或粘贴其文本。文件不会离开你的电脑。"},
    {Word::DropConfig, "Or drop a config.json here, or paste its text.", "也可以把 config.json 拖到这里，或粘贴其文本。"},
    {Word::FileNotRead, "{name} could not be read:", "无法读取 {name}："},
    {Word::Inference, "Inference", "推理"},
    {Word::HintInference, "Serve the model: weights, KV cache and the engine's buffers.", "部署模型：权重、KV 缓存和引擎的缓冲区。"},
    {Word::Training, "Training", "训练"},
    {Word::HintTraining, "Train it: also gradients, optimizer state and activations.", "训练模型：还需要梯度、优化器状态和激活值。"},
    {Word::Engine, "Engine", "引擎"},
    {Word::HintEngine, "The program that serves the model. Each one reserves and rounds memory in its own way; \"ideal\" counts only what the mathematics needs.", "部署模型的程序。各引擎预留和取整内存的方式不同；“理想”只计算数学上必需的字节。"},
    {Word::HintTrainingEngine, "The program that trains. Each one keeps its own buckets and copies.", "训练所用的程序。各自有不同的通信桶和副本。"},
    {Word::Weights, "Weights", "权重格式"},
    {Word::HintWeightsFormat, "How the weights are stored. Fewer bits a weight means less memory and faster decoding, at some loss of quality.", "权重的存储格式。每个权重的位数越少，占用越小、解码越快，质量会有所损失。"},
    {Word::KvType, "KV cache", "KV 缓存"},
    {Word::HintKvType, "Number format of the cached keys and values. 8 bits halve the cache.", "缓存的键和值的数值格式。8 位可使缓存减半。"},
    {Word::Context, "Context", "上下文"},
    {Word::HintContext, "Tokens that one sequence holds in the end: prompt and answer together.", "一个序列最终包含的 token 数：提示词与回答之和。"},
    {Word::Batch, "Sequences", "并发序列"},
    {Word::HintBatch, "Sequences served at the same time. Each one has its own KV cache.", "同时服务的序列数。每个序列都有自己的 KV 缓存。"},
    {Word::MarkContext, "The mark: up to {n} tokens surely fit.", "标记处：不超过 {n} 个 token 时一定放得下。"},
    {Word::MarkBatch, "The mark: up to {n} sequences surely fit.", "标记处：不超过 {n} 个序列时一定放得下。"},
    {Word::MarkCards, "The mark: from {n} cards on it surely fits.", "标记处：{n} 张卡起一定放得下。"},
    {Word::Precision, "Precision", "精度"},
    {Word::HintPrecision, "Which number formats the weights, gradients and the optimizer's copy have. Mixed precision with AdamW takes 16 bytes a parameter.", "权重、梯度和优化器副本使用的数值格式。混合精度加 AdamW 每个参数占 16 字节。"},
    {Word::Optimizer, "Optimizer", "优化器"},
    {Word::HintOptimizer, "What is remembered for each parameter between steps. Adam keeps two moments.", "每一步之间为每个参数保留的状态。Adam 保留两个矩。"},
    {Word::Zero, "ZeRO", "ZeRO"},
    {Word::HintZero, "What is split over the data-parallel cards instead of being kept on each.", "在数据并行的各卡之间切分哪些内容，而不是每卡各存一份。"},
    {Word::Attention, "Attention", "注意力"},
    {Word::HintAttention, "Flash attention never stores the table of scores; unfused attention does, and it grows with the square of the length.", "Flash attention 不保存注意力分数矩阵；非融合实现会保存，且随长度平方增长。"},
    {Word::Recompute, "Recompute", "重计算"},
    {Word::HintRecompute, "Also called gradient checkpointing: keep only the input of each layer and compute the rest again in the backward pass.", "也叫梯度检查点：只保留每层的输入，其余在反向传播时重新计算。"},
    {Word::SequenceLength, "Length", "序列长度"},
    {Word::HintSequenceLength, "Tokens in one training sequence.", "一个训练序列的 token 数。"},
    {Word::MicroBatch, "Micro batch", "微批次"},
    {Word::HintMicroBatch, "Sequences that one card works on in one pass. Gradient accumulation adds passes, not memory.", "一张卡一次前向处理的序列数。梯度累积增加次数，不增加显存。"},
    {Word::Count, "Cards", "卡数"},
    {Word::HintCount, "Like cards in one machine. Inference splits the layers over them; training repeats the model on each unless ZeRO splits it.", "一台机器里同型号的卡数。推理时把各层分到多卡；训练时每卡一份，除非用 ZeRO 切分。"},
    {Word::Advanced, "More settings", "更多设置"},
    {Word::HintAdvanced, "Everything else that this engine or trainer can be told, by its own name.", "该引擎或训练框架的其余选项，沿用其自身名称。"},
    {Word::CardMemory, "Card memory, GiB", "显存容量（GiB）"},
    {Word::HintCardMemory, "A card with another memory than the catalogue says, such as a 48 GiB RTX 4090. It is remembered.", "容量与目录不同的卡，例如 48 GiB 的 RTX 4090。会被记住。"},
    {Word::EngineDefault, "default", "默认"},
    {Word::ShowInputs, "Change model, job or card", "修改模型、任务或显卡"},
    {Word::HideInputs, "Done", "完成"},
    // kinds of cards
    {Word::Consumer, "Consumer", "消费级"},
    {Word::Datacenter, "Datacenter", "数据中心"},
    {Word::Workstation, "Workstation", "工作站"},
    {Word::Laptop, "Laptop", "笔记本"},
    {Word::Unified, "Unified memory", "统一内存"},
    {Word::Accelerator, "Accelerators", "加速器"},
    // headline
    {Word::Spare, "{bytes} spare", "剩余 {bytes}"},
    {Word::TooMuch, "{bytes} too much", "超出 {bytes}"},
    {Word::UpToTokens, "up to {n} tokens", "最多 {n} 个 token"},
    {Word::WouldFit, "{n} tokens would fit", "{n} 个 token 放得下"},
    {Word::NeedsCards, "needs {n} cards", "需要 {n} 张卡"},
    {Word::OfUsable, "of {bytes} on {card}", "共 {bytes} 可用，{card}"},
    {Word::ExactTotal, "on the fullest card, all of it exact", "占用最多的一张卡，全部精确"},
    {Word::Between, "between {low} and {high} on the fullest card", "占用最多的一张卡，介于 {low} 与 {high} 之间"},
    {Word::Peak, " · peak: {phase}", " · 峰值：{phase}"},
    {Word::NoAnswer, "There is no answer to this yet", "暂时无法回答"},
    // bar and table
    {Word::Usable, "{bytes} usable", "可用 {bytes}"},
    {Word::UsableShort, "Usable", "可用"},
    {Word::Free, "free", "空闲"},
    {Word::Amount, "Amount", "大小"},
    {Word::InBytes, "In bytes", "字节数"},
    {Word::Share, "Share", "占比"},
    {Word::Range, "Range", "范围"},
    {Word::ColumnTerm, "What takes the memory", "显存用途"},
    {Word::ColumnExactness, "How sure", "把握"},
    {Word::ColumnWorking, "Working", "算式"},
    {Word::InHost, "host", "主机"},
    {Word::InHostName, "{term} on the host", "{term}（主机内存）"},
    {Word::Allocated, "Live tensors", "在用张量"},
    {Word::HintAllocated, "In use at the peak; torch: max_memory_allocated()", "峰值时在用的；即 max_memory_allocated()"},
    {Word::Reserved, "Allocator", "分配器预留"},
    {Word::HintReserved, "With the gaps between them; torch: max_memory_reserved()", "含其间的空隙；即 max_memory_reserved()"},
    {Word::OnDevice, "On the card", "卡上总计"},
    {Word::HintOnDevice, "With context and libraries; what nvidia-smi shows", "含上下文与库；即 nvidia-smi 所示"},
    // working
    {Word::Symbols, "Symbols", "符号"},
    {Word::HowSure, "How sure", "把握"},
    {Word::Sources, "Sources", "出处"},
    {Word::RulesOfThumb, "Rules of thumb", "经验法则"},
    {Word::HintRules, "What people quote from memory, beside the figure above.", "大家常背的估算，与上面的数字对照。"},
    {Word::OfOurs, "{percent} of our figure", "为本结果的 {percent}"},
    {Word::PhasesTitle, "Phases of a step", "一步中的各阶段"},
    {Word::PhasesHint, "Live tensors in each phase; the peak decides. The whisker is the range.", "各阶段在用的张量，峰值决定占用。须线为范围。"},
    {Word::PeakHere, "The peak: this phase decides what is needed.", "峰值：由该阶段决定所需显存。"},
    {Word::SpeedTitle, "How fast", "运行速度"},
    {Word::NoSpeed, "No figures of speed for this job: the rates of this card are not known.", "该任务没有速度数据：该卡的指标未知。"},
    // comparison
    {Word::CompareTitle, "The same job on other cards", "同一任务在其他显卡上"},
    {Word::CompareHint, "Each bar is the job on that card, its line is what the card can hold. Click a card to look at it.", "每一行是该卡上的占用，竖线是该卡的容量。点击一张卡查看明细。"},
    {Word::OwnScale, "Share of card", "占该卡比例"},
    {Word::HintOwnScale, "Every bar is drawn against its own card.", "每一行按自己的显卡容量绘制。"},
    {Word::SameScale, "Same scale", "统一刻度"},
    {Word::HintSameScale, "All bars are drawn against the largest card.", "所有行按最大的显卡绘制。"},
    {Word::AddCard, "Add a card…", "添加显卡…"},
    {Word::HintChooseCard, "Click to make it the card of the breakdown.", "点击将其设为明细中的显卡。"},
    {Word::HintRemove, "Remove from the comparison.", "从对比中移除。"},
    {Word::SweepTitle, "What if it were more or less", "如果多一些或少一些"},
    {Word::SweepHint, "Drag the line to change the question. The solid line is what this card can hold.", "拖动竖线即可修改问题。实线是当前显卡的容量。"},
    {Word::SweepFormatsHint, "The same job with the weights in every format that the engine loads. Click one to take it.", "同一任务，使用引擎支持的每种权重格式。点击即可采用。"},
    {Word::OverContext, "Context", "上下文"},
    {Word::OverBatch, "Sequences", "并发"},
    {Word::OverCards, "Cards", "卡数"},
    {Word::OverFormats, "Weights", "权重格式"},
    {Word::AxisContext, "Tokens of one sequence", "每个序列的 token 数"},
    {Word::AxisBatch, "Sequences at the same time", "同时的序列数"},
    {Word::AxisMicroBatch, "Sequences a card and step", "每卡每步的序列数"},
    {Word::AxisCards, "Cards of this kind", "同型号卡数"},
    {Word::AxisMemory, "Memory on the fullest card", "占用最多的一张卡"},
    {Word::Linear, "Linear", "线性"},
    {Word::Logarithmic, "Log", "对数"},
    {Word::HintScaleY, "How the memory axis is divided.", "显存轴的刻度。"},
    {Word::SavePicture, "Save as SVG", "存为 SVG"},
    {Word::HintSavePicture, "This plot as it stands, for print and slides.", "按当前样子保存，可用于印刷和幻灯片。"},
    {Word::CannotSweep, "This cannot be swept: there is no answer for it.", "无法绘制：没有可用的结果。"},
    {Word::ScenarioA, "A", "A"},
    {Word::ScenarioB, "B", "B"},
    {Word::ScenarioTitle, "Side by side", "并排对比"},
    {Word::ScenarioPinned, "kept", "保留"},
    {Word::ScenarioNow, "now", "当前"},
    {Word::Change, "Change", "变化"},
    {Word::SameAnswer, "Nothing differs yet. Change anything at the left.", "目前没有差别。在左侧修改任意一项。"},
    {Word::DefaultValue, "default", "默认"},
    {Word::UtilisationTitle, "How well is the card used", "显卡用得好不好"},
    {Word::UtilisationHint, "Give what you measured. It is compared with what the card could do.", "填入你测得的数值，与显卡的能力对比。"},
    {Word::TokensPerSecond, "Tokens/s a card", "每卡 token/秒"},
    {Word::HintTokensPerSecond, "Tokens that one card works through in a second, as your log says it.", "日志中一张卡每秒处理的 token 数。"},
    {Word::SamplesPerSecond, "Samples/s", "样本/秒"},
    {Word::HintSamplesPerSecond, "Over all cards; a sample is one sequence of the length at the left.", "所有卡合计；一个样本即左侧长度的一个序列。"},
    {Word::Tflops, "TFLOP/s a card", "每卡 TFLOP/秒"},
    {Word::HintTflops, "10^12 operations a second that one card was measured to do.", "测得的一张卡每秒 10^12 次运算数。"},
    {Word::ReferenceRate, "Reference tokens/s", "参考 token/秒"},
    {Word::HintReferenceRate, "A published figure for the same model and card to compare with.", "同一模型和显卡的公开数据，用于对照。"},
    {Word::NothingObserved, "Nothing is given yet: type one of the figures above.", "尚未填写：请输入上面任意一个数值。"},
    // layers
    {Word::LayersTitle, "Where the weights are", "权重的分布"},
    {Word::LayersHint, "Each box is as large as its share of the weights. Click to go in; the path above the map or Backspace leads out.", "每个方块的大小就是它占权重的比例。点击进入；点击图上方的路径或按退格键返回。"},
    {Word::SearchLayers, "Find a part", "查找部件"},
    {Word::LayersFound, "{n} found, {bytes} in all", "找到 {n} 项，共 {bytes}"},
    {Word::ColumnModule, "Part", "部件"},
    {Word::Shape, "Shape", "形状"},
    {Word::Copies, "Copies", "份数"},
    {Word::Parameters, "Parameters", "参数"},
    {Word::ShareOfWeights, "Share of weights", "占权重"},
    {Word::SmallParts, "Norms and the like", "归一化等"},
    {Word::NotLoaded, "In the file, but not among the weights that run.", "存于文件，但运行时不加载。"},
}};
// clang-format on

/// Both languages have the same holes.
constexpr bool same_holes(std::string_view en, std::string_view zh) {
  const auto has_holes_of = [](std::string_view text, std::string_view other) {
    for (size_t open = text.find('{'); open != std::string_view::npos;
         open = text.find('{', open + 1)) {
      const size_t close = text.find('}', open);
      if (close == std::string_view::npos) return false;
      if (other.find(text.substr(open, close - open + 1)) == std::string_view::npos) return false;
    }
    return true;
  };
  return has_holes_of(en, zh) && has_holes_of(zh, en);
}

constexpr bool complete() {
  for (size_t i = 0; i < kWords.size(); ++i) {
    const Row& row = kWords[i];
    if (row.word != static_cast<Word>(i) || row.en.empty() || row.zh.empty()) return false;
    if (!same_holes(row.en, row.zh)) return false;
  }
  return true;
}
static_assert(complete(), "a row of kWords is out of order, lacks a language, or differs in holes");

}  // namespace

std::string_view word_in(Word word, Lang lang) {
  const Row& row = kWords[static_cast<size_t>(word)];
  return lang == Lang::Zh ? row.zh : row.en;
}

}  // namespace vramscope
