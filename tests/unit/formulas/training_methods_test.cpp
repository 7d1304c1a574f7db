#include "support/ask.h"

namespace vramscope::test {
namespace {

constexpr double kLlama2 = 6738415616;
constexpr double kTables = 2 * 32000.0 * 4096;  // embedding and head
constexpr double kNorms = 65 * 4096.0;          // two a layer and the last one
constexpr double kMatrices = kLlama2 - kTables - kNorms;

MachineResult train(const std::string& engine, const std::string& extra,
                    const std::string& training) {
  const Reply reply = ask(R"({"model":"llama-2-7b","task":"training","engine":")" + engine +
                          R"(","context":512,"gpu":"h200-sxm-141gb",)" + extra + R"("training":{)" +
                          training + "}}");
  EXPECT_TRUE(reply.ok) << (reply.errors.empty() ? "" : reply.errors[0].field);
  return reply.ok ? reply.results[0] : MachineResult{};
}

double between_steps(const MachineResult& r, TermId id) {
  return bytes_in_phase(r, "between_steps", id);
}

// Autocast keeps fp32 weights and, while a step runs, 16-bit copies of what it multiplies (all but
// the lookup table and the norms): 4 + 2, 4, 8.
TEST(TrainingMethods, AutocastTakesEighteenBytes) {
  const MachineResult r = train("hf-trainer", "", R"("accumulation":2)");
  const double casts = 2 * (kMatrices + kTables / 2);
  EXPECT_EQ(bytes_in_phase(r, "loss", TermId::Weights), 4 * kLlama2 + casts);
  EXPECT_EQ(bytes_in_phase(r, "loss", TermId::Gradients), 4 * kLlama2);
  EXPECT_EQ(between_steps(r, TermId::OptimizerState), 8 * kLlama2);
}

// FSDP shards fp32 states: 16 B a parameter over 8 cards.
TEST(TrainingMethods, FsdpShardsEverythingUnlessToldOtherwise) {
  const MachineResult r = train("fsdp", R"("gpus":8,)", R"("accumulation":2)");
  EXPECT_EQ(between_steps(r, TermId::Weights) + between_steps(r, TermId::Gradients) +
                between_steps(r, TermId::OptimizerState),
            16 * kLlama2 / 8);
}

// A distributed optimizer leaves weights and fp32 gradients whole: 6 + 12/8.
TEST(TrainingMethods, DistributedOptimizerSharesStatesOnly) {
  const MachineResult r = train("megatron", R"("gpus":8,)",
                                R"("precision":"megatron-bf16","distributed_optimizer":true)");
  EXPECT_EQ(bytes_of(r, TermId::Weights) + bytes_of(r, TermId::Gradients) +
                bytes_of(r, TermId::OptimizerState),
            (6 + 12.0 / 8) * kLlama2);
}

// Gradients that are made anew each step are not there yet when the loss is computed.
TEST(TrainingMethods, GradientsComeWithTheBackwardPass) {
  const MachineResult once = train("torchtune", "", R"("precision":"bf16")");
  EXPECT_EQ(bytes_in_phase(once, "forward_end", TermId::Gradients), 0);
  EXPECT_EQ(bytes_in_phase(once, "backward_first_layer", TermId::Gradients), 2 * kLlama2);
  const MachineResult twice = train("torchtune", "", R"("precision":"bf16","accumulation":2)");
  EXPECT_EQ(bytes_in_phase(twice, "forward_end", TermId::Gradients), 2 * kLlama2);
}

// Block-wise 8-bit states: a byte and 4/256 B each for matrices, 4 B each for tables and norms.
TEST(TrainingMethods, EightBitStatesKeepTablesInFp32) {
  const MachineResult r = train("hf-trainer", "", R"("precision":"bf16","optimizer":"adamw-8bit")");
  EXPECT_EQ(between_steps(r, TermId::OptimizerState),
            2 * (1 + 4.0 / 256) * kMatrices + 8 * (kTables + kNorms));
}

TEST(TrainingMethods, PagedStatesLieInHostMemory) {
  const MachineResult r =
      train("torchtune", "", R"("precision":"bf16","optimizer":"paged-adamw-8bit")");
  EXPECT_EQ(bytes_of(r, TermId::OptimizerState), 0);
  EXPECT_GT(r.host_pinned.count(), 2 * kMatrices);
}

// Adafactor keeps one fp32 number a row and a column. Llama-2-7B: a layer has 4 square matrices and
// three of 4,096 and 11,008; tables 32,000 + 4,096 each; norms are not factored.
TEST(TrainingMethods, AdafactorKeepsRowsAndColumns) {
  const MachineResult r = train("torch", "", R"("precision":"fp32","optimizer":"adafactor")");
  const double sums = 32 * (4 * 8192.0 + 3 * (4096 + 11008)) + 2 * (32000 + 4096);
  EXPECT_EQ(between_steps(r, TermId::OptimizerState), 4 * (sums + kNorms));
}

TEST(TrainingMethods, MuonKeepsOneStateForMatrices) {
  const MachineResult r = train("ideal", "", R"("precision":"fp32","optimizer":"muon")");
  EXPECT_EQ(bytes_of(r, TermId::OptimizerState), 4 * kMatrices + 8 * (kTables + kNorms));
}

// Rank 16 on all seven projections: 16 x (4 x 8,192 + 3 x 15,104) x 32 = 39,976,960 numbers.
TEST(TrainingMethods, AdaptersOnAllLinearLayers) {
  const MachineResult r = train("ideal", R"("weights":"bf16",)",
                                R"("method":"lora","lora":{"rank":16,"dtype":"fp32"})");
  EXPECT_EQ(bytes_of(r, TermId::Adapter), 16 * 39976960.0);
  EXPECT_EQ(bytes_of(r, TermId::Weights), 2 * kLlama2);
  EXPECT_EQ(bytes_of(r, TermId::Gradients), 0);
}

// NF4 with double quantisation for matrices, 16 bit for the rest; k-bit preparation makes that rest
// fp32, 2 B more each.
TEST(TrainingMethods, KbitPreparationWidensWhatIsNotQuantised) {
  const std::string qlora = R"("method":"qlora","kbit_upcast":)";
  const double plain =
      bytes_of(train("hf-trainer", R"("weights":"nf4-dq",)", qlora + "false"), TermId::Weights);
  const double upcast =
      bytes_of(train("hf-trainer", R"("weights":"nf4-dq",)", qlora + "true"), TermId::Weights);
  EXPECT_EQ(upcast - plain, 2 * (kTables + kNorms));
}

// The optimizer's 12 B a parameter leave the 8 cards for pinned host memory.
TEST(TrainingMethods, OffloadedOptimizerTakesHostMemory) {
  const MachineResult r =
      train("deepspeed", R"("gpus":8,)", R"("zero":3,"offload":{"optimizer":"cpu"})");
  EXPECT_EQ(bytes_of(r, TermId::OptimizerState), 0);
  EXPECT_EQ(r.host_pinned.count(), 12 * kLlama2);
  const MachineResult half = train("deepspeed", R"("gpus":8,)",
                                   R"("zero":3,"offload":{"optimizer":"cpu","fraction":0.5})");
  EXPECT_EQ(half.host_pinned.count(), 6 * kLlama2);
  const MachineResult disk =
      train("deepspeed", R"("gpus":8,)", R"("zero":3,"offload":{"optimizer":"nvme"})");
  EXPECT_EQ(disk.nvme.count(), 12 * kLlama2);
}

// A recipe of one's own: weights | master | grads | compute | reduce.
TEST(TrainingMethods, OwnRecipe) {
  const MachineResult r = train("ideal", "", R"("precision":{"weights":"bf16","master":"fp32",
      "grads":"fp32","compute":"bf16","reduce":"fp32"})");
  EXPECT_EQ(bytes_of(r, TermId::Gradients), 4 * kLlama2);
  EXPECT_EQ(bytes_of(r, TermId::OptimizerState), 12 * kLlama2);
}

// Experts over 8 cards, the rest on each of them.
TEST(TrainingMethods, ExpertParallelismSharesExperts) {
  const Reply reply = ask(R"({"model":"mixtral-8x7b","task":"training","context":128,
      "gpu":"h200-sxm-141gb","gpus":8,"parallel":{"expert":8}})");
  ASSERT_TRUE(reply.ok);
  const double experts = 32 * 8 * 3 * 4096.0 * 14336;
  EXPECT_EQ(bytes_of(reply.results[0], TermId::Weights),
            2 * (46702792704.0 - experts + experts / 8));
}

TEST(TrainingMethods, UnknownTargetsAreNamed) {
  const Reply reply = ask(R"({"model":"llama-2-7b","task":"training",
      "training":{"method":"lora","lora":{"targets":["q_proj","nonsense"]}}})");
  ASSERT_FALSE(reply.ok);
  EXPECT_TRUE(has_problem(reply.errors, "training.lora.targets", "unknown_id"));
}

}  // namespace
}  // namespace vramscope::test
