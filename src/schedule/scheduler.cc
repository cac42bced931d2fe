// The tree of possible outcomes.
//
// The root is the search as it is. A node has two children: a copy that is told `interesting` and
// one that is told `uninteresting`. Slots are filled best-first: the value of a node is the
// likelihood of the path to it. When the root's outcome is known, the root moves to that child. The
// other child is dropped, with every test that only it was waiting for.
//
// Questions that a search asks whatever the outcomes are (`question(index)`) come before any guess.
// A search with a width of 64 has settled its next 64 questions, and each outcome settles one more.
// So a node adds only the questions that no node above it has settled: to test them ahead, one
// outcome must be guessed, not 64.
//
// Other tools start all questions of a round and discard the rest at each success. Here, copies
// that were told "interesting" are part of the tree, as deep as their likelihood justifies.
//
// Why the result does not depend on timing: the search is told the outcome of its next question
// only, in its own order, and every outcome that comes too early waits in the memo. The tree, the
// guesses and `foresight.h` only decide which tests run, never what the search is told.
//
// The cost is thinking time: 52,000 instructions for each outcome told at n = 10,000 and 64 slots,
// of which hashing is the largest part (docs/rejected.md, "The processor time of a decision"). So a
// question is rendered and hashed once for all nodes that ask it, and a search is copied only for a
// guess that is about to be tested.
#include "schedule/scheduler.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <deque>
#include <memory>
#include <queue>
#include <utility>
#include <vector>

#include "schedule/foresight.h"
#include "schedule/slots.h"
#include "schedule/teller.h"
namespace whittle {
namespace {

class ScheduledRun {
 public:
  ScheduledRun(AnySearch& search, Oracle& oracle, Memo& memo, Observer& observer,
               const Budget& budget)
      : slots_(oracle, memo, observer),
        memo_(memo),
        observer_(observer),
        teller_(observer, memo, budget.tests, budget.without_gain),
        budget_(budget),
        search_(search) {
    root_ = std::make_unique<OutcomeNode>(
        OutcomeNode{nullptr, search, 0, search.best().size(), {}, {}, 0, {}, {}});
  }
  // However the run ends, the caller's search is left where the root is.
  ~ScheduledRun() { search_ = std::move(*root_->search); }
  ScheduledRun(const ScheduledRun&) = delete;
  ScheduledRun& operator=(const ScheduledRun&) = delete;

  Result<Ending> to_the_end() {
    report_lists();
    for (;;) {
      // Tells all known outcomes before a slot is filled: each one moves the root, and a test that
      // is started for the old root may be useless for the new one.
      for (;;) {
        if (const Error* failure = observer_.failure()) return std::unexpected(*failure);
        if (budget_.skips && budget_.skips()) skip_list();
        if (!settle(0)) return Ending::finished;
        const std::shared_ptr<TestedQuestion> asked = settled_.front();
        const Verdict* verdict = known(*asked);
        if (!verdict) break;
        if (!teller_.may_tell(*asked->hash)) return Ending::tests_spent;
        tell(*asked, *verdict);
        if (budget_.is_enough && budget_.is_enough()) return Ending::enough;
        if (teller_.is_out_of_patience()) return Ending::no_gain;
      }
      if (budget_.is_enough && budget_.is_enough()) return Ending::enough;
      if (teller_.is_spent()) return Ending::tests_spent;
      if (Result<void> filled = fill(); !filled) return std::unexpected(filled.error());
      const Result<std::variant<Slots::EndedTest, Ending>> waited = slots_.wait();
      if (!waited) return std::unexpected(waited.error());
      if (const Ending* ending = std::get_if<Ending>(&*waited)) return *ending;
      const auto& ended = std::get<Slots::EndedTest>(*waited);
      foresight_.ended(ended.verdict.outcome, ended.age, ended.verdict.duration);
    }
  }

 private:
  /// A question, with its candidate and its test. Shared by all nodes that ask it, so that it is
  /// rendered, hashed and tested once.
  struct TestedQuestion {
    std::uint64_t number;
    Question question;
    std::optional<Hash> hash;  // set when the question is rendered
    std::size_t bytes = 0;
    std::optional<Document> candidate;  // kept for questions of the root, if they are small
    const Verdict* verdict = nullptr;   // set when it is known
    Slots::Handle test;
  };
  struct OutcomeNode {
    OutcomeNode* parent;              // null for the root
    std::optional<AnySearch> search;  // set when the node is visited; the root always has it
    std::size_t depth;                // outcomes told since the run began
    std::size_t bytes;                // the size of the smallest interesting candidate on the path
    std::string_view stage;           // the stage of the question before
    std::optional<Outcome> before;
    std::size_t first;  // the depth of the first question in `added`
    std::vector<std::shared_ptr<TestedQuestion>>
        added;  // questions that are settled here and not above; see `settled_`
    std::array<std::unique_ptr<OutcomeNode>, 2> children;  // by Outcome
  };
  /// A node that may be worth a test, perhaps not made yet: `parent` told `outcome`.
  struct Guess {
    double likelihood;
    // If two guesses are equally likely, the older one comes first, so that runs repeat.
    std::size_t number;
    OutcomeNode* parent;
    Outcome outcome;

    bool operator<(const Guess& other) const {
      if (likelihood != other.likelihood) return likelihood < other.likelihood;
      return number > other.number;
    }
  };

  std::shared_ptr<TestedQuestion> make_asked(Question question) {
    return std::make_shared<TestedQuestion>(
        TestedQuestion{++last_asked_, std::move(question), {}, 0, {}, nullptr, {}});
  }

  /// True if the root's search has settled its question after `index` more outcomes.
  bool settle(std::size_t index) {
    while (settled_.size() <= index) {
      std::optional<Question> question = root_->search->question(settled_.size());
      if (!question) return false;
      settled_.push_back(make_asked(std::move(*question)));
    }
    return true;
  }

  /// The question of the node's search; null if the search is over. A question is stored where it
  /// was settled first, which may be several nodes above. Requires: the node was visited.
  TestedQuestion* ask(const OutcomeNode& node) const {
    if (const std::size_t index = node.depth - root_->depth; index < settled_.size())
      return settled_[index].get();
    for (const OutcomeNode* from = &node; from != root_.get(); from = from->parent)
      if (from->first <= node.depth && node.depth < from->first + from->added.size())
        return from->added[node.depth - from->first].get();
    return nullptr;
  }

  /// Makes the node's search, and stores the questions that it settles and no node above has. Only
  /// nodes that are about to be tested are visited: a copy of a search costs more than a guess.
  void visit(OutcomeNode& node) {
    if (node.search) return;
    node.search = node.parent->search;
    node.search->observe(*node.before);
    node.first = std::max(node.depth, settled_end(*node.parent));
    while (node.first + node.added.size() < node.depth + slots_.count()) {
      std::optional<Question> question =
          node.search->question(node.first + node.added.size() - node.depth);
      if (!question) break;
      node.added.push_back(make_asked(std::move(*question)));
    }
  }
  /// The depth of the first question that is not settled at the node.
  std::size_t settled_end(const OutcomeNode& node) const {
    return &node == root_.get() ? root_->depth + settled_.size() : node.first + node.added.size();
  }

  /// Renders the candidate. The last rendering is kept for two reasons: a candidate that turns out
  /// to be unknown when it is hashed is started next, and the next candidate of the same list
  /// differs in a few edits, which are rendered on top of this one.
  const Document& render(TestedQuestion& asked) {
    if (asked.candidate) return *asked.candidate;
    if (rendered_ != asked.number) {
      const Question& question = asked.question;
      if (rendered_list_ != question.edits) {
        rendered_list_ = question.edits;
        candidate_ = {};
      }
      question.edits->render(question.kept, candidate_);
      rendered_ = asked.number;
    }
    if (!asked.hash) {
      asked.hash = candidate_.document.hash();
      asked.bytes = candidate_.document.size();
    }
    return candidate_.document;
  }

  /// The verdict on the candidate, or null if it must be tested. Valid until the memo gets another
  /// verdict on this candidate.
  const Verdict* known(TestedQuestion& asked) {
    if (is_running(asked)) return nullptr;
    if (asked.verdict && memo_.holds(*asked.verdict)) return asked.verdict;
    if (!asked.hash) render(asked);
    const Verdict*& verdict = asked.verdict;
    verdict = memo_.find(*asked.hash);
    if (!verdict && budget_.refuses && budget_.refuses(render(asked))) {
      memo_.remember(*asked.hash, Verdict{.untested = true});
      verdict = memo_.find(*asked.hash);
    }
    return verdict;
  }

  static bool is_running(const TestedQuestion& asked) {
    return asked.test && asked.test->is_running();
  }

  /// Starts a test of the question, or joins one that is running. Requires: a free slot, and no
  /// known verdict.
  Result<void> start(TestedQuestion& asked) {
    asked.test = slots_.find(*asked.hash);
    if (asked.test) return {};
    Result<Slots::Handle> started =
        slots_.start(*asked.hash, render(asked), &asked != settled_.front().get());
    if (!started) return std::unexpected(started.error());
    asked.test = std::move(*started);
    return {};
  }

  /// The child of the node for this outcome of its question.
  static OutcomeNode& after(OutcomeNode& node, const TestedQuestion& asked, Outcome outcome) {
    std::unique_ptr<OutcomeNode>& child = node.children[static_cast<std::size_t>(outcome)];
    if (!child) {
      const std::size_t bytes =
          outcome == Outcome::interesting ? std::min(node.bytes, asked.bytes) : node.bytes;
      child = std::make_unique<OutcomeNode>(
          OutcomeNode{&node, {}, node.depth + 1, bytes, asked.question.stage, outcome, 0, {}, {}});
    }
    return *child;
  }

  void tell(TestedQuestion& asked, const Verdict& verdict) {
    const Clues known_before = clues(*root_, asked);
    const bool is_new = teller_.tell(asked.question, *asked.hash, asked.bytes, verdict,
                                     [&]() -> const Document& { return render(asked); });
    if (is_new) foresight_.learn(known_before, verdict.outcome);
    after(*root_, asked, verdict.outcome);
    std::unique_ptr<OutcomeNode> next =
        std::move(root_->children[static_cast<std::size_t>(verdict.outcome)]);
    if (!next->search) {
      next->search = std::move(root_->search);
      next->search->observe(verdict.outcome);
    }
    // If slots were added since the node was visited, the root has settled some of these questions
    // already.
    for (std::size_t i = settled_end(*root_) - next->first; i < next->added.size(); ++i)
      settled_.push_back(std::move(next->added[i]));
    next->added.clear();
    next->parent = nullptr;
    settled_.pop_front();
    root_ = std::move(next);
    // Only the search itself looks for reasons, never a copy that tests ahead: a reason takes
    // seconds of a compiler, and most copies are dropped.
    while (const std::optional<Explained> reason = root_->search->find_reason()) {
      observer_.explained(*reason);
      if (reason->asks_again) forget_questions();
    }
    report_lists();
  }

  void skip_list() {
    root_->search->skip_list();
    forget_questions();
    report_lists();
  }

  /// The search changed its next question without an outcome, so the questions tested ahead will
  /// not be asked. Dropping them stops their tests.
  void forget_questions() {
    root_->children = {};
    settled_.clear();
  }

  void report_lists() {
    for (const ListStep& step : root_->search->take_list_steps())
      if (step.kept)
        observer_.list_ended({step.number, step.stage, &*step.edits, &*step.kept, step.changed});
      else
        observer_.list_began({step.number, step.stage, &*step.edits});
  }

  /// The clues for a question that the node's search asks. Requires: it is rendered.
  static Clues clues(const OutcomeNode& node, const TestedQuestion& asked) {
    const auto left = static_cast<double>(asked.bytes);
    const auto all = static_cast<double>(std::max<std::size_t>(1, node.bytes));
    return {asked.question.likelihood, 1 - std::min(1.0, left / all),
            node.stage == asked.question.stage ? node.before : std::nullopt};
  }
  double chance_of_yes(const OutcomeNode& node, const TestedQuestion& asked) const {
    return foresight_.while_running(clues(node, asked),
                                    is_running(asked) ? slots_.age(*asked.test) : 0);
  }

  /// Starts tests of the settled questions, which are used in any case, then of the likeliest
  /// guesses.
  Result<void> fill() {
    // There may be no slot, if all hosts are lost.
    settle(std::max<std::size_t>(1, slots_.count()) - 1);
    for (const std::shared_ptr<TestedQuestion>& asked : settled_) {
      if (slots_.free() == 0) return {};
      if (is_running(*asked) || known(*asked)) continue;
      if (Result<void> started = start(*asked); !started) return started;
      // The outcome will be told, and about every second candidate would have to be rendered again
      // for that, so small candidates are kept.
      if (asked->bytes * slots_.count() <= most_kept) asked->candidate = render(*asked);
    }
    if (slots_.free() < std::max<std::size_t>(1, slots_.count() / least_free_share)) return {};

    std::priority_queue<Guess> guesses;
    std::size_t number = 0;
    const auto push_children = [&](OutcomeNode& node, double likelihood) {
      TestedQuestion* asked = ask(node);
      if (!asked) return;
      // If the outcome is known, only one child can happen, and the path is as likely as before.
      if (const Verdict* verdict = known(*asked)) {
        guesses.push({likelihood, number++, &node, verdict->outcome});
        return;
      }
      const double yes = chance_of_yes(node, *asked);
      guesses.push({likelihood * (1 - yes), number++, &node, Outcome::uninteresting});
      guesses.push({likelihood * yes, number++, &node, Outcome::interesting});
    };
    push_children(*root_, 1);
    const double least = least_likelihood();
    // The number of nodes looked at is bounded, because paths of known outcomes take no slot. With
    // 128 looks instead of 192, one slow test stopped the other slots (docs/rejected.md).
    std::size_t looks = 4 * slots_.count() + 64;
    while (slots_.free() > 0 && slots_.running() < budget_.with_guesses && !guesses.empty() &&
           looks-- > 0) {
      const Guess guess = guesses.top();
      guesses.pop();
      if (guess.likelihood < least) break;
      OutcomeNode& node = after(*guess.parent, *ask(*guess.parent), guess.outcome);
      visit(node);
      for (const std::shared_ptr<TestedQuestion>& asked : node.added) {
        if (slots_.free() == 0 || slots_.running() >= budget_.with_guesses) break;
        if (is_running(*asked) || known(*asked)) continue;
        if (Result<void> started = start(*asked); !started) return started;
      }
      push_children(node, guess.likelihood);
    }
    return {};
  }

  /// The least likelihood of a guess that is worth its thinking time. With many settled questions,
  /// slots depend less on guesses. If tests also end faster than guesses are made, only likely
  /// guesses pay. Other limits were measured: docs/rejected.md, "Other limits for guesses behind a
  /// width".
  double least_likelihood() const {
    const auto slots = static_cast<double>(slots_.count());
    if (settled_.size() == 1) return 0;
    if (foresight_.mean_time() / slots >= hurry) return 1 / slots;
    return 0.7 * static_cast<double>(settled_.size()) / slots;
  }

  static constexpr double hurry = 20;                 // microseconds between the ends of two tests
  static constexpr std::size_t most_kept = 16 << 20;  // bytes of candidates
  // Guesses are made when one slot in this many is free. Filling each slot as it becomes free would
  // mean walking the whole tree for a single guess, the least likely of all that run; on 1,024
  // slots, whittle would do nothing else.
  static constexpr std::size_t least_free_share = 16;

  Slots slots_;
  Memo& memo_;
  Observer& observer_;
  Teller teller_;
  const Budget budget_;
  AnySearch& search_;
  Foresight foresight_;
  std::uint64_t last_asked_ = 0;
  Rendering candidate_;                            // the last rendering: of the question
  std::uint64_t rendered_ = 0;                     // with this number,
  std::shared_ptr<const EditList> rendered_list_;  // of this list
  // Declared after `slots_`, so that they are destroyed before it: their handles stop tests.
  std::deque<std::shared_ptr<TestedQuestion>>
      settled_;  // questions of the root that no outcome changes
  std::unique_ptr<OutcomeNode> root_;
};

}  // namespace

Result<Ending> run(AnySearch& search, Oracle& oracle, Memo& memo, Observer& observer,
                   const Budget& budget) {
  return ScheduledRun(search, oracle, memo, observer, budget).to_the_end();
}

}  // namespace whittle
