// Machines and requests in JSON.
#pragma once

#include <string>
#include <vector>

#include "io/json.h"
#include "io/json_writer.h"
#include "vramscope/request.h"

namespace vramscope {

/// "rtx-4090" | {"gpu","gpus"} | {"devices":[{"gpu","count"}...]}. A card is an id or
/// {"base":"rtx-4090","memory_gib":48}. Problems name the field under `path`. The shares that the
/// entries of `devices` state go to `shares`, one for each device; without it they are a problem.
void machine_from_json(const Json& json, const std::string& path, Machine& machine,
                       std::vector<Problem>& problems, std::vector<double>* shares = nullptr);
/// The card of a choice: an id, or what was stated of it.
void write_card(JsonWriter& out, std::string_view name, const DeviceChoice& choice);
void write_devices(JsonWriter& out, const Machine& machine);

Result<Request> request_from_json(const Json& document);
void write_request(JsonWriter& out, std::string_view name, const Request& request);

/// The model of a request as a JSON text.
std::string model_text(const ModelChoice& model);

}  // namespace vramscope
