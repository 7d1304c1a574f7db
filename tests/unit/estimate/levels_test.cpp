#include "support/ask.h"

namespace vramscope::test {
namespace {

TEST(Levels, DeviceIsAllocatedPlusWhatStandsBesideIt) {
  const Reply reply = ask(R"({"engine":"llama.cpp"})");
  const MachineResult& r = reply.results[0];
  EXPECT_EQ(r.device.bytes.count(),
            r.allocated.bytes.count() + bytes_of(r, TermId::RuntimeOverhead, Place::Device));
  EXPECT_LT(r.device.low, r.device.bytes);
  EXPECT_GT(r.device.high, r.device.bytes);
}

TEST(Levels, VerdictGoesByTheBounds) {
  EXPECT_EQ(ask(R"({"model":"llama-3.1-8b"})").results[0].verdict, Verdict::Fits);
  EXPECT_EQ(ask(R"({"model":"llama-3.1-70b"})").results[0].verdict, Verdict::No);
  // 24 GB card: 14 + 8.8 GiB of cache + 0.26: only the overhead's range decides.
  const Reply tight = ask(R"({"engine":"llama.cpp","context":74240})");
  EXPECT_EQ(tight.results[0].verdict, Verdict::Tight);
}

TEST(Levels, ReserveIsTakenFromTheCard) {
  const MachineResult plain = ask("{}").results[0];
  const MachineResult less = ask(R"({"reserve_bytes":1073741824})").results[0];
  EXPECT_EQ((plain.usable - less.usable).count(), 1073741824);
}

TEST(Levels, AMeasuredValueReplacesATerm) {
  const MachineResult r =
      ask(R"({"engine":"llama.cpp","overrides":{"runtime_overhead":536870912}})").results[0];
  EXPECT_EQ(bytes_of(r, TermId::RuntimeOverhead, Place::Device), 536870912);
  EXPECT_EQ(find_term(r, TermId::RuntimeOverhead)->exactness, Exactness::Exact);
}

TEST(Levels, UsableMemoryIsWhatAProcessSees) {
  // RTX 4090: read from the driver, less than 24 x 1,024 MiB.
  const MachineResult r = ask(R"({"gpu":"rtx-4090"})").results[0];
  EXPECT_LT(r.usable, Bytes::gib(24));
  EXPECT_GT(r.usable, Bytes::gib(23));
}

TEST(Levels, ACardWithMoreMemoryKeepsTheDriversShare) {
  const MachineResult stock = ask(R"({"gpu":"rtx-4090"})").results[0];
  const MachineResult more =
      ask(R"({"devices":[{"gpu":{"base":"rtx-4090","memory_gib":48}}]})").results[0];
  EXPECT_EQ((more.usable - stock.usable).count(), Bytes::gib(24).count());
}

TEST(Levels, VllmClaimsItsShareWhateverItNeeds) {
  const MachineResult r = ask(R"({"engine":"vllm","gpu":"a100-sxm4-80gb"})").results[0];
  ASSERT_TRUE(r.claim.has_value());
  EXPECT_NEAR(r.claim->budget.count() / r.devices[0].usable.count(), 0.9, 1e-6);
  // It may not use more than it claims; the context, of 768 MiB, lies outside of that.
  EXPECT_EQ((r.usable - r.claim->budget).count(), 768.0 * 1048576);
  EXPECT_GT(r.claim->kv_tokens, 300000);
  EXPECT_LT(r.claim->kv, r.claim->budget);
}

TEST(Levels, TrainingPeaksAtItsLargestPhase) {
  const MachineResult r =
      ask(R"({"model":"llama-3.2-1b","task":"training","gpu":"a100-sxm4-80gb"})").results[0];
  ASSERT_EQ(r.phases.size(), 6u);
  EXPECT_EQ(r.phases[r.peak_phase].id, "loss");
  for (const Phase& phase : r.phases) EXPECT_LE(phase.allocated.bytes, r.allocated.bytes);
}

}  // namespace
}  // namespace vramscope::test
