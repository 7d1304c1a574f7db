// The JSON door. Whatever happens inside, a document comes out.
#include "io/json.h"
#include "io/machines.h"
#include "vramscope/answer.h"
#include "vramscope/reply.h"

namespace vramscope {
namespace {

Reply failed(std::vector<Problem> errors) {
  Reply reply;
  reply.errors = std::move(errors);
  return reply;
}

/// Errors still echo the id and speak the document's language, where it says so.
void adopt_envelope(const Json& document, Reply& reply) {
  if (!document.is_object()) return;
  if (document.contains("id") && document["id"].is_string()) {
    reply.request.id = document["id"].get<std::string>();
  }
  if (document.contains("lang") && document["lang"] == "zh") reply.request.lang = Lang::Zh;
}

Reply answer_document(std::string_view text) {
  const Result<Json> parsed = parse_json(text, kMaxRequestBytes);
  if (!parsed.ok()) return failed(parsed.errors());
  const Result<Request> request = request_from_json(parsed.value());
  if (request.ok()) return answer(request.value());
  Reply reply = failed(request.errors());
  adopt_envelope(parsed.value(), reply);
  return reply;
}

}  // namespace

std::string answer_json(std::string_view request) {
  try {
    return reply_json(answer_document(request));
  } catch (const std::exception& fault) {
    return reply_json(failed({{"", "internal", {{"what", fault.what()}}}}));
  }
}

}  // namespace vramscope
