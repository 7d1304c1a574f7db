// Several files of one model, put together.
#include <algorithm>

#include "files/checks.h"
#include "files/gguf_config.h"
#include "files/module_tree.h"
#include "files/order.h"
#include "files/sniff.h"
#include "io/config_json.h"
#include "tables/formats.h"
#include "vramscope/model_files.h"

namespace vramscope {
namespace {

constexpr std::string_view kProjector = "clip";  // the architecture of a vision tower's own GGUF

std::string_view base_name(std::string_view path) {
  return path.substr(path.find_last_of("/\\") + 1);
}

double meta_number(const StoredFile& file, std::string_view key, double fallback) {
  const MetaValue* value = file.find(key);
  return value ? value->number : fallback;
}

std::string_view architecture(const ReadFile& file) {
  const MetaValue* value = file.stored.find("general.architecture");
  return value ? std::string_view(value->text) : std::string_view();
}

/// "model-00002-of-00005.safetensors" -> 5; 0 without such an ending.
uint64_t parts_in_name(std::string_view name) {
  const size_t of = name.rfind("-of-");
  uint64_t parts = 0;
  for (size_t i = of + 4; of != std::string_view::npos && i < name.size() && i < of + 10; ++i) {
    if (name[i] < '0' || name[i] > '9') break;
    parts = 10 * parts + static_cast<uint64_t>(name[i] - '0');
  }
  return parts;
}

/// Bits of a packed weight, by the places where quantisation methods say it; 0: not said.
double packed_bits(const Json& config) {
  static constexpr std::string_view kNames[] = {"bits", "w_bit", "num_bits", "nbits"};
  for (const Json& child : config.children) {
    const bool named =
        std::find(std::begin(kNames), std::end(kNames), child.name) != std::end(kNames);
    if (named && child.is_number() && child.number >= 1 && child.number <= 8) return child.number;
  }
  for (const Json& child : config.children) {
    if (child.name.find("activation") != std::string::npos) continue;
    if (const double bits = child.children.empty() ? 0 : packed_bits(child); bits > 0) return bits;
  }
  return 0;
}

class Combiner {
 public:
  explicit Combiner(std::vector<ReadFile> files) : files_(std::move(files)) {}

  Result<ModelFiles> combine() {
    for (ReadFile& file : files_) sort_in(file);
    if (!problems_.empty()) return problems_;
    if (!parts_.empty() && !shards_.empty()) return several(*parts_[0], *shards_[0]);
    order_parts();
    choose_shards();
    if (!problems_.empty()) return problems_;
    gather();
    read_structure();
    count();
    if (!problems_.empty()) return problems_;
    state_figures();
    return ModelFiles{{}, std::move(out_)};
  }

 private:
  static std::vector<Problem> several(const ReadFile& a, const ReadFile& b) {
    return {{a.name, "several_models", {{"other", b.name}}}};
  }

  void warn(const std::string& file, std::string code, std::vector<Param> params) {
    out_.warnings.push_back({file, std::move(code), std::move(params)});
  }

  void keep_one(const ReadFile*& place, const ReadFile& file) {
    if (place) problems_ = several(*place, file);
    place = &file;
  }

  void sort_in(ReadFile& file) {
    out_.kinds.push_back(file.kind);
    out_.warnings.insert(out_.warnings.end(), file.warnings.begin(), file.warnings.end());
    switch (file.kind) {
      case FileKind::Config:
        return keep_one(config_, file);
      case FileKind::QuantizeConfig:
        return keep_one(quantize_config_, file);
      case FileKind::Index:
        return indices_.push_back(&file);
      case FileKind::Safetensors:
        return shards_.push_back(&file);
      case FileKind::Gguf:
        (architecture(file) == kProjector ? projectors_ : parts_).push_back(&file);
    }
  }

  /// Parts of a split GGUF file in their order.
  void order_parts() {
    if (parts_.empty()) return;
    const double count = meta_number(parts_[0]->stored, "split.count", 1);
    const auto number = [](const ReadFile* file) {
      return meta_number(file->stored, "split.no", 0);
    };
    sort_rows(parts_, [&](const ReadFile* a, const ReadFile* b) { return number(a) < number(b); });
    for (size_t i = 1; i < parts_.size(); ++i) {
      const bool of_one = meta_number(parts_[i]->stored, "split.count", 1) == count &&
                          number(parts_[i]) > number(parts_[i - 1]);
      if (!of_one) problems_ = several(*parts_[i - 1], *parts_[i]);
    }
    expect_parts(*parts_[0], parts_.size(), count);
  }

  void expect_parts(const ReadFile& file, size_t have, double wanted) {
    if (!(static_cast<double>(have) < wanted)) return;
    whole_ = false;
    if (have == 0) return;  // an index by itself
    warn(file.name, "parts_missing",
         {count_param("have", have),
          count_param("count", static_cast<uint64_t>(std::min(wanted, 1e9)))});
  }

  bool lists(const ShardIndex& index, const ReadFile& file) const {
    return std::binary_search(index.shards.begin(), index.shards.end(), base_name(file.name));
  }

  /// With an index, the shards it lists; without one, all files but a second copy of the model in
  /// one piece.
  void choose_shards() {
    for (const ReadFile* file : indices_) {
      const auto listed = [&](const ReadFile* shard) { return lists(file->index, *shard); };
      const bool used = std::any_of(shards_.begin(), shards_.end(), listed);
      if (!index_ || used) index_ = file;
    }
    const bool listed =
        index_ && std::any_of(shards_.begin(), shards_.end(),
                              [&](const ReadFile* s) { return lists(index_->index, *s); });
    std::vector<const ReadFile*> kept;
    for (const ReadFile* shard : shards_) {
      const bool copy = shards_.size() > 1 && base_name(shard->name).starts_with("consolidated");
      if (listed ? lists(index_->index, *shard) : !copy) {
        kept.push_back(shard);
      } else {
        warn(shard->name, "file_left_out", {});
      }
    }
    shards_ = std::move(kept);
    if (index_) {
      expect_parts(*index_, shards_.size(), static_cast<double>(index_->index.shards.size()));
    } else if (!shards_.empty()) {
      expect_parts(*shards_[0], shards_.size(),
                   static_cast<double>(parts_in_name(base_name(shards_[0]->name))));
    }
  }

  void gather() {
    for (const auto* list : {&parts_, &shards_, &projectors_}) {
      for (const ReadFile* file : *list) {
        tensors_.insert(tensors_.end(), file->stored.tensors.begin(), file->stored.tensors.end());
      }
    }
    const std::string first = files_.empty() ? std::string() : files_[0].name;
    problems_ = name_file(check_names(tensors_), first);
  }

  void read_structure() {
    Json config = config_ ? config_->json : Json();
    const ReadFile* source = config_;
    if (!config_ && !parts_.empty()) {
      source = parts_[0];
      config = gguf_config(parts_[0]->stored, tensors_);
    }
    if (quantize_config_ && config.is_object() && !config.find("quantization_config")) {
      Json quantisation = quantize_config_->json;
      if (!quantisation.find("quant_method")) quantisation.set("quant_method", Json::of("gptq"));
      config.set("quantization_config", std::move(quantisation));
    }
    if (const Json* quantisation = config.find("quantization_config")) {
      bits_ = packed_bits(*quantisation);
    } else if (quantize_config_) {
      bits_ = packed_bits(quantize_config_->json);
    }
    if (!source) return;
    Result<ReadModel> read = read_config_value(config);
    if (!read.ok()) {
      // A file of tensors is still worth a look without the structure.
      std::vector<Problem> problems = name_file(read.errors(), source->name);
      std::vector<Problem>& into = tensors_.empty() ? problems_ : out_.warnings;
      into.insert(into.end(), problems.begin(), problems.end());
      return;
    }
    ModelSpec& spec = read.value().spec;
    // A GGUF file says how its tensors are stored, whatever a config beside it says.
    if (!parts_.empty()) adopt_gguf(*parts_[0], spec);
    out_.model.spec = std::move(spec);
  }

  static void adopt_gguf(const ReadFile& read, ModelSpec& spec) {
    const StoredFile& file = read.stored;
    spec.id = base_name(read.name);
    const MetaValue* name = file.find("general.name");
    if (name && !name->text.empty()) spec.name = name->text.substr(0, 128);
    const double type = meta_number(file, "general.file_type", -1);
    const std::string_view plan =
        type >= 0 && type < 1000 ? gguf_file_type(static_cast<uint32_t>(type)) : std::string_view();
    spec.stored_dtype = find_weight_plan(plan) ? plan : "fp16";
  }

  /// A head that the config ties but the file repeats.
  bool repeats_embedding(const StoredTensor& head) const {
    if (!config_ || !out_.model.spec || !out_.model.spec->tie_word_embeddings) return false;
    const auto ends_with_any = [](std::string_view name, std::span<const std::string_view> ends) {
      return std::any_of(ends.begin(), ends.end(),
                         [&](std::string_view end) { return name.ends_with(end); });
    };
    static constexpr std::string_view kHeads[] = {"lm_head.weight", "embed_out.weight"};
    static constexpr std::string_view kTables[] = {"embed_tokens.weight", "wte.weight",
                                                   "embed_in.weight", "word_embeddings.weight"};
    return ends_with_any(head.name, kHeads) &&
           std::any_of(tensors_.begin(), tensors_.end(), [&](const StoredTensor& tensor) {
             return ends_with_any(tensor.name, kTables) && tensor.shape == head.shape;
           });
  }

  void count() {
    std::vector<StoredRole> roles;
    roles.reserve(tensors_.size());
    for (const StoredTensor& tensor : tensors_) {
      StoredRole role = stored_role(tensor, bits_ > 0 ? bits_ : 4);
      if (repeats_embedding(tensor)) role = {Role::TiedHead, role.module, 0};
      add(out_.dtypes, tensor.dtype, &DtypeTotal::dtype, tensor);
      if (const std::string_view id = extra_id(role.role); !id.empty()) {
        add(out_.extras, id, &ExtraTotal::id, tensor);
      }
      if (role.role == Role::TiedHead) tied_bytes_ += static_cast<double>(tensor.bytes);
      roles.push_back(role);
    }
    sort_rows(out_.dtypes,
              [](const DtypeTotal& a, const DtypeTotal& b) { return a.bytes > b.bytes; });
    out_.root = module_tree(tensors_, roles);
    if (out_.root.stored_elements >= static_cast<double>(kMostCountable) ||
        out_.root.bytes >= static_cast<double>(kMostCountable)) {
      problems_.push_back({files_[0].name, "too_large", {}});
    }
  }

  template <typename Row>
  static void add(std::vector<Row>& rows, std::string_view id, std::string_view Row::*key,
                  const StoredTensor& tensor) {
    auto row = std::find_if(rows.begin(), rows.end(), [&](const Row& r) { return r.*key == id; });
    if (row == rows.end()) row = rows.insert(rows.end(), Row{id});
    ++row->tensors;
    row->elements += static_cast<double>(tensor.elements);
    row->bytes += static_cast<double>(tensor.bytes);
  }

  /// Tensors that are not those of the structure that was read, another model's or an adapter's,
  /// are said to be so.
  void compare_with_structure() {
    if (!out_.model.spec) return;
    const ParameterCounts counts = count_parameters(*out_.model.spec);
    const double stored = out_.root.parameters;
    const double most = counts.total + counts.mtp + counts.tied_head;
    const double off = stored < counts.total ? counts.total - stored
                       : stored > most       ? stored - most
                                             : 0;
    if (off > 0.02 * counts.total) {
      warn(files_[0].name, "counts_differ",
           {{"stored", format_number(stored)}, {"derived", format_number(counts.total)}});
    }
  }

  /// Headers win over the index, and both over what the config predicts.
  void state_figures() {
    ModelChoice& model = out_.model;
    model.id = model.spec ? model.spec->id : std::string(base_name(files_[0].name));
    const auto whole = [](double value) -> std::optional<uint64_t> {
      if (!(value >= 1)) return std::nullopt;
      return static_cast<uint64_t>(value);
    };
    if (whole_ && !tensors_.empty()) {
      compare_with_structure();
      model.parameters = whole(out_.root.parameters);
      model.weight_bytes = whole(out_.root.bytes - tied_bytes_);
    }
    if (model.spec && tensors_.empty() && !config_ && !index_) {
      warn(files_[0].name, "no_weights", {});
    }
    if (!model.spec) warn(files_[0].name, "no_structure", {});
    if (!index_) return;
    const ShardIndex& index = index_->index;
    if (!model.weight_bytes) model.weight_bytes = index.total_size;
    if (!model.parameters) model.parameters = index.total_parameters;
    const auto bytes = static_cast<uint64_t>(out_.root.bytes);
    if (whole_ && index.total_size && *index.total_size != bytes) {
      warn(index_->name, "total_size_differs",
           {count_param("said", *index.total_size), count_param("found", bytes)});
    }
    if (whole_ && index.tensors.size() != tensors_.size()) {
      warn(index_->name, "tensor_count_differs",
           {count_param("said", index.tensors.size()), count_param("found", tensors_.size())});
    }
  }

  std::vector<ReadFile> files_;
  const ReadFile* config_ = nullptr;
  const ReadFile* quantize_config_ = nullptr;
  const ReadFile* index_ = nullptr;
  std::vector<const ReadFile*> indices_, shards_, parts_, projectors_;
  std::vector<StoredTensor> tensors_;
  std::vector<Problem> problems_;
  bool whole_ = true;  ///< every part is here
  double bits_ = 0;
  double tied_bytes_ = 0;
  StoredModel out_;
};

}  // namespace

Result<ModelFiles> read_model_files(std::span<const FilePrefix> files) {
  if (files.empty()) return Problem{"", "no_model_file", {}};
  ModelFiles result;
  std::vector<ReadFile> read;
  std::vector<Problem> problems;
  for (const FilePrefix& file : files) {
    Result<ReadFile> one = read_file(file);
    if (!one.ok()) {
      problems.insert(problems.end(), one.errors().begin(), one.errors().end());
    } else if (one.value().needs_bytes > 0) {
      result.needs.push_back({file.name, one.value().needs_bytes});
    } else {
      read.push_back(std::move(one.value()));
    }
  }
  if (!problems.empty()) return problems;
  if (!result.needs.empty()) return result;
  return Combiner(std::move(read)).combine();
}

bool is_model_file_name(std::string_view name) {
  name = base_name(name);
  return name.ends_with(".safetensors") || name.ends_with(".gguf") ||
         name.ends_with(".index.json") || name == "config.json" || name == "quantize_config.json";
}

}  // namespace vramscope
