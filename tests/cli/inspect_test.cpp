// The program on files as they lie on a disk: only headers are read, whatever their size.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

#include "support/ask.h"
#include "support/model_bytes.h"

namespace vramscope::test {
namespace {

namespace fs = std::filesystem;

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr long kMostKib = 1024 * 1024;  // its shadow and quarantine are not ours
#else
constexpr long kMostKib = 64 * 1024;
#endif
#else
constexpr long kMostKib = 64 * 1024;
#endif

struct Outcome {
  int code = -1;
  long resident_kib = 0;
  std::string out, notes;
};

/// A folder that goes when the test ends.
class Cli : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() /
              ("vramscope-cli-" + std::string(test->name()) + '-' + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  /// Writes the bytes and stretches the file to `size` without filling it.
  std::string write(const std::string& name, const std::string& bytes, uint64_t size = 0) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    if (size > bytes.size()) fs::resize_file(path(name), size);
    return path(name);
  }

  Outcome execute(std::vector<std::string> words) const {
    words.insert(words.begin(), VRAMSCOPE_PROGRAM);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const std::string out = path("out.txt"), notes = path("notes.txt");
    const pid_t child = fork();
    if (child == 0) {
      if (!freopen(out.c_str(), "w", stdout) || !freopen(notes.c_str(), "w", stderr)) _exit(98);
      execv(VRAMSCOPE_PROGRAM, arguments.data());
      _exit(99);
    }
    int status = 0;
    rusage usage{};
    wait4(child, &status, 0, &usage);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, usage.ru_maxrss, read_text(out),
            read_text(notes)};
  }

 private:
  fs::path folder_;
};

TEST_F(Cli, AFileOfTwoGigabytesIsReadByItsHeader) {
  GgufBytes bytes;
  bytes.text("general.architecture", "llama").u32("llama.block_count", 60);
  bytes.u32("llama.embedding_length", 4096).u32("llama.feed_forward_length", 8192);
  bytes.u32("llama.attention.head_count", 32);
  bytes.texts("tokenizer.ggml.tokens", 151936, "a token, on average");
  bytes.texts("tokenizer.ggml.merges", 151387, "a pair of them");
  bytes.tensor("token_embd.weight", {4096, 151936}, 8, 4096ull * 151936 / 32 * 34);
  for (int i = 0; i < 60; ++i) {
    const std::string name = "blk." + std::to_string(i) + ".ffn_up.weight";
    bytes.tensor(name, {4096, 12288}, 12, 4096ull * 12288 / 256 * 144);
  }
  ASSERT_GT(bytes.size(), uint64_t{1} << 31);
  ASSERT_GT(bytes.header().size(), size_t{6000000});
  const std::string file = write("large.gguf", bytes.header(), bytes.size());
  const Outcome run = execute({"inspect", file, "--csv"});
  EXPECT_EQ(run.code, 0) << run.notes;
  EXPECT_NE(run.out.find("  0-59 ×60,\"3,019,898,880\""), std::string::npos) << run.out;
  EXPECT_LT(run.resident_kib, kMostKib);
  std::cout << "resident: " << run.resident_kib / 1024 << " MiB\n";
}

TEST_F(Cli, ModelsAreFoundByWords) {
  const Outcome run = execute({"models", "qwen3", "30B", "--csv"});
  EXPECT_EQ(run.code, 0) << run.notes;
  EXPECT_NE(run.out.find("qwen3-30b-a3b,Qwen3 30B-A3B"), std::string::npos) << run.out;
  EXPECT_EQ(run.out.find("llama"), std::string::npos) << run.out;
  EXPECT_EQ(execute({"models", "no-such-model", "--json"}).out, "[]\n");
}

TEST_F(Cli, APlanIsLaidOverTheRequest) {
  const std::string plan =
      write("default_config.yaml", "debug: false\ndistributed_type: FSDP\nnum_processes: 8\n");
  const Outcome run = execute({"estimate", "--model", "llama-3.1-8b", "--plan", plan, "--json"});
  EXPECT_EQ(run.code, 0) << run.notes;
  EXPECT_NE(run.out.find(R"("engine":"fsdp")"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find(R"("code":"plan_unused")"), std::string::npos) << run.out;
  const Outcome other = execute({"estimate", "--plan", write("notes.txt", "hello: world\n")});
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.notes.find("plan: This is no training plan"), std::string::npos) << other.notes;
}

TEST_F(Cli, AFolderIsOneModel) {
  write("config.json", R"({"model_type":"llama","hidden_size":8,"intermediate_size":16,
      "num_hidden_layers":1,"num_attention_heads":2,"vocab_size":10})");
  write("tokenizer.json", "{\"bits\": 1}");
  write("model-00001-of-00002.safetensors",
        safetensors('{' + entry("model.embed_tokens.weight", "BF16", "10,8", 0, 160) + '}', 160));
  const std::string second = write(
      "model-00002-of-00002.safetensors",
      safetensors('{' + entry("model.layers.0.mlp.up_proj.weight", "BF16", "16,8", 0, 256) + '}',
                  256));
  const Outcome run = execute({"inspect", path(""), "--json"});
  EXPECT_EQ(run.code, 0) << run.notes;
  EXPECT_NE(run.out.find(R"("parameters":208,"weight_bytes":416)"), std::string::npos) << run.out;
  const Outcome estimate =
      execute({"estimate", "--model-file", path(""), "--json", "--context", "16"});
  EXPECT_EQ(estimate.code, 0) << estimate.notes;
  EXPECT_NE(estimate.out.find(R"("weight_bytes":416)"), std::string::npos);
  const Outcome part = execute({"estimate", "--model-file", second});
  EXPECT_EQ(part.code, 2);
  EXPECT_NE(part.notes.find("config.json"), std::string::npos) << part.notes;
}

TEST_F(Cli, ContentDecidesNotTheName) {
  const GgufBytes bytes = small_llama();
  const std::string file = write("config.json", bytes.header(), bytes.size());
  const Outcome run = execute({"inspect", file, "--lang", "zh"});
  EXPECT_EQ(run.code, 0) << run.notes;
  EXPECT_NE(run.out.find("blk"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("参数"), std::string::npos) << run.out;
}

TEST_F(Cli, FaultsNameTheFileAndTheByte) {
  struct Case {
    std::string bytes, says;
  };
  const Case cases[] = {
      {"", "The file is empty"},
      {"version https://git-lfs.github.com/spec/v1\n", "Git LFS"},
      {"{\"model_type\": \"llama\"", "ends at byte 22"},
      {small_llama().header().substr(0, 500), "byte"},
      {"GGUF\x03", "header goes on to byte"},
      {"nothing that is known", "no config.json, safetensors"},
  };
  for (const Case& c : cases) {
    const std::string file = write("model", c.bytes);
    const Outcome run = execute({"inspect", file});
    EXPECT_EQ(run.code, 2) << c.says;
    EXPECT_NE(run.notes.find(file), std::string::npos) << run.notes;
    EXPECT_NE(run.notes.find(c.says), std::string::npos) << run.notes;
  }
  EXPECT_EQ(execute({"inspect", path("missing")}).code, 2);
  EXPECT_EQ(execute({"inspect", path("")}).code, 2);
}

}  // namespace
}  // namespace vramscope::test
