// The trace reader on traces small enough to work out by hand.
#include <gtest/gtest.h>

#include "support/traces.h"

namespace vramscope {
namespace {

using testing::read_profile;
using testing::trace_event;

std::string document(std::initializer_list<std::string> events, std::string_view before = {}) {
  std::string text = "{" + std::string(before) + R"("traceEvents":[)";
  for (const std::string& event : events) text += (text.back() == '[' ? "" : ",") + event;
  return text + "]}";
}

RankProfile profile_of(const std::string& text, size_t piece = 1 << 16) {
  const Result<ProfileReport> report = read_profile(text, piece);
  EXPECT_TRUE(report.ok()) << text;
  return report.ok() ? report.value().ranks.front() : RankProfile{};
}

bool warned(const RankProfile& profile, std::string_view code) {
  for (const Problem& problem : profile.warnings) {
    if (problem.code == code) return true;
  }
  return false;
}

// 0        10        20        30
// compute  ========== (0-10)        ===== (25-30)
// nccl          ========== (5-15)
// memcpy                     == (20-22)
const std::string kFour = document({
    trace_event("kernel", "gemm", 0, 10, R"("stream":7,"device":0)"),
    trace_event("kernel", "ncclDevKernel_AllReduce_Sum_bf16_RING_LL", 5, 10,
                R"("stream":9,"device":0)"),
    trace_event("gpu_memcpy", "Memcpy HtoD", 20, 2, R"("stream":7,"device":0,"bytes":4096)"),
    trace_event("Kernel", "gemm", 25, 5, R"("stream":7,"device":0)"),
});

TEST(Profile, TimeIsSplitByWhatRunsTogether) {
  const RankProfile p = profile_of(kFour);
  EXPECT_EQ(p.split.span, 30);
  EXPECT_EQ(p.split.compute, 15);
  EXPECT_EQ(p.split.communication, 10);
  EXPECT_EQ(p.split.memory, 2);
  EXPECT_EQ(p.split.overlap, 5);
  EXPECT_EQ(p.split.exposed, 5);
  EXPECT_EQ(p.split.idle, 8);  // 15-20 and 22-25
  EXPECT_EQ(p.split.overlap_share(), 0.5);
  EXPECT_EQ(p.kernels, 3u);
  EXPECT_EQ(p.copies, 1u);
  EXPECT_EQ(p.copied_bytes, 4096);
  ASSERT_EQ(p.strip.size(), kStripBins);
}

TEST(Profile, KernelsAreSummedByName) {
  const RankProfile p = profile_of(kFour);
  ASSERT_EQ(p.top.size(), 3u);
  EXPECT_EQ(p.top[0].name, "gemm");
  EXPECT_EQ(p.top[0].total, 15);
  EXPECT_EQ(p.top[0].min, 5);
  EXPECT_EQ(p.top[0].max, 10);
  EXPECT_EQ(p.top[0].mean(), 7.5);
}

TEST(Profile, PiecesOfAnySizeGiveTheSame) {
  const RankProfile whole = profile_of(kFour);
  for (size_t piece : {1, 2, 3, 7, 64}) {
    const RankProfile p = profile_of(kFour, piece);
    EXPECT_EQ(p.split, whole.split) << piece;
    EXPECT_EQ(p.events, whole.events) << piece;
  }
}

TEST(Profile, ACutAtAnyByteIsReadUpToThere) {
  for (size_t size = 0; size <= kFour.size(); ++size) {
    const Result<ProfileReport> report = read_profile(kFour.substr(0, size));
    if (!report.ok()) {
      EXPECT_LT(size, std::string_view(R"({"traceEvents":[)").size());
      continue;
    }
    const RankProfile& p = report.value().ranks.front();
    EXPECT_EQ(warned(p, "trace_cut"), size < kFour.size()) << size;
    EXPECT_LE(p.split.span, 30);
  }
}

TEST(Profile, NanosecondsAreKept) {
  const RankProfile p = profile_of(document({
      trace_event("kernel", "a", 4458676980765.0, 0),
      R"({"dur":1.001,"ts":4458676980765.972,"name":"k","cat":"kernel","ph":"X"})",
      R"({"args":{"stream":7},"ph":"X","ts":"4458676980766.973","dur":"2e0","cat":"kernel","name":"k"})",
  }));
  // From 4458676980765.972 for 1.001, then 2: the first event lasts no time.
  EXPECT_EQ(p.split.compute, 3.001);
  EXPECT_EQ(p.top[0].total, 3.001);
}

TEST(Profile, WhatIsNotJsonAnywhereElseIsTolerated) {
  const RankProfile p = profile_of(
      "\xef\xbb\xbf{\"displayTimeUnit\":\"ns\",\"x\":[{\"a\":\"]}\\\"\"},NaN],\"traceEvents\":[\n" +
      std::string(R"({"ph":"X","cat":"kernel","name":"q\"\u00e9","ts":1,"dur":NaN},)") +
      R"({"ph":"X","cat":"kernel","name":"q\"\u00e9","ts":1,"dur":4,"args":{"stream":Infinity}},)" +
      R"(null, {"ph":"M","name":"process_name","args":{"name":"python"}}, ],)" +
      R"("tail":{"deep":[[[{}]]]}})");
  EXPECT_EQ(p.kernels, 1u);
  EXPECT_TRUE(warned(p, "trace_bad_events"));
  EXPECT_FALSE(warned(p, "trace_cut"));
  EXPECT_EQ(p.top[0].name, "q\"é");
}

TEST(Profile, ABareListIsATraceAndOtherJsonIsNot) {
  EXPECT_EQ(profile_of("[" + trace_event("kernel", "k", 0, 5) + "]").split.compute, 5);
  for (const char* text : {R"({"hidden_size":4096})", "PK", "{}", "[", "\x1f\x8b\x08", "nothing"}) {
    const Result<ProfileReport> report = read_profile(text);
    if (std::string_view(text) == "[") continue;
    ASSERT_FALSE(report.ok()) << text;
    EXPECT_EQ(report.errors()[0].field, "t.json");
  }
  EXPECT_EQ(read_profile("").errors()[0].code, "trace_empty");
  EXPECT_EQ(read_profile("\x1f\x8b\x08").errors()[0].code, "trace_packed");
}

TEST(Profile, DamageEndsTheReadingAndNamesTheByte) {
  const std::string good = R"({"traceEvents":[)" + trace_event("kernel", "k", 0, 5);
  const RankProfile p = profile_of(good + R"(,{"ph" "X"}]})");
  EXPECT_EQ(p.kernels, 1u);
  ASSERT_TRUE(warned(p, "trace_damaged"));
}

TEST(Profile, TimesOutOfReachAndBytesThatAreNoText) {
  const RankProfile p = profile_of(document({
      R"({"ph":"X","cat":"kernel","name":"k","ts":1e300,"dur":1})",
      R"({"ph":"X","cat":"kernel","name":"k","ts":1,"dur":-1})",
      R"({"ph":"X","cat":"kernel","name":"k","ts":1,"dur":99999999999999999999})",
      std::string(R"({"ph":"X","cat":"kernel","name":"a)") + "\xff\xe4\xbd" +
          R"(","ts":1,"dur":2})",
  }));
  EXPECT_EQ(p.kernels, 1u);
  EXPECT_EQ(p.top[0].name, "a???");
}

TEST(Profile, GpuAnnotationsAreNoWork) {
  const RankProfile p = profile_of(document({
      trace_event("gpu_user_annotation", "## forward ##", 0, 100, R"("stream":7)"),
      trace_event("kernel", "k", 10, 5, R"("stream":7)"),
  }));
  EXPECT_EQ(p.split.span, 5);
}

// 15 of 25 microseconds ran on a kernel of the classic list.
TEST(Profile, TensorCoresByTheClassicList) {
  const RankProfile p = profile_of(document({
      trace_event("kernel", "kernel_no_tc", 0, 10),
      trace_event("kernel", "volta_fp16_s884cudnn_fp16_128x128_ldg8_splitK", 20, 15),
  }));
  EXPECT_EQ(p.tensor.classic_share(), 0.6);
  EXPECT_EQ(p.tensor.extended_share(), 0.6);
}

TEST(Profile, TheExtendedRuleKnowsWhatCameLater) {
  const RankProfile p = profile_of(document({
      trace_event("kernel", "nvjet_tst_256x128_64x4_1x2_h_bz_coopA_TNT", 0, 10),
      trace_event("kernel", "void flash_fwd_kernel<Flash_fwd_kernel_traits>()", 10, 10),
      trace_event("kernel", "Cijk_Ailk_Bljk_BBS_BH_MT128x128x32_MI16x16x16x1", 20, 10),
      trace_event("kernel", "triton_red_fused_mm_1", 30, 10),
      trace_event("kernel", "vectorized_elementwise_kernel", 40, 60),
  }));
  EXPECT_EQ(p.tensor.classic_share(), 0);
  EXPECT_EQ(p.tensor.extended_share(), 0.3);
  EXPECT_EQ(p.tensor.undecided, 10);
}

// all-reduce of 10^6 bf16 over 4 ranks in 100 us: 2*10^6 B / 10^-4 s = 20 GB/s, times 2*3/4 = 30.
TEST(Profile, BandwidthFromTheSizesOfMessages) {
  const RankProfile p = profile_of(document({
      trace_event("kernel", "ncclDevKernel_AllReduce_Sum_bf16_RING_LL", 0, 100,
                  R"("Collective name":"allreduce","In msg nelems":1000000,)"
                  R"("Out msg nelems":1000000,"Group size":4,"dtype":"BFloat16")"),
      // all-gather: 8*10^6 floats in the end, over 8 ranks in 1000 us: 32 GB/s, times 7/8 = 28.
      trace_event("kernel", "ncclKernel_AllGather_RING_LL_Sum_int8_t", 100, 1000,
                  R"("In msg nelems":1000000,"Out msg nelems":8000000,"Group size":8,)"
                  R"("dtype":"Float")"),
      trace_event("kernel", "ncclKernel_AllGather_RING_LL_Sum_int8_t", 1100, 900),
  }));
  ASSERT_EQ(p.collectives.size(), 2u);
  EXPECT_EQ(p.collectives[0].id, "all_gather");
  EXPECT_EQ(p.collectives[0].total, 1900);
  EXPECT_EQ(p.collectives[0].sized, 1u);
  EXPECT_DOUBLE_EQ(*p.collectives[0].algorithm_bandwidth, 32);
  EXPECT_DOUBLE_EQ(*p.collectives[0].bus_bandwidth, 28);
  EXPECT_EQ(p.collectives[1].share, 0.05);
  EXPECT_DOUBLE_EQ(*p.collectives[1].algorithm_bandwidth, 20);
  EXPECT_DOUBLE_EQ(*p.collectives[1].bus_bandwidth, 30);
}

// Step 1 launches two kernels at 10 and 20, the second runs on until 130, past the host's end at
// 100. Step 2 (100-200) begins when that has ended and launches two; step 3 launches one: tb_plugin
// leaves it out, because 0.8 x 2 is more than 1.
const std::string kSteps = document({
    trace_event("user_annotation", "ProfilerStep#1", 0, 100, "", "1"),
    trace_event("user_annotation", "ProfilerStep#2", 100, 100, "", "1"),
    trace_event("user_annotation", "ProfilerStep#3", 200, 100, "", "1"),
    trace_event("cuda_runtime", "cudaLaunchKernel", 10, 2, R"("correlation":1)", "1"),
    trace_event(
        "kernel", "a", 20, 30,
        R"("stream":7,"device":0,"correlation":1,"blocks per SM":0.5,"est. achieved occupancy %":40)"),
    trace_event(
        "kernel", "s884gemm", 60, 70,
        R"("stream":7,"device":0,"correlation":2,"blocks per SM":3,"est. achieved occupancy %":80)"),
    trace_event("cuda_runtime", "cudaLaunchKernel", 20, 2, R"("correlation":2)", "1"),
    trace_event("kernel", "a", 140, 10, R"("stream":7,"device":0,"correlation":3)"),
    trace_event("cuda_runtime", "cudaLaunchKernel", 135, 2, R"("correlation":3)", "1"),
    trace_event("cuda_runtime", "cudaLaunchKernel", 145, 2, R"("correlation":4)", "1"),
    trace_event("kernel", "a", 150, 10, R"("stream":7,"device":0,"correlation":4)"),
    trace_event("kernel", "a", 250, 10, R"("stream":7,"device":0,"correlation":5)"),
    trace_event("cuda_runtime", "cudaLaunchKernel", 240, 2, R"("correlation":5)", "1"),
});

TEST(Profile, StepsEndWithWhatTheyLaunched) {
  const RankProfile p = profile_of(kSteps);
  ASSERT_EQ(p.steps.size(), 3u);
  EXPECT_EQ(p.steps[0].duration, 130);
  EXPECT_EQ(p.steps[1].start, 130);
  EXPECT_EQ(p.steps[1].duration, 70);
  EXPECT_EQ(p.steps[0].split.compute, 100);
  EXPECT_EQ(p.steps[0].split.idle, 30);
  EXPECT_EQ(p.steps[0].tensor.classic_share(), 0.7);
  EXPECT_TRUE(p.steps[2].incomplete);
  EXPECT_EQ(p.costs.size(), 2u);
}

TEST(Profile, DeviceFiguresOfTbPlugin) {
  const RankProfile p = profile_of(kSteps);
  ASSERT_EQ(p.devices.size(), 1u);
  // Steps 1 and 2 last 200 in all; kernels run for 120 of them.
  EXPECT_DOUBLE_EQ(*p.devices[0].utilisation, 0.6);
  // 30 at half a block an SM, 70 at more than one: (15 + 70) / 200.
  EXPECT_DOUBLE_EQ(*p.devices[0].sm_efficiency, 0.425);
  EXPECT_DOUBLE_EQ(*p.devices[0].occupancy, (30 * 40 + 70 * 80) / 100.0);
}

TEST(Profile, HtaCountsWhatWasLaunchedBeforeTheLastStep) {
  const RankProfile p = profile_of(kSteps);
  ASSERT_TRUE(p.hta);
  EXPECT_EQ(p.hta->activities, 4u);
  EXPECT_EQ(p.hta->split.span, 140);  // 20 to 160
  EXPECT_EQ(p.hta->split.compute, 120);
  ASSERT_EQ(p.hta->idle.size(), 1u);
  EXPECT_EQ(p.hta->idle[0].host_wait, 10);    // 130 to 140: launched at 135
  EXPECT_EQ(p.hta->idle[0].kernel_wait, 10);  // 50 to 60 was launched at 20; 150 follows at once
  EXPECT_EQ(p.hta->idle[0].other, 0);
}

// Each moment goes to the first role that is there: kernel, copy, set, communication, runtime,
// data loader, operators.
TEST(Profile, StepCostsOfTbPlugin) {
  const RankProfile p = profile_of(document({
      trace_event("cpu_op", "aten::a", 0, 100, "", "1"),
      trace_event("user_annotation", "enumerate(DataLoader)#_Single.__next__", 100, 50, "", "1"),
      trace_event("cpu_op", "aten::b", 190, 10, "", "1"),
      trace_event("cuda_runtime", "cudaMalloc", 40, 30, "", "1"),
      trace_event("kernel", "k", 50, 10),
      trace_event("gpu_memset", "Memset (Device)", 55, 10),
      trace_event("gpu_memcpy", "Memcpy DtoD", 120, 5),
  }));
  ASSERT_EQ(p.costs.size(), 1u);
  const StepCost& c = p.costs[0];
  EXPECT_EQ(c.total, 200);
  EXPECT_EQ(c.kernel, 10);
  EXPECT_EQ(c.memset, 5);
  EXPECT_EQ(c.memcpy, 5);
  EXPECT_EQ(c.runtime, 15);      // 40-50 and 65-70
  EXPECT_EQ(c.cpu, 80);          // 0-40, 70-100, 190-200
  EXPECT_EQ(c.data_loader, 45);  // 100-150 less the copy
  EXPECT_EQ(c.other, 40);
}

TEST(Profile, RanksArePutTogether) {
  ProfileSet set;
  for (const char* rank : {"3", "1"}) {
    ProfileReader reader(std::string("r") + rank);
    reader.feed(document({trace_event("kernel", "k", 0, 10)},
                         R"("distributedInfo":{"backend":"nccl","rank":)" + std::string(rank) +
                             R"(,"world_size":4},"deviceProperties":[{"id":0,"name":"H100"}],)"));
    set.add(std::move(reader));
  }
  set.add(ProfileReader("empty"));
  const Result<ProfileReport> report = set.report();
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(report.value().ranks[0].rank, 1);
  EXPECT_EQ(report.value().ranks[1].world_size, 4);
  EXPECT_EQ(report.value().ranks[0].device_name, "H100");
  EXPECT_EQ(report.value().split.span, 20);
  EXPECT_EQ(report.value().top[0].count, 2u);
  ASSERT_EQ(report.value().warnings.size(), 1u);
  EXPECT_EQ(report.value().warnings[0].field, "empty");
}

TEST(Profile, NamesAreShortened) {
  EXPECT_EQ(short_kernel_name("void at::native::reduce_kernel<512, 1>(at::native::X)"),
            "at::native::reduce_kernel");
  EXPECT_EQ(short_kernel_name("void cutlass::Kernel<cutlass_80_tensorop_s1688gemm_64x64>(P)"),
            "cutlass::Kernel<cutlass_80_tensorop_s1688gemm_64x64>");
  EXPECT_EQ(short_kernel_name("Memcpy HtoD (Pageable -> Device)"), "Memcpy HtoD");
  EXPECT_EQ(short_kernel_name("nvjet_tst"), "nvjet_tst");
}

TEST(Profile, WordsAreSortedAndInBothLanguages) {
  std::string_view before;
  for (const Message& row : lab_messages()) {
    EXPECT_LT(before, row.id);
    EXPECT_FALSE(row.en.empty() || row.zh.empty()) << row.id;
    before = row.id;
    const auto holes = [](std::string_view text) {
      std::vector<std::string> found;
      for (size_t at = text.find('{'); at != std::string_view::npos; at = text.find('{', at + 1)) {
        found.emplace_back(text.substr(at, text.find('}', at) - at));
      }
      std::sort(found.begin(), found.end());
      found.erase(std::unique(found.begin(), found.end()), found.end());
      return found;
    };
    EXPECT_EQ(holes(row.en), holes(row.zh)) << row.id;
  }
}

// Every launch stands before the first kernel, 300,000 of them: each kernel finds its own.
TEST(Profile, LaunchesThatAllComeFirstAreKept) {
  constexpr int kCount = 300000;
  std::string text = R"({"traceEvents":[)" +
                     trace_event("user_annotation", "ProfilerStep#1", 0, 3e6, "", "1") + "," +
                     trace_event("user_annotation", "ProfilerStep#2", 3e6, 10, "", "1");
  for (int i = 0; i < kCount; ++i) {
    text += R"(,{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":)" +
            std::to_string(10 * i) + R"(,"dur":2,"args":{"correlation":)" + std::to_string(i + 1) +
            "}}";
  }
  for (int i = 0; i < kCount; ++i) {
    text += R"(,{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":)" +
            std::to_string(10 * i + 5) +
            R"(,"dur":4,"args":{"stream":7,"device":0,"correlation":)" + std::to_string(i + 1) +
            "}}";
  }
  const RankProfile p = profile_of(text + "]}");
  EXPECT_EQ(p.kernels, static_cast<uint64_t>(kCount));
  EXPECT_FALSE(warned(p, "trace_unmatched"));
  ASSERT_TRUE(p.hta.has_value());
  EXPECT_EQ(p.hta->activities, static_cast<uint64_t>(kCount));
  EXPECT_EQ(p.split.compute, 4.0 * kCount);
}

TEST(Profile, KernelsThatWaitForTheirLaunchesFindThemToo) {
  constexpr int kCount = 100000;
  std::string text = R"({"traceEvents":[)";
  for (const bool launch : {false, true}) {
    for (int i = 0; i < kCount; ++i) {
      if (text.back() != '[') text += ',';
      text += launch ? R"({"ph":"X","cat":"cuda_runtime","name":"l","pid":1,"tid":1,"dur":1,"ts":)"
                     : R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"dur":4,"ts":)";
      text += std::to_string(10 * i + (launch ? 0 : 5)) + R"(,"args":{"correlation":)" +
              std::to_string(i) + "}}";
    }
  }
  EXPECT_FALSE(warned(profile_of(text + "]}"), "trace_unmatched"));
}

// a: 0 to 10; inside it on the host an operator 2 to 6; b: 12 to 15 with its name at the end only.
TEST(Profile, BeginningsAndEndsMakeEvents) {
  const std::string text = document({
      R"({"ph":"B","cat":"kernel","name":"a","pid":0,"tid":7,"ts":0,"args":{"stream":7}})",
      R"({"ph":"B","cat":"cpu_op","name":"outer","pid":1,"tid":1,"ts":1})",
      R"({"ph":"B","cat":"cpu_op","name":"inner","pid":1,"tid":1,"ts":2})",
      R"({"ph":"E","pid":1,"tid":1,"ts":6})",
      R"({"ph":"E","pid":0,"tid":7,"ts":10})",
      R"({"ph":"B","pid":0,"tid":7,"ts":12})",
      R"({"ph":"E","cat":"kernel","name":"s884b","pid":0,"tid":7,"ts":15,"args":{"stream":7}})",
      R"({"ph":"E","pid":0,"tid":9,"ts":20})",
  });
  const RankProfile p = profile_of(text);
  EXPECT_EQ(p.kernels, 2u);
  EXPECT_EQ(p.split.span, 15);
  EXPECT_EQ(p.split.compute, 13);
  EXPECT_EQ(p.tensor.classic_share(), 3.0 / 13);
  EXPECT_TRUE(warned(p, "trace_bad_events"));  // "outer" never ends
}

// Two streams side by side: 0-10 and 4-8, a set 9-12, a copy of no time at 20, a kernel 30-31.
TEST(Profile, StreamsSideBySideCountOnceAndTextsAreNumbers) {
  const RankProfile p = profile_of(document({
      trace_event("kernel", "a", 0, 10, R"("stream":"7","device":"0")"),
      trace_event("kernel", "b", 4, 4, R"("stream":"20","device":"0")"),
      trace_event("gpu_memset", "Memset (Device)", 9, 3, R"("stream":20,"device":0,"bytes":64)"),
      trace_event("gpu_memcpy", "Memcpy DtoH (Device -> Pinned)", 20, 0,
                  R"("stream":20,"device":0,"bytes":"128")"),
      R"({"ph":"X","cat":"kernel","name":"a","pid":"0","tid":"stream 7","ts":"30","dur":"1"})",
  }));
  EXPECT_EQ(p.kernels, 3u);
  EXPECT_EQ(p.copies, 2u);
  EXPECT_EQ(p.copied_bytes, 192);
  EXPECT_EQ(p.copy_time, 3);
  EXPECT_EQ(p.split.span, 31);
  EXPECT_EQ(p.split.compute, 11);
  EXPECT_EQ(p.split.memory, 3);
  EXPECT_EQ(p.split.memory_alone, 2);
  EXPECT_EQ(p.split.idle, 18);
  ASSERT_TRUE(p.hta.has_value());
  EXPECT_EQ(p.hta->idle.size(), 2u);
}

// An AMD trace: hip calls launch, MFMA by the kernel's name, RCCL under NCCL's names.
TEST(Profile, KernelsAndCallsOfAmd) {
  const RankProfile p = profile_of(document({
      trace_event("hip_runtime", "hipLaunchKernel", 0, 1, R"("correlation":1)", "1"),
      trace_event("hip_runtime", "hipMemcpyWithStream", 2, 1, R"("correlation":2)", "1"),
      trace_event("kernel", "Cijk_Alik_Bljk_HB_MT128x64x32_MI32x32x8x1_SN", 5, 30,
                  R"("stream":0,"device":2,"correlation":1)"),
      trace_event("gpu_memcpy", "CopyDeviceToDevice", 40, 5,
                  R"("stream":0,"device":2,"correlation":2)"),
      trace_event("kernel", "ncclDevKernel_Generic(ncclDevComm*, channelMasks, ncclWork*)", 50, 10,
                  R"("stream":1,"device":2,"correlation":3,"Collective name":"allreduce")"),
  }));
  EXPECT_EQ(p.split.compute, 30);
  EXPECT_EQ(p.split.memory, 5);
  EXPECT_EQ(p.split.communication, 10);
  EXPECT_EQ(p.tensor.classic_share(), 0);
  EXPECT_EQ(p.tensor.extended_share(), 0.75);
  ASSERT_EQ(p.collectives.size(), 1u);
  EXPECT_EQ(p.collectives[0].id, "all_reduce");
  EXPECT_TRUE(warned(p, "trace_unmatched"));  // the collective's launch is not there
}

}  // namespace
}  // namespace vramscope
