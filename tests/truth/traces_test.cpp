// Published and independently worked-out answers about traces: small ones here, and a folder of
// real ones where VRAMSCOPE_TRACES points to it.
#include "support/traces.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace vramscope {
namespace {

using testing::trace_event;

std::string text_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

// Numbers of pytorch/kineto tb_plugin/test/test_profiler.py, TestDistributed: two workers with a
// broadcast and an all-reduce. The events are written anew; their times are what the answers rest
// on.
std::string worker(int op0, int k0, int k0_dur, int add, int kernel, int k1, int k1_dur) {
  const auto host = [](std::string_view name, int ts, int dur, std::string_view args,
                       std::string_view tid) {
    return trace_event("cpu_op", name, ts, dur, args, tid);
  };
  return R"({"traceEvents":[)" +
         host("nccl:broadcast", 0, op0,
              R"("External id":146,"Input Dims":[[53120]],"Input type":["float"])", "1") +
         "," +
         trace_event("Kernel", "ncclKernel_Broadcast_RING_LL_Sum_int8_t(ncclWorkElem)", k0, k0_dur,
                     R"("device":0,"external id":146)") +
         "," + host("aten::add_", add, 20, R"("External id":24504)", "1") + "," +
         trace_event("Kernel", "void at::native::vectorized_elementwise_kernel", kernel, 161,
                     R"("device":0,"external id":24504)") +
         "," +
         host("nccl:all_reduce", 160, 75,
              R"("External id":2513,"Input Dims":[[2049000]],"Input type":["float"])", "2") +
         "," +
         trace_event("Kernel", "ncclKernel_AllReduce_RING_LL_Sum_float(ncclWorkElem)", k1, k1_dur,
                     R"("device":0,"external id":2513)") +
         "]}";
}

TEST(Traces, TwoWorkersOfTbPlugin) {
  ProfileSet set;
  for (const std::string& text :
       {worker(75, 16, 16, 100, 130, 162, 1556), worker(20, 8, 31, 25, 30, 562, 1058)}) {
    ProfileReader reader("w");
    reader.feed(text);
    set.add(std::move(reader));
  }
  const Result<ProfileReport> report = set.report();
  ASSERT_TRUE(report.ok());
  const RankProfile& w0 = report.value().ranks[0];
  const RankProfile& w1 = report.value().ranks[1];
  const StepCost& c0 = w0.costs[0];
  EXPECT_EQ(c0.kernel, 105);
  EXPECT_EQ(c0.communication, 75);
  EXPECT_EQ(c0.cpu, 20);
  EXPECT_EQ(c0.other, 35);
  EXPECT_EQ(c0.total, 235);
  const auto overlap = [](const StepCost& c) {
    return std::vector<double>{c.compute_only, c.overlap, c.communication_only, c.neither};
  };
  EXPECT_EQ(overlap(c0), (std::vector<double>{30, 75, 75, 55}));
  EXPECT_EQ(overlap(w1.costs[0]), (std::vector<double>{121, 40, 74, 0}));
  EXPECT_EQ(w1.costs[0].communication, 74);
  const auto op = [](const CommOpLine& line) {
    return std::vector<double>{static_cast<double>(line.calls), line.bytes, line.total, line.real};
  };
  EXPECT_EQ(op(w0.comm_ops[0]), (std::vector<double>{1, 212480, 75, 36}));
  EXPECT_EQ(op(w0.comm_ops[1]), (std::vector<double>{1, 8196000, 1558, 1133}));
  EXPECT_EQ(op(w1.comm_ops[0]), (std::vector<double>{1, 212480, 39, 36}));
  EXPECT_EQ(op(w1.comm_ops[1]), (std::vector<double>{1, 8196000, 1133, 1133}));
  // Worked out beside it, by HTA's definitions on kernels alone.
  EXPECT_EQ(w0.split.communication, 1572);
  EXPECT_EQ(w0.split.overlap, 129);
  EXPECT_EQ(w0.split.span, 1702);
  EXPECT_EQ(w0.split.idle, 98);
  EXPECT_EQ(w1.split.communication, 1089);
  EXPECT_EQ(w1.split.overlap, 9);
  EXPECT_EQ(w1.split.idle, 371);
}

// file | events | kernels | kernel time | tensor cores, classic | communication | computation |
// overlap | span | idle: unions over the whole file in microseconds, by a script of its own.
struct Answer {
  std::string_view file;
  uint64_t events, kernels;
  double time, tensor, communication, computation, overlap, span, idle;
};
constexpr Answer kAnswers[] = {
    {"cpu_only__rank-34", 30, 0, 0, 0, 0, 0, 0, 0, 0},
    {"critical_path__alexnet", 1408, 79, 10692, 0, 0, 10630, 0, 12920244, 12854103},
    {"critical_path__cuda_event_sync", 149, 3, 369, 0, 0, 369, 0, 19506, 19134},
    {"execution_trace__benchmark_simple_add", 111, 4, 16, 0, 0, 16, 0, 108919, 108903},
    {"nccl_parser_config__nccl_data", 40573, 2700, 162532.335, 26618.881, 46876.492, 115655.843,
     7317.026, 660551.006, 503050.928},
    {"timeline_analysis__sampled_rank-0", 4855, 1154, 606519, 54787, 396199, 210320, 59216, 1222847,
     675191},
    {"trace_compare__base__base", 33, 6, 432, 0, 0, 432, 0, 274498, 272804},
    {"triton_example__triton_example", 71, 1, 1.76, 0, 0, 1.76, 0, 1.76, 0},
    {"tb_plugin_test_distributed_nccl.worker0", 6, 3, 1733, 0, 1572, 161, 129, 1702, 98},
    {"tb_plugin_test_distributed_nccl.worker1", 6, 3, 1250, 0, 1089, 161, 9, 1612, 371},
};

/// Unpacked copies: VRAMSCOPE_TRACES holds name.json beside or instead of name.json.gz.
TEST(Traces, RealOnesAsWorkedOut) {
  const char* folder = std::getenv("VRAMSCOPE_TRACES");
  if (!folder) GTEST_SKIP() << "VRAMSCOPE_TRACES is not set";
  size_t found = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(".json")) continue;
    for (const Answer& answer : kAnswers) {
      if (!name.starts_with(answer.file)) continue;
      ++found;
      const Result<ProfileReport> report = testing::read_profile(text_of(entry.path().string()));
      ASSERT_TRUE(report.ok()) << name;
      const RankProfile& p = report.value().ranks[0];
      constexpr double kMicrosecond = 1;
      EXPECT_EQ(p.events, answer.events) << name;
      EXPECT_EQ(p.kernels, answer.kernels) << name;
      EXPECT_NEAR(p.tensor.kernels, answer.time, kMicrosecond) << name;
      EXPECT_NEAR(p.tensor.classic, answer.tensor, kMicrosecond) << name;
      EXPECT_NEAR(p.split.communication, answer.communication, kMicrosecond) << name;
      EXPECT_NEAR(p.split.compute, answer.computation, kMicrosecond) << name;
      EXPECT_NEAR(p.split.overlap, answer.overlap, kMicrosecond) << name;
      EXPECT_NEAR(p.split.span, answer.span, kMicrosecond) << name;
      EXPECT_NEAR(p.split.idle, answer.idle, kMicrosecond) << name;
    }
  }
  EXPECT_GT(found, 0u);
}

}  // namespace
}  // namespace vramscope
