// Laws that hold for every request.
#include <cmath>

#include "property/evaluate.h"
#include "property/generator.h"
#include "support/ask.h"
#include "tables/trainers.h"

namespace vramscope::test {
namespace {

constexpr uint64_t kRequests = 1000;

/// Every random request that can be answered (some combinations are refused, with a reason).
template <typename Check>
void for_each_answer(Check check) {
  uint64_t answered = 0;
  for (uint64_t i = 0; i < kRequests; ++i) {
    const Request request = random_request(i);
    const Reply reply = answer(request);
    if (!reply.ok) {
      ASSERT_FALSE(reply.errors.empty());
      ASSERT_FALSE(reply.errors[0].field.empty()) << "request " << i;
      continue;
    }
    ++answered;
    SCOPED_TRACE(request_json(request));
    check(request, reply.results[0]);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(answered, kRequests / 2);
}

TEST(Property, ALevelIsTheSumOfItsTerms) {
  for_each_answer([](const Request&, const MachineResult& r) {
    double allocated = 0;
    double device = 0;
    for (const Term& term : r.terms) {
      if (term.place == Place::Allocated) allocated += term.size.bytes.count();
      if (term.place != Place::Host) device += term.size.bytes.count();
    }
    EXPECT_EQ(allocated, r.allocated.bytes.count());
    EXPECT_EQ(device, r.device.bytes.count());
  });
}

TEST(Property, ThePeakIsTheLargestPhase) {
  for_each_answer([](const Request&, const MachineResult& r) {
    Bytes largest;
    for (const Phase& phase : r.phases) largest = std::max(largest, phase.allocated.bytes);
    EXPECT_EQ(largest, r.allocated.bytes);
    EXPECT_EQ(r.phases[r.peak_phase].allocated.bytes, largest);
  });
}

TEST(Property, BoundsEncloseTheValue) {
  for_each_answer([](const Request&, const MachineResult& r) {
    for (const Term& term : r.terms) {
      EXPECT_LE(term.size.low, term.size.bytes);
      EXPECT_GE(term.size.high, term.size.bytes);
      if (term.exactness == Exactness::Exact) {
        EXPECT_EQ(term.size.low, term.size.high);
      }
    }
    EXPECT_LE(r.device.low, r.device.bytes);
    EXPECT_GE(r.device.high, r.device.bytes);
  });
}

TEST(Property, ThePrintedLineReEvaluatesToTheValue) {
  for_each_answer([](const Request&, const MachineResult& r) {
    for (const Term& term : r.terms) {
      const std::optional<double> value = evaluate(term.working);
      ASSERT_TRUE(value.has_value()) << term.working;
      // Bytes are rounded up; a factor that is no whole number is printed with six digits.
      EXPECT_NEAR(*value, term.size.bytes.count(), 1 + 5e-6 * *value) << term.working;
      EXPECT_FALSE(term.formula.empty());
      EXPECT_FALSE(term.sources.empty());
    }
  });
}

TEST(Property, UnitsAreNeverMixed) {
  for_each_answer([](const Request&, const MachineResult& r) {
    EXPECT_FALSE(has_problem(r.warnings, "", "dimension_error"));
  });
}

/// The device's bytes of a changed request, where both can be answered.
template <typename Change>
void never_less(Change change) {
  for_each_answer([&](const Request& request, const MachineResult& before) {
    Request more = request;
    if (!change(more)) return;
    const Reply after = answer(more);
    if (!after.ok) return;
    // Of several cards another may come to decide, with less on it.
    EXPECT_GE(after.results[0].total_over_devices, before.total_over_devices) << request_json(more);
    if (!before.per_rank.empty()) return;
    EXPECT_GE(after.results[0].device.bytes, before.device.bytes);
    EXPECT_GE(after.results[0].device.high, before.device.high);
  });
}

TEST(Property, MoreContextNeverTakesLess) {
  never_less([](Request& request) {
    request.context += 1 + request.context / 3;
    // Beyond that vLLM's first engine reads prompts in pieces: its step is smaller then.
    return request.engine_version.empty() || request.context <= 32768;
  });
}

TEST(Property, MoreSequencesNeverTakeLess) {
  never_less([](Request& request) {
    request.batch *= 2;  // a step has as many tokens for each, so 25 can have fewer than 24
    ++request.training.micro_batch;
    return true;
  });
}

TEST(Property, MoreCacheBitsNeverTakeLess) {
  never_less([](Request& request) {
    request.kv = "fp32";
    // llama.cpp's graph copies keys and values of some types before they are multiplied.
    const bool graph = request.engine == "llama.cpp" || request.engine == "ik_llama.cpp" ||
                       request.engine == "ollama";
    return request.task == Task::Inference && !graph;
  });
}

TEST(Property, MoreWeightBitsNeverTakeLess) {
  never_less([](Request& request) {
    request.weights = "fp32";
    return request.task == Task::Inference;
  });
}

TEST(Property, MoreShardingNeverTakesMoreStates) {
  for_each_answer([](const Request& request, const MachineResult& before) {
    if (request.task != Task::Training || request.training.zero == 3) return;
    Request sharded = request;
    ++sharded.training.zero;
    // Frameworks that shard everything unless told otherwise do so at 0.
    if (request.training.zero == 0 && find_trainer(request.engine).fsdp) return;
    const Reply after = answer(sharded);
    ASSERT_TRUE(after.ok);
    EXPECT_LE(bytes_of(after.results[0], TermId::OptimizerState),
              bytes_of(before, TermId::OptimizerState));
    EXPECT_LE(bytes_of(after.results[0], TermId::Gradients), bytes_of(before, TermId::Gradients));
  });
}

TEST(Property, TheContextLimitIsAnEdge) {
  for_each_answer([](const Request& request, const MachineResult& r) {
    const double limit = *r.max_context.guaranteed;
    if (limit < 1 || limit >= 4294967295.0) return;
    // Where vLLM's first engine begins to read prompts in pieces, its step becomes smaller.
    if (limit == 32768 && !request.engine_version.empty()) return;
    Request edge = request;
    edge.context = static_cast<uint64_t>(limit);
    const Reply inside = answer(edge);
    if (!inside.ok) return;
    EXPECT_EQ(inside.results[0].verdict, Verdict::Fits);
    ++edge.context;
    EXPECT_NE(answer(edge).results[0].verdict, Verdict::Fits);
  });
}

TEST(Property, LanguageAndExplanationNeverChangeANumber) {
  for_each_answer([](const Request& request, const MachineResult& r) {
    Request other = request;
    other.lang = Lang::Zh;
    other.explain = Explain::None;
    const MachineResult quiet = answer(other).results[0];
    EXPECT_EQ(quiet.device, r.device);
    EXPECT_EQ(*quiet.max_context.guaranteed, *r.max_context.guaranteed);
  });
}

TEST(Property, EvaluatorIsIndependentAndStrict) {
  EXPECT_EQ(*evaluate("2 × 32 × 2 B"), 128);
  EXPECT_EQ(*evaluate("⌈8,193 ÷ 256⌉ × 256"), 8448);
  EXPECT_EQ(*evaluate("max(2, min(5, 4)) − 1 + (3)"), 6);
  EXPECT_FALSE(evaluate("2 × ").has_value());
  EXPECT_FALSE(evaluate("2 x 3").has_value());
}

}  // namespace
}  // namespace vramscope::test
