// The JSON door. Whatever comes in, a document goes out.
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
  const Json* id = document.find("id");
  if (id && id->is_text()) reply.request.id = id->text;
  const Json* lang = document.find("lang");
  if (lang && lang->text == "zh") reply.request.lang = Lang::Zh;
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

std::string answer_json(std::string_view request) { return reply_json(answer_document(request)); }

}  // namespace vramscope
