// The symbols that formulas use. Their meaning in both languages is in src/text/symbols.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace vramscope {

/// What a quantity is measured in, as exponents. Counts (tokens, layers, elements) have none.
struct Dimension {
  int8_t bytes = 0;
  int8_t seconds = 0;
  int8_t flops = 0;
  bool operator==(const Dimension&) const = default;
};
inline constexpr Dimension kCount{};
inline constexpr Dimension kBytes{.bytes = 1};
inline constexpr Dimension kFlops{.flops = 1};
inline constexpr Dimension kPerSecond{.seconds = -1};
inline constexpr Dimension kSeconds{.seconds = 1};
inline constexpr Dimension kBytesPerSecond{.bytes = 1, .seconds = -1};
inline constexpr Dimension kFlopsPerSecond{.seconds = -1, .flops = 1};

enum class Symbol : uint8_t {
  None,
  Parameters,          // N
  StoredElements,      // N_w
  ShardedElements,     // N_mat
  ReplicatedElements,  // N_rest
  LargestLayer,        // N_layer
  Layers,              // L
  Hidden,              // h
  Vocabulary,          // V
  Heads,               // n_head
  KvHeads,             // n_kv
  HeadDim,             // d_head
  FfnSize,             // d_ffn
  QuerySize,           // d_q
  KvSize,              // d_kv
  ExpertsPerToken,     // k_exp
  Tokens,              // T
  Window,              // W
  Batch,               // B
  MicroBatch,          // b
  SequenceLength,      // s
  UBatch,              // u
  BatchedTokens,       // T_b
  MaxSequences,        // S
  BlockSize,           // n_blk
  Padding,             // pad
  BytesWeight,         // b_w
  BytesKv,             // b_kv
  BytesGradient,       // b_g
  BytesOptimizer,      // b_opt
  BytesActivation,     // b_act
  BytesLogit,          // b_logit
  BytesScore,          // b_score
  BytesBlock,          // B_blk
  ElementsBlock,       // n_e
  TensorParallel,      // t
  Shards,              // d
  Devices,             // n_gpu
  ContextBytes,        // M_ctx
  GraphBytes,          // M_graph
  LibraryBytes,        // M_lib
  CommBytes,           // M_comm
  NonTorchBytes,       // M_other
  ProfileFactor,       // c_prof
  RowsAtHead,          // c_row
  GatheredLayers,      // n_gather
  BucketElements,      // n_bucket
  StepFactor,          // c_step
  Slack,               // c_alloc
  GivenBytes,          // M_given
  RuleFactor,          // c
  RuleBytes,           // M_rule
  BytesParameter,      // b_p
  PeakFlops,           // P_peak
  MeasuredFlops,       // P
  TokenRate,           // r
  SampleRate,          // r_b
  ReferenceRate,       // r_ref
  LinkRate,            // B_link
  LinkShare,           // c_link
  ComputeShare,        // c_mfu
  ComputeTime,         // t_comp
  LinkTime,            // t_comm
  InFlight,            // n_mb
  ValueDim,            // d_v
  LatentDim,           // d_c
  IndexDim,            // d_idx
  BytesIndex,          // b_idx
  EncoderTokens,       // T_enc
  StateSize,           // n_state
  ConvSize,            // n_conv
  ConvKernel,          // k_conv
  BytesState,          // b_state
  BytesConv,           // b_conv
  SharedFfn,           // d_sh
  MixerSize,           // d_mix
  ScaleBytes,          // M_s
  CompressRatio,       // r_c
  Cells,               // n_cell
  TotalTokens,         // C
  OutputRows,          // n_out
  BytesPosition,       // b_pos
  RotationBytes,       // M_rot
  InputCopies,         // n_copy
  BytesKey,            // b_k
  BytesValue,          // b_v
  Snapshots,           // n_snap
  CopiedMatrix,        // M_mat
  CopiedCaches,        // n_kvc
  ExpertParallel,      // e
  ContextParallel,     // c_p
  LargestMatrix,       // N_max
  AdapterSize,         // N_A
  Experts,             // n_exp
  TransientFactor,     // c_bwd
  KeptInputs,          // c_in
  CachedBytes,         // M_cache
  OffloadShare,        // c_off
  SavedFactor,         // c_save
  ReadBytes,           // M_read
  ExpertBytes,         // M_exp
  ExpertShare,         // f_exp
  ExpertRead,          // e_exp
  Bandwidth,           // BW
  BandwidthShare,      // e_bw
  LayerTime,           // t_layer
  MixtureTime,         // t_moe
  ActiveParameters,    // N_act
  MatrixShare,         // e_mat
  UnpackWork,          // c_unp
  VectorRate,          // P_vec
  Chunks,              // n_chunk
  ReduceTime,          // t_red
  RingShare,           // c_ring
  PipelineStages,      // p
  MicroBatches,        // m
  StageChunks,         // v
  HopTime,             // t_hop
  Hops,                // n_hop
  HostRate,            // BW_host
  StepTokens,          // n_tok
  AttentionWidth,      // d_att
  PromptTokens,        // T_p
  GeneratedTokens,     // T_g
  Stages,              // n_stage
  Replicas,            // n_rep
  StepSeconds,         // t_step
  PromptSeconds,       // t_prompt
  TrainShare,          // e_hfu
  ExposedShare,        // c_exp
  TrainTokens,         // D
  Power,               // W
  PowerShare,          // c_W
  CacheRead,           // e_kv
  BesideRest,          // c_rest
  PackedTime,          // t_pack
  LoopTime,            // t_loop
  SharedTokens,        // T_sh
  ExpertElements,      // N_exp
  BytesSampled,        // b_smp
  ActivationFactor,    // c_act
  AdapterElements,     // N_lora
  PaddedLayers,        // L_pad
  QuantisedShare,      // c_q
  AdapterShare,        // c_lora
  TowerSize,           // d_enc
  PrefillBytes,        // M_pre
  Models,              // n_model
  SamplerRows,         // n_smp
  ReduceBytes,         // M_sum
  PaddedShare,         // c_pad
};

inline constexpr size_t kSymbolCount = static_cast<size_t>(Symbol::PaddedShare) + 1;

struct SymbolRow {
  Symbol symbol = Symbol::None;
  std::string_view text;    ///< "n_kv"
  std::string_view en, zh;  ///< what it stands for
  Dimension dimension;
};
/// The row of a symbol.
const SymbolRow& symbol_row(Symbol symbol);

}  // namespace vramscope
