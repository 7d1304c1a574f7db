// Texts of practice: id | English | Chinese, sorted by id. The handbook's page has the same
// sentences in web/handbook/shared/numeric.js.
#include "text/practice_words.h"

#include <array>

namespace vramscope {
namespace {

// clang-format off
constexpr std::array kRows{
    Message{"ask.kv-cache", "{model}: {L} layers, {n_kv} KV heads of {d_head}. How many {unit} does the bf16 cache of {batch} × {context} tokens take?", "{model}：{L} 层，{n_kv} 个 KV 头，头维度 {d_head}。{batch} 条各 {context} token 的序列，bf16 KV 缓存共占多少 {unit}？"},
    Message{"ask.kv-token", "{model}: {L} layers, {n_kv} KV heads of {d_head}. How many KiB of bf16 cache does a token take?", "{model}：{L} 层，{n_kv} 个 KV 头，头维度 {d_head}。bf16 KV 缓存每 token 占多少 KiB？"},
    Message{"ask.mfu", "{model}, {parameters} parameters, trains at {rate} tokens a second on each {card} ({peak} dense bf16 TFLOPS). MFU by 6N, in %?", "{model}，{yi} 亿参数，在 {card}（bf16 稠密 {peak} TFLOPS）上每卡每秒训练 {rate} 个 token。按 6N 的 MFU 是百分之多少？"},
    Message{"ask.parameters-yi", "{model} has {short} parameters. How many 亿 is that?", "{model} 有 {short} 参数，是多少亿？"},
    Message{"ask.training-states", "{model} has {parameters} parameters. How many {unit} do weights, gradients and optimizer states take: {recipe}, {optimizer} with fp32 states?", "{model} 有 {yi} 亿参数。权重、梯度、优化器状态共多少 {unit}？方案：{recipe}，优化器用 {optimizer}，状态为 fp32。"},
    Message{"ask.weights", "{model} has {parameters} parameters. How many {unit} do its weights take in {weights}?", "{model} 有 {yi} 亿参数，{weights} 权重占多少 {unit}？"},
    Message{"ask.zero", "{model}, {parameters} parameters, mixed precision with AdamW, ZeRO stage {stage} on {cards} cards. How many {unit} of weights, gradients and optimizer states does a card hold?", "{model}，{yi} 亿参数，混合精度加 AdamW，{cards} 张卡用 ZeRO-{stage}。每张卡的权重、梯度、优化器状态共多少 {unit}？"},
    Message{"mistake.all_cards", "That takes the tokens of all cards against the peak of one.", "拿全部卡的 token 去除一张卡的峰值。"},
    Message{"mistake.all_sharded", "That divides everything; this stage keeps a part whole on each card.", "全都除了；这一级还有一部分在每张卡上是完整的。"},
    Message{"mistake.bits", "Eight times too much: bits taken for bytes.", "大了八倍：把 bit 当成了字节。"},
    Message{"mistake.double_bytes", "Twice as much: each element takes half the bytes you took.", "大了一倍：每个元素的字节数只有你取的一半。"},
    Message{"mistake.forward_only", "That is 2N, the forward pass only; training takes 6N.", "这是 2N，只算了前向；训练是 6N。"},
    Message{"mistake.gb_for_gib", "That is the figure in GB: you divided by ten to the ninth.", "这是 GB 的数值：你除以了 10 的 9 次方。"},
    Message{"mistake.gib_for_gb", "That is the figure in GiB: you divided by two to the thirtieth.", "这是 GiB 的数值：你除以了 2 的 30 次方。"},
    Message{"mistake.half_bytes", "Half of it: each element takes twice the bytes you took.", "小了一半：每个元素的字节数是你取的两倍。"},
    Message{"mistake.next_stage", "That is another stage.", "那是另一级的数字。"},
    Message{"mistake.no_batch", "That is one sequence; every one has its own cache.", "这只是一条序列；每条都有自己的缓存。"},
    Message{"mistake.no_gradients", "The gradients are missing.", "漏了梯度。"},
    Message{"mistake.no_layers", "The layers are missing: every layer has its own cache.", "漏乘层数：每一层都有自己的缓存。"},
    Message{"mistake.no_master", "Four bytes a parameter are missing: the fp32 master copy, or the moments taken in 16 bits.", "每参数少了 4 字节：漏了 fp32 主权重，或者把动量当成了 16 位。"},
    Message{"mistake.no_two", "Half of it: keys and values are two tensors.", "小了一半：K 和 V 是两个张量。"},
    Message{"mistake.not_sharded", "Nothing is divided there: the stage shards part of the states.", "一点没切：这一级会切掉一部分状态。"},
    Message{"mistake.sparse", "That takes the sparse peak, twice the dense one.", "用了稀疏峰值，比稠密大一倍。"},
    Message{"mistake.ten_times", "Ten times off: B is 十亿, ten to the ninth; 亿 is ten to the eighth.", "差十倍：B 是十亿，亿是 10 的 8 次方。"},
    Message{"mistake.weights_only", "Those are the weights alone.", "这只是权重。"},
    Message{"recipe.fp32", "fp32 throughout", "全程 fp32"},
    Message{"recipe.megatron-bf16", "bf16 weights, fp32 gradients, fp32 master copy", "bf16 权重，fp32 梯度，fp32 主权重"},
    Message{"recipe.mixed-bf16", "bf16 weights and gradients, fp32 master copy", "bf16 权重和梯度，fp32 主权重"},
};
// clang-format on

}  // namespace

std::span<const Message> practice_words() { return kRows; }

}  // namespace vramscope
