#include "parallel/own_weights.h"

#include <charconv>
#include <numeric>

#include "parallel/training.h"
#include "text/ids.h"

namespace vramscope {
namespace {

Problem bad_part(std::string_view part, std::string_view said, std::string_view choices) {
  return {"weights." + std::string(part),
          "not_a_choice",
          {{"value", std::string(said)}, {"choices", std::string(choices)}}};
}

/// A whole number, or with up to three decimals one in thousandths; nothing where it is neither.
std::optional<uint64_t> thousandths(std::string_view text) {
  uint64_t value = 0;
  int decimals = -1;
  if (text.empty()) return std::nullopt;
  for (const char c : text) {
    if (c == '.' && decimals < 0) {
      decimals = 0;
      continue;
    }
    if (c < '0' || c > '9' || decimals >= 3 || value > 1000000000000000) return std::nullopt;
    value = value * 10 + static_cast<uint64_t>(c - '0');
    if (decimals >= 0) ++decimals;
  }
  for (int i = std::max(decimals, 0); i < 3; ++i) value *= 10;
  return value;
}

std::optional<uint64_t> whole(std::string_view text) {
  uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return value;
}

/// `bits` thousandths of a bit a number, and 16 bits for each group: the smallest block of whole
/// bytes.
Format own_format(uint64_t bits, uint64_t group) {
  const uint64_t numbers = 8000 * std::max<uint64_t>(group, 1);
  const uint64_t bytes = bits * std::max<uint64_t>(group, 1) + (group > 0 ? 16000 : 0);
  const uint64_t common = std::gcd(numbers, bytes);
  return {.id = kOwnFormat,
          .elements = static_cast<uint32_t>(numbers / common),
          .bytes = static_cast<uint32_t>(bytes / common),
          .source = Source::GivenByUser};
}

/// The plan of a format's name: a weight format, or one type for all matrices.
bool name_plan(std::string_view name, WeightPlan& plan) {
  if (const WeightPlan* row = find_weight_plan(name)) return plan = *row, true;
  const Format* format = find_format(name);
  if (!format) return false;
  plan.matrix = format->id;
  plan.gguf = format->ggml;
  return true;
}

std::optional<Problem> read_skip(std::string_view names, uint32_t& modules) {
  while (!names.empty()) {
    const size_t comma = names.find(',');
    const std::string_view name = names.substr(0, comma);
    names = comma == std::string_view::npos ? std::string_view() : names.substr(comma + 1);
    // Names of modules as files write them: "lm_head", "model.embed_tokens".
    const std::string_view last = name.substr(name.rfind('.') + 1);
    const uint32_t named = modules_named(last);
    if (named == 0) return Problem{"weights.skip", "unknown_id", {{"value", std::string(name)}}};
    modules |= named;
  }
  return std::nullopt;
}

}  // namespace

Result<std::shared_ptr<const OwnWeights>> read_own_weights(std::string_view text,
                                                           const Engine& engine) {
  constexpr uint64_t kMostBits = 32000;
  constexpr uint64_t kMostGroup = 65536;
  auto own = std::make_shared<OwnWeights>();
  own->plan = {.id = kOwnFormat,
               .matrix = "bf16",
               .embedding = "bf16",
               .head = "bf16",
               .vectors = "bf16",
               .gguf = engine.gguf,
               .mlx = engine.mlx,
               .exl2 = engine.exl2,
               .source = Source::GivenByUser};
  uint64_t bits = 0;
  uint64_t group = 0;
  while (!text.empty()) {
    const size_t slash = text.find('/');
    const std::string_view part = text.substr(0, slash);
    text = slash == std::string_view::npos ? std::string_view() : text.substr(slash + 1);
    const size_t colon = part.find(':');
    const std::string_view name = part.substr(0, colon);
    const std::string_view said =
        colon == std::string_view::npos ? std::string_view() : part.substr(colon + 1);
    if (name == "format") {
      if (!name_plan(said, own->plan)) {
        return Problem{"weights.format", "unknown_id", {{"value", std::string(said)}}};
      }
    } else if (name == "bits") {
      bits = thousandths(said).value_or(0);
      if (bits < 1000 || bits > kMostBits) return bad_part(name, said, "1 ... 32");
    } else if (name == "group") {
      group = whole(said).value_or(0);
      if (group == 0 || group > kMostGroup) return bad_part(name, said, "1 ... 65536");
    } else if (name == "bytes") {
      own->bytes = whole(said).value_or(0);
      if (own->bytes == 0 || own->bytes > (1ull << 50)) return bad_part(name, said, "1 ... 2^50");
    } else if (name == "skip") {
      if (const auto problem = read_skip(said, own->skip)) return *problem;
    } else {
      return Problem{"weights", "unknown_id", {{"value", std::string(part)}}};
    }
  }
  if (group > 0 && bits == 0) return bad_part("bits", "", "1 ... 32");
  if (bits > 0) {
    own->format = own_format(bits, group);
    own->plan.matrix = kOwnFormat;
    own->plan.mix = {};
    own->plan.outside_experts = {};
  }
  return std::shared_ptr<const OwnWeights>(std::move(own));
}

bool skipped(const Job& job, Module module) {
  return job.own_weights && (job.own_weights->skip & bit(module)) != 0;
}

std::string_view kept_format(const Job& job) { return job.engine->gguf ? "fp16" : "bf16"; }

const Format* stored_format(const Job& job, std::string_view id) {
  const bool own = job.own_weights && id == kOwnFormat;
  return own ? &job.own_weights->format : find_format(id);
}

}  // namespace vramscope
