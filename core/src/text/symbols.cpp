// Every symbol with its meaning: symbol | as written | English | Chinese | what it is measured in.
#include "vramscope/symbols.h"

#include <array>

namespace vramscope {
namespace {

constexpr std::array kRows = {
    SymbolRow{Symbol::None, "", "", "", kCount},
    SymbolRow{Symbol::Parameters, "N", "parameters of the model", "模型参数量", kCount},
    SymbolRow{Symbol::StoredElements, "N_w", "weights kept in this format", "以此格式存放的权重数",
              kCount},
    SymbolRow{Symbol::ShardedElements, "N_mat", "weights of matrices, split over the devices",
              "可切分的矩阵权重数", kCount},
    SymbolRow{Symbol::ReplicatedElements, "N_rest", "weights that every device keeps whole",
              "每张卡各存一份的权重数", kCount},
    SymbolRow{Symbol::LargestLayer, "N_layer", "parameters of the largest layer",
              "最大一层的参数量", kCount},
    SymbolRow{Symbol::Layers, "L", "layers", "层数", kCount},
    SymbolRow{Symbol::Hidden, "h", "hidden size", "隐藏维度", kCount},
    SymbolRow{Symbol::Vocabulary, "V", "vocabulary size", "词表大小", kCount},
    SymbolRow{Symbol::Heads, "n_head", "attention heads", "注意力头数", kCount},
    SymbolRow{Symbol::KvHeads, "n_kv", "key-value heads", "KV 头数", kCount},
    SymbolRow{Symbol::HeadDim, "d_head", "size of one head", "每个头的维度", kCount},
    SymbolRow{Symbol::FfnSize, "d_ffn", "feed-forward width", "前馈层宽度", kCount},
    SymbolRow{Symbol::QuerySize, "d_q", "query width: heads × head size", "查询宽度：头数 × 头维度",
              kCount},
    SymbolRow{Symbol::KvSize, "d_kv", "key or value width: KV heads × head size",
              "键或值的宽度：KV 头数 × 头维度", kCount},
    SymbolRow{Symbol::ExpertsPerToken, "k_exp", "experts a token is routed to",
              "每个 token 选中的专家数", kCount},
    SymbolRow{Symbol::Tokens, "T", "tokens in the context", "上下文 token 数", kCount},
    SymbolRow{Symbol::Window, "W", "sliding window, tokens", "滑动窗口的 token 数", kCount},
    SymbolRow{Symbol::Batch, "B", "concurrent sequences", "并发序列数", kCount},
    SymbolRow{Symbol::MicroBatch, "b", "sequences in a micro-batch", "微批中的序列数", kCount},
    SymbolRow{Symbol::SequenceLength, "s", "sequence length, tokens", "序列长度（token）", kCount},
    SymbolRow{Symbol::UBatch, "u", "tokens computed at once (ubatch)",
              "一次计算的 token 数（ubatch）", kCount},
    SymbolRow{Symbol::BatchedTokens, "T_b", "most tokens in one step", "单步最多 token 数", kCount},
    SymbolRow{Symbol::MaxSequences, "S", "most sequences in one step", "单步最多序列数", kCount},
    SymbolRow{Symbol::BlockSize, "n_blk", "tokens in a KV block", "一个 KV 块的 token 数", kCount},
    SymbolRow{Symbol::Padding, "pad", "cells are allotted in multiples of this",
              "缓存单元按此倍数分配", kCount},
    SymbolRow{Symbol::BytesWeight, "b_w", "bytes of a weight", "每个权重的字节数", kBytes},
    SymbolRow{Symbol::BytesKv, "b_kv", "bytes of a key or value element", "每个键或值元素的字节数",
              kBytes},
    SymbolRow{Symbol::BytesGradient, "b_g", "bytes of a gradient", "每个梯度的字节数", kBytes},
    SymbolRow{Symbol::BytesOptimizer, "b_opt", "optimizer bytes a parameter",
              "每个参数的优化器字节数", kBytes},
    SymbolRow{Symbol::BytesActivation, "b_act", "bytes of an activation element",
              "每个激活元素的字节数", kBytes},
    SymbolRow{Symbol::BytesLogit, "b_logit", "bytes a logit costs through the loss",
              "每个 logit 在损失计算中的字节数", kBytes},
    SymbolRow{Symbol::BytesScore, "b_score", "bytes kept for an attention score",
              "每个注意力分数保留的字节数", kBytes},
    SymbolRow{Symbol::BytesBlock, "B_blk", "bytes of a quantisation block", "一个量化块的字节数",
              kBytes},
    SymbolRow{Symbol::ElementsBlock, "n_e", "elements of a quantisation block",
              "一个量化块的元素数", kCount},
    SymbolRow{Symbol::TensorParallel, "t", "tensor-parallel degree", "张量并行度", kCount},
    SymbolRow{Symbol::Shards, "d", "devices that share these states", "分摊这些状态的卡数", kCount},
    SymbolRow{Symbol::Devices, "n_gpu", "devices", "卡数", kCount},
    SymbolRow{Symbol::ContextBytes, "M_ctx", "driver context and libraries", "驱动上下文与库",
              kBytes},
    SymbolRow{Symbol::GraphBytes, "M_graph", "captured CUDA graphs", "捕获的 CUDA 图", kBytes},
    SymbolRow{Symbol::LibraryBytes, "M_lib", "workspace of the matrix library", "矩阵库的工作区",
              kBytes},
    SymbolRow{Symbol::CommBytes, "M_comm", "communication library", "通信库", kBytes},
    SymbolRow{Symbol::NonTorchBytes, "M_other", "memory taken outside the allocator",
              "分配器之外占用的显存", kBytes},
    SymbolRow{Symbol::ProfileFactor, "c_prof", "measured over modelled profile peak",
              "剖析峰值的实测与模型之比", kCount},
    SymbolRow{Symbol::RowsAtHead, "c_row", "hidden-size rows alive beside the logits",
              "与 logits 同时存活的隐藏行数", kCount},
    SymbolRow{Symbol::GatheredLayers, "n_gather", "whole layers gathered at once",
              "同时聚集的完整层数", kCount},
    SymbolRow{Symbol::BucketElements, "n_bucket", "elements of a communication bucket",
              "通信桶的元素数", kCount},
    SymbolRow{Symbol::StepFactor, "c_step", "copies made while the optimizer steps",
              "优化器更新时的临时副本数", kCount},
    SymbolRow{Symbol::Slack, "c_alloc", "allocator slack", "分配器余量", kCount},
    SymbolRow{Symbol::GivenBytes, "M_given", "a figure given in the request", "请求中给定的数值",
              kBytes},
    SymbolRow{Symbol::RuleFactor, "c", "factor of the rule", "经验系数", kCount},
    SymbolRow{Symbol::RuleBytes, "M_rule", "figure of the rule", "经验数值", kBytes},
    SymbolRow{Symbol::BytesParameter, "b_p", "bytes a parameter", "每个参数的字节数", kBytes},
    SymbolRow{Symbol::PeakFlops, "P_peak", "dense peak of the datatype, operations a second",
              "该数据类型的稠密峰值（次/秒）", kFlopsPerSecond},
    SymbolRow{Symbol::MeasuredFlops, "P", "operations a second that were measured",
              "实测每秒运算次数", kFlopsPerSecond},
    SymbolRow{Symbol::TokenRate, "r", "tokens a second on one card", "单卡每秒 token 数",
              kPerSecond},
    SymbolRow{Symbol::SampleRate, "r_b", "samples a second on all cards", "全部卡每秒样本数",
              kPerSecond},
    SymbolRow{Symbol::ReferenceRate, "r_ref", "published tokens a second on one card",
              "公开的单卡每秒 token 数", kPerSecond},
    SymbolRow{Symbol::InFlight, "n_mb", "micro-batches a stage holds at once",
              "一段同时保留的微批数", kCount},
};

constexpr bool rows_are_in_enum_order() {
  for (size_t i = 0; i < kRows.size(); ++i) {
    if (static_cast<size_t>(kRows[i].symbol) != i) return false;
  }
  return kRows.size() == kSymbolCount;
}
static_assert(rows_are_in_enum_order());

}  // namespace

const SymbolRow& symbol_row(Symbol symbol) { return kRows[static_cast<size_t>(symbol)]; }

}  // namespace vramscope
