/// What comes first when a document is large and something is known of what needs what: closures.
///
/// A graph of the document (`closure/providers.h`) is made at the start, and searched
/// for the few pieces that the test is about (`algorithms/closure.h`). All others, apart from what
/// those need, are removed in tens of tests. Where that does not pay it ends soon. Where it removed
/// half and much is left, there may be a second graph, which knows more of what is left.
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

  /// `then` takes over when closures are through.
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
  std::string_view provider;  ///< who made it
  std::shared_ptr<const EditList> edits;
  std::shared_ptr<const Graph> graph;
  bool is_mostly_tree = false;  ///< as of `PieceGraph`
  std::vector<PieceName> names = {};
};

/// By the first of these providers that knows one.
std::optional<KnownGraph> known_graph(const StageMaker& stage_maker, const Document& document,
                                      std::span<const GraphProvider> providers = graph_providers());

/// The search over a graph of the document; nothing if no provider knows one or, where it must pay,
/// if tree passes would do as well.
std::optional<Stage> closure_stage(const StageMaker& stage_maker, const Document& document,
                                   bool must_pay,
                                   std::span<const GraphProvider> providers = graph_providers());

/// What `--plan closure` runs.
AnyStrategy closure_plan(SharedStageMaker stage_maker);

}  // namespace whittle
