#include "files/gguf_config.h"

#include "support/ask.h"
#include "support/model_bytes.h"
#include "vramscope/config_reader.h"

namespace vramscope::test {
namespace {

Json config_of(const GgufBytes& bytes) {
  const Result<StoredFile> file = read_gguf(bytes.header(), bytes.size());
  EXPECT_TRUE(file.ok());
  return gguf_config(file.value(), file.value().tensors);
}

double number(const Json& json, std::string_view name) {
  const Json* found = json.find(name);
  return found ? found->number : -1;
}
std::string text(const Json& json, std::string_view name) {
  const Json* found = json.find(name);
  return found ? found->text : "";
}

TEST(GgufConfig, ArchitecturesTakeTheirModelType) {
  const std::pair<const char*, const char*> cases[] = {
      {"llama", "llama"},        {"qwen2", "qwen2"},
      {"qwen3moe", "qwen3_moe"}, {"gemma3", "gemma3_text"},
      {"phi2", "phi"},           {"gptneox", "gpt_neox"},
      {"command-r", "cohere"},   {"starcoder", "gpt_bigcode"},
      {"gpt-oss", "gpt_oss"},    {"falcon-h1", "falcon_h1"},
      {"olmo2", "olmo2"},        {"an-unknown-one", "an_unknown_one"}};
  for (const auto& [gguf, model_type] : cases) {
    EXPECT_EQ(text(config_of(GgufBytes().text("general.architecture", gguf)), "model_type"),
              model_type);
  }
  GgufBytes mixtral;
  mixtral.text("general.architecture", "llama").u32("llama.expert_count", 8);
  EXPECT_EQ(text(config_of(mixtral), "model_type"), "mixtral");
  EXPECT_EQ(number(config_of(mixtral), "num_local_experts"), 8);
}

TEST(GgufConfig, LatentAttentionOldAndNew) {
  for (const bool newer : {false, true}) {
    GgufBytes bytes;
    bytes.text("general.architecture", "deepseek2").u32("deepseek2.attention.head_count", 128);
    bytes.u32("deepseek2.attention.kv_lora_rank", 512).u32("deepseek2.rope.dimension_count", 64);
    bytes.u32("deepseek2.expert_gating_func", newer ? 2 : 1);
    bytes.u32("deepseek2.attention.head_count_kv", newer ? 1 : 128);
    bytes.u32("deepseek2.attention.key_length", newer ? 576 : 192);
    bytes.u32("deepseek2.attention.value_length", newer ? 512 : 128);
    if (newer) {
      bytes.u32("deepseek2.attention.key_length_mla", 192);
      bytes.u32("deepseek2.attention.value_length_mla", 128);
    }
    const Json config = config_of(bytes);
    EXPECT_EQ(text(config, "model_type"), newer ? "deepseek_v3" : "deepseek_v2");
    EXPECT_EQ(number(config, "qk_nope_head_dim"), 128);
    EXPECT_EQ(number(config, "qk_rope_head_dim"), 64);
    EXPECT_EQ(number(config, "v_head_dim"), 128);
    EXPECT_EQ(number(config, "kv_lora_rank"), 512);
    EXPECT_EQ(number(config, "num_key_value_heads"), 128);
    EXPECT_EQ(config.find("head_dim"), nullptr);
  }
}

TEST(GgufConfig, LayersWithoutACacheAreNamed) {
  GgufBytes lfm;
  lfm.text("general.architecture", "lfm2").list("lfm2.attention.head_count_kv", {0, 0, 8, 0});
  lfm.u32("lfm2.shortconv.l_cache", 3);
  const Json config = config_of(lfm);
  const Json* types = config.find("layer_types");
  ASSERT_NE(types, nullptr);
  ASSERT_EQ(types->children.size(), 4u);
  EXPECT_EQ(types->children[1].text, "conv");
  EXPECT_EQ(types->children[2].text, "full_attention");
  EXPECT_EQ(number(config, "num_key_value_heads"), 8);
  EXPECT_EQ(number(config, "conv_L_cache"), 3);

  GgufBytes nemotron;
  nemotron.text("general.architecture", "nemotron_h");
  nemotron.list("nemotron_h.attention.head_count_kv", {0, 0, 8, 0});
  nemotron.list("nemotron_h.feed_forward_length", {0, 4096, 0, 4096});
  nemotron.u32("nemotron_h.ssm.inner_size", 8192).u32("nemotron_h.ssm.time_step_rank", 128);
  EXPECT_EQ(text(config_of(nemotron), "hybrid_override_pattern"), "M-*-");
  EXPECT_EQ(number(config_of(nemotron), "mamba_head_dim"), 64);

  GgufBytes jamba;
  jamba.text("general.architecture", "jamba");
  jamba.list("jamba.attention.head_count_kv", {0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0});
  EXPECT_EQ(number(config_of(jamba), "attn_layer_period"), 8);
  EXPECT_EQ(number(config_of(jamba), "attn_layer_offset"), 4);

  GgufBytes gemma;
  gemma.text("general.architecture", "gemma3");
  gemma.list("gemma3.attention.sliding_window_pattern", {1, 0}, 7, 1);
  EXPECT_EQ(config_of(gemma).find("layer_types")->children[0].text, "sliding_attention");
}

TEST(GgufConfig, TensorsSayWhatKeysDoNot) {
  GgufBytes bytes;
  bytes.text("general.architecture", "qwen3moe").u32("qwen3moe.block_count", 1);
  bytes.u32("qwen3moe.expert_count", 4).u32("qwen3moe.vocab_size", 7);
  bytes.tensor("token_embd.weight", {32, 10}, 0, 1280);
  bytes.tensor("blk.0.attn_q.bias", {32}, 0, 128);
  bytes.tensor("blk.0.ffn_down_exps.weight", {16, 32, 4}, 0, 8192);
  bytes.tensor("blk.0.ffn_down_shexp.weight", {24, 32}, 0, 3072);
  bytes.tensor("rope_freqs.weight", {16}, 0, 64);
  const Json config = config_of(bytes);
  EXPECT_EQ(number(config, "vocab_size"), 10);
  EXPECT_EQ(number(config, "attention_bias"), 1);
  EXPECT_EQ(number(config, "tie_word_embeddings"), 1);
  EXPECT_EQ(number(config, "moe_intermediate_size"), 16);
  EXPECT_EQ(number(config, "shared_expert_intermediate_size"), 24);
  EXPECT_EQ(text(*config.find("rope_scaling"), "rope_type"), "llama3");
}

}  // namespace
}  // namespace vramscope::test
