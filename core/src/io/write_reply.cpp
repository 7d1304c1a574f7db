// Reply -> the contract's document.
#include <array>
#include <cmath>

#include "io/fields.h"
#include "io/json_writer.h"
#include "io/machines.h"
#include "io/write_problems.h"
#include "vramscope/answer.h"
#include "vramscope/reply.h"
#include "vramscope/roofline.h"
#include "vramscope/speed_text.h"
#include "vramscope/text.h"

namespace vramscope {
namespace {

/// "term.kv_cache" in the language.
std::string_view label_of(std::string_view prefix, std::string_view id, Lang lang,
                          std::string_view suffix = {}) {
  std::string name(prefix);
  name += id;
  name += suffix;
  const Message* message = find_message(name);
  return message ? message->in(lang) : id;
}

/// Both ways to write an amount, so that no door formats by itself.
void write_text(JsonWriter& out, std::string_view name, Bytes bytes) {
  std::string key(name);
  out.text(key + "_gib", format_bytes(bytes, Units::Gib));
  out.text(key + "_gb", format_bytes(bytes, Units::Gb));
}

void write_level_members(JsonWriter& out, const Level& level) {
  out.number("bytes", level.bytes.count());
  out.text("bytes_text", format_number(level.bytes.count()) + " B");
  out.number("low", level.low.count());
  out.number("high", level.high.count());
  write_text(out, "text", level.bytes);
  if (level.low == level.high) return;
  write_text(out, "low_text", level.low);
  write_text(out, "high_text", level.high);
}

void write_level(JsonWriter& out, std::string_view name, const Level& level) {
  out.begin_object(name);
  write_level_members(out, level);
  out.end_object();
}

std::string_view op_id(Op op) {
  constexpr std::array<std::string_view, 10> kIds = {
      "symbol", "literal", "add", "subtract", "multiply", "divide", "ceil", "min", "max", "sum"};
  return kIds[static_cast<size_t>(op)];
}

std::string symbol_name(Symbol symbol, std::string_view suffix) {
  std::string name(symbol_row(symbol).text);
  if (!suffix.empty()) {
    name += '_';
    name += suffix;
  }
  return name;
}

void write_symbols(JsonWriter& out, const std::vector<SymbolUse>& uses, Lang lang) {
  out.begin_list("symbols");
  for (const SymbolUse& use : uses) {
    const SymbolRow& row = symbol_row(use.symbol);
    out.begin_object();
    out.text("symbol", symbol_name(use.symbol, use.suffix));
    out.number("value", use.value);
    out.text("text", format_number(use.value) + (row.dimension == kBytes ? " B" : ""));
    out.text("meaning", lang == Lang::Zh ? row.zh : row.en);
    out.end_object();
  }
  out.end_list();
}

void write_tree(JsonWriter& out, const std::vector<TreeNode>& tree) {
  out.begin_list("tree");
  for (const TreeNode& node : tree) {
    out.begin_object();
    out.text("op", op_id(node.op));
    out.number("value", node.value);
    if (node.op == Op::Symbol) out.text("symbol", symbol_name(node.symbol, node.suffix));
    if (node.dimension == kBytes) out.text("unit", "B");
    if (node.left >= 0) out.number("left", node.left);
    if (node.right >= 0) out.number("right", node.right);
    out.end_object();
  }
  out.end_list();
}

void write_term(JsonWriter& out, const Term& term, const MachineResult& result, Lang lang) {
  out.begin_object();
  out.text("id", term_id(term.id));
  out.text("place", place_id(term.place));
  write_level_members(out, term.size);
  out.text("exactness", exactness_id(term.exactness));
  out.text("label", label_of("term.", term_id(term.id), lang));
  const double device = result.device.bytes.count();
  if (on_card(term.place) && device > 0) {
    out.text("share_text", format_percent(term.size.bytes.count() / device));
  }
  if (!term.formula.empty()) {
    out.text("formula", term.formula);
    out.text("working", term.working);
    write_symbols(out, term.symbols, lang);
  }
  if (!term.tree.empty()) write_tree(out, term.tree);
  out.begin_list("sources");
  for (std::string_view source : term.sources) out.text({}, source);
  out.end_list();
  out.end_object();
}

void write_limit_value(JsonWriter& out, const std::string& name,
                       const std::optional<double>& value) {
  if (!value) return out.null(name);
  out.number(name, *value);
  out.text(name + "_text", format_number(*value));
}

void write_limit_members(JsonWriter& out, const Limit& limit) {
  write_limit_value(out, "guaranteed", limit.guaranteed);
  write_limit_value(out, "possible", limit.possible);
  write_limit_value(out, "model", limit.model);
}

void write_limit(JsonWriter& out, std::string_view name, const Limit& limit) {
  out.begin_object(name);
  write_limit_members(out, limit);
  out.end_object();
}

void write_rules(JsonWriter& out, const std::vector<RuleLine>& rules, Lang lang) {
  out.begin_list("rules");
  for (const RuleLine& rule : rules) {
    out.begin_object();
    out.text("id", rule.id);
    out.text("label", label_of({}, rule.id, lang, ".name"));
    out.number("bytes", rule.bytes.count());
    write_text(out, "text", rule.bytes);
    if (rule.ratio_to_estimate > 0) {
      out.number("ratio_to_estimate", rule.ratio_to_estimate);
      out.text("ratio_text", format_ratio(rule.ratio_to_estimate));
    } else {
      out.null("ratio_to_estimate");  // we give nothing for the same thing
    }
    if (!rule.formula.empty()) {
      out.text("formula", rule.formula);
      out.text("working", rule.working);
      out.text("note", rule.note);
    }
    out.end_object();
  }
  out.end_list();
}

void write_saved(JsonWriter& out, const std::vector<SavedLine>& lines, Lang lang) {
  if (lines.empty()) return;
  out.begin_list("saved_tensors");
  for (const SavedLine& line : lines) {
    out.begin_object();
    out.text("id", line.id);
    out.text("label", label_of({}, line.id, lang));
    out.number("layers", static_cast<double>(line.layers));
    out.number("bytes_a_token", line.bytes_a_token);
    out.number("bytes", line.bytes.count());
    write_text(out, "text", line.bytes);
    out.end_object();
  }
  out.end_list();
}

void write_advice(JsonWriter& out, const std::vector<AdviceLine>& lines, const Request& request,
                  Lang lang) {
  if (lines.empty()) return;
  out.begin_list("advice");
  for (const AdviceLine& line : lines) {
    out.begin_object();
    out.text("id", line.id);
    out.text("label", label_of({}, line.id, lang));
    out.text("cost", label_of({}, line.id, lang, ".cost"));
    write_changes(out, "patch", request, line.changed);
    out.number("saved_bytes", line.saved.count());
    write_text(out, "saved_text", line.saved);
    write_level(out, "device", line.device);
    out.text("verdict", verdict_id(line.verdict));
    out.text("verdict_text", label_of("verdict.", verdict_id(line.verdict), lang));
    out.end_object();
  }
  out.end_list();
}

void write_utilisation(JsonWriter& out, const std::vector<UtilisationLine>& lines, Lang lang) {
  if (lines.empty()) return;
  out.begin_list("utilisation");
  for (const UtilisationLine& line : lines) {
    out.begin_object();
    out.text("id", line.id);
    out.text("label", label_of({}, line.id, lang, ".name"));
    out.number("value", line.share);
    out.text("text", format_percent(line.share));
    out.text("formula", line.formula);
    out.text("working", line.working);
    out.text("note", line.note);
    out.end_object();
  }
  out.end_list();
}

void write_references(JsonWriter& out, const std::vector<ReferenceLine>& lines) {
  if (lines.empty()) return;
  out.begin_list("references");
  for (const ReferenceLine& line : lines) {
    out.begin_object();
    out.text("model", line.model);
    out.text("gpu", line.gpu);
    if (line.gpus > 0) out.number("gpus", line.gpus);
    out.text("precision", line.precision);
    if (line.context > 0) out.number("context", line.context);
    out.number("tokens_per_s_per_gpu", line.tokens_per_s_per_gpu);
    out.number("ratio", line.ratio);
    out.text("ratio_text", format_percent(line.ratio));
    out.text("source", line.source);
    out.text("date", line.date);
    out.end_object();
  }
  out.end_list();
}

void write_figure(JsonWriter& out, const SpeedFigure& figure, Lang lang) {
  out.begin_object(speed_id(figure.id));
  out.text("label", label_of("speed.", speed_id(figure.id), lang));
  out.number("value", figure.value);
  out.number("low", figure.low);
  out.number("high", figure.high);
  out.text("text", figure.text);
  if (!figure.range_text.empty()) out.text("range_text", figure.range_text);
  if (!figure.formula.empty()) {
    out.text("formula", figure.formula);
    out.text("working", figure.working);
    write_symbols(out, figure.symbols, lang);
  }
  out.begin_list("sources");
  for (std::string_view source : figure.sources) out.text({}, source);
  out.end_list();
  out.end_object();
}

void write_roofline(JsonWriter& out, const Roofline& line, Lang lang) {
  if (line.bandwidth == 0) return;
  out.begin_object("roofline");
  out.number("bandwidth", line.bandwidth);
  if (line.peak > 0) {
    out.number("peak", line.peak);
    if (!line.peak_id.empty()) out.text("peak_id", line.peak_id);
    out.text("peak_text", format_flops(line.peak));
    out.number("ridge", line.ridge);
    out.text("ridge_text", format_intensity(line.ridge));
  }
  out.begin_list("roofs");
  for (const Roof& roof : line.roofs) {
    out.begin_object();
    out.text("id", roof.id);
    out.number("flops", roof.rate);
    out.end_object();
  }
  out.end_list();
  out.begin_list("points");
  for (const RooflinePoint& point : line.points) {
    out.begin_object();
    out.text("id", point.id);
    out.text("label", label_of("roofline.", point.id, lang));
    if (point.intensity > 0) {
      out.number("intensity", point.intensity);
      out.text("intensity_text", format_intensity(point.intensity));
    }
    out.number("flops", point.rate);
    out.number("low", point.low);
    out.number("high", point.high);
    out.text("flops_text", format_flops(point.rate));
    out.text("range_text", format_flops_range(point.low, point.high));
    out.number("share", point.share);
    out.text("share_text", format_percent(point.share));
    if (!point.formula.empty()) {
      out.text("formula", point.formula);
      out.text("working", point.working);
    }
    out.end_object();
  }
  out.end_list();
  out.end_object();
}

void write_speed(JsonWriter& out, const Speed& speed, const Roofline& line, Lang lang) {
  out.begin_object("speed");
  for (const SpeedFigure& figure : speed.figures) write_figure(out, figure, lang);
  if (!speed.bound.empty()) {
    out.text("bound", speed.bound);
    out.text("bound_text", label_of("speed_bound.", speed.bound, lang));
  }
  if (!speed.definition.empty()) {
    out.text("definition", speed.definition);
    out.text("definition_text", label_of("speed_definition.", speed.definition, lang));
  }
  write_roofline(out, line, lang);
  out.end_object();
}

void write_phases(JsonWriter& out, const MachineResult& result, Lang lang) {
  out.begin_list("phases");
  for (size_t i = 0; i < result.phases.size(); ++i) {
    const Phase& phase = result.phases[i];
    out.begin_object();
    out.text("id", phase.id);
    out.text("label", label_of("phase.", phase.id, lang));
    write_level(out, "allocated", phase.allocated);
    out.flag("peak", i == result.peak_phase);
    out.begin_list("terms");
    for (const PhaseTerm& term : phase.terms) {
      out.begin_object();
      out.text("id", term_id(term.id));
      out.number("bytes", term.size.bytes.count());
      out.end_object();
    }
    out.end_list();
    out.end_object();
  }
  out.end_list();
}

void write_device_list(JsonWriter& out, const MachineResult& result) {
  out.begin_list("devices");
  for (const DeviceInfo& device : result.devices) {
    out.begin_object();
    out.text("gpu", device.id);
    out.text("name", device.name);
    out.number("count", static_cast<double>(device.count));
    out.number("usable_bytes", device.usable.count());
    write_text(out, "usable_text", device.usable);
    out.end_object();
  }
  out.end_list();
}

void write_ranks(JsonWriter& out, const MachineResult& result) {
  if (result.per_rank.empty()) return;
  const bool training = result.phases.size() > 1;
  out.begin_list("per_rank");
  for (const RankShare& rank : result.per_rank) {
    out.begin_object();
    out.number("rank", static_cast<double>(rank.rank));
    out.text("device", rank.device);
    out.text("device_name", rank_name(rank));
    out.number("copies", static_cast<double>(rank.copies));
    out.number("usable", rank.usable.count());
    write_text(out, "usable_text", rank.usable);
    out.number("layers", static_cast<double>(rank.layers));
    write_level(out, "allocated", rank.allocated);
    write_level(out, "device_bytes", rank.device_total);
    if (training) write_level(out, "between_steps", rank.between_steps);
    out.begin_list("terms");
    for (const PhaseTerm& term : rank.terms) {
      out.begin_object();
      out.text("id", term_id(term.id));
      write_level_members(out, term.size);
      out.end_object();
    }
    out.end_list();
    out.end_object();
  }
  out.end_list();
}

void write_claim(JsonWriter& out, const Claim& claim) {
  out.begin_object("claim");
  out.number("budget_bytes", claim.budget.count());
  out.number("kv_bytes", claim.kv.count());
  write_level(out, "kv", claim.kv_range);
  write_text(out, "budget_text", claim.budget);
  write_text(out, "kv_text", claim.kv);
  out.number("kv_tokens", claim.kv_tokens);
  out.begin_object("tokens");
  out.number("value", claim.kv_tokens);
  out.number("low", claim.kv_tokens_low);
  out.number("high", claim.kv_tokens_high);
  out.end_object();
  out.text("kv_tokens_text", format_number(claim.kv_tokens));
  out.number("blocks", claim.blocks);
  out.number("block_size", claim.block_size);
  out.number("max_concurrency", claim.max_concurrency);
  out.text("max_concurrency_text", format_number(std::floor(claim.max_concurrency * 100) / 100));
  out.end_object();
}

void write_host(JsonWriter& out, const MachineResult& result) {
  out.begin_object("host");
  out.number("pageable", result.host_pageable.count());
  out.number("pinned", result.host_pinned.count());
  out.number("mapped", result.host_mapped.count());
  write_text(out, "pageable_text", result.host_pageable);
  if (result.nvme.count() > 0) {
    out.number("nvme", result.nvme.count());
    write_text(out, "nvme_text", result.nvme);
  }
  write_text(out, "pinned_text", result.host_pinned);
  out.end_object();
}

void write_result(JsonWriter& out, const MachineResult& result, const Request& request,
                  const Roofline& line, Lang lang) {
  out.begin_object();
  write_device_list(out, result);
  out.text("device_name", machine_name(result));
  out.number("usable_bytes", result.usable.count());
  write_text(out, "usable_text", result.usable);
  out.begin_list("terms");
  for (const Term& term : result.terms) write_term(out, term, result, lang);
  out.end_list();
  write_level(out, "allocated", result.allocated);
  write_level(out, "reserved", result.reserved);
  write_level(out, "device", result.device);
  write_host(out, result);
  out.number("total_over_devices", result.total_over_devices.count());
  write_text(out, "total_over_devices_text", result.total_over_devices);
  write_phases(out, result, lang);
  write_ranks(out, result);
  out.text("verdict", verdict_id(result.verdict));
  out.text("verdict_text", label_of("verdict.", verdict_id(result.verdict), lang));
  out.number("spare_bytes", result.spare.count());
  write_text(out, "spare_text", result.spare);
  if (result.spare.count() < 0) write_text(out, "over_text", Bytes() - result.spare);
  out.text("summary_gib", summary_sentence(result, lang, Units::Gib));
  out.text("summary_gb", summary_sentence(result, lang, Units::Gb));
  out.begin_object("limits");
  write_limit(out, "max_context", result.max_context);
  write_limit(out, "max_batch", result.max_batch);
  write_limit(out, "min_gpus", result.min_gpus);
  out.end_object();
  if (result.claim) write_claim(out, *result.claim);
  write_saved(out, result.saved_tensors, lang);
  write_advice(out, result.advice, request, lang);
  write_rules(out, result.rules, lang);
  write_speed(out, result.speed, line, lang);
  write_utilisation(out, result.utilisation, lang);
  write_references(out, result.references);
  write_problems(out, "warnings", result.warnings, lang);
  out.end_object();
}

void write_model(JsonWriter& out, const ModelSummary& model) {
  out.begin_object("model");
  out.text("id", model.id);
  out.text("name", model.name);
  out.text("family", model.family);
  out.number("parameters", model.parameters);
  out.text("parameters_text", format_number(model.parameters));
  out.text("parameters_short", format_count_short(model.parameters));
  out.number("active_parameters", model.active_parameters);
  out.text("active_parameters_text", format_number(model.active_parameters));
  out.number("stored_elements", model.stored_elements);
  out.number("layers", static_cast<double>(model.layers));
  out.number("kv_bytes_per_token", model.kv_bytes_per_token);
  write_text(out, "kv_text", Bytes::of(model.kv_bytes_per_token));
  out.number("fixed_state_bytes_per_sequence", model.fixed_state_bytes_per_sequence);
  write_text(out, "fixed_text", Bytes::of(model.fixed_state_bytes_per_sequence));
  out.number("max_context", static_cast<double>(model.max_context));
  out.end_object();
}

void write_numbers(JsonWriter& out, std::string_view name, const std::vector<double>& values) {
  out.begin_list(name);
  for (double value : values) out.number({}, value);
  out.end_list();
}

void write_sweep(JsonWriter& out, const SweepColumns& sweep) {
  out.begin_object("sweep");
  out.text("over", sweep.over);
  write_numbers(out, "x", sweep.x);
  write_numbers(out, "device", sweep.device);
  write_numbers(out, "low", sweep.low);
  write_numbers(out, "high", sweep.high);
  write_numbers(out, "allocated", sweep.allocated);
  out.begin_list("verdict");
  for (Verdict verdict : sweep.verdict) out.text({}, verdict_id(verdict));
  out.end_list();
  if (!sweep.tok_s.empty()) {
    write_numbers(out, "tok_s", sweep.tok_s);
    write_numbers(out, "tok_s_low", sweep.tok_s_low);
    write_numbers(out, "tok_s_high", sweep.tok_s_high);
    write_numbers(out, "latency_s", sweep.latency_s);
  }
  out.begin_object("terms");
  for (size_t i = 0; i < sweep.terms.size(); ++i) {
    write_numbers(out, term_id(sweep.terms[i]), sweep.term_bytes[i]);
  }
  out.end_object();
  out.end_object();
}

void write_solve(JsonWriter& out, const SolveAnswer& solve) {
  out.begin_object("solve");
  out.text("for", solve.target);
  if (solve.target != "best_weights") {
    write_limit_members(out, solve.limit);
  } else if (solve.best_weights.empty()) {
    out.null("weights");
  } else {
    out.text("weights", solve.best_weights);
  }
  out.end_object();
}

void write_inspect(JsonWriter& out, const std::vector<InspectRow>& rows, Lang lang) {
  out.begin_list("inspect");
  for (const InspectRow& row : rows) {
    out.begin_object();
    out.text("path", row.path);
    out.text("label", inspect_name(row, lang));
    out.number("level", row.level);
    if (row.parent >= 0) out.number("parent", row.parent);
    out.number("parameters", row.parameters);
    out.text("parameters_text", format_number(row.parameters));
    if (row.rows > 0) {
      out.number("rows", static_cast<double>(row.rows));
      out.number("columns", static_cast<double>(row.columns));
    }
    out.number("copies", static_cast<double>(row.copies));
    out.number("bytes", row.bytes.count());
    write_text(out, "text", row.bytes);
    out.text("share_text", format_percent(row.share));
    if (!row.loaded) out.flag("loaded", false);
    out.end_object();
  }
  out.end_list();
}

void write_counts(JsonWriter& out, const ParameterCounts& counts) {
  out.begin_object("counts");
  out.number("unique", counts.total);
  out.number("active", counts.active);
  out.number("stored", counts.stored());
  out.number("tied_head", counts.tied_head);
  out.number("buffers", counts.buffers);
  out.end_object();
}

void write_answer(JsonWriter& out, const Reply& reply) {
  const Lang lang = reply.request.lang;
  out.text("version", version());
  out.text("data_as_of", data_as_of());
  write_request(out, "request", reply.request);
  write_model(out, reply.model);
  out.begin_list("results");
  for (const MachineResult& result : reply.results) {
    // Drawn for the first machine only, and only where somebody reads the working.
    const bool drawn = &result == &reply.results.front() && reply.request.explain != Explain::None;
    const Roofline line = drawn ? roofline(reply.request) : Roofline{};
    write_result(out, result, reply.request, line, lang);
  }
  out.end_list();
  if (reply.sweep) write_sweep(out, *reply.sweep);
  if (reply.solve) write_solve(out, *reply.solve);
  if (!reply.deepspeed.empty()) {
    out.begin_object("plans");
    out.text("deepspeed", reply.deepspeed);
    out.text("accelerate", reply.accelerate);
    out.end_object();
  }
  if (!reply.inspect.empty()) write_inspect(out, reply.inspect, lang);
  if (reply.counts) write_counts(out, *reply.counts);
  write_problems(out, "warnings", reply.warnings, lang);
}

}  // namespace

std::string reply_json(const Reply& reply) {
  JsonWriter out;
  out.begin_object();
  out.number("v", 1);
  out.flag("ok", reply.ok);
  if (!reply.request.id.empty()) out.text("id", reply.request.id);
  if (reply.ok) {
    write_answer(out, reply);
  } else {
    write_problems(out, "errors", reply.errors, reply.request.lang);
  }
  out.end_object();
  return out.document();
}

}  // namespace vramscope
