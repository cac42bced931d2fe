// A round cuts the remaining elements into chunks and runs one heat over the subsets and one over
// the complements, or a single heat over both. A heat ends with its first success, or when all its
// candidates were refused. As in our ddmin, removing a chunk leaves the others as they were cut,
// and the next round begins after it.
//
// A heat owns its tests. However it ends, tests that are still running are stopped, because their
// outcomes would be about chunks that no longer exist.
#include "race.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "algorithms/element_list.h"
#include "schedule/slots.h"
#include "schedule/teller.h"

namespace whittle {
namespace {

class Race {
 public:
  Race(std::shared_ptr<const EditList> edits, RaceOptions options, std::string_view stage,
       Oracle& oracle, Memo& memo, Observer& observer, const Budget& budget)
      : edits_(std::move(edits)),
        options_(options),
        stage_(stage),
        slots_(oracle, memo, observer),
        memo_(memo),
        observer_(observer),
        teller_(observer, memo, budget.tests),
        is_enough_(budget.is_enough),
        remaining_(Subset::all(edits_->size())) {}

  Result<Raced> to_the_end() {
    observer_.list_began({options_.list, stage_, edits_.get()});
    cut(2, 0);
    while (!chunks_.empty()) {
      ++rounds_;
      std::optional<Runner> winner;
      for (const std::vector<Runner>& runners : heats()) {
        Result<Heat> heat = run_heat(runners);
        if (!heat) return std::unexpected(heat.error());
        if (heat->ending) return Raced{*heat->ending, remaining_, rounds_};
        winner = heat->winner;
        if (is_enough_ && is_enough_()) return Raced{Ending::enough, remaining_, rounds_};
        if (winner) break;
      }
      if (winner)
        reduce_to(*winner);
      else
        refine();
    }
    observer_.list_ended(
        {options_.list, stage_, edits_.get(), &remaining_, remaining_.count() < remaining_.size()});
    return Raced{Ending::finished, remaining_, rounds_};
  }

 private:
  struct Chunk {
    std::vector<std::uint32_t> elements;
    std::uint32_t number;  // its number when it was cut
    bool refused = false;  // the complement of this chunk was refused
  };
  struct Runner {
    bool subset;  // the chunk alone; otherwise all but the chunk
    std::size_t chunk;
  };
  struct Heat {
    std::optional<Runner> winner;
    std::optional<Ending> ending;  // set if the whole race ends here
  };
  struct RaceTest {
    Runner runner;
    Hash candidate;
    std::size_t bytes;
    Slots::Handle test;
  };

  void cut(std::size_t count, std::size_t first) {
    chunks_.clear();
    if (remaining_.count() < count) return;
    first_ = first;
    cut_into_ = static_cast<std::uint32_t>(count);
    const Chunks cuts(remaining_, options_.direction, count);
    for (std::uint32_t i = 0; i < count; ++i)
      chunks_.push_back({{cuts[i].begin(), cuts[i].end()}, i});
  }

  std::vector<std::vector<Runner>> heats() const {
    std::vector<Runner> subsets, complements;
    const bool are_subsets_done = options_.one_pass && chunks_.size() < cut_into_;
    for (std::size_t i = 0; i < chunks_.size(); ++i) {
      const std::size_t turn = (first_ + i) % chunks_.size();
      if (!are_subsets_done) subsets.push_back({true, i});
      if (!options_.one_pass || !chunks_[turn].refused) complements.push_back({false, turn});
    }
    if (options_.order == Order::complements_only) return {complements};
    if (options_.order == Order::complements_first) std::swap(subsets, complements);
    if (!options_.combined) return {subsets, complements};
    subsets.insert(subsets.end(), complements.begin(), complements.end());
    return {subsets};
  }

  Question question(const Runner& runner) const {
    const Chunk& chunk = chunks_[runner.chunk];
    const QueryKind removal =
        chunk.refused ? QueryKind::revisit : removal_of(chunk.elements.size());
    return {.edits = edits_,
            .kept = runner.subset ? only(remaining_.size(), chunk.elements)
                                  : without(remaining_, chunk.elements),
            .stage = stage_,
            .role = {.kind = runner.subset ? QueryKind::subset : removal,
                     .round = static_cast<std::uint32_t>(rounds_ - 1),
                     .parts = cut_into_,
                     .part = chunk.number},
            .list = options_.list};
  }

  Result<Heat> run_heat(const std::vector<Runner>& runners) {
    std::vector<RaceTest> running;
    std::size_t next = 0;
    for (;;) {
      for (; next < runners.size() && slots_.free() > 0; ++next) {
        if (const Error* failure = observer_.failure()) return std::unexpected(*failure);
        const Document candidate = question(runners[next]).render();
        RaceTest one{runners[next], candidate.hash(), candidate.size(), {}};
        if (const Verdict* known = memo_.find(one.candidate)) {
          if (!teller_.may_tell(one.candidate)) return Heat{{}, Ending::tests_spent};
          if (tell(one, *known)) return Heat{one.runner, {}};
          continue;
        }
        // With two chunks, each complement is the other chunk, so its test may be running already.
        if (slots_.find(one.candidate)) continue;
        Result<Slots::Handle> started = slots_.start(one.candidate, candidate);
        if (!started) return std::unexpected(started.error());
        one.test = std::move(*started);
        running.push_back(std::move(one));
      }
      if (running.empty()) return Heat{};
      if (teller_.is_spent()) return Heat{{}, Ending::tests_spent};
      const Result<std::variant<Slots::EndedTest, Ending>> waited = slots_.wait();
      if (!waited) return std::unexpected(waited.error());
      if (const Ending* ending = std::get_if<Ending>(&*waited)) return Heat{{}, *ending};
      const auto& ended = std::get<Slots::EndedTest>(*waited);
      const auto found = std::ranges::find(running, ended.candidate, &RaceTest::candidate);
      const RaceTest one = std::move(*found);
      running.erase(found);
      if (tell(one, ended.verdict)) return Heat{one.runner, {}};
    }
  }

  /// Tells the outcome to observers. True if the candidate is interesting.
  bool tell(const RaceTest& one, const Verdict& verdict) {
    const Question asked = question(one.runner);
    teller_.tell(asked, one.candidate, one.bytes, verdict, [&] { return asked.render(); });
    const bool interesting = verdict.outcome == Outcome::interesting;
    if (!interesting && !one.runner.subset) chunks_[one.runner.chunk].refused = true;
    return interesting;
  }

  /// A subset that wins is a new, small problem: ddmin starts again with two chunks. After a
  /// complement, the other chunks stay as they were cut, because their outcomes are still likely.
  void reduce_to(const Runner& winner) {
    remaining_ = question(winner).kept;
    if (winner.subset) return cut(2, 0);
    chunks_.erase(chunks_.begin() + static_cast<std::ptrdiff_t>(winner.chunk));
    // In one pass, the refused chunks before the winner are left out of the next heat.
    const bool restarts = options_.after_success == AfterSuccess::restart || options_.one_pass;
    const std::size_t next = restarts ? 0 : winner.chunk;
    if (chunks_.size() < 2) return cut(2, next);
    first_ = next % chunks_.size();
  }

  /// No runner won: cuts twice as fine, and keeps the place at which the round had arrived.
  void refine() {
    const std::size_t count = remaining_.count(), chunks = chunks_.size();
    if (chunks == count) return chunks_.clear();
    const std::size_t finer = std::min(count, 2 * chunks);
    cut(finer, first_ * finer / chunks);
  }

  const std::shared_ptr<const EditList> edits_;
  const RaceOptions options_;
  const std::string_view stage_;
  Slots slots_;
  Memo& memo_;
  Observer& observer_;
  Teller teller_;
  const std::function<bool()> is_enough_;
  Subset remaining_;
  std::vector<Chunk> chunks_;   // chunks of the remaining elements; empty when the race is over
  std::uint32_t cut_into_ = 0;  // how many chunks there were at first
  std::size_t first_ = 0;       // the chunk whose complement is tested first
  std::size_t rounds_ = 0;
};

}  // namespace

Result<Raced> race(std::shared_ptr<const EditList> edits, RaceOptions options,
                   std::string_view stage, Oracle& oracle, Memo& memo, Observer& observer,
                   const Budget& budget) {
  return Race(std::move(edits), options, stage, oracle, memo, observer, budget).to_the_end();
}

}  // namespace whittle
