#include "estimate/inspect.h"

#include <algorithm>
#include <cmath>

#include "formulas/formulas.h"

namespace vramscope {
namespace {

/// A block of a layer, as model_tensors() lists its tensors: one after another.
enum class Block : uint8_t { Attention, Recurrent, Cross, FeedForward, Rest };
constexpr size_t kBlocks = 5;

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

/// Empty when nothing attends.
std::string_view attention_name(const LayerGroup& group) {
  if (group.latent) return "latent";
  if (group.compressed) return "compressed";
  if (!group.attention) return {};
  if (group.encoder) return "encoder";
  constexpr std::string_view kKinds[] = {"full", "sliding", "chunked"};
  return kKinds[static_cast<size_t>(group.attention->kind)];
}

constexpr std::string_view kBlockNames[] = {"attention", "state", "cross", "ffn"};

/// Each group of layers cut into groups of one block each, in the order of Block: model_tensors()
/// of this says which tensor is of which block.
ModelSpec cut_into_blocks(const std::vector<LayerGroup>& groups, uint64_t hidden) {
  ModelSpec spec;
  spec.hidden_size = hidden;
  spec.vocab_size = 1;
  spec.lm_head = spec.final_norm = false;
  for (const LayerGroup& group : groups) {
    const size_t first = spec.groups.size();
    spec.groups.resize(first + kBlocks);
    for (size_t i = 0; i < kBlocks; ++i) {
      spec.groups[first + i].count = group.count;
      spec.groups[first + i].norms = 0;
    }
    LayerGroup* const block = &spec.groups[first];
    block[0].attention = group.attention;
    block[0].latent = group.latent;
    block[0].compressed = group.compressed;
    block[1].recurrent = group.recurrent;
    block[2].cross = group.cross;
    block[3].ffn = group.ffn;
    LayerGroup& rest = block[4];  // what is of no block stays with the layer itself
    rest = group;
    rest.attention.reset();
    rest.latent.reset();
    rest.compressed.reset();
    rest.recurrent.reset();
    rest.cross.reset();
    rest.ffn.reset();
  }
  return spec;
}

/// The tree under construction. begin() and end() around what belongs together.
class Tree {
 public:
  explicit Tree(const Job& base) : base_(&base) {}

  void begin(std::string_view name, uint64_t copies = 1) {
    add(name).copies = copies;
    open_ = static_cast<int>(rows_.size()) - 1;
  }
  /// A group of layers goes by the blocks that tell it from another.
  void begin_group(const LayerGroup& group);
  /// Parts are summed up; what stayed empty is taken out.
  void end() {
    InspectRow& row = rows_[static_cast<size_t>(open_)];
    row.end = rows_.size();
    open_ = row.parent;
    if (row.parameters == 0) {
      rows_.pop_back();
      return firsts_.pop_back();
    }
    add_up(row);
  }

  /// `as` is the tensor by which the job knows how it is stored.
  void leaf(std::string_view name, const ModelTensor& tensor, const ModelTensor& as) {
    double bytes = 0;
    for (const StorageLine& line : store_tensor(*base_, as)) bytes += line_bytes(line);
    InspectRow& row = add(name);
    row.end = rows_.size();
    row.rows = tensor.rows;
    row.columns = tensor.columns;
    row.copies = tensor.copies;
    row.parameters = tensor.elements();
    row.bytes = Bytes::of(rounded_up(bytes));
    add_up(row);
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
  std::vector<std::string> firsts_;  ///< the rows' paths before repeats were numbered
  int open_ = -1;                    ///< the row whose parts are being added

  void add_up(const InspectRow& row) {
    if (open_ < 0) return;
    rows_[static_cast<size_t>(open_)].parameters += row.parameters;
    rows_[static_cast<size_t>(open_)].bytes += row.bytes;
  }

  InspectRow& add(std::string_view name) {
    InspectRow row;
    row.parent = open_;
    if (open_ >= 0) {
      const InspectRow& whole = rows_[static_cast<size_t>(open_)];
      row.level = whole.level + 1;
      if (row.level > 1) row.path = whole.path + '.';
    }
    row.path += name;
    firsts_.push_back(row.path);
    const auto repeats = std::count(firsts_.begin(), firsts_.end(), row.path);
    if (repeats > 1) row.path += '.' + std::to_string(repeats);
    row.names.push_back(name);
    rows_.push_back(std::move(row));
    return rows_.back();
  }
};

/// Inside a feed-forward block: routed experts, the shared expert, or neither.
std::string_view mixture_name(const ModelTensor& tensor) {
  if (tensor.expert) return "experts";
  const bool shared = tensor.module == Module::SharedGate || tensor.module == Module::SharedUp ||
                      tensor.module == Module::SharedDown;
  return shared ? "shared" : std::string_view{};
}

void Tree::begin_group(const LayerGroup& group) {
  const std::string_view names[] = {attention_name(group), group.recurrent ? "recurrent" : "",
                                    group.cross ? "cross" : "",
                                    !group.ffn                   ? ""
                                    : group.ffn->num_experts > 0 ? "mixture"
                                                                 : "ffn"};
  bool begun = false;
  for (const std::string_view name : names) {
    if (name.empty()) continue;
    if (begun) {
      rows_.back().names.push_back(name);
    } else {
      begin(name, group.count);
    }
    begun = true;
  }
  if (!begun) begin("input", group.count);
}

void Tree::layers(const std::vector<LayerGroup>& groups, uint64_t hidden,
                  std::optional<Module> outer) {
  const std::vector<ModelTensor> tensors = model_tensors(cut_into_blocks(groups, hidden));
  size_t next = 0;
  while (next < tensors.size() && tensors[next].group < 0) ++next;  // a table that is none
  for (size_t i = 0; i < kBlocks * groups.size(); ++i) {
    const LayerGroup& group = groups[i / kBlocks];
    const auto block = static_cast<Block>(i % kBlocks);
    if (block == Block::Attention) begin_group(group);
    if (block != Block::Rest) begin(kBlockNames[i % kBlocks]);
    std::string_view inside;
    for (; next < tensors.size() && tensors[next].group == static_cast<int>(i); ++next) {
      const ModelTensor& tensor = tensors[next];
      const std::string_view mixture = mixture_name(tensor);
      if (mixture != inside) {
        if (!inside.empty()) end();
        if (!mixture.empty()) begin(mixture, tensor.expert ? group.ffn->num_experts : 1);
        inside = mixture;
      }
      ModelTensor as = tensor;
      as.group = outer ? -1 : static_cast<int>(i / kBlocks);
      if (outer) as.module = *outer;
      leaf(leaf_name(tensor, block, group.latent || group.compressed), tensor, as);
    }
    if (!inside.empty()) end();
    end();  // the block, or with the rest the group
  }
}

void add_tower(Tree& tree, const Tower& tower) {
  tree.begin(tower.module == Module::Audio ? "audio" : "vision");
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
    for (uint64_t n = 0; n < spec.groups[i].count; ++n) {
      spec.layer_order.push_back(static_cast<uint16_t>(i));
    }
  }
  Job job = base;
  job.spec = &spec;
  tree.use(job);
  tree.begin("prediction");
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
  tree.begin("model");
  for (const ModelTensor& tensor : outer) {
    if (before_layers(tensor)) tree.leaf(tensor);
  }
  tree.begin("layers", spec.num_hidden_layers());
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
