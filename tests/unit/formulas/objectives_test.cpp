// What a training objective needs beside one policy: models, sequences, logits.
#include <cmath>

#include "support/ask.h"

namespace vramscope::test {
namespace {

constexpr double kN = 6738415616.0;  // Llama-2-7B

MachineResult train(const std::string& training, const std::string& extra = "") {
  const Reply reply = ask(R"({"model":"llama-2-7b","task":"training","context":1024,
      "gpu":"h200-sxm-141gb",)" +
                          extra + R"("training":{)" + training + "}}");
  EXPECT_TRUE(reply.ok) << (reply.errors.empty() ? "" : reply.errors[0].field);
  return reply.ok ? reply.results[0] : MachineResult{};
}

double weights(const MachineResult& r) {
  return bytes_in_phase(r, "between_steps", TermId::Weights);
}
double kept(const MachineResult& r) { return bytes_in_phase(r, "loss", TermId::Activations); }

// DPO: chosen and rejected go through the policy, a frozen 16-bit copy is the reference and its
// logits are there with the policy's: 2 sequences x (6 + 2) B a logit + 4 h.
TEST(Objectives, DpoDoublesSequencesAndHoldsAReference) {
  const MachineResult sft = train("");
  const MachineResult dpo = train(R"("objective":"dpo")");
  EXPECT_EQ(weights(dpo), weights(sft) + 2 * kN);
  EXPECT_EQ(kept(dpo), 2 * kept(sft));
  EXPECT_EQ(bytes_in_phase(dpo, "loss", TermId::Logits), 2 * 1024 * (8.0 * 32000 + 4.0 * 4096));
  EXPECT_EQ(weights(train(R"("objective":"dpo","reference":false)")), weights(sft));
}

// With adapters the base without them is the reference: no second copy, unless one is asked for.
TEST(Objectives, AdaptersNeedNoReference) {
  const std::string lora = R"("method":"lora",)";
  const MachineResult sft = train(lora + R"("objective":"sft")", R"("weights":"bf16",)");
  const MachineResult dpo = train(lora + R"("objective":"dpo")", R"("weights":"bf16",)");
  EXPECT_EQ(weights(dpo), weights(sft));
  const MachineResult own =
      train(lora + R"("objective":"dpo","reference":true)", R"("weights":"bf16",)");
  EXPECT_EQ(weights(own), weights(sft) + 2 * kN);
}

// PPO: the critic trains too, 16 B a parameter again; reference and reward model are 2 B each; and
// samples are written with a cache of 2 B x 2 x 32 x 4,096 a token.
TEST(Objectives, PpoHoldsFourModelsAndACache) {
  const MachineResult ppo = train(R"("objective":"ppo")");
  EXPECT_EQ(weights(ppo), (2 * 2 + 2 + 2) * kN);
  EXPECT_EQ(bytes_in_phase(ppo, "between_steps", TermId::OptimizerState), 2 * 12 * kN);
  EXPECT_EQ(bytes_in_phase(ppo, "generation", TermId::KvCache), 2.0 * 2 * 32 * 4096 * 1024);
  EXPECT_EQ(kept(ppo), 2 * kept(train("")));
}

TEST(Objectives, GrpoHasNoCriticAndAReferenceOnlyIfAsked) {
  const MachineResult sft = train("");
  const MachineResult grpo = train(R"("objective":"grpo")");
  EXPECT_EQ(weights(grpo), weights(sft));
  EXPECT_EQ(grpo.phases.size(), 7u);
  EXPECT_EQ(weights(train(R"("objective":"grpo","reference":true)")), weights(sft) + 2 * kN);
}

// A teacher of 13,015,864,320 parameters in 16 bit, its logits in 16 bit and two fp32 copies.
TEST(Objectives, DistillationHoldsTheTeacherAndItsLogits) {
  const MachineResult r = train(R"("objective":"distill","teacher":"llama-2-13b")");
  EXPECT_EQ(weights(r), 2 * kN + 2 * 13015864320.0);
  EXPECT_EQ(bytes_in_phase(r, "loss", TermId::Logits), 1024 * (16.0 * 32000 + 4.0 * 4096));
  const Reply unknown = ask(R"({"model":"llama-2-7b","task":"training","context":1024,
      "training":{"objective":"distill","teacher":"nobody"}})");
  ASSERT_FALSE(unknown.ok);
  EXPECT_EQ(unknown.errors[0].field, "training.teacher");
}

TEST(Objectives, ARewardModelHasNoLogits) {
  EXPECT_EQ(bytes_in_phase(train(R"("objective":"reward")"), "loss", TermId::Logits),
            2 * 1024 * 4.0 * 4096);
}

// ZeRO++ on 16 devices, 8 a node: the second copy is 2 B x N / 8 on each; gathering in 8 bit adds
// a byte for each weight of the largest layer, 202,383,360.
TEST(ZeroPlusPlus, SecondPartitionAndQuantisedGathers) {
  const auto buffers = [](const std::string& more) {
    const Reply reply = ask(R"({"model":"llama-2-7b","task":"training","engine":"deepspeed",
        "context":1024,"gpu":"h200-sxm-141gb","gpus":16,"training":{"zero":3)" +
                            more + "}}");
    EXPECT_TRUE(reply.ok);
    return bytes_in_phase(reply.results[0], "loss", TermId::CommBuffers);
  };
  const double plain = buffers("");
  EXPECT_EQ(buffers(R"(,"hpz_partition":8)") - plain, 2 * kN / 8);
  EXPECT_EQ(buffers(R"(,"quantised_weights":true)") - plain, 202383360.0);
  EXPECT_EQ(buffers(R"(,"quantised_gradients":true)") - plain, 5e8);
}

// Transformer Engine keeps fp8 inputs of products, one byte instead of two, and two fp8 copies of
// their weights while a step runs. Llama-2-7B: 6,476,005,376 in layers, 131,072,000 in the head.
TEST(Fp8, TransformerEngineKeepsInputsInEightBitAndTwoCopiesOfWeights) {
  const auto run = [](const std::string& more) {
    const Reply reply = ask(R"({"model":"llama-2-7b","task":"training","engine":"megatron",
        "context":1024,"gpu":"h200-sxm-141gb","training":{"attention":"flash")" +
                            more + "}}");
    EXPECT_TRUE(reply.ok);
    return reply.results[0];
  };
  const MachineResult plain = run("");
  const MachineResult fp8 = run(R"(,"float8_linears":true)");
  EXPECT_EQ(
      bytes_in_phase(fp8, "loss", TermId::Weights) - bytes_in_phase(plain, "loss", TermId::Weights),
      2 * (6476005376.0 + 131072000.0));
  EXPECT_EQ(bytes_in_phase(fp8, "between_steps", TermId::Weights),
            bytes_in_phase(plain, "between_steps", TermId::Weights));
  // 2 h and ffn a byte less, h a byte more for the output projection's fp8 input.
  EXPECT_NEAR(kept(plain) - kept(fp8), (4096.0 + 11008) * 1024 * 32, 2);
}

// torchao keeps the originals and makes fp8 copies while a product runs: 49.58 and 49.77 GiB were
// measured.
TEST(Fp8, TorchaoMakesCopiesForAMomentOnly) {
  const auto run = [](const std::string& more) {
    const Reply reply = ask(R"({"model":"llama-2-7b","task":"training","engine":"torchtitan",
        "context":1024,"gpu":"h200-sxm-141gb","training":{"compile":true)" +
                            more + "}}");
    EXPECT_TRUE(reply.ok);
    return reply.results[0];
  };
  const MachineResult plain = run("");
  const MachineResult fp8 = run(R"(,"float8_linears":true)");
  EXPECT_EQ(kept(plain), kept(fp8));
  EXPECT_EQ(bytes_in_phase(fp8, "backward_last_layer", TermId::Activations) -
                bytes_in_phase(plain, "backward_last_layer", TermId::Activations),
            1024 * (4096.0 + 11008) + 4096.0 * 11008);
}

}  // namespace
}  // namespace vramscope::test
