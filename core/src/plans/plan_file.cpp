// A subset of YAML and TOML that these files keep to: "key: value" with one level of indented keys
// below a key without a value, or "key = value" below "[section]". No lists over several lines, no
// anchors: those are errors. A library for the rest would cost more than the core's tables.
#include "plans/plan_file.h"

#include <algorithm>
#include <array>
#include <span>

#include "text/ids.h"

namespace vramscope {
namespace {

constexpr size_t kMostLines = 10000;

/// section | key | field | values: "theirs=ours|…"; "theirs=" changes nothing; "*" passes the text
/// on, "*=ours" stands for all others. Without values the text is passed on.
struct Row {
  std::string_view section, key, path;
  std::string_view values = {};
};

constexpr std::array kAccelerate = {
    Row{"", "distributed_type", "engine",
        "fsdp=fsdp|deepspeed=deepspeed|megatron_lm=megatron|multi_gpu=hf-trainer|no=hf-trainer"},
    Row{"", "mixed_precision", "training.precision", "bf16=mixed-bf16|fp16=mixed-fp16|fp8=fp8|no="},
    Row{"", "num_processes", "gpus"},
    Row{"", "gradient_accumulation_steps", "training.accumulation"},
    Row{"fsdp_config", "fsdp_sharding_strategy", "training.zero",
        "full_shard=3|1=3|hybrid_shard=3|4=3|shard_grad_op=2|2=2|hybrid_shard_zero2=2|5=2|"
        "no_shard=0|3=0"},
    Row{"fsdp_config", "fsdp_sharding_strategy", "engine", "no_shard=torch|3=torch|*="},
    Row{"fsdp_config", "fsdp_reshard_after_forward", "training.reshard_after_forward",
        "true=true|full_shard=true|hybrid_shard=true|false=false|shard_grad_op=false|*="},
    Row{"fsdp_config", "fsdp_offload_params", "training.offload.parameters", "true=cpu|false=none"},
    Row{"fsdp_config", "fsdp_offload_params", "training.offload.optimizer", "true=cpu|false=none"},
    Row{"fsdp_config", "fsdp_activation_checkpointing", "training.recompute",
        "true=full|false=none"},
    Row{"deepspeed_config", "zero_stage", "training.zero"},
    Row{"deepspeed_config", "gradient_accumulation_steps", "training.accumulation", "auto=|*"},
    Row{"deepspeed_config", "offload_optimizer_device", "training.offload.optimizer"},
    Row{"deepspeed_config", "offload_param_device", "training.offload.parameters"},
};

constexpr std::string_view kSchedules =
    "1f1b=1f1b|gpipe=gpipe|interleaved1f1b=interleaved|zbvzerobubble=zero-bubble|"
    "interleavedzerobubble=zero-bubble";
constexpr std::array kTorchtitan = {
    Row{"training", "local_batch_size", "training.micro_batch"},
    Row{"training", "batch_size", "training.micro_batch"},
    Row{"training", "global_batch_size", "training.global_batch", "-1=|*"},
    Row{"training", "seq_len", "context"},
    Row{"training", "compile", "training.compile"},
    Row{"compile", "enable", "training.compile"},
    Row{"parallelism", "tensor_parallel_degree", "parallel.tensor"},
    Row{"parallelism", "tensor_parallel_degree", "parallel.sequence", "1=false|*=true"},
    Row{"parallelism", "pipeline_parallel_degree", "parallel.pipeline"},
    Row{"parallelism", "context_parallel_degree", "parallel.context"},
    Row{"parallelism", "expert_parallel_degree", "parallel.expert"},
    Row{"parallelism", "expert_tensor_parallel_degree", "parallel.tensor_expert"},
    Row{"parallelism", "data_parallel_shard_degree", "parallel.shard", "-1=|*"},
    Row{"parallelism", "pipeline_parallel_schedule", "parallel.schedule", kSchedules},
    Row{"parallelism", "fsdp_reshard_after_forward", "training.reshard_after_forward",
        "always=true|default=true|never=false"},
    Row{"activation_checkpoint", "mode", "training.recompute", "none=none|full=full|selective=op"},
    Row{"activation_checkpoint", "selective_ac_option", "training.recompute", "op=op|*=full"},
    Row{"activation_checkpoint", "selective_ac_option", "training.recompute_every", "op=1|*"},
    Row{"optimizer", "name", "training.optimizer", "adamw=adamw|adam=adam|muon=muon"},
    Row{"optimizer", "early_step_in_backward", "training.in_backward"},
    Row{"optimizer", "implementation", "training.foreach",
        "fused=false|foreach=true|for-loop=false|fused_opt_states_bf16=false"},
    Row{"model", "converters", "training.float8_linears", "float8=true|*="},
};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) {
    text.remove_suffix(1);
  }
  return text;
}

/// Without a comment, which begins with a hash outside quotes.
std::string_view without_comment(std::string_view line) {
  char quote = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '#' && (i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t')) {
      return line.substr(0, i);
    }
  }
  return line;
}

/// A scalar without its quotes; of a list on one line, its items. YAML's True is true.
std::string scalar(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c != '"' && c != '\'' && c != '[' && c != ']') out += c;
  }
  if (same_id(out, "true")) return "true";
  if (same_id(out, "false")) return "false";
  return out;
}

std::span<const Row> rows_of(PlanFormat format) {
  if (format == PlanFormat::Torchtitan) return kTorchtitan;
  return kAccelerate;
}

class Reader {
 public:
  explicit Reader(PlanFormat format)
      : toml_(format == PlanFormat::Torchtitan), rows_(rows_of(format)) {
    if (toml_) file_.settings.push_back({"engine", "torchtitan", "", 0});
  }

  Result<PlanFile> read(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    while (!text.empty() && problems_.empty()) {
      const size_t end = std::min(text.find('\n'), text.size());
      ++line_;
      read_line(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
      if (line_ > kMostLines) bad_line();
    }
    if (!problems_.empty()) return problems_;
    return std::move(file_);
  }

 private:
  void bad_line() { problems_.push_back({"", "bad_line", {{"line", std::to_string(line_)}}}); }

  void read_line(std::string_view whole) {
    const std::string_view line = without_comment(whole);
    const std::string_view text = trimmed(line);
    if (text.empty() || text == "---") return;
    if (toml_ && text.front() == '[') {
      if (text.back() != ']' || text.size() < 3) return bad_line();
      section_ = text.substr(1, text.size() - 2);
      if (section_ == "experimental") section_ = "parallelism";  // its name in 2024
      return;
    }
    const size_t mark = text.find(toml_ ? '=' : ':');
    if (mark == std::string_view::npos || mark == 0 || text.front() == '-') return bad_line();
    const std::string key(trimmed(text.substr(0, mark)));
    const std::string_view value = trimmed(text.substr(mark + 1));
    if (!toml_) {
      const bool inside = line.front() == ' ';
      if (line.front() == '\t') return bad_line();
      if (!inside) {
        section_ = value.empty() ? key : "";
        indent_ = 0;
        if (value.empty()) return;
      } else {
        const size_t indent = line.find_first_not_of(' ');
        if (section_.empty() || (indent_ != 0 && indent != indent_) || value.empty()) {
          return bad_line();
        }
        indent_ = indent;
      }
    }
    if (value.empty()) return bad_line();
    set(key, scalar(value));
  }

  void set(const std::string& key, const std::string& value) {
    const std::string from = section_.empty() ? key : section_ + "." + key;
    if (key == "mode" && section_ == "activation_checkpoint") selective_ = value == "selective";
    bool known = false;
    for (const Row& row : rows_) {
      if (row.section != section_ || row.key != key) continue;
      known = true;
      if (key == "selective_ac_option" && !selective_) continue;
      if (value == "null" || value == "~" || value.empty()) continue;
      translate(row, value, from);
    }
    if (!known) file_.unused.push_back(from);
  }

  void translate(const Row& row, const std::string& value, const std::string& from) {
    std::string_view rest = row.values.empty() ? std::string_view("*") : row.values;
    while (!rest.empty()) {
      const size_t end = std::min(rest.find('|'), rest.size());
      const std::string_view part = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      const size_t equals = part.find('=');
      const std::string_view theirs = part.substr(0, equals);
      if (theirs != "*" && !same_id(theirs, value)) continue;
      const bool as_is = equals == std::string_view::npos;
      const std::string ours = as_is ? value : std::string(part.substr(equals + 1));
      if (!ours.empty()) file_.settings.push_back({row.path, ours, from, line_});
      return;
    }
    problems_.push_back({from, "unknown_id", {{"value", value}, {"line", std::to_string(line_)}}});
  }

  bool toml_;
  bool selective_ = false;
  std::span<const Row> rows_;
  std::string section_;
  size_t indent_ = 0;
  size_t line_ = 0;
  PlanFile file_;
  std::vector<Problem> problems_;
};

/// The key before the mark of a format; empty where the line has none.
std::string_view key_of(std::string_view line, char mark) {
  const size_t at = line.find(mark);
  return at == std::string_view::npos ? std::string_view{} : trimmed(line.substr(0, at));
}

}  // namespace

bool has_plan_setting(std::string_view text, PlanFormat format) {
  const bool toml = format == PlanFormat::Torchtitan;
  std::string_view section;
  for (size_t lines = 0; !text.empty() && lines < kMostLines; ++lines) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = without_comment(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::string_view bare = trimmed(line);
    if (bare.empty()) continue;
    if (toml && bare.front() == '[' && bare.back() == ']') {
      section = bare.substr(1, bare.size() - 2);
      continue;
    }
    const std::string_view key = key_of(bare, toml ? '=' : ':');
    if (!toml && line.front() != ' ') section = bare.back() == ':' ? key : std::string_view{};
    for (const Row& row : rows_of(format)) {
      if (row.key == key && row.section == section) return true;
    }
  }
  return false;
}

Result<PlanFile> read_plan_file(std::string_view text, PlanFormat format) {
  return Reader(format).read(text);
}

}  // namespace vramscope
