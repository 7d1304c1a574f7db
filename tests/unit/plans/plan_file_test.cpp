// accelerate's YAML and torchtitan's TOML laid over a request.
#include "io/json_writer.h"
#include "support/ask.h"

namespace vramscope::test {
namespace {

std::string with(const std::string& field, const std::string& text) {
  JsonWriter out;
  out.begin_object();
  out.text("model", "llama-3.1-8b");
  out.text(field, text);
  out.end_object();
  return out.document();
}

TEST(AcceleratePlan, IsReadOverARequest) {
  const Result<Request> read = parse_request(with("accelerate", R"(# written by accelerate config
compute_environment: LOCAL_MACHINE
distributed_type: FSDP  # shards
fsdp_config:
  fsdp_sharding_strategy: FULL_SHARD
  fsdp_offload_params: true
  fsdp_activation_checkpointing: True
mixed_precision: 'bf16'
num_processes: 8
)"));
  ASSERT_TRUE(read.ok());
  const Request& r = read.value();
  EXPECT_EQ(r.task, Task::Training);
  EXPECT_EQ(r.engine, "fsdp");
  EXPECT_EQ(r.machine.devices[0].count, 8u);
  EXPECT_EQ(r.training.precision, "mixed-bf16");
  EXPECT_EQ(r.training.zero, 3u);
  EXPECT_EQ(r.training.offload.optimizer, "cpu");
  EXPECT_EQ(r.training.offload.parameters, "cpu");
  EXPECT_EQ(r.training.recompute, "full");
  ASSERT_EQ(r.unused.size(), 1u);
  EXPECT_EQ(r.unused[0], "accelerate.compute_environment");
}

TEST(AcceleratePlan, DeepSpeedsBlock) {
  const Result<Request> read = parse_request(with("accelerate", R"(distributed_type: DEEPSPEED
deepspeed_config:
    zero_stage: 2
    gradient_accumulation_steps: 4
    offload_optimizer_device: cpu
)"));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read.value().engine, "deepspeed");
  EXPECT_EQ(read.value().training.zero, 2u);
  EXPECT_EQ(read.value().training.accumulation, 4u);
  EXPECT_EQ(read.value().training.offload.optimizer, "cpu");
}

TEST(TorchtitanPlan, IsReadOverARequest) {
  const Result<Request> read = parse_request(with("torchtitan", R"([training]
local_batch_size = 2
seq_len = 8192

[parallelism]
data_parallel_shard_degree = -1
tensor_parallel_degree = 8
fsdp_reshard_after_forward = "default"

[activation_checkpoint]
mode = "selective"
selective_ac_option = "op"

[compile]
enable = true

[model]
converters = ["float8"]
)"));
  ASSERT_TRUE(read.ok());
  const Request& r = read.value();
  EXPECT_EQ(r.engine, "torchtitan");
  EXPECT_EQ(r.context, 8192u);
  EXPECT_EQ(r.training.micro_batch, 2u);
  EXPECT_EQ(r.parallel.tensor, 8u);
  EXPECT_TRUE(r.parallel.sequence);
  EXPECT_FALSE(r.parallel.shard.has_value());
  EXPECT_EQ(r.training.recompute, "op");
  EXPECT_TRUE(r.training.compile);
  EXPECT_TRUE(r.training.float8_linears);
}

// Every k-th layer; and an option that the mode does not use changes nothing.
TEST(TorchtitanPlan, EveryOtherLayer) {
  const auto read = [](const std::string& mode) {
    return parse_request(with("torchtitan", "[activation_checkpoint]\nmode = \"" + mode +
                                                "\"\nselective_ac_option = \"2\"\n"));
  };
  const Result<Request> selective = read("selective");
  ASSERT_TRUE(selective.ok());
  EXPECT_EQ(selective.value().training.recompute, "full");
  EXPECT_EQ(selective.value().training.recompute_every, 2u);
  const Result<Request> none = read("none");
  ASSERT_TRUE(none.ok());
  EXPECT_EQ(none.value().training.recompute, "none");
}

TEST(PlanFile, FaultsNameTheirLine) {
  const auto error = [](const std::string& field, const std::string& text) {
    const Result<Request> read = parse_request(with(field, text));
    EXPECT_FALSE(read.ok()) << text;
    return read.ok() ? Problem{} : read.errors()[0];
  };
  const auto line = [](const Problem& p) { return p.params.empty() ? "" : p.params.back().value; };
  const Problem list = error("accelerate", "a: 1\nb:\n  - 2\n");
  EXPECT_EQ(list.code, "bad_line");
  EXPECT_EQ(line(list), "3");
  EXPECT_EQ(error("accelerate", "\tzero_stage: 2\n").code, "bad_line");
  EXPECT_EQ(error("accelerate", "a:\n  b:\n    c: 1\n").code, "bad_line");
  EXPECT_EQ(error("torchtitan", "[training\n").code, "bad_line");
  EXPECT_EQ(error("torchtitan", "seq_len 8192\n").code, "bad_line");
  const Problem range = error("torchtitan", "[training]\nseq_len = 0\n");
  EXPECT_EQ(range.field, "torchtitan.training.seq_len");
  EXPECT_EQ(range.code, "out_of_range");
  EXPECT_EQ(line(range), "2");
  const Problem value = error("accelerate", "distributed_type: TPU\n");
  EXPECT_EQ(value.field, "accelerate.distributed_type");
  EXPECT_EQ(value.code, "unknown_id");
  const Result<Request> number = parse_request(R"({"accelerate":3})");
  EXPECT_FALSE(number.ok());
}

// What the tool writes is read again.
TEST(PlanFile, ReadsTheAccelerateFileThatIsWritten) {
  const Reply reply = ask(R"({"model":"llama-3.1-8b","task":"training","engine":"fsdp","ask":"plan",
      "gpu":"a100-sxm4-80gb","gpus":8,"training":{"recompute":"full"}})");
  ASSERT_TRUE(reply.ok);
  const Result<Request> read = parse_request(with("accelerate", reply.accelerate));
  ASSERT_TRUE(read.ok()) << read.errors()[0].field << " " << read.errors()[0].code;
  EXPECT_EQ(read.value().engine, "fsdp");
  EXPECT_EQ(read.value().machine.devices[0].count, 8u);
  EXPECT_EQ(read.value().training.recompute, "full");
}

// Rules of thumb have a ratio whether or not the model is cut over cards.
TEST(RulesOfThumb, StandBesideAllCardsThatShareAModel) {
  const auto ratio = [](const std::string& more, std::string_view id) {
    const Reply reply =
        ask(R"({"model":"llama-2-7b","gpu":"a100-sxm4-80gb","context":2048)" + more + "}");
    EXPECT_TRUE(reply.ok);
    for (const RuleLine& rule : reply.results[0].rules) {
      if (rule.id == id) return rule.ratio_to_estimate;
    }
    return 0.0;
  };
  const std::string train = R"(,"task":"training","engine":"deepspeed")";
  EXPECT_EQ(ratio(train, "rule_16n"), 1);
  EXPECT_EQ(ratio(train, "rule_18n"), 18.0 / 16);
  EXPECT_EQ(ratio(train + R"(,"gpus":8,"training":{"zero":3})", "rule_16n"), 1);
  for (const char* id : {"rule_20n", "rule_int8", "rule_activations", "rule_cuda_1343"}) {
    EXPECT_GT(ratio(train, id), 0) << id;
    EXPECT_GT(ratio(train + R"(,"gpus":8,"training":{"zero":3})", id), 0) << id;
  }
  const std::string serve = R"(,"engine":"vllm","weights":"bf16")";
  EXPECT_NEAR(ratio(serve, "rule_2n"), 1, 1e-6);
  EXPECT_GT(ratio(serve + R"(,"gpus":2)", "rule_2n"), 0.99);
  EXPECT_GT(ratio(serve + R"(,"gpus":2)", "rule_1_2x"), 0);
}

}  // namespace
}  // namespace vramscope::test
