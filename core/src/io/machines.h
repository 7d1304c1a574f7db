// Machines and requests in JSON.
#pragma once

#include <string>
#include <vector>

#include "io/json.h"
#include "vramscope/request.h"

namespace vramscope {

/// "rtx-4090" | {"gpu","gpus"} | {"devices":[{"gpu","count"}...]}. A card is an id or
/// {"base":"rtx-4090","memory_gib":48}. Problems name the field under `path`.
void machine_from_json(const Json& json, const std::string& path, Machine& machine,
                       std::vector<Problem>& problems);
Json devices_to_json(const Machine& machine);

Result<Request> request_from_json(const Json& document);
Json request_to_json(const Request& request);

}  // namespace vramscope
