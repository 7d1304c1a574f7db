#include "support/ask.h"
#include "vramscope/config_reader.h"

namespace vramscope::test {
namespace {

ModelSpec read(const std::string& text) {
  const Result<ReadModel> model = read_config_json(text);
  EXPECT_TRUE(model.ok()) << (model.ok() ? "" : model.errors()[0].field + model.errors()[0].code);
  return model.ok() ? model.value().spec : ModelSpec{};
}

const std::string kTiny = R"("hidden_size":8,"num_hidden_layers":2,"num_attention_heads":2,
    "num_key_value_heads":1,"intermediate_size":16,"vocab_size":10)";

// Embedding 80 + head 80 + final norm 8; a layer: q 64, k and v 32 each, o 64, ffn 384, norms 16.
TEST(ReadConfig, LlamaCountsByHand) {
  const ModelSpec spec = read(R"({"model_type":"llama",)" + kTiny + "}");
  EXPECT_EQ(count_parameters(spec).total, 168 + 2 * (64 + 32 + 32 + 64 + 384 + 16));
  EXPECT_EQ(spec.groups.size(), 1u);
  EXPECT_FALSE(spec.tie_word_embeddings);
}

// Qwen2 adds biases to q, k, v: 8 + 4 + 4 a layer.
TEST(ReadConfig, Qwen2HasBiasesOnQkv) {
  const double llama = count_parameters(read(R"({"model_type":"llama",)" + kTiny + "}")).total;
  const double qwen2 = count_parameters(read(R"({"model_type":"qwen2",)" + kTiny + "}")).total;
  EXPECT_EQ(qwen2 - llama, 2 * 16);
}

// Qwen3 has a head of 128 unless the file says otherwise, and norms on q and k.
TEST(ReadConfig, Qwen3DefaultsItsHeadSize) {
  const ModelSpec spec = read(R"({"model_type":"qwen3",)" + kTiny + "}");
  EXPECT_EQ(spec.groups[0].attention->head_dim, 128u);
  EXPECT_EQ(spec.groups[0].attention->qk_norm, QkNorm::PerHead);
}

TEST(ReadConfig, Gemma2SlidesInEveryOtherLayer) {
  const ModelSpec spec = read(R"({"model_type":"gemma2","head_dim":4,)" + kTiny + "}");
  ASSERT_EQ(spec.groups.size(), 2u);
  EXPECT_EQ(spec.groups[spec.layer_order[0]].attention->kind, AttentionKind::Sliding);
  EXPECT_EQ(spec.groups[spec.layer_order[1]].attention->kind, AttentionKind::Full);
  EXPECT_EQ(spec.groups[spec.layer_order[0]].attention->sliding_window, 4096u);
  EXPECT_TRUE(spec.tie_word_embeddings);
}

TEST(ReadConfig, Gemma3TakesClassDefaultsAndPattern) {
  const ModelSpec spec = read(R"({"model_type":"gemma3","text_config":{"hidden_size":2560,
      "intermediate_size":10240,"num_hidden_layers":34,"sliding_window":1024},
      "vision_config":{"hidden_size":1152,"image_size":896,"intermediate_size":4304,
      "num_attention_heads":16,"num_hidden_layers":27,"patch_size":14}})");
  EXPECT_EQ(count_parameters(spec).total, 4300079472);  // published for gemma-3-4b-it
  ASSERT_EQ(spec.groups.size(), 2u);
  EXPECT_EQ(spec.groups[0].count, 29u);
  EXPECT_EQ(spec.groups[1].count, 5u);
}

TEST(ReadConfig, LayerTypesWinOverAPattern) {
  const ModelSpec spec = read(R"({"model_type":"gemma2","head_dim":4,"sliding_window":64,
      "layer_types":["full_attention","full_attention"],)" +
                              kTiny + "}");
  EXPECT_EQ(spec.groups.size(), 1u);
  EXPECT_EQ(spec.groups[0].attention->kind, AttentionKind::Full);
}

TEST(ReadConfig, Qwen2SlidesOnlyWhenSwitchedOn) {
  const std::string window = R"("sliding_window":64,"max_window_layers":1,)";
  EXPECT_EQ(read(R"({"model_type":"qwen2",)" + window + kTiny + "}").groups.size(), 1u);
  const ModelSpec on =
      read(R"({"model_type":"qwen2","use_sliding_window":true,)" + window + kTiny + "}");
  ASSERT_EQ(on.groups.size(), 2u);
  EXPECT_EQ(on.groups[on.layer_order[1]].attention->kind, AttentionKind::Sliding);
}

// GPT-2: 124,439,808 parameters with its 1,024 learned positions.
TEST(ReadConfig, Gpt2UsesItsOwnNames) {
  const ModelSpec spec = read(R"({"model_type":"gpt2","n_embd":768,"n_head":12,"n_layer":12,
      "n_positions":1024,"vocab_size":50257})");
  EXPECT_EQ(count_parameters(spec).total, 124439808);
}

TEST(ReadConfig, MixtralHasExpertsAndARouter) {
  const ModelSpec spec = read(R"({"model_type":"mixtral","num_local_experts":4,
      "num_experts_per_tok":2,)" +
                              kTiny + "}");
  // 168 + 2 x (192 + 4 x 384 + router 32 + norms 16)
  EXPECT_EQ(count_parameters(spec).total, 168 + 2 * (192 + 4 * 384 + 32 + 16));
  EXPECT_EQ(count_parameters(spec).active, 168 - 80 + 2 * (192 + 2 * 384 + 32 + 16));
}

TEST(ReadConfig, UnknownArchitecturesAreReadWithAWarning) {
  const Result<ReadModel> model = read_config_json(R"({"model_type":"novel",)" + kTiny + "}");
  ASSERT_TRUE(model.ok());
  EXPECT_TRUE(model.value().spec.generic);
  EXPECT_TRUE(has_problem(model.value().warnings, "model", "generic_decoder"));
}

TEST(ReadConfig, NumbersInQuotesAreNumbersAndNullIsAbsent) {
  const ModelSpec spec = read(R"({"model_type":"llama","hidden_size":"8","num_hidden_layers":2,
      "num_attention_heads":2,"num_key_value_heads":null,"intermediate_size":16,"vocab_size":10})");
  EXPECT_EQ(spec.hidden_size, 8u);
  EXPECT_EQ(spec.groups[0].attention->num_key_value_heads, 2u);
}

TEST(ReadConfig, ErrorsNameTheField) {
  const auto errors = read_config_json(R"({"model_type":"llama","hidden_size":8})").errors();
  EXPECT_TRUE(has_problem(errors, "num_hidden_layers", "missing_field"));
  EXPECT_TRUE(has_problem(errors, "vocab_size", "missing_field"));
  EXPECT_TRUE(has_problem(
      read_config_json(R"({"model_type":"llama","num_attention_heads":3,"num_key_value_heads":2,
          "hidden_size":9,"num_hidden_layers":1,"intermediate_size":4,"vocab_size":4})")
          .errors(),
      "num_key_value_heads", "heads_not_divisible"));
  EXPECT_TRUE(has_problem(read_config_json("version https://git-lfs").errors(), "", "lfs_pointer"));
  EXPECT_TRUE(has_problem(read_config_json(R"({"model_type":)").errors(), "", "ends_early"));
}

TEST(ReadConfig, AByteOrderMarkIsSkipped) {
  EXPECT_TRUE(read_config_json("\xef\xbb\xbf{\"model_type\":\"llama\"," + kTiny + "}").ok());
}

std::string decoder(const std::string& more) {
  return R"({"hidden_size":1024,"intermediate_size":2048,"num_attention_heads":8,
      "num_hidden_layers":12,"vocab_size":1000,)" +
         more + "}";
}

TEST(ReadConfig, EveryLayerOfFalconH1AttendsAndRecurs) {
  const ModelSpec spec = read(decoder(R"("model_type":"falcon_h1","num_key_value_heads":2,
      "mamba_d_ssm":1536,"mamba_n_heads":24,"mamba_d_head":"auto","mamba_d_state":128)"));
  ASSERT_EQ(spec.groups.size(), 1u);
  ASSERT_TRUE(spec.groups[0].attention && spec.groups[0].recurrent);
  EXPECT_EQ(spec.groups[0].recurrent->state_elements(), 24u * 64 * 128);
}

TEST(ReadConfig, WindowPeriodsAreTheFamilysOwn) {
  const auto full_layers = [](const std::string& more) {
    uint64_t full = 0;
    for (const LayerGroup& group : read(decoder(more)).groups) {
      if (group.attention->kind == AttentionKind::Full) full += group.count;
    }
    return full;
  };
  EXPECT_EQ(full_layers(R"("model_type":"cohere2","sliding_window":512)"), 3u);
  EXPECT_EQ(full_layers(R"("model_type":"gemma3_text","head_dim":128,"sliding_window":512)"), 2u);
  EXPECT_EQ(full_layers(R"("model_type":"exaone4","sliding_window":512,
      "sliding_window_pattern":"LLG")"),
            4u);
  EXPECT_EQ(full_layers(R"("model_type":"mistral","sliding_window":-1)"), 12u);
}

TEST(ReadConfig, ALayerThatIsNotDescribedIsSaid) {
  const Result<ReadModel> model = read_config_json(decoder(
      R"("model_type":"llama","layer_types":["linear_attention","full_attention","full_attention",
      "full_attention","full_attention","full_attention","full_attention","full_attention",
      "full_attention","full_attention","full_attention","full_attention"])"));
  ASSERT_TRUE(model.ok());
  EXPECT_TRUE(has_problem(model.value().warnings, "model", "fields_not_read"));
  EXPECT_TRUE(model.value().spec.groups[0].attention);
}

TEST(ReadConfig, UnlikeLayersInAListAreAnError) {
  const Result<ReadModel> model = read_config_json(
      decoder(R"("model_type":"llama","num_key_value_heads":[8,8,8,8,8,8,4,4,4,4,4,4])"));
  ASSERT_FALSE(model.ok());
  EXPECT_TRUE(has_problem(model.errors(), "num_key_value_heads", "unlike_layers"));
  EXPECT_EQ(read(decoder(R"("model_type":"llama","num_key_value_heads":[2,2,2])"))
                .groups[0]
                .attention->num_key_value_heads,
            2u);
}

}  // namespace
}  // namespace vramscope::test
