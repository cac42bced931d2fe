// A round cuts what remains into chunks and runs one heat over the subsets and one over the
// complements, or a single one over both. A heat ends with its first success, or when all have
// failed. As in our ddmin, a chunk that went leaves the others as they were cut, and the next round
// begins behind it.
#include "schedule/race.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "algorithms/element_list.h"

namespace whittle {
namespace {

class Race {
 public:
  Race(std::shared_ptr<const EditList> edits, RaceOptions options, std::string_view stage,
       Oracle& oracle, Memo& memo, Observer& observer, const Budget& budget)
      : edits_(std::move(edits)),
        options_(options),
        stage_(stage),
        oracle_(oracle),
        memo_(memo),
        observer_(observer),
        budget_(budget),
        remaining_(Subset::all(edits_->size())) {}
  ~Race() { stop_all(); }
  Race(const Race&) = delete;
  Race& operator=(const Race&) = delete;

  Result<Raced> to_the_end() {
    cut(2);
    while (!chunks_.empty()) {
      ++rounds_;
      std::optional<Runner> winner;
      for (const std::vector<Runner>& runners : heats()) {
        Result<Heat> heat = run_heat(runners);
        if (!heat) return std::unexpected(heat.error());
        if (heat->ending) return Raced{*heat->ending, remaining_, rounds_};
        winner = heat->winner;
        if (winner) break;
      }
      if (winner)
        reduce_to(*winner);
      else
        refine();
    }
    return Raced{Ending::finished, remaining_, rounds_};
  }

 private:
  using Chunk = std::vector<std::uint32_t>;
  struct Runner {
    bool subset;  // the chunk alone; otherwise all but the chunk
    std::size_t chunk;
  };
  struct Heat {
    std::optional<Runner> winner;
    std::optional<Ending> ending;  // why the whole race ends here
  };
  struct Running {
    Runner runner;
    Hash candidate;
    std::size_t bytes;
  };

  void cut(std::size_t count) {
    chunks_.clear();
    first_ = 0;
    if (remaining_.count() < count) return;
    const Chunks cuts(remaining_, options_.direction, count);
    for (std::size_t i = 0; i < count; ++i) chunks_.emplace_back(cuts[i].begin(), cuts[i].end());
  }

  std::vector<std::vector<Runner>> heats() const {
    std::vector<Runner> subsets, complements;
    for (std::size_t i = 0; i < chunks_.size(); ++i) {
      subsets.push_back({true, i});
      complements.push_back({false, (first_ + i) % chunks_.size()});
    }
    if (options_.order == Order::complements_only) return {complements};
    if (options_.order == Order::complements_first) std::swap(subsets, complements);
    if (!options_.combined) return {subsets, complements};
    subsets.insert(subsets.end(), complements.begin(), complements.end());
    return {subsets};
  }

  Subset kept(const Runner& runner) const {
    return runner.subset ? only(remaining_.size(), chunks_[runner.chunk])
                         : without(remaining_, chunks_[runner.chunk]);
  }

  Result<Heat> run_heat(const std::vector<Runner>& runners) {
    std::size_t next = 0;
    for (;;) {
      for (; next < runners.size() && oracle_.free_slots() > 0; ++next) {
        const Document candidate = edits_->render(kept(runners[next]));
        const Running one{runners[next], candidate.hash(), candidate.size()};
        if (const std::optional<Verdict> known = memo_.find(one.candidate)) {
          if (tell(one, *known)) return Heat{one.runner, {}};
          continue;
        }
        // At two chunks each complement is the other chunk.
        if (std::ranges::any_of(running_, [&](const auto& entry) {
              return entry.second.candidate == one.candidate;
            }))
          continue;
        if (Result<void> started = oracle_.start(next_ticket_, candidate); !started)
          return std::unexpected(started.error());
        running_.emplace(next_ticket_++, one);
        ++activity_.started;
        report_activity();
      }
      if (running_.empty()) return Heat{};
      if (used_ == budget_.tests) return Heat{{}, Ending::tests_spent};
      const Result<Oracle::Finished> finished = oracle_.wait();
      if (!finished) return std::unexpected(finished.error());
      if (finished->kind == Oracle::Finished::Kind::interrupted)
        return Heat{{}, Ending::interrupted};
      const auto found = running_.find(finished->ticket);
      const Running ended = found->second;
      running_.erase(found);
      memo_.remember(ended.candidate, finished->verdict);
      observer_.tested(ended.candidate, finished->verdict);
      report_activity();
      if (tell(ended, finished->verdict)) {
        stop_all();
        return Heat{ended.runner, {}};
      }
    }
  }

  /// Whether it is interesting.
  bool tell(const Running& one, const Verdict& verdict) {
    const bool remembered = !told_.insert(one.candidate).second;
    if (!remembered) ++used_;
    observer_.told({stage_, one.candidate, verdict.outcome, remembered, verdict.timed_out,
                    verdict.duration, one.bytes});
    if (verdict.outcome != Outcome::interesting) return false;
    observer_.interesting(edits_->render(kept(one.runner)));
    return true;
  }

  void reduce_to(const Runner& winner) {
    remaining_ = kept(winner);
    if (winner.subset) return cut(2);
    chunks_.erase(chunks_.begin() + static_cast<std::ptrdiff_t>(winner.chunk));
    if (chunks_.size() < 2) return cut(2);
    first_ = winner.chunk % chunks_.size();
  }

  void refine() {
    const std::size_t count = remaining_.count();
    const std::size_t chunks = chunks_.size(), first = first_;
    if (chunks == count) return chunks_.clear();
    cut(std::min(count, 2 * chunks));
    first_ = 2 * first % chunks_.size();
  }

  void stop_all() {
    for (const auto& [ticket, one] : running_) {
      oracle_.cancel(ticket);
      ++activity_.cancelled;
    }
    running_.clear();
    report_activity();
  }

  void report_activity() {
    activity_.running = running_.size();
    observer_.activity(activity_);
  }

  const std::shared_ptr<const EditList> edits_;
  const RaceOptions options_;
  const std::string_view stage_;
  Oracle& oracle_;
  Memo& memo_;
  Observer& observer_;
  const Budget budget_;
  Subset remaining_;
  std::vector<Chunk> chunks_;  // of what remains; none: done
  std::size_t first_ = 0;      // whose complement is tested first
  std::size_t rounds_ = 0;
  std::unordered_map<Ticket, Running> running_;
  std::unordered_set<Hash> told_;
  std::size_t used_ = 0;  // outcomes told that had to be tested
  Ticket next_ticket_ = 1;
  Activity activity_;
};

}  // namespace

Result<Raced> race(std::shared_ptr<const EditList> edits, RaceOptions options,
                   std::string_view stage, Oracle& oracle, Memo& memo, Observer& observer,
                   const Budget& budget) {
  return Race(std::move(edits), options, stage, oracle, memo, observer, budget).to_the_end();
}

}  // namespace whittle
