// Copies and moves of the large structs, made in one place: inlined, each costs the app kilobytes.
#pragma once

#include "vramscope/reply.h"

namespace vramscope {

Request copied(const Request& request);
void assign(Request& to, const Request& from);
void put(Request& to, Request&& from);
void put(Reply& to, Reply&& from);
bool same(const Request& a, const Request& b);
void exchange(Request& a, Request& b);

}  // namespace vramscope
