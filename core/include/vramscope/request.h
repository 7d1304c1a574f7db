// Request: what is asked, as plain structs. The JSON of the contract maps to it one to one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "vramscope/bytes.h"
#include "vramscope/error.h"
#include "vramscope/model_spec.h"
#include "vramscope/text.h"

namespace vramscope {

enum class Ask : uint8_t { Estimate, Solve, Sweep, Inspect, Plan };
enum class Task : uint8_t { Inference, Training };
/// How much of the working a reply carries.
enum class Explain : uint8_t {
  None,  ///< numbers only
  Text,  ///< formula and working lines
  Tree,  ///< also the expression as a tree
};

enum class TermId : uint8_t {
  Weights,
  KvCache,
  RecurrentState,
  Activations,
  Logits,
  Gradients,
  OptimizerState,
  Adapter,
  CommBuffers,
  Workspace,
  RuntimeOverhead,
};
inline constexpr size_t kTermCount = 11;
std::string_view term_id(TermId id);  ///< "kv_cache"

/// A catalogue or Hugging Face id, or a model that was read from a file or given as layer groups.
struct ModelChoice {
  std::string id = "llama-3.1-8b";
  std::optional<ModelSpec> spec;         ///< set when the request carried a config or a spec
  std::optional<uint64_t> parameters;    ///< a given fact that replaces the derived count
  std::optional<uint64_t> weight_bytes;  ///< a given fact that replaces the derived bytes
  bool operator==(const ModelChoice&) const = default;
};

/// Cards of one machine, all together.
inline constexpr uint64_t kMaxDevices = 65536;

/// What somebody states of a card: it stands for the catalogue's figure, or makes a card of its
/// own. Rates are dense, 10^12 operations a second.
struct CardFigures {
  std::string name;
  std::optional<double> usable_gib;  ///< what a process may use, as a driver or a limit says
  std::optional<double> bandwidth_gb_s, tdp_w;
  std::optional<double> nvlink_gb_s;  ///< both directions together
  std::optional<double> fp32_tflops, fp16_tflops, bf16_tflops, fp8_tflops, fp4_tflops, int8_tops;
  bool operator==(const CardFigures&) const = default;
};

/// `count` like cards of one machine.
struct DeviceChoice {
  std::string gpu = "rtx-4090";      ///< catalogue id; empty: a card of one's own without a base
  std::optional<double> memory_gib;  ///< a card with another memory size than the catalogue's
  std::optional<CardFigures> own;    ///< stated in the request
  uint64_t count = 1;                ///< 1 to 65,536
  bool operator==(const DeviceChoice&) const = default;
};
struct Machine {
  std::vector<DeviceChoice> devices;
  bool operator==(const Machine&) const = default;
};

/// Parallel degrees. Unset data (training) or the engine's own split (inference) absorbs the
/// devices.
struct Parallel {
  std::optional<uint64_t> tensor;
  std::optional<uint64_t> pipeline;
  std::optional<uint64_t> data;
  uint64_t context = 1;           ///< devices that share one sequence
  uint64_t expert = 1;            ///< devices that share the experts of a layer
  uint64_t tensor_expert = 0;     ///< tensor degree inside an expert; 0: as tensor
  std::optional<uint64_t> shard;  ///< devices that share ZeRO or FSDP states; unset: data x context
  uint64_t virtual_pipeline = 1;  ///< chunks of layers a stage holds
  bool sequence = false;          ///< what has the hidden size is split over the tensor group too
  std::string schedule = "1f1b";  ///< 1f1b | interleaved | zero-bubble | gpipe
  std::string split = "layer";    ///< layer: by the engine's rule; or layers of each stage, "20,12"
  std::string tensor_split;       ///< llama.cpp -ts: shares of the devices, "3,1"; empty: by memory
  bool operator==(const Parallel&) const = default;
};

/// Serving options; each engine uses some of them and warns about the rest.
struct InferenceOptions {
  uint64_t ubatch = 512;                  ///< llama.cpp: tokens of one physical batch
  std::string attention = "auto";         ///< auto | flash | sdpa | unfused
  bool swa_full = false;                  ///< llama.cpp: sliding layers keep the whole context
  std::optional<uint64_t> total_context;  ///< llama.cpp -c: replaces context x batch
  uint64_t batch_tokens = 2048;           ///< llama.cpp: tokens of one logical batch
  std::optional<bool> kv_unified;         ///< llama.cpp: one cache for all sequences
  std::string outputs = "auto";           ///< auto | slots | all: rows through the head
  uint64_t rollback = 0;                  ///< llama.cpp: states kept to go back to
  std::optional<uint64_t> gpu_layers;     ///< llama.cpp -ngl: layers on devices; the head is one
  uint64_t cpu_moe = 0;                   ///< llama.cpp: layers whose experts stay in CPU memory
  bool kv_offload = true;                 ///< llama.cpp: the cache lies beside its layers
  std::string tensor_overrides;           ///< llama.cpp -ot: "ffn_.*_exps=CPU"
  std::string mla_mode = "auto";  ///< ik_llama.cpp: auto | heads | latent | latent-transposed
  std::optional<uint64_t> attn_max_batch;    ///< ik_llama.cpp -amb, MiB of scores at once
  std::optional<uint64_t> pipeline_copies;   ///< llama.cpp: copies of inputs over several devices
  bool mmap = true;                          ///< llama.cpp: weights in CPU memory are a mapped file
  uint64_t mmproj_bytes = 0;                 ///< llama.cpp: file of the vision encoder
  std::optional<double> memory_utilization;  ///< vllm: share of the card it takes, 0 to 1
  std::optional<double> mem_fraction;        ///< sglang: share for weights and cache, 0 to 1
  std::optional<uint64_t> max_num_seqs;      ///< vllm, sglang
  std::optional<uint64_t> max_batched_tokens;  ///< vllm; sglang's chunked prefill
  std::optional<uint64_t> max_model_len;       ///< vllm: longest sequence; unset: the context
  uint64_t block_size = 16;                    ///< vllm: tokens of one KV block
  std::optional<uint64_t> kv_bytes_available;  ///< what the log says is left for the cache
  bool enforce_eager = false;                  ///< no captured graphs
  std::optional<uint64_t> graph_max_batch;     ///< largest batch that graphs are captured for
  uint64_t images_per_prompt = 0;              ///< vllm: images that the profile run allows for
  std::string cache = "dynamic";               ///< transformers: dynamic | static | sliding
  std::string logits_to_keep = "last";         ///< transformers: last | all
  std::string draft;                           ///< id of a model that drafts tokens
  std::string draft_weights = "as-stored";     ///< its weight format
  std::string adapters;                        ///< LoRA served at once: "16:all-linear,8:attention"
  uint64_t prefix_shared_tokens = 0;           ///< tokens that all sequences begin with
  bool operator==(const InferenceOptions&) const = default;
};

struct LoraOptions {
  uint64_t rank = 16;
  std::string targets = "all-linear";  ///< all-linear | attention | ffn | names of projections
  double alpha = 16;
  std::optional<double> dropout;  ///< unset: the engine's own
  std::string dtype = "auto";     ///< of the adapter's weights; auto: the engine's own
  bool operator==(const LoraOptions&) const = default;
};

/// Elements of DeepSpeed's buckets; unset: its defaults.
struct BucketOptions {
  std::optional<uint64_t> reduce, allgather, prefetch, max_live;
  bool operator==(const BucketOptions&) const = default;
};

struct OffloadOptions {
  std::string optimizer = "none";   ///< none | cpu | nvme
  std::string parameters = "none";  ///< none | cpu | nvme
  double fraction = 1;              ///< of the optimizer's states, 0 to 1
  bool operator==(const OffloadOptions&) const = default;
};

struct TrainingOptions {
  std::string method = "full";  ///< full | lora | qlora | dora | frozen
  std::string objective =
      "sft";  ///< sft | reward | dpo | kto | orpo | simpo | ppo | grpo | distill
  std::optional<bool> reference;  ///< a frozen copy to compare with; unset: the objective's own
  std::string teacher;            ///< of distillation; empty: one as large as the model
  std::string trainable = "all";  ///< all, or parts: attention, ffn, embedding, head, norm
  std::string precision = "mixed-bf16";  ///< preset, or weights/master/grads/compute/reduce
  std::string optimizer = "adamw";
  std::string state_dtype = "auto";       ///< of the optimizer's states; auto: the recipe's
  bool in_backward = false;               ///< each parameter steps as its gradient comes
  bool foreach = true;                    ///< the step works on all parameters at once
  bool ema = false;                       ///< a moving average of the weights, fp32
  bool kahan = false;                     ///< a compensation number beside each 16-bit weight
  uint64_t micro_batch = 1;               ///< sequences a device and step
  std::optional<uint64_t> accumulation;   ///< micro-batches a step
  std::optional<uint64_t> global_batch;   ///< sequences a step over all devices
  bool packing = true;                    ///< sequences are filled to the context
  std::optional<uint64_t> actual_tokens;  ///< of a sequence where it is not filled
  std::string attention = "auto";         ///< auto | flash | sdpa | unfused
  std::string recompute = "none";         ///< none | selective | op | full
  std::string recompute_modules;          ///< names, separated by commas
  uint64_t recompute_every = 1;           ///< every k-th layer is recomputed
  bool activation_offload = false;        ///< saved tensors wait in host memory
  std::optional<double> dropout;          ///< unset: the config's
  std::string head = "lm";                ///< lm | classification
  std::string loss = "auto";              ///< auto | plain | upcast | chunked | fused | parallel
  bool compile = false;
  bool float8_linears = false;
  std::optional<bool> kbit_upcast;  ///< what is not quantised becomes fp32; unset: the engine's own
  uint64_t zero = 0;                ///< 0 to 3
  uint64_t hpz_partition = 1;       ///< ZeRO++: devices that share a second 16-bit copy; 1: none
  bool quantised_weights = false;   ///< ZeRO++: weights are gathered in 8 bit
  bool quantised_gradients = false;  ///< ZeRO++: gradients are reduced in 4 bit
  bool distributed_optimizer = false;
  bool reshard_after_forward = true;
  bool expandable_segments = false;
  LoraOptions lora;
  BucketOptions buckets;
  OffloadOptions offload;
  std::optional<uint64_t> tokens;  ///< to train on in all: for days and energy
  bool operator==(const TrainingOptions&) const = default;
};

/// A measured value that replaces a term.
struct Override {
  TermId term = TermId::Weights;
  Bytes bytes;
  bool operator==(const Override&) const = default;
};

/// What somebody measured, for utilisation.
struct Observed {
  std::optional<double> tokens_per_s_per_gpu;
  std::optional<double> samples_per_s;  ///< over all cards; a sample is `context` tokens
  std::optional<double> tflops;         ///< a card, 10^12 operations a second
  std::optional<double> reference_tokens_per_s_per_gpu;  ///< published figure to compare with
  bool operator==(const Observed&) const = default;
};

struct Sweep {
  std::string over = "context";  ///< context | batch | gpus
  uint64_t from = 1024;
  uint64_t to = 131072;
  uint64_t points = 50;       ///< 2 to 1,000
  std::string scale = "log";  ///< log | linear
  bool operator==(const Sweep&) const = default;
};

struct Solve {
  std::string target = "max_context";  ///< max_context | max_batch | min_gpus | best_weights | ...
  bool operator==(const Solve&) const = default;
};

struct Request {
  std::string id;        ///< echoed
  Lang lang = Lang::En;  ///< of messages only; never changes a number
  Ask ask = Ask::Estimate;
  Explain explain = Explain::Text;
  ModelChoice model;
  Task task = Task::Inference;
  std::string weights =
      "as-stored";          ///< dtype, quantisation id or parts, "format:awq/skip:head" (see
                            ///< own_weights.h); in full training the precision decides
  std::string kv = "auto";  ///< dtype of keys and values, or "k/v" where they differ
  uint64_t context = 8192;  ///< tokens one sequence holds in the end, 1 to 2^32
  uint64_t batch = 1;       ///< concurrent sequences (inference), 1 to 2^24
  std::string engine = "ideal";
  std::string engine_version;        ///< "0.21.0", "b9272" or a date; empty: the newest known
  std::optional<uint64_t> prompt;    ///< of the context, tokens read at once
  std::optional<uint64_t> generate;  ///< of the context, tokens written
  Machine machine;                   ///< the first result
  std::vector<Machine> compare;      ///< one further result each
  Bytes reserve;                     ///< taken by others on each card
  std::vector<Override> overrides;
  Parallel parallel;
  InferenceOptions options;
  TrainingOptions training;
  Observed observed;
  Sweep sweep;
  Solve solve;
  std::vector<std::string> unused;  ///< keys of laid-over plans that change nothing: "plan.debug"
  std::vector<std::string> given;   ///< paths that the document set, for option_ignored
  bool operator==(const Request&) const = default;
};

/// The request that an empty document stands for.
Request default_request();

/// Reads a request document. Strict: unknown fields, wrong types and numbers out of range are
/// errors that name the field. Never throws.
Result<Request> parse_request(std::string_view json);

/// The normalised document: defaults filled in, `gpu` and `gpus` written as `devices`.
std::string request_json(const Request& request);

}  // namespace vramscope
