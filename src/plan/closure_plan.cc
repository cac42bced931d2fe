// Decides when closures are worth their tests, and how much a compiler is asked. The limits below
// were measured: see docs/closures.md and the sections on closures in docs/rejected.md.
#include "plan/closure_plan.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <vector>

#include "algorithms/closure.h"
#include "closure/explain.h"
#include "closure/listener.h"
#include "document/goal.h"
#include "plan/plan_parts.h"

namespace whittle {

std::optional<KnownGraph> known_graph(const StageMaker& stage_maker, const Document& document,
                                      std::span<const GraphProvider> providers) {
  for (const GraphProvider& provider : providers) {
    std::optional<PieceGraph> pieces =
        provider.find({document, *stage_maker.trees, *stage_maker.tools, stage_maker.goal});
    if (!pieces || pieces->graph->pieces() == 0) continue;
    auto list = std::make_shared<const EditList>(edit_list(document, std::move(pieces->found)));
    // Edit i removes piece i only if the list left out no edit for overlapping.
    if (list->size() == pieces->graph->pieces())
      return KnownGraph{provider.name, std::move(list), std::move(pieces->graph),
                        pieces->is_mostly_tree, std::move(pieces->names)};
  }
  return std::nullopt;
}

namespace {

/// After this many unexplained refusals in a row, the compiler is not asked any more.
constexpr std::size_t most_silent = 10;

/// The compiler is asked about candidates of at most a third of the document, and about the first
/// few larger ones of up to two thirds: for these it takes as long as the test, for each repair.
/// Asking about all of them left 267,191 tokens of a file after 150 s, asking about the first
/// twelve 119,759 after 100 s (docs/rejected.md).
constexpr std::uint64_t always_heard = 30'000;  // tokens
constexpr std::size_t most_large = 12;

/// Edges that are guessed from spelling pay at once or hardly ever. `with-orphans` uses the same
/// knowledge, and its heavy edits halve most documents in twenty tests.
constexpr std::size_t patience_with_names = 8;

/// Data must stay valid, and the graph does not know all rules of the format: each unknown rule
/// needs a root of its own. Tree passes remove about a 400th of a large document with each test.
constexpr std::size_t most_questions_of_values = 400;

/// Asks a compiler why a candidate was refused, or the journal if an earlier run has asked already.
///
/// The counters are shared by all copies of the stage. This is correct only because a single search
/// calls the function, in the order of its refusals (see `Stage::why`).
Stage::Why listening(const StageMaker& stage_maker, const KnownGraph& known) {
  if (!stage_maker.listen.on) return {};
  const auto explainer = std::make_shared<const closure::Explainer>(known.edits, known.names);
  const auto listener = std::make_shared<closure::Listener>(stage_maker.listen, stage_maker.tools,
                                                            stage_maker.trees, known.edits->base());
  const auto weight_of = [graph = known.graph](const Subset& kept) {
    std::uint64_t weight = 0;
    kept.for_each(
        [&](std::size_t piece) { weight += graph->weight(static_cast<Graph::Id>(piece)); });
    return weight;
  };
  const std::uint64_t third =
      std::max(always_heard, weight_of(Subset::all(known.graph->pieces())) / 3);
  return [explainer, listener, weight_of, third, tools = stage_maker.tools,
          reasons = stage_maker.reasons, silent = std::make_shared<std::size_t>(0),
          large = std::make_shared<std::size_t>(0)](
             const Query& query, const Hash& candidate) -> std::optional<std::vector<Lack>> {
    auto found = reasons->find(candidate);
    // An empty candidate has no missing pieces.
    const std::uint64_t weight = weight_of(query.kept);
    const bool is_large = weight > third && weight <= 2 * third;
    const bool is_heard =
        query.kept.count() > 0 && (weight <= third || (is_large && ++*large <= most_large));
    if (found == reasons->end()) {
      std::vector<Lack> needs;
      const auto ask = [&](closure::Listener::About about) {
        const auto heard = listener->hear(about, explainer->with_blanks(query.kept));
        if (heard) needs = explainer->needs(*heard, query.kept);
      };
      // After many refusals without an explanation, they have another reason.
      if (is_heard && *silent < most_silent) ask(closure::Listener::About::errors);
      // If a refusal was unexpected, missing bodies are looked for as well. It is unexpected if the
      // same roots were enough with more edges, or if the candidate was repaired until nothing was
      // missing.
      const bool is_surprise = query.likelihood >= 0.5 || query.role.kind == QueryKind::repair;
      if (is_heard && needs.empty() && is_surprise) ask(closure::Listener::About::missing_bodies);
      if (tools->stopped()) return std::nullopt;
      found = reasons->emplace(candidate, std::move(needs)).first;
    }
    if (is_heard) *silent = found->second.empty() ? *silent + 1 : 0;
    return found->second;
  };
}

}  // namespace

std::optional<Stage> closure_stage(const StageMaker& stage_maker, const Document& document,
                                   bool must_pay, std::span<const GraphProvider> providers) {
  std::optional<KnownGraph> known = known_graph(stage_maker, document, providers);
  if (!known || (must_pay && known->is_mostly_tree)) return std::nullopt;
  const Keep::Ranges kept = stage_maker.keep.ranges(document);
  const Downhill goes_down(stage_maker.goal, document);
  ClosureOptions options;
  if (must_pay && known->provider == names_provider) options.patience = patience_with_names;
  if (known->provider == values_provider) options.most_questions = most_questions_of_values;
  const std::vector<Edit>& edits = known->edits->edits();
  // A pinned piece is in every closure: text to keep, and edits that would not make the document
  // smaller.
  for (Graph::Id id = 0; id < edits.size(); ++id)
    if (kept.touches(edits[id]) || !goes_down(edits[id])) options.pinned.push_back(id);
  Stage stage{intern(fmt::format("{}/{}", plan_part::closure.name, known->provider)), known->edits,
              ClosureReduction(known->graph, std::move(options))};
  stage.why = listening(stage_maker, *known);
  return stage;
}

std::optional<Stage> ClosureFirst::next(const StageEnd& end) {
  if (phase_ == Phase::start) {
    phase_ = Phase::closures;
    // A user who names closures with `--only` wants them, however small the document is.
    if (stage_maker_->wants(plan_part::closure.name) &&
        (!stage_maker_->only.empty() ||
         static_cast<std::size_t>(measure(end.document).tokens) >= least_)) {
      const bool must_pay = then_.has_value() && stage_maker_->only.empty();
      if (auto stage = closure_stage(*stage_maker_, end.document, must_pay)) return stage;
    }
  }
  if (phase_ == Phase::closures && end.edits) {
    phase_ = Phase::second;
    const auto before = static_cast<std::size_t>(measure(end.edits->base()).tokens);
    const auto after = static_cast<std::size_t>(measure(end.document).tokens);
    if (after >= large_enough && after <= before / 2)
      if (auto stage = closure_stage(*stage_maker_, end.document, false, second_graph_providers()))
        return stage;
  }
  if (!then_) return std::nullopt;
  if (phase_ == Phase::then) return then_->next(end);
  phase_ = Phase::then;
  return then_->next({end.document});
}

AnyStrategy closure_plan(SharedStageMaker stage_maker) {
  return ClosureFirst(std::move(stage_maker));
}

}  // namespace whittle
