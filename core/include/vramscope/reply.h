// Reply: the answer as plain structs. Views and doors only read it; none of them computes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vramscope/bytes.h"
#include "vramscope/catalogue.h"
#include "vramscope/error.h"
#include "vramscope/model_spec.h"
#include "vramscope/request.h"
#include "vramscope/trace.h"

namespace vramscope {

/// Where the bytes are: live tensors, beside them on the device, or in host memory.
enum class Place : uint8_t { Allocated, Device, Host, Nvme };
inline bool on_card(Place place) { return place == Place::Allocated || place == Place::Device; }
std::string_view place_id(Place place);

/// How well a number is known.
enum class Exactness : uint8_t {
  Exact,      ///< follows from shapes
  Bounded,    ///< follows from the model graph under a stated assumption
  Empirical,  ///< a measured coefficient with its range
};
std::string_view exactness_id(Exactness exactness);

/// A value with the bounds it is known within.
struct Level {
  Bytes bytes, low, high;
  bool operator==(const Level&) const = default;
};

/// The expression behind a term, for typesetting. Nodes are in post order, the root last.
struct TreeNode {
  Op op = Op::Literal;
  Symbol symbol = Symbol::None;
  std::string suffix;
  double value = 0;
  Dimension dimension;
  int left = -1;  ///< index of a node before this one
  int right = -1;
};

struct Term {
  TermId id = TermId::Weights;
  Place place = Place::Allocated;
  Level size;  ///< at the peak phase, on the fullest device
  Exactness exactness = Exactness::Exact;
  std::string formula;  ///< symbolic line; empty without explain
  std::string working;  ///< the same line with the numbers in it
  std::vector<SymbolUse> symbols;
  std::vector<std::string_view> sources;  ///< citations
  std::vector<TreeNode> tree;             ///< with Explain::Tree
};

/// A term while one phase runs.
struct PhaseTerm {
  TermId id = TermId::Weights;
  Level size;
};
struct Phase {
  std::string_view id;  ///< "run", "forward_end", "backward", "optimizer_step"
  Level allocated;
  std::vector<PhaseTerm> terms;  ///< live tensors of this phase, in the order of the reply
};

enum class Verdict : uint8_t { Fits, Tight, No };
std::string_view verdict_id(Verdict verdict);

/// How far one can go before the verdict changes.
struct Limit {
  std::optional<double>
      guaranteed;                  ///< the largest (fewest cards: smallest) value that surely fits
  std::optional<double> possible;  ///< the largest that fits at the low bound
  std::optional<double> model;     ///< what the model itself allows
};

/// A rule of thumb that people quote, beside what it stands for.
struct RuleLine {
  std::string_view id;
  Bytes bytes;
  double ratio_to_estimate = 0;  ///< the rule's figure / ours for the same thing
  std::string formula, working;
  std::string note;  ///< when it misleads, in the reply's language
};

/// One way to say how well a card is used.
struct UtilisationLine {
  std::string_view id;  ///< "utilisation_flops"
  double share = 0;     ///< 1: all of it
  std::string formula, working;
  std::string note;  ///< what the figure means, in the reply's language
};

/// Figures of speed: the first group in inference, the second in training.
enum class SpeedId : uint8_t {
  DecodeTokS,   ///< generated tokens a second, all sequences on all devices together
  UserTokS,     ///< of one sequence
  PrefillTokS,  ///< prompt tokens a second, all devices together
  FirstTokenS,  ///< seconds until the prompt (unset: as long as the context) has its first token
  StepS,        ///< seconds of one step: one token of each sequence
  RequestS,     ///< seconds until every sequence has read its prompt and has all its tokens
  OutputTokS,   ///< tokens generated in that time, all devices together, a second
  TrainStepS,   ///< seconds of one optimizer step
  TrainTokS,    ///< tokens a second, all devices together
  TokSPerGpu,
  ModelTflops,  ///< 10^12 operations a second and device, those of the model only
  Mfu,          ///< by 6 N + 12 L h s
  MfuCausal,    ///< by 6 N + 6 L h s: half of the scores are masked
  Mfu6n,        ///< by 6 N alone
  Hfu,          ///< recomputed operations counted too
  Days,         ///< for the tokens asked for
  GpuHours,     ///< for the same
  EnergyKwh,    ///< for the same
  JoulesPerToken,
  FloorS,      ///< seconds of one step if all it reads came at the cards' full bandwidth
  DataSent,    ///< bytes a device sends in a step, data parallel
  TensorSent,  ///< the same, tensor parallel
  StageSent,   ///< the same, between pipeline stages
  Bubble,      ///< idle time of the pipeline over its ideal time
  Idle,        ///< the same over the whole time
};
inline constexpr size_t kSpeedCount = 25;
std::string_view speed_id(SpeedId id);  ///< "decode_tok_s"

/// One figure with the bounds it is known within; all of it for showing, nothing to compute.
struct SpeedFigure {
  SpeedId id = SpeedId::DecodeTokS;
  double value = 0, low = 0, high = 0;  ///< in the figure's own unit; shares as 0 to 1
  std::string text;                     ///< "128 token/s", in the reply's language
  std::string range_text;               ///< "102 – 151 token/s"; empty where it is exact
  std::string formula, working;         ///< empty without explain
  std::vector<SymbolUse> symbols;
  std::vector<std::string_view> sources;  ///< citations
};

/// How fast it runs. No figures where the card's rates are not known.
struct Speed {
  std::vector<SpeedFigure> figures;  ///< fixed order
  std::string_view bound;  ///< what a step waits for most: "memory", "compute", "latency", "link"
  std::string_view definition;  ///< of mfu, training only: "6n_12lhs"

  const SpeedFigure* find(SpeedId id) const;  ///< nullptr when it is not given
};

/// A published run near to what was observed.
struct ReferenceLine {
  std::string_view model, gpu, precision, source, date;
  double gpus = 0, context = 0, tokens_per_s_per_gpu = 0;
  double ratio = 0;  ///< observed over published, tokens a second and device
};

struct DeviceInfo {
  std::string id, name;
  uint64_t count = 1;
  Bytes usable;  ///< of one device, before the reserve
};

/// What pre-allocating engines take of the card, whatever the model needs.
struct Claim {
  Bytes budget, kv;
  Level kv_range;  ///< what is left for the cache
  double kv_tokens = 0;
  double kv_tokens_low = 0, kv_tokens_high = 0;
  double blocks = 0, block_size = 0;  ///< whole blocks of the paged cache, and their tokens
  double max_concurrency = 0;         ///< sequences of the asked context
};

struct RankShare {
  uint64_t rank = 0;
  std::string device;   ///< its id in the catalogue
  std::string name;     ///< for people
  uint64_t copies = 1;  ///< devices that hold the same
  Bytes usable;
  Level allocated, device_total;
  Level between_steps;  ///< training: states alone
  uint64_t layers = 0;
  std::vector<PhaseTerm> terms;  ///< on the device, at its peak
};

/// One change that would save memory, with the request that it makes.
struct AdviceLine {
  std::string_view id;  ///< of its message; ".cost" says what it costs
  Request changed;
  Bytes saved;   ///< on the fullest device
  Level device;  ///< what it would then show
  Verdict verdict = Verdict::No;
  int cost = 0;  ///< 0: nothing; the more, the dearer
};

/// One kind of tensor that a layer keeps for its backward pass.
struct SavedLine {
  std::string_view id;
  uint64_t layers = 0;       ///< of the group, on the shown device
  double bytes_a_token = 0;  ///< in one layer
  Bytes bytes;               ///< of one micro-batch in all of them
};

struct MachineResult {
  std::vector<DeviceInfo> devices;
  Bytes usable;             ///< of the fullest device, after the reserve
  std::vector<Term> terms;  ///< fixed order; those of the fullest device
  Level allocated, reserved,
      device;  ///< see CONTRACT: live tensors, allocator segments, nvidia-smi
  Bytes host_pageable, host_pinned, nvme;  ///< of the whole machine
  Bytes host_mapped;  ///< of the pageable: pages of a file, which the system may drop
  Bytes total_over_devices;
  std::vector<Phase> phases;
  size_t peak_phase = 0;
  std::vector<RankShare> per_rank;  ///< one entry for each distinct share
  Verdict verdict = Verdict::Fits;
  Bytes spare;  ///< usable - device; negative when it does not fit
  Limit max_context, max_batch, min_gpus;
  std::optional<Claim> claim;
  std::vector<RuleLine> rules;
  std::vector<SavedLine> saved_tensors;  ///< training: the list behind the activations
  std::vector<AdviceLine> advice;        ///< a job that does not fit for sure
  Speed speed;
  std::vector<ReferenceLine> references;     ///< nearest first, when a training rate was given
  std::vector<UtilisationLine> utilisation;  ///< when something observed was given
  std::vector<Problem> warnings;
};

struct ModelSummary {
  std::string id, name, family;
  double parameters = 0, active_parameters = 0, stored_elements = 0;
  uint64_t layers = 0;
  double kv_bytes_per_token = 0;              ///< growing part at the chosen KV type
  double fixed_state_bytes_per_sequence = 0;  ///< sliding windows when full
  uint64_t max_context = 0;                   ///< 0: the config does not say
};

/// Columns of a sweep over the first machine.
struct SweepColumns {
  std::string over;
  std::vector<double> x, device, low, high, allocated;
  std::vector<Verdict> verdict;
  // Tokens a second, all devices together: generated, or trained on. Empty where not known.
  std::vector<double> tok_s, tok_s_low, tok_s_high;
  std::vector<double> latency_s;  ///< of one step: what a user waits for a token
  std::vector<TermId> terms;      ///< one column each, device-resident
  std::vector<std::vector<double>> term_bytes;
};

struct SolveAnswer {
  std::string target;
  Limit limit;
  std::string best_weights;  ///< for best_weights: the id, or empty when none fits
};

/// One node of an inspected model's tree. Rows are in pre-order: a row's parts follow it.
struct InspectRow {
  std::string path;                     ///< unique: "layers.full.attention.query"
  std::vector<std::string_view> names;  ///< ids of what it is: a group of layers has several blocks
  int parent = -1;                      ///< index; -1 for a root
  int level = 0;
  size_t end = 0;  ///< index after its last part; its own index + 1 for a matrix or vector
  double parameters = 0;
  Bytes bytes;
  double share = 0;                ///< of the model's bytes
  uint64_t rows = 0, columns = 0;  ///< of one matrix or vector; 0 for what has parts
  uint64_t copies = 1;             ///< of the matrix; layers of a group; experts of a mixture
  bool loaded = true;              ///< false: in the file, but not among the weights that run
};

struct Reply {
  bool ok = false;
  std::vector<Problem> errors;
  Request request;
  ModelSummary model;
  std::vector<MachineResult> results;
  std::optional<SweepColumns> sweep;
  std::optional<SolveAnswer> solve;
  std::vector<InspectRow> inspect;
  std::string deepspeed, accelerate;      ///< with Ask::Plan
  std::optional<ParameterCounts> counts;  ///< what the inspected model's counts include
  std::vector<Problem> warnings;          ///< that concern the request, not one machine
};

/// Answers a request. Pure: the same request gives the same reply, on every platform.
Reply answer(const Request& request);

/// A node of the tree by name: "24 × sliding attention + feed-forward".
std::string inspect_name(const InspectRow& row, Lang lang);
/// "29 × 2,048 × 2,560"; empty for what has parts.
std::string inspect_shape(const InspectRow& row);
/// One sentence for each thing that the counts include or leave out.
std::vector<std::string> inspect_notes(const ParameterCounts& counts, Lang lang);

/// The reply as the contract's document.
std::string reply_json(const Reply& reply);

/// "2 × GeForce RTX 4090", or the name alone.
std::string rank_name(const RankShare& rank);
/// "2 × GeForce RTX 4090 + RTX 3060"
std::string machine_name(const MachineResult& result);
/// One sentence with the total, the card, the verdict and the room left.
std::string summary_sentence(const MachineResult& result, Lang lang, Units units);

}  // namespace vramscope
