// Model files as they are found: samples of real and awkward ones, where that folder is there.
#include "vramscope/model_files.h"

#include <filesystem>

#include "support/ask.h"

namespace vramscope::test {
namespace {

namespace fs = std::filesystem;
const std::string kFacts = VRAMSCOPE_ROOT "/../shared/facts/";

/// What came of a file: "ok", a warning's code, or an error's.
struct Outcome {
  std::string path, code;
  std::optional<uint64_t> parameters, weight_bytes;
};

// file | warning or error expected ("" for none) | parameters | bytes
const Outcome kOutcomes[] = {
    {"awkward/EMPTY_0_bytes.config.json", "empty_file"},
    {"awkward/SYNTH_bom.config.json", ""},
    {"awkward/SYNTH_crlf.config.json", ""},
    {"awkward/SYNTH_llama-2-7b.gptq_block.config.json", ""},
    {"awkward/SYNTH_nan.config.json", "json_not_finite"},
    {"awkward/SYNTH_null_kv.config.json", ""},
    {"awkward/SYNTH_numbers_as_strings.config.json", ""},
    {"awkward/SYNTH_trailing_comma.config.json", "json_trailing_comma"},
    {"awkward/gemma-3-4b-it.MISSING_heads_kv_headdim_vocab.config.json", ""},
    {"awkward/gpt-oss-20b.mxfp4.config.json", ""},
    {"awkward/kimi-k2.5.compressed-tensors.config.json", ""},
    {"awkward/llama-3.1-8b.bitsandbytes.config.json", ""},
    {"awkward/mimo-v2-flash.per_layer_lists.config.json", ""},
    {"awkward/minicpm3.NO_model_type.config.json", ""},
    {"awkward/nemotron-h-56b.Infinity_literal.config.json", "json_not_finite"},
    {"awkward/qwen-72b.qwen1_field_names.config.json", ""},
    {"awkward/qwen3-235b.fp8_long_ignore_list.config.json", ""},
    {"awkward/wizardcoder-15b-GPTQ.no_quant_block.config.json", ""},
    {"awkward/wizardcoder-15b-GPTQ.quantize_config.json", "no_structure"},
    {"gguf/SYNTH_llama-2-7b-Q4_K_M.header_only.gguf", "file_cut", 6738415616, 4080263168},
    {"gguf/SYNTH_llama-3.1-8b-Q4_K_M.header_only.gguf", "file_cut", 8030261248, 4912898304},
    {"gguf/SYNTH_llama-3.2-1b-Q8_0.header_only.gguf", "file_cut", 1235814400, 1313251456},
    {"gguf/SYNTH_qwen3-30b-a3b-Q4_K_M.header_only.gguf", "file_cut", 30532122624, 18550716416},
    {"gguf/ggml-vocab-bert-bge.gguf", "no_weights"},
    {"gguf/ggml-vocab-falcon.first4KiB.truncated.gguf", "count_too_large"},
    {"gguf/ggml-vocab-llama-spm.gguf", "no_weights"},
    {"gguf/ggml-vocab-phi-3.first64KiB.truncated.gguf", "count_too_large"},
    {"index/bloom.pytorch_model.bin.index.json", "no_structure", {}, 352494542848},
    {"index/bloom.two_concatenated_json_docs.index.json", "second_document", {}, 352494542848},
    {"index/codefuse.LFS_POINTER_instead_of_json.index.json", "lfs_pointer"},
    {"index/cosmos-reason2.total_size_ZERO.index.json", "total_size_not_credible"},
    {"index/devstral.total_parameters.index.json", "no_structure", 23572403200, 47144806400},
    {"index/llama-3.1-8b-bnb4bit.index.json", "no_structure", {}, 11188584672},
    {"index/llama-3.2-3b.index.json", "no_structure", {}, 6425499648},
    {"index/lzlv_70b.NO_total_size.index.json", "total_size_absent"},
    {"index/redpajama7b.total_size_FLOAT.index.json", "no_structure", {}, 13731385408},
    {"index/reflection70b.fp32_162shards.index.json", "no_structure", {}, 282215219200},
    {"safetensors/candle-csm-voices.safetensors", "no_structure", 64812, 291654},
    {"safetensors/candle-encodec-jfk-codes.safetensors", "no_structure", 1656, 13248},
};

TEST(Truth, ModelFilesAsFound) {
  if (!fs::exists(kFacts + "awkward")) GTEST_SKIP() << "the collection is not here";
  for (const Outcome& wanted : kOutcomes) {
    if (!fs::exists(kFacts + wanted.path)) continue;
    const std::string bytes = read_text(kFacts + wanted.path);
    const Result<ModelFiles> read =
        read_model_files(std::vector<FilePrefix>{{wanted.path, bytes.size(), bytes}});
    std::string code;
    if (!read.ok()) {
      code = read.errors()[0].code;
      EXPECT_EQ(read.errors()[0].field, wanted.path);
      EXPECT_NE(find_message(code), nullptr) << code;
    } else if (!read.value().model.warnings.empty()) {
      code = read.value().model.warnings[0].code;
    }
    EXPECT_EQ(code, wanted.code) << wanted.path;
    if (!read.ok()) continue;
    EXPECT_EQ(read.value().model.model.parameters, wanted.parameters) << wanted.path;
    EXPECT_EQ(read.value().model.model.weight_bytes, wanted.weight_bytes) << wanted.path;
  }
}

}  // namespace
}  // namespace vramscope::test
