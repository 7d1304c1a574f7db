#include "copies.h"

#include <utility>

namespace vramscope {

Request copied(const Request& request) { return request; }
void assign(Request& to, const Request& from) { to = from; }
void put(Request& to, Request&& from) { to = std::move(from); }
void put(Reply& to, Reply&& from) { to = std::move(from); }
bool same(const Request& a, const Request& b) { return a == b; }
void exchange(Request& a, Request& b) { std::swap(a, b); }

}  // namespace vramscope
