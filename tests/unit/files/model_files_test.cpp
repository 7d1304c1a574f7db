// Files of one model together: what is counted, what is an extra, and what is said.
#include "vramscope/model_files.h"

#include "support/ask.h"
#include "support/model_bytes.h"

namespace vramscope::test {
namespace {

struct File {
  std::string name, bytes;
  std::optional<uint64_t> size = {};
};

Result<ModelFiles> read(const std::vector<File>& files) {
  std::vector<FilePrefix> prefixes;
  for (const File& file : files) {
    prefixes.push_back({file.name, file.size.value_or(file.bytes.size()), file.bytes});
  }
  return read_model_files(prefixes);
}

StoredModel model_of(const std::vector<File>& files) {
  Result<ModelFiles> read = test::read(files);
  EXPECT_TRUE(read.ok()) << (read.ok() ? "" : say(read.errors()[0], Lang::En));
  if (!read.ok()) return {};
  EXPECT_TRUE(read.value().needs.empty());
  return read.value().model;
}

const ModuleNode* find(const ModuleNode& node, const std::string& path) {
  const size_t slash = path.find('/');
  for (const ModuleNode& child : node.children) {
    if (child.name != path.substr(0, slash)) continue;
    return slash == std::string::npos ? &child : find(child, path.substr(slash + 1));
  }
  return nullptr;
}

const ExtraTotal* extra(const StoredModel& model, std::string_view id) {
  for (const ExtraTotal& row : model.extras) {
    if (row.id == id) return &row;
  }
  return nullptr;
}

/// A safetensors file from rows of name, type, shape, bytes.
struct Row {
  std::string name, dtype, shape;
  uint64_t bytes;
};
std::string stored(const std::vector<Row>& rows) {
  std::string header = "{";
  uint64_t at = 0;
  for (const Row& row : rows) {
    header += (at || header.size() > 1 ? "," : "") +
              entry(row.name, row.dtype, row.shape, at, at + row.bytes);
    at += row.bytes;
  }
  return safetensors(header + '}', at);
}

const std::string kConfig =
    R"({"model_type":"llama","hidden_size":8,"intermediate_size":16,"num_hidden_layers":2,
        "num_attention_heads":2,"vocab_size":10,"tie_word_embeddings":true)";

TEST(ModelFiles, AGgufFileGivesStructureAndExactFigures) {
  const GgufBytes bytes = small_llama();
  const StoredModel model = model_of({{"small.gguf", bytes.header(), bytes.size()}});
  ASSERT_TRUE(model.model.spec.has_value());
  const ModelSpec& spec = *model.model.spec;
  EXPECT_EQ(spec.name, "Small");
  EXPECT_EQ(spec.family, "llama");
  EXPECT_EQ(spec.num_hidden_layers(), 2u);
  EXPECT_EQ(spec.hidden_size, 256u);
  EXPECT_EQ(spec.vocab_size, 64u);
  EXPECT_EQ(spec.stored_dtype, "q4_k_m");
  EXPECT_FALSE(spec.tie_word_embeddings);
  const uint64_t parameters = 2 * 64 * 256 + 256 + 2 * (4 * 256 * 256 + 3 * 512 * 256 + 2 * 256);
  EXPECT_EQ(model.model.parameters, parameters);
  EXPECT_EQ(count_parameters(spec).total, static_cast<double>(parameters));
  EXPECT_EQ(model.model.weight_bytes, (64u * 256 + 2 * 655360) / 256 * 144 + 5 * 1024 + 64 * 210);
  ASSERT_EQ(model.dtypes.size(), 3u);
  EXPECT_EQ(model.dtypes[0].dtype, "q4_k");
  EXPECT_EQ(model.dtypes[0].tensors, 15u);
  const ModuleNode* query = find(model.root, "blk/0-1/attn_q");
  ASSERT_NE(query, nullptr);
  EXPECT_EQ(query->parameters, 2 * 65536);
  EXPECT_EQ(find(model.root, "blk/0-1")->copies, 2u);
}

TEST(ModelFiles, WithoutAnOutputTensorTheHeadIsTied) {
  const GgufBytes bytes = small_llama(3, false, true);
  const StoredModel model = model_of({{"small.gguf", bytes.header(), bytes.size()}});
  EXPECT_TRUE(model.model.spec->tie_word_embeddings);
}

TEST(ModelFiles, AWholeEstimateUsesTheHeadersBytes) {
  const GgufBytes bytes = small_llama();
  const StoredModel model = model_of({{"small.gguf", bytes.header(), bytes.size()}});
  Request request = default_request();
  request.model = model.model;
  request.context = 128;
  const Reply reply = answer(request);
  ASSERT_TRUE(reply.ok) << say(reply.errors[0], Lang::En);
  EXPECT_EQ(bytes_of(reply.results[0], TermId::Weights),
            static_cast<double>(*model.model.weight_bytes));
  EXPECT_EQ(reply.model.parameters, static_cast<double>(*model.model.parameters));
  EXPECT_TRUE(parse_request(request_json(request)).ok());
}

TEST(ModelFiles, PartsOfASplitGgufAddUp) {
  GgufBytes one, two;
  one.text("general.architecture", "llama").u32("llama.block_count", 1);
  one.u32("llama.embedding_length", 32).u32("llama.feed_forward_length", 32);
  one.u32("llama.attention.head_count", 2);
  for (GgufBytes* part : {&one, &two}) {
    part->fixed("split.no", 2, part == &two, 2).fixed("split.count", 2, 2, 2);
  }
  one.tensor("token_embd.weight", {32, 10}, 1, 640);
  two.tensor("output.weight", {32, 10}, 8, 340);
  const File first{"m-00001-of-00002.gguf", one.header(), one.size()};
  const File second{"m-00002-of-00002.gguf", two.header(), two.size()};
  const StoredModel model = model_of({second, first});
  EXPECT_EQ(model.model.weight_bytes, 980u);
  EXPECT_EQ(model.model.parameters, 640u);
  ASSERT_TRUE(model.model.spec.has_value());
  EXPECT_FALSE(model.model.spec->tie_word_embeddings);
  const StoredModel half = model_of({first});
  EXPECT_TRUE(has_problem(half.warnings, first.name, "parts_missing"));
  EXPECT_FALSE(half.model.weight_bytes.has_value());
  EXPECT_TRUE(has_problem(read({first, first}).errors(), first.name, "several_models"));
}

TEST(ModelFiles, AVisionTowersOwnFileIsCountedIn) {
  const GgufBytes bytes = small_llama();
  GgufBytes tower;
  tower.text("general.architecture", "clip").tensor("v.patch_embd.weight", {8, 8}, 1, 128);
  const File weights{"w.gguf", bytes.header(), bytes.size()};
  const StoredModel model = model_of({{"mmproj.gguf", tower.header(), tower.size()}, weights});
  EXPECT_EQ(model.model.spec->family, "llama");
  EXPECT_EQ(*model.model.parameters, *model_of({weights}).model.parameters + 64);
}

TEST(ModelFiles, WithoutAConfigTheStructureIsMissed) {
  const StoredModel model = model_of({{"m", stored({{"a.weight", "F32", "8", 32}})}});
  EXPECT_FALSE(model.model.spec.has_value());
  EXPECT_TRUE(has_problem(model.warnings, "m", "no_structure"));
}

TEST(ModelFiles, TheHeadersOfShardsWinOverTheIndex) {
  const File config{"config.json", kConfig + '}'};
  const File one{"model-1.safetensors",
                 stored({{"model.embed_tokens.weight", "BF16", "10,8", 160}})};
  const File two{"model-2.safetensors", stored({{"model.norm.weight", "F32", "8", 32}})};
  const File index{"model.safetensors.index.json",
                   R"({"metadata":{"total_size":1000},"weight_map":{"model.embed_tokens.weight":
                   "model-1.safetensors","model.norm.weight":"model-2.safetensors"}})"};
  const StoredModel model = model_of({index, two, config, one});
  EXPECT_EQ(model.model.parameters, 88u);
  EXPECT_EQ(model.model.weight_bytes, 192u);
  EXPECT_TRUE(model.model.spec.has_value());
  EXPECT_TRUE(has_problem(model.warnings, index.name, "total_size_differs"));
  const StoredModel half = model_of({index, config, one});
  EXPECT_TRUE(has_problem(half.warnings, index.name, "parts_missing"));
  EXPECT_EQ(half.model.weight_bytes, 1000u);
  EXPECT_FALSE(half.model.parameters.has_value());
  const StoredModel alone = model_of({index, config});
  EXPECT_EQ(alone.model.weight_bytes, 1000u);
  EXPECT_TRUE(alone.warnings.empty());
}

TEST(ModelFiles, FilesThatTheIndexDoesNotListAreLeftOut) {
  const File one{"a/model-1.safetensors", stored({{"w", "F32", "8", 32}})};
  const File other{"a/consolidated.safetensors", stored({{"v", "F32", "8", 32}})};
  const File index{"a/x.index.json", R"({"weight_map":{"w":"model-1.safetensors"}})"};
  for (const auto& files : {std::vector<File>{one, other, index}, std::vector<File>{one, other}}) {
    const StoredModel model = model_of(files);
    EXPECT_EQ(model.model.weight_bytes, 32u);
    EXPECT_TRUE(has_problem(model.warnings, other.name, "file_left_out"));
  }
}

TEST(ModelFiles, ARepeatedTiedHeadIsNoParameter) {
  const File file{"model.safetensors", stored({{"model.embed_tokens.weight", "BF16", "10,8", 160},
                                               {"lm_head.weight", "BF16", "10,8", 160}})};
  const StoredModel tied = model_of({{"config.json", kConfig + '}'}, file});
  EXPECT_EQ(tied.model.parameters, 80u);
  EXPECT_EQ(tied.model.weight_bytes, 160u);
  EXPECT_EQ(tied.root.stored_elements, 160);
  ASSERT_NE(extra(tied, "tied_head"), nullptr);
  EXPECT_EQ(model_of({file}).model.parameters, 160u);
}

// Rows of a quantised matrix of 64 x 128 | parameters | scales | zero points | indices | bits said
TEST(ModelFiles, PackedWeightsCountAsWhatTheyHold) {
  struct Case {
    std::string quantisation;
    std::vector<Row> rows;
    double scales, zero_points, indices;
  };
  const std::string p = "model.layers.0.mlp.up_proj.";
  const Case cases[] = {
      {R"({"quant_method":"gptq","bits":4})",
       {{p + "qweight", "I32", "16,64", 4096},
        {p + "qzeros", "I32", "1,8", 32},
        {p + "scales", "F16", "1,64", 128},
        {p + "g_idx", "I32", "128", 512}},
       64,
       8,
       128},
      {R"({"quant_method":"gptq","bits":8})",
       {{p + "qweight", "I32", "32,64", 8192},
        {p + "qzeros", "I32", "1,16", 64},
        {p + "scales", "F16", "1,64", 128}},
       64,
       16,
       0},
      {R"({"quant_method":"awq","w_bit":4})",
       {{p + "qweight", "I32", "128,8", 4096},
        {p + "qzeros", "I32", "1,8", 32},
        {p + "scales", "F16", "1,64", 128}},
       64,
       8,
       0},
      {R"({"quant_method":"bitsandbytes","load_in_4bit":true})",
       {{p + "weight", "U8", "4096,1", 4096},
        {p + "weight.absmax", "U8", "128", 128},
        {p + "weight.nested_absmax", "F32", "1", 4},
        {p + "weight.nested_quant_map", "F32", "256", 1024},
        {p + "weight.quant_map", "F32", "16", 64},
        {p + "weight.quant_state.bitsandbytes__nf4", "U8", "90", 90}},
       491,
       0,
       0},
      {R"({"quant_method":"compressed-tensors","config_groups":{"group_0":{"weights":{"num_bits":4}}}})",
       {{p + "weight_packed", "I32", "64,16", 4096},
        {p + "weight_scale", "BF16", "64,4", 512},
        {p + "weight_shape", "I64", "2", 16}},
       256,
       0,
       2},
      {R"({"quant_method":"modelopt"})",
       {{p + "weight", "U8", "64,64", 4096},
        {p + "weight_scale", "F8_E4M3", "64,8", 512},
        {p + "weight_scale_2", "F32", "", 4},
        {p + "input_scale", "F32", "", 4}},
       514,
       0,
       0},
      {R"({"quant_method":"fp8"})",
       {{p + "weight", "F8_E4M3", "64,128", 8192}, {p + "weight_scale_inv", "F32", "1,1", 4}},
       1,
       0,
       0},
      {R"({"quant_method":"mxfp4"})",
       {{p + "gate_up_proj_blocks", "U8", "1,64,4,16", 4096},
        {p + "gate_up_proj_scales", "U8", "1,64,4", 256}},
       256,
       0,
       0},
  };
  const auto of = [](const StoredModel& model, std::string_view id) {
    const ExtraTotal* row = extra(model, id);
    return row ? row->elements : 0;
  };
  for (const Case& c : cases) {
    const StoredModel model =
        model_of({{"config.json", kConfig + R"(,"quantization_config":)" + c.quantisation + '}'},
                  {"model.safetensors", stored(c.rows)}});
    EXPECT_EQ(model.model.parameters, 64u * 128) << c.quantisation;
    EXPECT_EQ(of(model, "scales"), c.scales) << c.quantisation;
    EXPECT_EQ(of(model, "zero_points"), c.zero_points) << c.quantisation;
    EXPECT_EQ(of(model, "indices"), c.indices) << c.quantisation;
  }
  // The quantisation may stand in a file of its own.
  const StoredModel sidecar =
      model_of({{"config.json", kConfig + '}'},
                {"quantize_config.json", R"({"bits": 8, "group_size": 128})"},
                {"model.safetensors", stored(cases[1].rows)}});
  EXPECT_EQ(sidecar.model.parameters, 64u * 128);
  EXPECT_EQ(sidecar.model.spec->stored_dtype, "gptq-int8");
}

TEST(ModelFiles, MasksAndFrequenciesAreBuffers) {
  const StoredModel model =
      model_of({{"m", stored({{"h.0.attn.bias", "F32", "1,1,4,4", 64},
                              {"h.0.attn.c_attn.bias", "F32", "4", 16},
                              {"h.0.attn.c_attn.weight", "F32", "4,4", 64},
                              {"h.0.attn.rotary.inv_freq", "F32", "2", 8}})}});
  EXPECT_EQ(model.model.parameters, 20u);
  EXPECT_EQ(extra(model, "buffers")->tensors, 2u);
}

TEST(ModelFiles, LikeLayersAreFoldedWithTheirIndices) {
  std::vector<Row> rows;
  for (const int layer : {0, 1, 2, 3, 10, 11}) {
    const std::string name = "model.layers." + std::to_string(layer);
    for (int expert = 0; expert < 3; ++expert) {
      rows.push_back({name + ".mlp.experts." + std::to_string(expert) + ".up.weight", "F32",
                      layer == 1 ? "8" : "4", layer == 1 ? 32u : 16u});
    }
    rows.push_back({name + ".norm.weight", layer == 2 ? "F32" : "BF16", "2", layer == 2 ? 8u : 4u});
  }
  const StoredModel model = model_of({{"m", stored(rows)}});
  const ModuleNode* layers = find(model.root, "model/layers");
  ASSERT_NE(layers, nullptr);
  ASSERT_EQ(layers->children.size(), 2u);
  EXPECT_EQ(layers->children[0].name, "0,2-3,10-11");  // of unlike formats, of like counts
  EXPECT_EQ(layers->children[0].copies, 5u);
  EXPECT_EQ(layers->children[1].name, "1");
  const ModuleNode* experts = find(layers->children[0], "mlp/experts/0-2");
  ASSERT_NE(experts, nullptr);
  EXPECT_EQ(experts->copies, 3u);
  EXPECT_EQ(experts->parameters, 5 * 3 * 4);
  EXPECT_EQ(layers->parameters, 5 * 14 + 26);
  EXPECT_EQ(model.root.bytes, static_cast<double>(*model.model.weight_bytes));
}

TEST(ModelFiles, OddNamesMakeATreeToo) {
  std::string deep = "0";
  for (int i = 0; i < 1000; ++i) deep += ".0";
  const StoredModel model = model_of({{"m", stored({{"", "U8", "1", 1},
                                                    {".", "U8", "1", 1},
                                                    {"..", "U8", "1", 1},
                                                    {"a", "U8", "1", 1},
                                                    {"a.", "U8", "1", 1},
                                                    {"a..b", "U8", "1", 1},
                                                    {"weight", "F32", "1", 4},
                                                    {"weight.weight", "F32", "1", 4},
                                                    {"99999999999999999999.x", "U8", "1", 1},
                                                    {deep, "U8", "1", 1}})}});
  EXPECT_EQ(model.root.stored_elements, 10);
}

TEST(ModelFiles, FaultsNameTheFile) {
  const auto fault = [](const std::vector<File>& files) {
    const Result<ModelFiles> read = test::read(files);
    return read.ok() ? std::string() : read.errors()[0].field + ' ' + read.errors()[0].code;
  };
  const File config{"config.json", kConfig + '}'};
  EXPECT_EQ(fault({}), " no_model_file");
  EXPECT_EQ(fault({{"x", ""}}), "x empty_file");
  EXPECT_EQ(fault({{"x", "hello, this is no model"}}), "x not_a_model_file");
  EXPECT_EQ(fault({{"x", "version https://git-lfs.github.com/spec/v1\n"}}), "x lfs_pointer");
  EXPECT_EQ(fault({{"x", "{\"hidden_size\": 8"}}), "x ends_early");
  EXPECT_EQ(fault({{"x", "[1, 2, 3, 4, 5]"}}), "x not_an_object");
  EXPECT_EQ(fault({{"x", R"({"model_type":"llama"})"}}), "x missing_field");
  EXPECT_EQ(fault({config, {"y", config.bytes}}), "config.json several_models");
  const GgufBytes gguf = small_llama();
  const File weights{"w.gguf", gguf.header(), gguf.size()};
  EXPECT_EQ(fault({weights, {"m", stored({{"a", "U8", "1", 1}})}}), "w.gguf several_models");
  const Result<ModelFiles> missing = read({{"x", R"({"model_type":"llama"})"}});
  EXPECT_EQ(say(missing.errors()[0], Lang::En), "hidden_size is missing.");
}

TEST(ModelFiles, AsksForMoreOfEachFile) {
  const GgufBytes bytes = small_llama();
  const std::string header = bytes.header();
  const std::string config = kConfig + '}';
  const Result<ModelFiles> read = read_model_files(std::vector<FilePrefix>{
      {"w.gguf", bytes.size(), std::string_view(header).substr(0, 100)},
      {"config.json", config.size(), std::string_view(config).substr(0, 20)},
      {"empty.safetensors", 100, {}}});
  ASSERT_TRUE(read.ok());
  ASSERT_EQ(read.value().needs.size(), 3u);
  EXPECT_EQ(read.value().needs[0].name, "w.gguf");
  EXPECT_GT(read.value().needs[0].bytes, 100u);
  EXPECT_EQ(read.value().needs[1].bytes, config.size());
  EXPECT_EQ(read.value().needs[2].bytes, 100u);
}

TEST(ModelFiles, TheJsonDoorSpeaksTheSame) {
  const GgufBytes bytes = small_llama();
  const std::string header = bytes.header();
  const auto ask = [&](size_t have, const std::string& lang = "en") {
    return read_files_json(R"({"lang":")" + lang + R"(","files":[{"name":"w.gguf","size":)" +
                               std::to_string(bytes.size()) + R"(,"bytes":)" +
                               std::to_string(have) + "}]}",
                           header.substr(0, have));
  };
  EXPECT_TRUE(ask(64).starts_with(R"({"v":1,"ok":true,"needs":[{"name":"w.gguf","bytes":)"));
  const std::string whole = ask(header.size());
  EXPECT_TRUE(whole.starts_with(R"({"v":1,"ok":true,"model":{"id":"w.gguf","spec":{)"));
  EXPECT_NE(whole.find(R"("parameters":1344768,"weight_bytes":)"), std::string::npos) << whole;
  // The model goes into a request as it stands.
  const size_t begin = whole.find(R"({"id":)");
  const size_t end = whole.find(R"(,"kinds")");
  const Reply reply = test::ask(R"({"model":)" + whole.substr(begin, end - begin) + '}');
  EXPECT_TRUE(reply.ok);
  EXPECT_EQ(reply.model.parameters, 1344768);
  EXPECT_NE(read_files_json("{", "").find("json_syntax"), std::string::npos);
  EXPECT_NE(read_files_json(R"([{"name":"a","bytes":5}])", "abc").find(R"("ok":false)"),
            std::string::npos);
  EXPECT_NE(read_files_json(R"({"lang":"zh","files":[{"name":"a","size":0,"bytes":0}]})", "")
                .find("文件为空"),
            std::string::npos);
}

}  // namespace
}  // namespace vramscope::test
