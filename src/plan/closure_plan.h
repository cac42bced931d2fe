/// The first step on a large document with known dependencies: closures.
///
/// A graph of the document (`closure/providers.h`) is made at the start, and searched for the few
/// pieces that the test is about (`algorithms/closure.h`). All other pieces, except those that
/// these need, are removed in tens of tests. If that does not pay, the search ends soon. If it
/// removed half and much is left, a second graph may be made, which knows more about the rest.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "closure/providers.h"
#include "graph/graph.h"
#include "plan/stage_maker.h"
#include "plan/strategy.h"

namespace whittle {

class ClosureFirst {
 public:
  /// Tokens of a document for which the default plan tries closures.
  static constexpr std::size_t large_enough = 3000;

  /// `then` continues after the closures.
  ClosureFirst(SharedStageMaker stage_maker, AnyStrategy then)
      : stage_maker_(std::move(stage_maker)), then_(std::move(then)), least_(large_enough) {}
  /// Closures alone, however small the document is.
  explicit ClosureFirst(SharedStageMaker stage_maker) : stage_maker_(std::move(stage_maker)) {}

  std::optional<Stage> next(const StageEnd& end);
  std::size_t left_out() const { return then_ ? then_->left_out() : 0; }

 private:
  SharedStageMaker stage_maker_;
  std::optional<AnyStrategy> then_;
  std::size_t least_ = 0;
  enum class Phase { start, closures, second, then } phase_ = Phase::start;
};

/// A graph of a document: edit i removes piece i.
struct KnownGraph {
  std::string_view provider;  ///< the provider that made it
  std::shared_ptr<const EditList> edits;
  std::shared_ptr<const Graph> graph;
  bool is_mostly_tree = false;  ///< as of `PieceGraph`
  std::vector<PieceName> names = {};
};

/// The graph of the first of these providers that supports the document.
std::optional<KnownGraph> known_graph(const StageMaker& stage_maker, const Document& document,
                                      std::span<const GraphProvider> providers = graph_providers());

/// The search over a graph of the document. Nothing if no provider supports the document or, with
/// `must_pay`, if tree passes would do as well.
std::optional<Stage> closure_stage(const StageMaker& stage_maker, const Document& document,
                                   bool must_pay,
                                   std::span<const GraphProvider> providers = graph_providers());

/// The strategy of `--plan closure`.
AnyStrategy closure_plan(SharedStageMaker stage_maker);

}  // namespace whittle
