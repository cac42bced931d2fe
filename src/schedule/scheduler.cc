// The tree of what may come.
//
// The root is the search as it is; below a node hang a copy told `interesting` and one told
// `uninteresting`. Slots are filled best-first: a node is worth the likelihood of the path to it.
// When the root's outcome is known, the root moves to that child and the other child is dropped,
// with every test that only it was waiting for.
//
// Questions that a search asks whatever the outcomes are (`question(index)`) come before any guess;
// nodes at the same depth share them, so they are rendered once.
//
// Why not simply all questions of a round, as others do: at each success they throw the rest away.
// Here the copies told "interesting" are part of the tree, as deep as their likelihood deserves.
#include "schedule/scheduler.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <deque>
#include <memory>
#include <queue>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "schedule/foresight.h"

namespace whittle {
namespace {

class Run {
 public:
  Run(AnySearch& search, Oracle& oracle, Memo& memo, Observer& observer, const Budget& budget)
      : oracle_(oracle), memo_(memo), observer_(observer), budget_(budget), search_(search) {
    root_ = std::make_unique<Node>(Node{search, 0, search.best().size(), {}, {}, {}, {}});
  }
  ~Run() { search_ = std::move(root_->search); }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  Result<Ending> to_the_end() {
    for (;;) {
      for (;;) {  // tell what is known
        Asked* asked = ask(*root_);
        if (!asked) return Ending::finished;
        const std::optional<Verdict> verdict = known(*asked);
        if (!verdict) break;
        if (!told_.contains(*asked->hash) && used_ == budget_.tests) return Ending::tests_spent;
        tell(*asked, *verdict);
      }
      if (used_ == budget_.tests) return Ending::tests_spent;
      if (Result<void> filled = fill(); !filled) return std::unexpected(filled.error());
      lap(activity_.thinking);
      Result<Oracle::Finished> finished = oracle_.wait();
      lap(activity_.nothing);
      if (!finished) return std::unexpected(finished.error());
      if (finished->kind == Oracle::Finished::Kind::interrupted) return Ending::interrupted;
      take_in(*finished);
    }
  }

 private:
  using Clock = std::chrono::steady_clock;

  /// A test that is running; stopped when nobody holds it any more.
  struct Test {
    Run& run;
    Hash candidate;
    Ticket ticket;
    Clock::time_point began = Clock::now();
    std::size_t ended_before;  // tests, when this one began
    bool running = true;

    Test(Run& owner, const Hash& hash, Ticket number)
        : run(owner), candidate(hash), ticket(number), ended_before(owner.ended_) {}
    Test(const Test&) = delete;
    Test& operator=(const Test&) = delete;
    ~Test() {
      if (running) run.stop(*this);
    }
  };
  /// A question, and what was done about it.
  struct Asked {
    std::uint64_t number;
    Question question;
    std::optional<Hash> hash;  // once rendered
    std::size_t bytes = 0;
    std::shared_ptr<Test> test;
  };
  struct Node {
    AnySearch search;
    std::size_t depth;       // outcomes told since the run began
    std::size_t bytes;       // of the smallest candidate on the way here
    std::string_view stage;  // of the question before
    std::optional<Outcome> before;
    std::shared_ptr<Asked> asked;
    std::array<std::unique_ptr<Node>, 2> children;  // by Outcome
  };
  /// A node that may be worth a test, perhaps not made yet: `parent` told `outcome`.
  struct Guess {
    double likelihood;
    std::size_t number;  // of two as likely, the one thought of first
    Node* parent;
    Outcome outcome;

    bool operator<(const Guess& other) const {
      if (likelihood != other.likelihood) return likelihood < other.likelihood;
      return number > other.number;
    }
  };

  std::shared_ptr<Asked> make_asked(Question question) {
    return std::make_shared<Asked>(Asked{++last_asked_, std::move(question), {}, 0, {}});
  }

  /// What the node's search asks; nothing if it is over.
  Asked* ask(Node& node) {
    if (!node.asked) {
      const std::size_t index = node.depth - root_->depth;
      if (index < settled_.size()) {
        node.asked = settled_[index];
      } else if (std::optional<Question> question = node.search.question(0)) {
        node.asked = make_asked(std::move(*question));
      }
    }
    return node.asked.get();
  }

  /// The candidate. The last one is kept: what is not known when it is hashed is started next.
  const Document& render(Asked& asked) {
    if (rendered_ != asked.number) {
      candidate_ = asked.question.render();
      rendered_ = asked.number;
    }
    if (!asked.hash) {
      asked.hash = candidate_.hash();
      asked.bytes = candidate_.size();
    }
    return candidate_;
  }

  std::optional<Verdict> known(Asked& asked) {
    if (!asked.hash) render(asked);
    return memo_.find(*asked.hash);
  }

  static bool is_running(const Asked& asked) { return asked.test && asked.test->running; }

  /// Sees to it that the question is being tested. Requires: a free slot, and no known verdict.
  Result<void> start(Asked& asked) {
    const auto found = running_.find(*asked.hash);
    if (found != running_.end()) {
      asked.test = found->second.lock();
      return {};
    }
    const Document& candidate = render(asked);
    lap(activity_.thinking);
    auto test = std::make_shared<Test>(*this, *asked.hash, next_ticket_++);
    if (Result<void> started = oracle_.start(test->ticket, candidate); !started) {
      test->running = false;
      return started;
    }
    running_[test->candidate] = test;
    by_ticket_[test->ticket] = test.get();
    asked.test = std::move(test);
    ++activity_.started;
    report_activity();
    return {};
  }

  void stop(const Test& test) {
    lap(activity_.thinking);
    activity_.testing += since(test.began);
    oracle_.cancel(test.ticket);
    running_.erase(test.candidate);
    by_ticket_.erase(test.ticket);
    ++activity_.cancelled;
    report_activity();
  }

  void take_in(const Oracle::Finished& finished) {
    const auto found = by_ticket_.find(finished.ticket);
    assert(found != by_ticket_.end());
    Test& test = *found->second;
    test.running = false;
    foresight_.ended(finished.verdict.outcome, age(test), finished.verdict.duration);
    ++ended_;
    // What is more than it took went by before we looked.
    const auto took = std::min(finished.verdict.duration, since(test.began));
    activity_.testing += took;
    activity_.thinking += since(test.began) - took;
    memo_.remember(test.candidate, finished.verdict);
    memo_.set_limit(oracle_.limit());
    running_.erase(test.candidate);
    by_ticket_.erase(found);
    observer_.tested(test.candidate, finished.verdict);
    report_activity();
  }

  /// Where the node's search, or a copy of it, gets to when it is told this.
  static std::unique_ptr<Node> after(const Node& node, AnySearch search, Outcome outcome) {
    const Asked& asked = *node.asked;
    const std::size_t bytes =
        outcome == Outcome::interesting ? std::min(node.bytes, asked.bytes) : node.bytes;
    search.observe(outcome);
    return std::make_unique<Node>(
        Node{std::move(search), node.depth + 1, bytes, asked.question.stage, outcome, {}, {}});
  }
  static std::unique_ptr<Node>& child(Node& node, Outcome outcome) {
    return node.children[static_cast<std::size_t>(outcome)];
  }

  void tell(const Asked& asked, const Verdict& verdict) {
    const bool remembered = !told_.insert(*asked.hash).second;
    if (!remembered) {
      ++used_;
      foresight_.learn(signs(*root_, asked), verdict.outcome);
    }
    observer_.told({asked.question.stage, *asked.hash, verdict.outcome, remembered,
                    verdict.timed_out, verdict.duration, asked.bytes, asked.question.combination});
    if (verdict.outcome == Outcome::interesting) observer_.interesting(asked.question.render());
    std::unique_ptr<Node> next = std::move(child(*root_, verdict.outcome));
    if (!next) next = after(*root_, std::move(root_->search), verdict.outcome);
    if (!settled_.empty()) settled_.pop_front();
    root_ = std::move(next);
  }

  /// As `Foresight` has it.
  std::size_t age(const Test& test) const {
    return (ended_ - test.ended_before) / std::max<std::size_t>(1, oracle_.slots() - 1);
  }
  /// What is known of a question that comes after what the node was told. Requires: it is rendered.
  static Signs signs(const Node& node, const Asked& asked) {
    const auto left = static_cast<double>(asked.bytes);
    const auto all = static_cast<double>(std::max<std::size_t>(1, node.bytes));
    return {asked.question.likelihood, 1 - std::min(1.0, left / all),
            node.stage == asked.question.stage ? node.before : std::nullopt};
  }
  double chance_of_yes(const Node& node, const Asked& asked) const {
    return foresight_.while_running(signs(node, asked), is_running(asked) ? age(*asked.test) : 0);
  }

  /// Starts what the search will ask for sure, then what it is most likely to ask.
  Result<void> fill() {
    while (settled_.size() < oracle_.slots()) {
      std::optional<Question> question = root_->search.question(settled_.size());
      if (!question) break;
      settled_.push_back(settled_.empty() && root_->asked ? root_->asked
                                                          : make_asked(std::move(*question)));
    }
    double best_guess = 1;  // that the outcomes of all settled questions are the likelier ones
    for (const std::shared_ptr<Asked>& asked : settled_) {
      if (oracle_.free_slots() == 0) return {};
      if (!is_running(*asked)) {
        if (known(*asked)) continue;
        if (Result<void> started = start(*asked); !started) return started;
      }
      const double yes = chance_of_yes(*root_, *asked);
      best_guess *= std::max(yes, 1 - yes);
    }
    // Every guess lies behind the settled questions. With many of them open, none is worth the
    // copies it takes to get there.
    if (settled_.size() > 1 && best_guess * static_cast<double>(oracle_.slots()) < 1) return {};

    std::priority_queue<Guess> guesses;
    std::size_t number = 0;
    const auto push_children = [&](Node& node, double likelihood) {
      Asked* asked = ask(node);
      if (!asked) return;
      if (const std::optional<Verdict> verdict = known(*asked)) {
        guesses.push({likelihood, number++, &node, verdict->outcome});
        return;
      }
      const double yes = chance_of_yes(node, *asked);
      guesses.push({likelihood * (1 - yes), number++, &node, Outcome::uninteresting});
      guesses.push({likelihood * yes, number++, &node, Outcome::interesting});
    };
    push_children(*root_, 1);
    // With many settled questions the tree below them is wide and each path in it unlikely: past
    // this many looks it is not worth thinking further.
    std::size_t looks = 4 * oracle_.slots() + 64;
    while (oracle_.free_slots() > 0 && by_ticket_.size() < budget_.with_guesses &&
           !guesses.empty() && looks-- > 0) {
      const Guess guess = guesses.top();
      guesses.pop();
      std::unique_ptr<Node>& made = child(*guess.parent, guess.outcome);
      if (!made) made = after(*guess.parent, guess.parent->search, guess.outcome);
      Node& node = *made;
      Asked* asked = ask(node);
      if (!asked) continue;
      if (!known(*asked) && !is_running(*asked))
        if (Result<void> started = start(*asked); !started) return started;
      push_children(node, guess.likelihood);
    }
    return {};
  }

  static std::chrono::microseconds since(Clock::time_point then) {
    return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - then);
  }
  /// Counts what free slots did since the last time it was asked. For reports; decides nothing.
  void lap(std::chrono::microseconds& idle) {
    idle += since(last_lap_) * (oracle_.slots() - by_ticket_.size());
    last_lap_ = Clock::now();
  }
  void report_activity() {
    activity_.running = by_ticket_.size();
    observer_.activity(activity_);
  }

  Oracle& oracle_;
  Memo& memo_;
  Observer& observer_;
  const Budget budget_;
  AnySearch& search_;
  Foresight foresight_;
  Activity activity_;
  Clock::time_point last_lap_ = Clock::now();
  Ticket next_ticket_ = 1;
  std::uint64_t last_asked_ = 0;
  Document candidate_;             // of the question
  std::uint64_t rendered_ = 0;     // with this number
  std::size_t ended_ = 0;          // tests
  std::size_t used_ = 0;           // outcomes told that had to be tested
  std::unordered_set<Hash> told_;  // candidates whose outcome was told
  std::unordered_map<Hash, std::weak_ptr<Test>> running_;
  std::unordered_map<Ticket, Test*> by_ticket_;
  // Last, so that they go first: what they hold stops its tests on the way out.
  std::deque<std::shared_ptr<Asked>> settled_;  // questions of the root that no outcome changes
  std::unique_ptr<Node> root_;
};

}  // namespace

Result<Ending> run(AnySearch& search, Oracle& oracle, Memo& memo, Observer& observer,
                   const Budget& budget) {
  return Run(search, oracle, memo, observer, budget).to_the_end();
}

}  // namespace whittle
