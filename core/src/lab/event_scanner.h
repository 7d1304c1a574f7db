// A Chrome trace (what Kineto writes) as a stream of bytes: its root members and its events, one at
// a time. Memory is bounded by the longest event, not by the file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace vramscope::lab {

/// One entry of traceEvents. Texts are slices of the file as it stands there, escapes and all, and
/// live only as long as the call they are handed to.
struct RawEvent {
  std::string_view ph, cat, name;
  std::string_view pid, tid;  ///< number or text
  std::string_view ts, dur;   ///< microseconds
  // of args
  std::string_view correlation, external_id, stream, device;
  std::string_view occupancy, blocks_per_sm, bytes;
  std::string_view collective, dtype, in_elements, out_elements, group_size;
  std::string_view input_dims, input_type;  ///< JSON lists
};

class EventSink {
 public:
  virtual void event(const RawEvent& event) = 0;
  /// A member of the root object that is not the list of events, as JSON.
  virtual void root_member(std::string_view key, std::string_view json) = 0;

 protected:
  ~EventSink() = default;
};

class EventScanner {
 public:
  enum class End : uint8_t {
    Open,      ///< more bytes are needed
    Done,      ///< the document is complete
    NotTrace,  ///< it does not begin as JSON, or has no traceEvents
    Damaged,   ///< a fault at offset(); what came before it was handed over
    TooLong,   ///< one event is longer than any real one
  };

  explicit EventScanner(EventSink& sink) : sink_(sink) {}

  void feed(std::string_view bytes);
  /// No more bytes will come: Open then means that the file was cut off.
  void finish();

  End end() const { return end_; }
  /// Bytes of the file understood so far.
  uint64_t offset() const { return taken_; }
  bool saw_events() const { return saw_events_; }

 private:
  enum class State : uint8_t { Start, Member, Skip, Events };
  enum class Step : uint8_t { Ok, More, Bad };

  void run();
  Step step(const char*& at, const char* end);
  Step start(const char*& at, const char* end);
  Step member(const char*& at, const char* end);
  Step skip(const char*& at, const char* end);
  Step events(const char*& at, const char* end);

  EventSink& sink_;
  std::string buffer_;
  size_t try_at_ = 0;  ///< size of the buffer at which the next attempt is worth it
  uint64_t taken_ = 0;
  State state_ = State::Start;
  End end_ = End::Open;
  bool list_root_ = false;
  bool saw_events_ = false;
  // inside a value that nobody wants
  size_t skip_depth_ = 0;
  bool skip_text_ = false;
  bool skip_escape_ = false;
};

}  // namespace vramscope::lab
