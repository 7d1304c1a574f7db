// What a quantization_config leaves alone, in bytes of an 8B model.
#include "support/ask.h"

namespace vramscope::test {
namespace {

constexpr double kBase = 9086705664;         // fp8, a scale a row; embedding and head in bf16
constexpr double kMlp = 3.0 * 4096 * 14336;  // elements of one layer's feed-forward block
constexpr double kMlpRows = 2.0 * 14336 + 4096;

Reply stored(const std::string& quantisation) {
  return ask(R"({"gpu":"h200-sxm-141gb","model":{"config":{"model_type":"llama",
      "hidden_size":4096,"intermediate_size":14336,"num_attention_heads":32,
      "num_key_value_heads":8,"num_hidden_layers":32,"vocab_size":128256,
      "torch_dtype":"bfloat16","quantization_config":)" +
             quantisation + "}}}");
}

double bytes(const std::string& quantisation) {
  const Reply reply = stored(quantisation);
  EXPECT_TRUE(reply.ok) << quantisation;
  return reply.ok ? bytes_of(reply.results[0], TermId::Weights) : -1;
}

std::string fp8_without(const std::string& ignore) {
  return R"({"quant_method":"compressed-tensors","config_groups":{"group_0":{"targets":["Linear"],
      "weights":{"num_bits":8,"type":"float","strategy":"channel"}}},"ignore":[)" +
         ignore + "]}";
}

/// Whether the block is named as one that is not understood.
bool in_doubt(const std::string& quantisation) {
  return has_problem(stored(quantisation).warnings, "model", "fields_not_read");
}

TEST(Quantisation, LayersAreKeptByNumberSetAndRange) {
  const double one = kMlp - 4 * kMlpRows;  // a byte more an element, no scales
  EXPECT_EQ(bytes(fp8_without(R"("lm_head")")), kBase);
  EXPECT_EQ(bytes(fp8_without(R"("model.layers.1.mlp*")")), kBase + one);
  EXPECT_EQ(bytes(fp8_without(R"("re:.*layers\\.(0|3|7)\\.mlp.*")")), kBase + 3 * one);
  EXPECT_EQ(bytes(fp8_without(R"("re:.*layers\\.[0-3]\\.mlp.*")")), kBase + 4 * one);
  EXPECT_EQ(bytes(fp8_without(R"("re:.*mlp.*")")), kBase + 32 * one);
  EXPECT_TRUE(in_doubt(fp8_without(R"("re:.*layers\\.(?:1|2)\\.mlp.*")")));
}

TEST(Quantisation, EncodersAndPredictionLayersAreNotTheLayers) {
  EXPECT_EQ(
      bytes(fp8_without(R"("visual.blocks.3.attn.qkv","vision_tower.layers.2.self_attn.q_proj",
      "mtp.layers.0.mlp.gate_proj")")),
      kBase);
}

TEST(Quantisation, TargetsAreAllThatIsQuantised) {
  const std::string mlp_only = R"({"quant_method":"compressed-tensors","config_groups":{"group_0":{
      "targets":["re:.*mlp.*"],"weights":{"num_bits":8,"type":"float","strategy":"channel"}}}})";
  const double attention = 2.0 * 4096 * 4096 + 2.0 * 1024 * 4096;
  EXPECT_EQ(bytes(mlp_only), kBase + 32 * (attention - 4 * (2 * 4096 + 2 * 1024)));
}

TEST(Quantisation, GroupsWithoutARowAreInDoubt) {
  const auto gptq = [](const char* bits, const char* group) {
    return std::string(R"({"quant_method":"gptq","bits":)") + bits + R"(,"group_size":)" + group +
           "}";
  };
  EXPECT_FALSE(in_doubt(gptq("4", "128")));
  EXPECT_FALSE(in_doubt(gptq("4", "32")));
  EXPECT_TRUE(in_doubt(gptq("4", "-1")));
  EXPECT_TRUE(in_doubt(gptq("3", "32")));
  EXPECT_TRUE(in_doubt(R"({"quant_method":"exl2","bits":4.25})"));
  EXPECT_TRUE(in_doubt(R"({"quant_method":"hqq","quant_config":{"weight_quant_params":
      {"nbits":2,"group_size":64}}})"));
  EXPECT_FALSE(in_doubt(R"({"quant_method":"hqq","quant_config":{"weight_quant_params":
      {"nbits":4,"group_size":64}}})"));
  EXPECT_TRUE(in_doubt(R"({"quant_method":"fp8","weight_block_size":[64,64]})"));
}

TEST(Quantisation, ScalesAreDividedWithTheirMatrices) {
  const auto on_one = [](const char* tensor) {
    const Reply reply =
        ask(R"({"model":"deepseek-v3","gpu":"h200-sxm-141gb","gpus":8,"engine":"vllm",
        "parallel":{"tensor":)" +
            std::string(tensor) + "}}");
    EXPECT_TRUE(reply.ok);
    return reply.ok ? find_term(reply.results[0], TermId::Weights)->working : std::string();
  };
  EXPECT_NE(on_one("8").find("÷ 8"), std::string::npos);
}

}  // namespace
}  // namespace vramscope::test
