#include "estimate/inspect.h"

#include <algorithm>
#include <cmath>

#include "formulas/formulas.h"

namespace vramscope {
namespace {

using Names = std::vector<std::string_view>;

/// A block of a layer, as model_tensors() lists its tensors: one after another.
enum class Block : uint8_t { Attention, Recurrent, Cross, FeedForward, Rest };

/// What a tensor is called inside its block. `Rest` stands for no block at all.
std::string_view leaf_name(const ModelTensor& tensor, Block block, bool indexed = false) {
  switch (tensor.module) {
    case Module::TokenEmbedding:
      return "embedding";
    case Module::PositionEmbedding:
      return "positions";
    case Module::LmHead:
      return "lm_head";
    case Module::Query:
      return "query";
    case Module::Key:
      return "key";
    case Module::Value:
      return "value";
    case Module::QueryKeyValue:
      return "qkv";
    case Module::AttentionOutput:
      return "output";
    case Module::LatentDown:
      return "latent_down";
    case Module::LatentUp:
      return "latent_up";
    case Module::Indexer:
      return "indexer";
    case Module::StateIn:
      return "in";
    case Module::StateInner:
      return "inner";
    case Module::StateOut:
      return "out";
    case Module::SharedGate:
    case Module::Gate:
      return "gate";
    case Module::SharedUp:
    case Module::Up:
      return "up";
    case Module::SharedDown:
    case Module::Down:
      return "down";
    case Module::LayerInput:
      return "input";
    case Module::Router:  // attention has gates and an indexer's weights of the same kind
      if (block == Block::FeedForward) return "router";
      return indexed ? "indexer" : "gate";
    case Module::Norm:
      return "norm";
    case Module::Bias:
      return "bias";
    case Module::Vision:
    case Module::Audio:
      return "patches";
    case Module::Projector:
      return "projector";
  }
  return {};
}

std::string_view attention_name(const LayerGroup& group) {
  if (group.latent) return "latent";
  if (group.compressed) return "compressed";
  if (group.encoder) return "encoder";
  switch (group.attention->kind) {
    case AttentionKind::Full:
      return "full";
    case AttentionKind::Sliding:
      return "sliding";
    case AttentionKind::Chunked:
      return "chunked";
  }
  return {};
}

bool attends(const LayerGroup& group) {
  return group.attention || group.latent || group.compressed;
}

/// The blocks that tell a group of layers from another.
Names group_names(const LayerGroup& group) {
  Names names;
  if (attends(group)) names.push_back(attention_name(group));
  if (group.recurrent) names.push_back("recurrent");
  if (group.cross) names.push_back("cross");
  if (group.ffn) names.push_back(group.ffn->num_experts > 0 ? "mixture" : "ffn");
  if (names.empty()) names.push_back("input");
  return names;
}

std::string_view block_name(Block block) {
  switch (block) {
    case Block::Attention:
      return "attention";
    case Block::Recurrent:
      return "state";
    case Block::Cross:
      return "cross";
    case Block::FeedForward:
      return "ffn";
    case Block::Rest:
      break;
  }
  return {};
}

/// One block of a group of layers, as a group of its own.
struct Part {
  size_t group = 0;
  Block block = Block::Rest;
};

/// Layers cut into their blocks: model_tensors() then says which tensor is of which block.
struct Parts {
  ModelSpec spec;
  std::vector<Part> of;

  Parts(const std::vector<LayerGroup>& groups, uint64_t hidden) {
    spec.hidden_size = hidden;
    spec.vocab_size = 1;
    spec.lm_head = spec.final_norm = false;
    for (size_t i = 0; i < groups.size(); ++i) {
      // What is of no block stays with the layer itself.
      LayerGroup rest = groups[i];
      rest.attention.reset();
      rest.latent.reset();
      rest.compressed.reset();
      rest.recurrent.reset();
      rest.cross.reset();
      rest.ffn.reset();
      const LayerGroup block{.count = groups[i].count, .norms = 0};
      const auto add = [&](Block kind, LayerGroup part) {
        spec.groups.push_back(std::move(part));
        of.push_back({i, kind});
      };
      LayerGroup part = block;
      part.attention = groups[i].attention;
      part.latent = groups[i].latent;
      part.compressed = groups[i].compressed;
      add(Block::Attention, part);
      part = block;
      part.recurrent = groups[i].recurrent;
      add(Block::Recurrent, part);
      part = block;
      part.cross = groups[i].cross;
      add(Block::Cross, part);
      part = block;
      part.ffn = groups[i].ffn;
      add(Block::FeedForward, part);
      add(Block::Rest, rest);
    }
  }
};

/// The tree under construction. begin() and end() around what belongs together.
class Tree {
 public:
  explicit Tree(const Job& base) : base_(&base) {}

  void begin(Names names, uint64_t copies = 1) {
    open_.push_back(add(std::move(names)));
    rows_[open_.back()].copies = copies;
  }
  /// Parts are summed up; what stayed empty is taken out.
  void end() {
    const size_t at = open_.back();
    open_.pop_back();
    if (rows_.size() == at + 1) return rows_.pop_back();
    InspectRow& row = rows_[at];
    row.end = rows_.size();
    if (open_.empty()) return;
    rows_[open_.back()].parameters += row.parameters;
    rows_[open_.back()].bytes += row.bytes;
  }

  /// `as` is the tensor by which the job knows how it is stored.
  void leaf(std::string_view name, const ModelTensor& tensor, const ModelTensor& as) {
    double bytes = 0;
    for (const StorageLine& line : store_tensor(*base_, as)) bytes += line_bytes(line);
    const size_t at = add({name});
    InspectRow& row = rows_[at];
    row.end = at + 1;
    row.rows = tensor.rows;
    row.columns = tensor.columns;
    row.copies = tensor.copies;
    row.parameters = tensor.elements();
    row.bytes = Bytes::of(rounded_up(bytes));
    rows_[open_.back()].parameters += row.parameters;
    rows_[open_.back()].bytes += row.bytes;
  }
  void leaf(const ModelTensor& tensor) { leaf(leaf_name(tensor, Block::Rest), tensor, tensor); }

  /// Layers by group, by block, by matrix. `outer` is what stores those of a tower.
  void layers(const std::vector<LayerGroup>& groups, uint64_t hidden,
              std::optional<Module> outer = std::nullopt);

  /// Stored by another job from here on: prediction layers are no layers of the model.
  void use(const Job& base) { base_ = &base; }
  std::vector<InspectRow> take() { return std::move(rows_); }

 private:
  const Job* base_;
  std::vector<InspectRow> rows_;
  std::vector<size_t> open_;

  size_t add(Names names) {
    InspectRow row;
    row.level = static_cast<int>(open_.size());
    if (!open_.empty()) {
      row.parent = static_cast<int>(open_.back());
      if (row.level > 1) row.path = rows_[open_.back()].path + '.';
    }
    row.path += names.front();
    const std::string first = row.path;
    const auto taken = [&](const InspectRow& other) { return other.path == row.path; };
    for (int n = 2; std::any_of(rows_.begin(), rows_.end(), taken); ++n) {
      row.path = first + '.' + std::to_string(n);
    }
    row.names = std::move(names);
    rows_.push_back(std::move(row));
    return rows_.size() - 1;
  }
};

/// Inside a feed-forward block: routed experts, the shared expert, or neither.
std::string_view mixture_name(const ModelTensor& tensor) {
  if (tensor.expert) return "experts";
  const bool shared = tensor.module == Module::SharedGate || tensor.module == Module::SharedUp ||
                      tensor.module == Module::SharedDown;
  return shared ? "shared" : std::string_view{};
}

void Tree::layers(const std::vector<LayerGroup>& groups, uint64_t hidden,
                  std::optional<Module> outer) {
  const Parts parts(groups, hidden);
  std::vector<ModelTensor> tensors = model_tensors(parts.spec);
  std::erase_if(tensors, [](const ModelTensor& tensor) { return tensor.group < 0; });
  auto tensor = tensors.begin();
  for (size_t i = 0; i < parts.of.size(); ++i) {
    const Part& part = parts.of[i];
    const LayerGroup& group = groups[part.group];
    if (part.block == Block::Attention) begin(group_names(group), group.count);
    if (part.block != Block::Rest) begin({block_name(part.block)});
    std::string_view inside;
    for (; tensor != tensors.end() && tensor->group == static_cast<int>(i); ++tensor) {
      const std::string_view mixture =
          part.block == Block::FeedForward ? mixture_name(*tensor) : std::string_view{};
      if (mixture != inside) {
        if (!inside.empty()) end();
        if (!mixture.empty()) begin({mixture}, mixture == "experts" ? group.ffn->num_experts : 1);
        inside = mixture;
      }
      ModelTensor as = *tensor;
      as.group = outer ? -1 : static_cast<int>(part.group);
      if (outer) as.module = *outer;
      leaf(leaf_name(*tensor, part.block, group.latent || group.compressed), *tensor, as);
    }
    if (!inside.empty()) end();
    if (part.block != Block::Rest) end();
    if (part.block == Block::Rest) end();
  }
}

void add_tower(Tree& tree, const Tower& tower) {
  tree.begin({tower.module == Module::Audio ? "audio" : "vision"});
  tree.layers(tower.groups, tower.hidden_size, tower.module);
  for (const OuterTensor& t : tower.outer) {
    tree.leaf({.module = t.module, .rows = t.rows, .columns = t.columns});
  }
  tree.end();
}

/// Prediction layers as the file has them: a model of nothing else.
void add_prediction(Tree& tree, const Job& base) {
  if (base.spec->mtp.empty()) return;
  ModelSpec spec = *base.spec;
  spec.groups = spec.mtp;
  spec.layer_order.clear();
  for (size_t i = 0; i < spec.groups.size(); ++i) {
    spec.layer_order.insert(spec.layer_order.end(), spec.groups[i].count, static_cast<uint16_t>(i));
  }
  Job job = base;
  job.spec = &spec;
  tree.use(job);
  tree.begin({"prediction"});
  tree.layers(spec.mtp, spec.hidden_size);
  for (const ModelTensor& tensor : mtp_tensors(*base.spec)) {
    const bool table = tensor.module == Module::TokenEmbedding || tensor.module == Module::LmHead;
    if (table) tree.leaf(tensor);
  }
  tree.end();
  tree.use(base);
}

bool before_layers(const ModelTensor& tensor) {
  return tensor.module == Module::TokenEmbedding || tensor.module == Module::PositionEmbedding;
}

/// Tensors outside layers and towers.
std::vector<ModelTensor> outer_tensors(const ModelSpec& spec) {
  ModelSpec bare = spec;
  bare.groups.clear();
  bare.towers.clear();
  return model_tensors(bare);
}

}  // namespace

std::vector<InspectRow> inspect_model(const Job& base) {
  const ModelSpec& spec = *base.spec;
  Tree tree(base);
  const std::vector<ModelTensor> outer = outer_tensors(spec);
  tree.begin({"model"});
  for (const ModelTensor& tensor : outer) {
    if (before_layers(tensor)) tree.leaf(tensor);
  }
  tree.begin({"layers"}, spec.num_hidden_layers());
  tree.layers(spec.groups, spec.hidden_size);
  tree.end();
  for (const ModelTensor& tensor : outer) {
    if (!before_layers(tensor)) tree.leaf(tensor);
  }
  for (const Tower& tower : spec.towers) add_tower(tree, tower);
  tree.end();
  add_prediction(tree, base);
  std::vector<InspectRow> rows = tree.take();
  const double whole = rows.front().bytes.count();
  for (InspectRow& row : rows) {
    row.share = whole > 0 ? row.bytes.count() / whole : 0;
    row.loaded = row.path.compare(0, 10, "prediction") != 0;
  }
  return rows;
}

}  // namespace vramscope
