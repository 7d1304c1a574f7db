#include "support/ask.h"

namespace vramscope::test {
namespace {

MachineResult train(const std::string& extra, const std::string& training) {
  const Reply reply = ask(R"({"model":"llama-2-7b","task":"training","context":2048,
      "gpu":"h200-sxm-141gb",)" +
                          extra + R"("training":{)" + training + "}}");
  EXPECT_TRUE(reply.ok) << (reply.errors.empty() ? "" : reply.errors[0].code);
  return reply.ok ? reply.results[0] : MachineResult{};
}

// Per token and layer: 2 B x (4 h + 2 q + 2 kv + 3 ffn) + 4 B x heads
//   = 2 x (16,384 + 8,192 + 8,192 + 33,024) + 128 = 131,712; x 2,048 tokens x 32 layers.
TEST(Activations, FlashAttentionSavesVectorsOnly) {
  const MachineResult r = train("", "");
  EXPECT_EQ(bytes_of(r, TermId::Activations), 131712.0 * 2048 * 32);
}

// Eager adds the activation function's output (2 B x ffn) and fp32 norms (8 B x h).
TEST(Activations, EagerAutogradSavesMore) {
  const MachineResult r = train(R"("engine":"torch",)", "");
  EXPECT_EQ(bytes_in_phase(r, "forward_end", TermId::Activations),
            (131712.0 + 2 * 11008 + 8 * 4096) * 2048 * 32);
}

// Unfused attention keeps one 16-bit score a head and pair of tokens; Llama has no dropout.
TEST(Activations, UnfusedAttentionGrowsWithTheSquare) {
  const MachineResult r = train("", R"("attention":"unfused")");
  EXPECT_EQ(bytes_of(r, TermId::Activations), (131712.0 - 4 * 32 + 2.0 * 32 * 2048) * 2048 * 32);
}

// Full recomputation: at the end of the forward pass only layer inputs, 2 B x h a token and layer;
// while a layer's backward pass runs, that layer's tensors too.
TEST(Activations, FullRecomputationKeepsLayerInputs) {
  const MachineResult r = train("", R"("recompute":"full")");
  const double inputs = 2.0 * 4096 * 2048 * 32;
  const double layer = 131712.0 * 2048;
  const double states = 16 * 6738415616.0;
  ASSERT_EQ(r.phases.size(), 6u);
  EXPECT_EQ(r.phases[0].allocated.bytes.count(), states + inputs);
  EXPECT_EQ(r.phases[1].allocated.bytes.count(),
            states + inputs + 2048 * (6.0 * 32000 + 4.0 * 4096));
  EXPECT_EQ(r.phases[2].allocated.bytes.count(), states + inputs + layer);
  EXPECT_EQ(r.phases[3].allocated.bytes.count(), states + layer);
  EXPECT_EQ(r.phases[4].allocated.bytes.count(), states);
  EXPECT_EQ(r.phases[5].allocated.bytes.count(), states);
}

// 16-bit logits and fp32 probabilities: 6 B for each of 2,048 x 32,000; the final norm's input and
// the head's, 2 B x 4,096 each.
TEST(Logits, AreATermOfTheirOwn) {
  EXPECT_EQ(bytes_of(train("", ""), TermId::Logits), 2048 * (6.0 * 32000 + 4.0 * 4096));
}

// GPT-2 has dropout and plain feed-forward: 2 ffn vectors, three bytes more a score, two masks of
// one byte over the hidden state.
TEST(Activations, DropoutKeepsScoresTwiceAndAMask) {
  const Reply reply = ask(R"({"model":"gpt2","task":"training","context":1024,
      "training":{"attention":"unfused"}})");
  ASSERT_TRUE(reply.ok);
  const double vectors = 2.0 * (4 * 768 + 2 * 768 + 2 * 768 + 2 * 3072) + 2 * 768;
  const double scores = 5.0 * 12 * 1024;
  EXPECT_EQ(bytes_of(reply.results[0], TermId::Activations), (vectors + scores) * 1024 * 12);
}

}  // namespace
}  // namespace vramscope::test
