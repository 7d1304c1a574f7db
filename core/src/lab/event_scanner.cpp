#include "lab/event_scanner.h"

#include <array>
#include <cstring>

namespace vramscope::lab {
namespace {

constexpr size_t kSlice = size_t{1} << 20;
constexpr size_t kLongestEvent = size_t{8} << 20;

constexpr bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

// What a byte means outside of texts.
enum : uint8_t { kPlain, kQuote, kOpen, kClose };
constexpr std::array<uint8_t, 256> kMarks = [] {
  std::array<uint8_t, 256> marks{};
  marks['"'] = kQuote;
  marks['{'] = marks['['] = kOpen;
  marks['}'] = marks[']'] = kClose;
  return marks;
}();

constexpr bool is_scalar(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
         c == '+' || c == '.';
}

/// Reads values of one event. Whoever runs off the end says `more`, and the event is read again
/// when the rest of it has come.
struct Reader {
  const char* at;
  const char* end;
  bool more = false;
  bool bad = false;

  bool fail() { return bad = true, false; }
  bool wait() { return more = true, false; }

  bool blank() {
    while (at < end && is_blank(*at)) ++at;
    return at < end || wait();
  }

  /// `at` is on the opening quote; the text between the quotes comes out.
  bool text(std::string_view& out) {
    const char* first = ++at;
    for (;;) {
      // Names of kernels are long: the C library looks at many bytes at a time.
      const auto* quote =
          static_cast<const char*>(std::memchr(at, '"', static_cast<size_t>(end - at)));
      if (!quote) return wait();
      const char* back = quote;
      while (back > first && back[-1] == '\\') --back;
      at = quote + 1;
      if ((quote - back) % 2 == 0) {
        out = {first, static_cast<size_t>(quote - first)};
        return true;
      }
    }
  }

  /// The text of a short key, without a call.
  bool key(std::string_view& out) {
    const char* first = ++at;
    while (at < end && *at != '"' && *at != '\\') ++at;
    if (at == end) return wait();
    if (*at == '\\') return at = first - 1, text(out);
    out = {first, static_cast<size_t>(at - first)};
    ++at;
    return true;
  }

  bool nested() {
    size_t depth = 0;
    std::string_view ignored;
    while (at < end) {
      switch (kMarks[static_cast<uint8_t>(*at)]) {
        case kPlain:
          ++at;
          break;
        case kQuote:
          if (!text(ignored)) return false;
          break;
        case kOpen:
          ++depth;
          ++at;
          break;
        case kClose:
          ++at;
          if (--depth == 0) return true;
          break;
      }
    }
    return wait();
  }

  /// Any value: a text without its quotes, anything else as it stands.
  bool value(std::string_view& out) {
    if (!blank()) return false;
    if (*at == '"') return text(out);
    const char* first = at;
    if (*at == '{' || *at == '[') {
      if (!nested()) return false;
    } else {
      while (at < end && is_scalar(*at)) ++at;
      if (at == end) return wait();
      if (at == first) return fail();
    }
    out = {first, static_cast<size_t>(at - first)};
    return true;
  }

  /// Calls take(key) on each member, with `at` before its value; it must read the value.
  template <typename Take>
  bool object(const Take& take) {
    ++at;
    for (;;) {
      if (!blank()) return false;
      if (*at == ',') {
        ++at;
        continue;
      }
      if (*at == '}') return ++at, true;
      std::string_view name;
      if (*at != '"') return fail();
      if (!key(name) || !blank()) return false;
      if (*at != ':') return fail();
      ++at;
      if (!take(name)) return false;
    }
  }
};

struct ArgRow {
  std::string_view key;
  std::string_view RawEvent::*field;
};
// Sorted by nothing but the eye: the length and first letter tell them apart at once.
constexpr std::array kArgs = {
    ArgRow{"correlation", &RawEvent::correlation},
    ArgRow{"External id", &RawEvent::external_id},
    ArgRow{"external id", &RawEvent::external_id},
    ArgRow{"stream", &RawEvent::stream},
    ArgRow{"device", &RawEvent::device},
    ArgRow{"est. achieved occupancy %", &RawEvent::occupancy},
    ArgRow{"blocks per SM", &RawEvent::blocks_per_sm},
    ArgRow{"bytes", &RawEvent::bytes},
    ArgRow{"Collective name", &RawEvent::collective},
    ArgRow{"dtype", &RawEvent::dtype},
    ArgRow{"In msg nelems", &RawEvent::in_elements},
    ArgRow{"Out msg nelems", &RawEvent::out_elements},
    ArgRow{"In msg size", &RawEvent::in_elements},
    ArgRow{"Out msg size", &RawEvent::out_elements},
    ArgRow{"Group size", &RawEvent::group_size},
    ArgRow{"Input Dims", &RawEvent::input_dims},
    ArgRow{"Input dims", &RawEvent::input_dims},
    ArgRow{"Input type", &RawEvent::input_type},
};

std::string_view RawEvent::*arg_field(std::string_view key) {
  for (const ArgRow& row : kArgs) {
    if (row.key.size() == key.size() && row.key[0] == key[0] && row.key == key) return row.field;
  }
  return nullptr;
}

constexpr std::array kMembers = {
    ArgRow{"ph", &RawEvent::ph},   ArgRow{"cat", &RawEvent::cat}, ArgRow{"name", &RawEvent::name},
    ArgRow{"pid", &RawEvent::pid}, ArgRow{"tid", &RawEvent::tid}, ArgRow{"ts", &RawEvent::ts},
    ArgRow{"dur", &RawEvent::dur},
};

std::string_view RawEvent::*member_field(std::string_view key) {
  for (const ArgRow& row : kMembers) {
    if (row.key == key) return row.field;
  }
  return nullptr;
}

/// Categories whose args hold nothing that is used, by how they begin. Most events are of these.
bool args_matter(const RawEvent& event) {
  if (event.cat == "cpu_op" || event.cat == "Operator" || event.cat == "user_annotation") {
    return event.name.starts_with("nccl:") || event.name.starts_with("gloo:");
  }
  return event.cat != "python_function" && event.ph != "M";
}

bool read_event(Reader& in, RawEvent& event) {
  std::string_view ignored;
  const auto take_arg = [&](std::string_view key) {
    std::string_view RawEvent::*field = arg_field(key);
    return in.value(field ? event.*field : ignored);
  };
  return in.object([&](std::string_view key) {
    if (key == "args") {
      if (!in.blank()) return false;
      if (*in.at == '{' && args_matter(event)) return in.object(take_arg);
      return in.value(ignored);
    }
    std::string_view RawEvent::*field = member_field(key);
    return in.value(field ? event.*field : ignored);
  });
}

// Members of the root that say something about the run.
constexpr std::array<std::string_view, 5> kWanted = {"baseTimeNanoseconds", "deviceProperties",
                                                     "displayTimeUnit", "distributedInfo",
                                                     "schemaVersion"};

bool is_wanted(std::string_view key) {
  for (std::string_view name : kWanted) {
    if (name == key) return true;
  }
  return false;
}

}  // namespace

void EventScanner::feed(std::string_view bytes) {
  while (!bytes.empty() && end_ == End::Open) {
    const std::string_view part = bytes.substr(0, kSlice);
    bytes.remove_prefix(part.size());
    buffer_.append(part);
    if (buffer_.size() >= try_at_) run();
  }
}

void EventScanner::finish() {
  if (end_ != End::Open) return;
  try_at_ = 0;
  run();
  if (end_ == End::Open && !saw_events_) end_ = End::NotTrace;
}

void EventScanner::run() {
  const char* const first = buffer_.data();
  const char* const end = first + buffer_.size();
  const char* at = first;
  Step result = Step::Ok;
  while (result == Step::Ok && end_ == End::Open) {
    const char* before = at;
    result = step(at, end);
    if (result != Step::Ok && state_ != State::Skip) at = before;
    if (result == Step::Ok && at == end && end_ == End::Open) result = Step::More;
  }
  taken_ += static_cast<uint64_t>(at - first);
  buffer_.erase(0, static_cast<size_t>(at - first));
  if (result == Step::Bad) {
    end_ = saw_events_ ? End::Damaged : End::NotTrace;
  } else if (end_ == End::Open && buffer_.size() > kLongestEvent) {
    end_ = saw_events_ ? End::TooLong : End::NotTrace;
  }
  // An event that did not end is tried again when twice as much of it is there.
  try_at_ = 2 * buffer_.size();
}

EventScanner::Step EventScanner::step(const char*& at, const char* end) {
  switch (state_) {
    case State::Start:
      return start(at, end);
    case State::Member:
      return member(at, end);
    case State::Skip:
      return skip(at, end);
    case State::Events:
      return events(at, end);
  }
  return Step::Bad;
}

EventScanner::Step EventScanner::start(const char*& at, const char* end) {
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  const std::string_view rest(at, static_cast<size_t>(end - at));
  if (rest.size() < kMark.size() && kMark.starts_with(rest)) return Step::More;
  if (taken_ == 0 && rest.starts_with(kMark)) at += kMark.size();
  while (at < end && is_blank(*at)) ++at;
  if (at == end) return Step::More;
  if (*at != '{' && *at != '[') return Step::Bad;
  list_root_ = *at == '[';
  saw_events_ = list_root_;
  state_ = list_root_ ? State::Events : State::Member;
  ++at;
  return Step::Ok;
}

EventScanner::Step EventScanner::member(const char*& at, const char* end) {
  while (at < end && (is_blank(*at) || *at == ',')) ++at;
  if (at == end) return Step::More;
  if (*at == '}') {
    ++at;
    end_ = saw_events_ ? End::Done : End::NotTrace;
    return Step::Ok;
  }
  if (*at != '"') return Step::Bad;
  Reader in{at, end};
  std::string_view key;
  if (!in.key(key) || !in.blank()) return Step::More;
  if (*in.at != ':') return Step::Bad;
  ++in.at;
  if (!in.blank()) return Step::More;
  if (key == "traceEvents" && *in.at == '[') {
    at = in.at + 1;
    saw_events_ = true;
    state_ = State::Events;
    return Step::Ok;
  }
  if (is_wanted(key)) {
    std::string_view json;
    const char* value = in.at;
    if (!in.value(json)) return in.bad ? Step::Bad : Step::More;
    sink_.root_member(key, {value, static_cast<size_t>(in.at - value)});
    at = in.at;
    return Step::Ok;
  }
  at = in.at;
  skip_depth_ = 0;
  skip_text_ = skip_escape_ = false;
  state_ = State::Skip;
  return Step::Ok;
}

EventScanner::Step EventScanner::skip(const char*& at, const char* end) {
  for (; at < end; ++at) {
    const char c = *at;
    if (skip_text_) {
      if (skip_escape_) {
        skip_escape_ = false;
      } else if (c == '\\') {
        skip_escape_ = true;
      } else if (c == '"') {
        skip_text_ = false;
      }
      continue;
    }
    switch (kMarks[static_cast<uint8_t>(c)]) {
      case kPlain:
        if (c != ',' || skip_depth_ > 0) break;
        state_ = State::Member;
        return Step::Ok;
      case kQuote:
        skip_text_ = true;
        break;
      case kOpen:
        ++skip_depth_;
        break;
      case kClose:
        if (skip_depth_ == 0) {  // of the root
          state_ = State::Member;
          return Step::Ok;
        }
        --skip_depth_;
        break;
    }
  }
  return Step::More;
}

EventScanner::Step EventScanner::events(const char*& at, const char* end) {
  while (at < end && (is_blank(*at) || *at == ',')) ++at;
  if (at == end) return Step::More;
  if (*at == ']') {
    ++at;
    if (list_root_) {
      end_ = End::Done;
    } else {
      state_ = State::Member;
    }
    return Step::Ok;
  }
  Reader in{at, end};
  RawEvent event;
  std::string_view ignored;
  const bool object = *at == '{';
  const bool read = object ? read_event(in, event) : in.value(ignored);
  if (!read) return in.bad ? Step::Bad : Step::More;
  at = in.at;
  if (object) sink_.event(event);
  return Step::Ok;
}

}  // namespace vramscope::lab
