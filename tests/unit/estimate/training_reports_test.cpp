// What users reported of calculators for training, as questions with the right answer.
#include "support/ask.h"

namespace vramscope::test {
namespace {

MachineResult first(const std::string& document) {
  const Reply reply = ask(document);
  EXPECT_TRUE(reply.ok) << (reply.errors.empty() ? "" : reply.errors[0].field);
  return reply.ok ? reply.results[0] : MachineResult{};
}

// gpu_poor 1: 177 GB for LoRA on CodeLlama-7B at 2,048 tokens, where about 16 GB are needed.
TEST(TrainingReports, LoraOfASevenBTakesSixteenGigabytes) {
  const MachineResult r = first(R"({"model":"codellama-7b","task":"training","engine":"hf-trainer",
      "context":2048,"gpu":"a100-sxm4-80gb","weights":"bf16",
      "training":{"method":"lora","precision":"bf16","recompute":"full"}})");
  EXPECT_NEAR(r.allocated.bytes.count(), 15.4e9, 0.4e9);
}

// gpu_poor 3: Baichuan-13B, LoRA on its fused projection, 800 tokens on an A40: 28 GB measured,
// 44 GB said.
TEST(TrainingReports, LoraOnAFusedProjection) {
  const MachineResult r = first(R"({"model":{"config":{"model_type":"baichuan",
      "architectures":["BaichuanForCausalLM"],"hidden_size":5120,"num_hidden_layers":40,
      "num_attention_heads":40,"intermediate_size":13696,"vocab_size":64000,
      "torch_dtype":"bfloat16"}},"task":"training","engine":"hf-trainer","context":800,
      "gpu":"a40","weights":"bf16","training":{"method":"lora","precision":"bf16",
      "recompute":"full","lora":{"rank":8,"targets":"qkv"}}})");
  EXPECT_LE(r.allocated.low.count(), 28e9);
  EXPECT_GE(r.device.low.count(), 28e9);
  EXPECT_LE(r.device.bytes.count(), 33e9);
}

// DeepSpeed 4093: GPT-J-6B with everything offloaded took 13 GB on each of two cards and of four,
// where 0.77 GB was said: buckets and gathered layers do not shrink with the cards.
TEST(TrainingReports, OffloadedZero3StillHoldsBuffers) {
  for (const char* cards : {"2", "4"}) {
    const MachineResult r = first(R"({"model":"gpt-j-6b","task":"training","engine":"deepspeed",
        "context":1024,"gpu":"a100-sxm4-80gb","gpus":)" +
                                  std::string(cards) +
                                  R"(,"training":{"precision":"mixed-fp16","zero":3,
        "offload":{"optimizer":"cpu","parameters":"cpu"}}})");
    EXPECT_GT(bytes_in_phase(r, "loss", TermId::CommBuffers), 2e9);
    EXPECT_LE(r.device.low.count(), 13.5e9);
    EXPECT_GE(r.device.high.count(), 13e9);
    EXPECT_GT(r.host_pinned.count(), 12 * 6.05e9);  // states of all ranks lie in host memory
  }
}

// unsloth 10815: 21 GB said for QLoRA on Llama-3.1-8B, 9 GB needed.
TEST(TrainingReports, QloraOfAnEightBTakesNineGigabytes) {
  const MachineResult r = first(R"({"model":"llama-3.1-8b","task":"training","engine":"unsloth",
      "context":2048,"gpu":"rtx-4090","training":{"method":"qlora","recompute":"full"}})");
  EXPECT_LE(r.device.low.count(), 9e9);
  EXPECT_GE(r.device.high.count(), 9e9);
}

// peft 1514: at long context LoRA takes nearly what a full fine-tune does: the activations stay.
TEST(TrainingReports, AdaptersSaveStatesNotActivations) {
  const auto activations = [](const std::string& more, const std::string& training) {
    return bytes_in_phase(first(R"({"model":"llama-2-7b","task":"training","engine":"hf-trainer",
        "context":8192,"gpu":"h200-sxm-141gb",)" +
                                more + R"("training":{"precision":"bf16")" + training + "}}"),
                          "forward_end", TermId::Activations);
  };
  const double full = activations("", "");
  const double lora = activations(R"("weights":"bf16",)", R"(,"method":"lora")");
  EXPECT_GT(lora, 0.8 * full);
}

// DeepSpeed 5102: stage 1 and fp32 had no estimate. 2 + 2 + 12/8 and 16 bytes a parameter.
TEST(TrainingReports, Stage1AndFp32HaveAnswers) {
  const double n = 6738415616.0;
  const MachineResult one = first(R"({"model":"llama-2-7b","task":"training","context":1024,
      "gpu":"a100-sxm4-80gb","gpus":8,"training":{"zero":1}})");
  EXPECT_EQ(bytes_in_phase(one, "between_steps", TermId::OptimizerState), 12 * n / 8);
  EXPECT_EQ(bytes_in_phase(one, "between_steps", TermId::Gradients), 2 * n);
  const MachineResult fp32 = first(R"({"model":"llama-2-7b","task":"training","context":1024,
      "gpu":"h200-sxm-141gb","training":{"precision":"fp32"}})");
  EXPECT_EQ(fp32.phases.back().allocated.bytes.count(), 16 * n);
}

}  // namespace
}  // namespace vramscope::test
