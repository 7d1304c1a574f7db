// Sorts the events of one trace as they come.
#pragma once

#include "lab/collected.h"
#include "lab/event_scanner.h"
#include "lab/launch_join.h"
#include "lab/open_events.h"

namespace vramscope::lab {

class Collector : public EventSink {
 public:
  Collector() : join_(collected_.gpu) {}

  void event(const RawEvent& event) override;
  void root_member(std::string_view key, std::string_view json) override;
  /// Closes the logs. To be called once.
  Collected& close();

 private:
  struct Times {
    int64_t start = 0, duration = 0;
  };
  /// An event whose times are known, by its category.
  void whole_event(const RawEvent& event, Times times);
  /// Half of an event; the second half gives the whole.
  void half_event(const RawEvent& event);
  void device_event(const RawEvent& event, NamedActivity::Category category, Times times);
  void host_event(const RawEvent& event, Times times, bool annotation);
  void runtime_event(const RawEvent& event, Times times);
  void collective(const RawEvent& event, const NamedActivity& named, Times times);
  uint32_t name_of(const RawEvent& event, NamedActivity::Category category);
  uint32_t stream_of(const RawEvent& event);
  uint32_t occupancy_of(const RawEvent& event);
  void device_properties(std::string_view json);
  void distributed_info(std::string_view json);

  Collected collected_;
  LaunchJoin join_;
  OpenEvents halves_;
  std::unordered_map<uint64_t, uint32_t> name_places_, occupancy_places_;
  uint32_t last_stream_ = 0;
};

}  // namespace vramscope::lab
