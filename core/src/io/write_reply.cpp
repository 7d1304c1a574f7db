// Reply -> the contract's document.
#include <cmath>

#include "io/json.h"
#include "io/machines.h"
#include "vramscope/answer.h"
#include "vramscope/reply.h"
#include "vramscope/text.h"

namespace vramscope {
namespace {

Json params_to_json(const std::vector<Param>& params) {
  Json json = Json::object();
  for (const Param& param : params) json[param.name] = param.value;
  return json;
}

Json problem_to_json(const Problem& problem, Lang lang) {
  return {{"field", problem.field},
          {"code", problem.code},
          {"params", params_to_json(problem.params)},
          {"message", say(problem, lang)}};
}

Json problems_to_json(const std::vector<Problem>& problems, Lang lang) {
  Json list = Json::array();
  for (const Problem& problem : problems) list.push_back(problem_to_json(problem, lang));
  return list;
}

/// Both ways to write an amount, so that no door formats by itself.
void add_text(Json& json, const std::string& key, Bytes bytes) {
  json[key + "_gib"] = format_bytes(bytes, Units::Gib);
  json[key + "_gb"] = format_bytes(bytes, Units::Gb);
}

void add_level(Json& json, const Level& level) {
  json["bytes"] = level.bytes.whole();
  json["low"] = level.low.whole();
  json["high"] = level.high.whole();
  add_text(json, "text", level.bytes);
  if (level.low == level.high) return;
  add_text(json, "low_text", level.low);
  add_text(json, "high_text", level.high);
}

Json level_to_json(const Level& level) {
  Json json = Json::object();
  add_level(json, level);
  return json;
}

std::string_view op_id(Op op) {
  constexpr std::array<std::string_view, 9> kIds = {
      "symbol", "literal", "add", "subtract", "multiply", "divide", "ceil", "min", "max"};
  return op == Op::Sum ? "sum" : kIds[static_cast<size_t>(op)];
}

std::string symbol_name(Symbol symbol, std::string_view suffix) {
  std::string name(symbol_row(symbol).text);
  if (!suffix.empty()) name += "_" + std::string(suffix);
  return name;
}

Json symbols_to_json(const std::vector<SymbolUse>& uses, Lang lang) {
  Json list = Json::array();
  for (const SymbolUse& use : uses) {
    const SymbolRow& row = symbol_row(use.symbol);
    std::string text = format_number(use.value);
    if (row.dimension == kBytes) text += " B";
    list.push_back({{"symbol", symbol_name(use.symbol, use.suffix)},
                    {"value", json_number(use.value)},
                    {"text", text},
                    {"meaning", lang == Lang::Zh ? row.zh : row.en}});
  }
  return list;
}

Json tree_to_json(const std::vector<TreeNode>& tree) {
  Json list = Json::array();
  for (const TreeNode& node : tree) {
    Json json = {{"op", op_id(node.op)}, {"value", json_number(node.value)}};
    if (node.op == Op::Symbol) json["symbol"] = symbol_name(node.symbol, node.suffix);
    if (node.dimension == kBytes) json["unit"] = "B";
    if (node.left >= 0) json["left"] = node.left;
    if (node.right >= 0) json["right"] = node.right;
    list.push_back(std::move(json));
  }
  return list;
}

Json term_to_json(const Term& term, const MachineResult& result, Lang lang) {
  Json json = {{"id", term_id(term.id)}, {"place", place_id(term.place)}};
  add_level(json, term.size);
  json["exactness"] = exactness_id(term.exactness);
  json["label"] = label("term." + std::string(term_id(term.id)), lang);
  const double device = result.device.bytes.count();
  if (term.place != Place::Host && device > 0) {
    json["share_text"] = format_percent(term.size.bytes.count() / device);
  }
  if (!term.formula.empty()) {
    json["formula"] = term.formula;
    json["working"] = term.working;
    json["symbols"] = symbols_to_json(term.symbols, lang);
  }
  if (!term.tree.empty()) json["tree"] = tree_to_json(term.tree);
  json["sources"] = term.sources;
  return json;
}

Json limit_to_json(const Limit& limit) {
  Json json = Json::object();
  const auto add = [&](const char* key, const std::optional<double>& value) {
    json[key] = value ? json_number(*value) : Json();
    if (value) json[std::string(key) + "_text"] = format_number(*value);
  };
  add("guaranteed", limit.guaranteed);
  add("possible", limit.possible);
  add("model", limit.model);
  return json;
}

Json rules_to_json(const std::vector<RuleLine>& rules, Lang lang) {
  Json list = Json::array();
  for (const RuleLine& rule : rules) {
    Json json = {{"id", rule.id},
                 {"label", label(std::string(rule.id) + ".name", lang)},
                 {"bytes", rule.bytes.whole()}};
    add_text(json, "text", rule.bytes);
    json["ratio_to_estimate"] = json_number(rule.ratio_to_estimate);
    json["ratio_text"] = format_ratio(rule.ratio_to_estimate);
    if (!rule.formula.empty()) {
      json["formula"] = rule.formula;
      json["working"] = rule.working;
      json["note"] = rule.note;
    }
    list.push_back(std::move(json));
  }
  return list;
}

Json phases_to_json(const MachineResult& result, Lang lang) {
  Json list = Json::array();
  for (size_t i = 0; i < result.phases.size(); ++i) {
    const Phase& phase = result.phases[i];
    Json json = {{"id", phase.id}, {"label", label("phase." + std::string(phase.id), lang)}};
    json["allocated"] = level_to_json(phase.allocated);
    json["peak"] = i == result.peak_phase;
    json["terms"] = Json::array();
    for (const PhaseTerm& term : phase.terms) {
      json["terms"].push_back({{"id", term_id(term.id)}, {"bytes", term.size.bytes.whole()}});
    }
    list.push_back(std::move(json));
  }
  return list;
}

Json devices_to_json(const MachineResult& result) {
  Json list = Json::array();
  for (const DeviceInfo& device : result.devices) {
    Json json = {{"gpu", device.id},
                 {"name", device.name},
                 {"count", device.count},
                 {"usable_bytes", device.usable.whole()}};
    add_text(json, "usable_text", device.usable);
    list.push_back(std::move(json));
  }
  return list;
}

Json ranks_to_json(const MachineResult& result) {
  Json list = Json::array();
  for (const RankShare& rank : result.per_rank) {
    list.push_back({{"rank", rank.rank},
                    {"device", rank.device},
                    {"layers", rank.layers},
                    {"allocated", level_to_json(rank.allocated)},
                    {"device_bytes", level_to_json(rank.device_total)}});
  }
  return list;
}

Json claim_to_json(const Claim& claim) {
  Json json = {{"budget_bytes", claim.budget.whole()}, {"kv_bytes", claim.kv.whole()}};
  add_text(json, "budget_text", claim.budget);
  add_text(json, "kv_text", claim.kv);
  json["kv_tokens"] = json_number(claim.kv_tokens);
  json["kv_tokens_text"] = format_number(claim.kv_tokens);
  json["max_concurrency"] = json_number(claim.max_concurrency);
  json["max_concurrency_text"] = format_number(std::floor(claim.max_concurrency * 100) / 100);
  return json;
}

Json utilisation_to_json(const std::vector<UtilisationLine>& lines, Lang lang) {
  Json list = Json::array();
  for (const UtilisationLine& line : lines) {
    list.push_back({{"id", line.id},
                    {"label", label(std::string(line.id) + ".name", lang)},
                    {"value", line.share},
                    {"text", format_percent(line.share)},
                    {"formula", line.formula},
                    {"working", line.working},
                    {"note", line.note}});
  }
  return list;
}

Json result_to_json(const MachineResult& result, Lang lang) {
  Json json = Json::object();
  json["devices"] = devices_to_json(result);
  json["device_name"] = machine_name(result);
  json["usable_bytes"] = result.usable.whole();
  add_text(json, "usable_text", result.usable);
  json["terms"] = Json::array();
  for (const Term& term : result.terms) json["terms"].push_back(term_to_json(term, result, lang));
  json["allocated"] = level_to_json(result.allocated);
  json["reserved"] = level_to_json(result.reserved);
  json["device"] = level_to_json(result.device);
  json["host"] = {{"pageable", result.host_pageable.whole()},
                  {"pinned", result.host_pinned.whole()}};
  add_text(json["host"], "pageable_text", result.host_pageable);
  json["total_over_devices"] = result.total_over_devices.whole();
  add_text(json, "total_over_devices_text", result.total_over_devices);
  json["phases"] = phases_to_json(result, lang);
  if (!result.per_rank.empty()) json["per_rank"] = ranks_to_json(result);
  json["verdict"] = verdict_id(result.verdict);
  json["verdict_text"] = label("verdict." + std::string(verdict_id(result.verdict)), lang);
  json["spare_bytes"] = result.spare.whole();
  add_text(json, "spare_text", result.spare);
  json["summary_gib"] = summary_sentence(result, lang, Units::Gib);
  json["summary_gb"] = summary_sentence(result, lang, Units::Gb);
  json["limits"] = {{"max_context", limit_to_json(result.max_context)},
                    {"max_batch", limit_to_json(result.max_batch)},
                    {"min_gpus", limit_to_json(result.min_gpus)}};
  if (result.claim) json["claim"] = claim_to_json(*result.claim);
  json["rules"] = rules_to_json(result.rules, lang);
  if (!result.utilisation.empty()) {
    json["utilisation"] = utilisation_to_json(result.utilisation, lang);
  }
  json["warnings"] = problems_to_json(result.warnings, lang);
  return json;
}

Json model_to_json(const ModelSummary& model) {
  return {{"id", model.id},
          {"name", model.name},
          {"family", model.family},
          {"parameters", json_number(model.parameters)},
          {"parameters_text", format_number(model.parameters)},
          {"parameters_short", format_count_short(model.parameters)},
          {"active_parameters", json_number(model.active_parameters)},
          {"active_parameters_text", format_number(model.active_parameters)},
          {"stored_elements", json_number(model.stored_elements)},
          {"layers", model.layers},
          {"kv_bytes_per_token", json_number(model.kv_bytes_per_token)},
          {"fixed_state_bytes_per_sequence", json_number(model.fixed_state_bytes_per_sequence)},
          {"max_context", model.max_context}};
}

Json numbers_to_json(const std::vector<double>& values) {
  Json list = Json::array();
  for (double value : values) list.push_back(json_number(value));
  return list;
}

Json sweep_to_json(const SweepColumns& sweep) {
  Json json = {{"over", sweep.over},
               {"x", numbers_to_json(sweep.x)},
               {"device", numbers_to_json(sweep.device)},
               {"low", numbers_to_json(sweep.low)},
               {"high", numbers_to_json(sweep.high)},
               {"allocated", numbers_to_json(sweep.allocated)}};
  json["verdict"] = Json::array();
  for (Verdict verdict : sweep.verdict) json["verdict"].push_back(verdict_id(verdict));
  for (size_t i = 0; i < sweep.terms.size(); ++i) {
    json["terms"][std::string(term_id(sweep.terms[i]))] = numbers_to_json(sweep.term_bytes[i]);
  }
  return json;
}

Json solve_to_json(const SolveAnswer& solve) {
  Json json = {{"for", solve.target}};
  if (solve.target == "best_weights") {
    json["weights"] = solve.best_weights.empty() ? Json() : Json(solve.best_weights);
  } else {
    json.update(limit_to_json(solve.limit));
  }
  return json;
}

Json inspect_to_json(const std::vector<InspectRow>& rows) {
  Json list = Json::array();
  for (const InspectRow& row : rows) {
    Json json = {{"path", row.path},
                 {"parameters", json_number(row.parameters)},
                 {"parameters_text", format_number(row.parameters)},
                 {"rows", row.rows},
                 {"columns", row.columns},
                 {"copies", row.copies},
                 {"bytes", row.bytes.whole()}};
    add_text(json, "text", row.bytes);
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace

std::string reply_json(const Reply& reply) {
  const Lang lang = reply.request.lang;
  Json json = {{"v", 1}, {"ok", reply.ok}};
  if (!reply.request.id.empty()) json["id"] = reply.request.id;
  if (!reply.ok) {
    json["errors"] = problems_to_json(reply.errors, lang);
    return dump_json(json);
  }
  json["version"] = version();
  json["data_as_of"] = data_as_of();
  json["request"] = request_to_json(reply.request);
  json["model"] = model_to_json(reply.model);
  json["results"] = Json::array();
  for (const MachineResult& result : reply.results) {
    json["results"].push_back(result_to_json(result, lang));
  }
  if (reply.sweep) json["sweep"] = sweep_to_json(*reply.sweep);
  if (reply.solve) json["solve"] = solve_to_json(*reply.solve);
  if (!reply.inspect.empty()) json["inspect"] = inspect_to_json(reply.inspect);
  json["warnings"] = problems_to_json(reply.warnings, lang);
  return dump_json(json);
}

}  // namespace vramscope
