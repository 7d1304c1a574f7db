// The estimator's front door: a request in, a reply out.
#include "vramscope/answer.h"

#include <algorithm>

#include "estimate/estimate.h"
#include "estimate/inspect.h"
#include "estimate/report.h"
#include "estimate/solve.h"
#include "estimate/sweep.h"
#include "io/fields.h"
#include "speed/roofline.h"
#include "speed/speed.h"
#include "text/ids.h"
#include "text/near.h"
#include "vramscope/config_reader.h"
#include "vramscope/plans.h"
#include "vramscope/reply.h"
#include "vramscope/roofline.h"

namespace vramscope {
namespace {

constexpr double kLargest = 9007199254740992.0;  // 2^53: whole bytes are exact up to here

Result<ReadModel> find_spec(const ModelChoice& choice) {
  if (choice.spec) return ReadModel{.spec = *choice.spec};
  const CatalogueModel* row = find_model(choice.id);
  if (!row) return unknown_id("model", choice.id, model_catalogue());
  return read_catalogue_model(*row);
}

bool any_too_large(const MachineResult& result) {
  return !(result.device.high.count() < kLargest) ||
         !(result.total_over_devices.count() < kLargest) ||
         std::any_of(result.rules.begin(), result.rules.end(),
                     [](const RuleLine& rule) { return !(rule.bytes.count() < kLargest); }) ||
         std::any_of(result.terms.begin(), result.terms.end(),
                     [](const Term& term) { return !(term.size.high.count() < kLargest); });
}

Reply failed(Reply reply, std::vector<Problem> errors) {
  reply.ok = false;
  reply.errors = std::move(errors);
  reply.results.clear();
  return reply;
}

/// Adds one machine's result, or returns the errors.
std::vector<Problem> add_result(const Job& base, const Machine& machine, const std::string& field,
                                Reply& reply) {
  Result<Job> job = resolve_machine(base, machine, field);
  if (!job.ok()) return job.errors();
  MachineResult result = report_machine(job.value());
  if (any_too_large(result)) return {{"context", "too_large", {}}};
  reply.results.push_back(std::move(result));
  return {};
}

}  // namespace

Roofline roofline(const Request& request) {
  const Result<ReadModel> read = find_spec(request.model);
  if (!read.ok()) return {};
  const Result<Job> base = resolve_request(request, read.value().spec);
  if (!base.ok()) return {};
  const Result<Job> job = resolve_machine(base.value(), request.machine, "gpu");
  if (!job.ok()) return {};
  Trace trace(request.explain != Explain::None);
  return roofline_of(trace, job.value(), speed_of(trace, job.value()));
}

Reply answer(const Request& request) {
  Reply reply;
  reply.request = request;
  const Result<ReadModel> read = find_spec(request.model);
  if (!read.ok()) return failed(std::move(reply), read.errors());
  const ModelSpec& spec = read.value().spec;
  reply.warnings = model_warnings(spec);
  Result<Job> base = resolve_request(request, spec);
  if (!base.ok()) return failed(std::move(reply), base.errors());
  for (Problem& problem : ignored_options(request, *base.value().engine)) {
    reply.warnings.push_back(std::move(problem));
  }
  for (Problem& problem : unused_keys(request)) reply.warnings.push_back(std::move(problem));
  reply.model = summarise_model(base.value());

  // Errors name the place in the document, where the first machine may be the first one compared.
  const bool shifted =
      std::find(request.given.begin(), request.given.end(), "compare") != request.given.end();
  std::vector<Problem> errors =
      add_result(base.value(), request.machine, shifted ? "compare.0" : "gpu", reply);
  for (size_t i = 0; errors.empty() && i < request.compare.size(); ++i) {
    errors = add_result(base.value(), request.compare[i],
                        "compare." + std::to_string(i + (shifted ? 1 : 0)), reply);
  }
  if (!errors.empty()) return failed(std::move(reply), std::move(errors));
  if (request.ask == Ask::Sweep) {
    Result<SweepColumns> columns = sweep(base.value());
    if (!columns.ok()) return failed(std::move(reply), columns.errors());
    reply.sweep = std::move(columns.value());
  }
  if (request.ask == Ask::Solve) {
    Result<SolveAnswer> solved = solve(base.value());
    if (!solved.ok()) return failed(std::move(reply), solved.errors());
    reply.solve = std::move(solved.value());
  }
  if (request.ask == Ask::Inspect) {
    reply.inspect = inspect_model(base.value());
    reply.counts = base.value().counts;
  }
  if (request.ask == Ask::Plan) {
    reply.deepspeed = write_plan(request, "deepspeed");
    reply.accelerate = write_plan(request, "accelerate");
  }
  reply.ok = true;
  return reply;
}

}  // namespace vramscope
