// The UI's words: one table, one row a text: id | English | Chinese. Nothing that a reader sees is
// written anywhere else; the core's words (terms, formats, messages) come from vramscope::label().
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "vramscope/error.h"
#include "vramscope/text.h"

namespace vramscope {

enum class Word : uint8_t {
  // toolbar
  AppName,
  Breakdown,
  Compare,
  Layers,
  English,
  Chinese,
  HintLanguage,
  UnitGib,
  UnitGb,
  HintGib,
  HintGb,
  HintTheme,
  ShareLink,
  Copied,
  HintShare,
  // rail
  Model,
  Job,
  Card,
  Search,
  NothingFound,
  ModelFacts,
  ActiveFacts,
  OpenConfig,
  HintOpenConfig,
  DropConfig,
  FileNotRead,
  Inference,
  HintInference,
  Training,
  HintTraining,
  Engine,
  HintEngine,
  HintTrainingEngine,
  Weights,
  HintWeightsFormat,
  KvType,
  HintKvType,
  Context,
  HintContext,
  Batch,
  HintBatch,
  MarkContext,
  MarkBatch,
  MarkCards,
  Precision,
  HintPrecision,
  Optimizer,
  HintOptimizer,
  Zero,
  HintZero,
  Attention,
  HintAttention,
  Recompute,
  HintRecompute,
  SequenceLength,
  HintSequenceLength,
  MicroBatch,
  HintMicroBatch,
  Count,
  HintCount,
  ShowInputs,
  HideInputs,
  // kinds of cards
  Consumer,
  Datacenter,
  Workstation,
  Laptop,
  Unified,
  Accelerator,
  // headline
  Spare,
  TooMuch,
  UpToTokens,
  WouldFit,
  NeedsCards,
  OfUsable,
  ExactTotal,
  Between,
  Peak,
  NoAnswer,
  // bar and table
  Usable,
  UsableShort,
  Free,
  Amount,
  InBytes,
  Share,
  Range,
  ColumnTerm,
  ColumnExactness,
  ColumnWorking,
  InHost,
  InHostName,
  Allocated,
  HintAllocated,
  Reserved,
  HintReserved,
  OnDevice,
  HintOnDevice,
  // working
  Symbols,
  HowSure,
  Sources,
  RulesOfThumb,
  HintRules,
  OfOurs,
  // comparison
  CompareTitle,
  CompareHint,
  OwnScale,
  HintOwnScale,
  SameScale,
  HintSameScale,
  AddCard,
  HintChooseCard,
  HintRemove,
  // layers
  LayersTitle,
  LayersHint,
  SearchLayers,
  LayersFound,
  ColumnModule,
  Shape,
  Copies,
  Parameters,
  ShareOfWeights,
  SmallParts,
  NotLoaded,
  Last_,
};

std::string_view word_in(Word word, Lang lang);
/// Puts values into the holes of a text: "{bytes} spare".
std::string fill(std::string_view text, std::span<const Param> holes);

}  // namespace vramscope
