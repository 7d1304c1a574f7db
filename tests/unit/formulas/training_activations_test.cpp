#include "support/ask.h"

namespace vramscope::test {
namespace {

/// GPT models of Korthikanti et al. 2022, arXiv 2205.05198, table 3: layer norms with bias, GELU,
/// dropout, sequences of 2,048.
struct Gpt {
  const char* name;
  double layers, hidden, heads, micro_batch;
};
constexpr Gpt kGpt[] = {{"22B", 48, 6144, 64, 4},
                        {"175B", 96, 12288, 96, 1},
                        {"530B", 105, 20480, 128, 1},
                        {"1T", 128, 25600, 160, 1}};
constexpr double kLength = 2048;

double activations(const Gpt& gpt, const std::string& training, bool sequence) {
  const auto text = [](double x) { return std::to_string(static_cast<long>(x)); };
  const Reply reply = ask(
      R"({"model":{"config":{"model_type":"gpt2","architectures":["GPT2LMHeadModel"],"n_embd":)" +
      text(gpt.hidden) + R"(,"n_layer":)" + text(gpt.layers) + R"(,"n_head":)" + text(gpt.heads) +
      R"(,"vocab_size":51200,"n_positions":2048}},"task":"training","engine":"megatron",
          "context":2048,"gpu":"a100-sxm4-80gb","gpus":8,"parallel":{"tensor":8,"sequence":)" +
      (sequence ? "true" : "false") + R"(},"training":{"dropout":0.1,"attention":"unfused",
          "micro_batch":)" +
      text(gpt.micro_batch) + (training.empty() ? "" : "," + training) + "}}");
  EXPECT_TRUE(reply.ok) << (reply.errors.empty() ? "" : reply.errors[0].code);
  return reply.ok ? bytes_in_phase(reply.results[0], "loss", TermId::Activations) : 0;
}

// The paper's table 2, bytes a layer over s b h: tensor parallel 10 + 24/t + 5 a s/(h t); with
// sequence parallelism (34 + 5 a s/h)/t; selective recomputation 34/t; full recomputation 2.
TEST(TrainingActivations, KorthikantiTable) {
  for (const Gpt& g : kGpt) {
    const double sbhl = kLength * g.micro_batch * g.hidden * g.layers;
    const double scores = 5 * g.heads * kLength / g.hidden;
    EXPECT_NEAR(activations(g, "", false) / sbhl, 10 + (24 + scores) / 8, 1e-6) << g.name;
    EXPECT_NEAR(activations(g, "", true) / sbhl, (34 + scores) / 8, 1e-6) << g.name;
    EXPECT_NEAR(activations(g, R"("recompute":"selective")", true) / sbhl, 34.0 / 8, 1e-6)
        << g.name;
    EXPECT_NEAR(activations(g, R"("recompute":"full")", false) / sbhl, 2, 1e-6) << g.name;
  }
}

MachineResult train(const std::string& model, const std::string& engine, const std::string& extra,
                    const std::string& training) {
  const Reply reply = ask(R"({"model":")" + model + R"(","task":"training","engine":")" + engine +
                          R"(","context":2048,"gpu":"h200-sxm-141gb",)" + extra +
                          R"("training":{)" + training + "}}");
  EXPECT_TRUE(reply.ok) << (reply.errors.empty() ? "" : reply.errors[0].field);
  return reply.ok ? reply.results[0] : MachineResult{};
}

double at_loss(const MachineResult& r) { return bytes_in_phase(r, "loss", TermId::Activations); }

// Flash attention keeps no scores, so recomputing them saves nothing: 25.52 against 24.94 GB were
// measured where 34/(34 + 80) was hoped for.
TEST(TrainingActivations, SelectiveRecomputationIsNotCreditedTwice) {
  const std::string flash = R"("attention":"flash")";
  EXPECT_EQ(at_loss(train("llama-2-7b", "megatron", "", flash)),
            at_loss(train("llama-2-7b", "megatron", "", flash + R"(,"recompute":"selective")")));
}

// The base is frozen, but activations flow through it: a linear layer's input is not saved, all
// else is. Eager RMSNorm in fp32 4 h + 4 h; q, k, v and attention output 8 h; gate, activated gate
// and up 6 ffn; adapters on q and v keep their input and, between their matrices, 2 x 8 numbers.
// h 4,096, ffn 11,008, 32 heads: 8 h + 8 h + 6 ffn + 2 h + 128 + 32 B a token.
TEST(TrainingActivations, FrozenLinearsDoNotSaveTheirInput) {
  const MachineResult r =
      train("llama-2-7b", "torch", R"("weights":"bf16",)",
            R"("method":"lora","precision":"bf16","lora":{"rank":8,"targets":["q","v"]})");
  EXPECT_EQ(at_loss(r), (18.0 * 4096 + 6 * 11008 + 4 * 32 + 2 * 2 * 8) * 2048 * 32);
}

// Two of eight experts: the token and what comes back are copied for each, and each has a
// feed-forward of its own. Router scores of eight experts in fp32, twice.
TEST(TrainingActivations, ExpertsAreCountedByRoutedTokens) {
  const MachineResult r = train("mixtral-8x7b", "ideal", "", "");
  const double dense = 2.0 * (4 * 4096 + 2 * 4096 + 2 * 1024) + 4 * 32;
  const double experts = 2.0 * 2 * (2 * 4096 + 3 * 14336) + 4 * 2 * 8;
  EXPECT_EQ(at_loss(r), (dense + experts) * 2048 * 32);
}

// 12 B a logit where the loss upcasts (fp32 logits, log-probabilities and their gradient); a
// chunked loss keeps 16-bit logits and one chunk of gradients. Beside them the final norm keeps its
// input in fp32 and scaled, the head its own: 8 h; fused kernels 4 h.
TEST(TrainingActivations, LogitsByTheLossThatIsUsed) {
  const auto logits = [](const std::string& loss) {
    const MachineResult r = train("llama-3.1-8b", "hf-trainer", "",
                                  R"("precision":"bf16","recompute":"full","loss":")" + loss + '"');
    const double head = (loss == "fused" ? 4.0 : 8.0) * 4096;
    return (bytes_in_phase(r, "loss", TermId::Logits) - 2048 * head) / (2048.0 * 128256);
  };
  EXPECT_EQ(logits("upcast"), 12);
  EXPECT_EQ(logits("plain"), 8);
  EXPECT_EQ(logits("chunked"), 2.25);
  EXPECT_EQ(logits("fused"), 0);
}

// Four stages of one forward, one backward hold 4, 3, 2 and 1 micro-batches of 8 layers each; with
// two chunks a stage the first holds (1 x 4 + 2 x 3 + 1)/2 = 5.5.
TEST(TrainingActivations, PipelineStagesHoldMicroBatches) {
  const std::string ranks = R"("gpus":4,"parallel":{"pipeline":4},)";
  const MachineResult r = train("llama-2-7b", "ideal", ranks, "");
  const double one = 131712.0 * 2048 * 8;
  ASSERT_EQ(r.per_rank.size(), 4u);
  EXPECT_EQ(at_loss(r), 4 * one);
  const MachineResult interleaved = train(
      "llama-2-7b", "ideal", R"("gpus":4,"parallel":{"pipeline":4,"virtual_pipeline":2},)", "");
  EXPECT_EQ(at_loss(interleaved), 5.5 * one);
  const MachineResult few = train("llama-2-7b", "ideal", ranks, R"("accumulation":2)");
  EXPECT_EQ(at_loss(few), 2 * one);
}

TEST(TrainingActivations, ContextParallelismSharesTheSequence) {
  const MachineResult whole = train("llama-2-7b", "ideal", "", "");
  const MachineResult shared =
      train("llama-2-7b", "ideal", R"("gpus":2,"parallel":{"context":2},)", "");
  EXPECT_EQ(at_loss(shared), at_loss(whole) / 2);
}

TEST(TrainingActivations, EveryThirdLayerRecomputed) {
  const MachineResult r =
      train("llama-2-7b", "ideal", "", R"("recompute":"full","recompute_every":3)");
  EXPECT_EQ(at_loss(r), (11 * 2.0 * 4096 + 21 * 131712.0) * 2048);  // 11 of 32
}

TEST(TrainingActivations, OffloadedOnesWaitInHostMemory) {
  const MachineResult r =
      train("llama-2-7b", "ideal", "", R"("recompute":"full","activation_offload":true)");
  EXPECT_EQ(at_loss(r), 0);
  EXPECT_EQ(r.host_pinned.count(), 2.0 * 4096 * 2048 * 32);
}

}  // namespace
}  // namespace vramscope::test
