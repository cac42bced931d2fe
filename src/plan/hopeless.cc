// A refusal says that some tokens cannot be removed together. Most later edits that remove these
// tokens and more are refused too, whichever pass lists them. So refusals are kept as sets of
// tokens (`learn/refusals.h`), not as edits of a pass, and each edit of a new list is looked up
// among them. On ten subjects this asks 3,709 questions instead of 8,180, for the same sum of
// tokens (docs/rejected.md, "The effect of refusals").
//
// Why not leave out every edit that contains a refused removal? A removal may be refused only
// because it leaves a use without its declaration, and a larger removal that takes both succeeds.
// The two rules of the header apply where that is unlikely: the larger edit breaks the syntax as
// well, or nothing has succeeded since the refusal. Both rules are checked as they are used: a
// share of the edits that they call hopeless is tested, and a rule that is wrong too often for a
// pass is switched off for that pass. Switching it off for the whole run after one success took
// 50,074 tests instead of 44,488 in a simulated world (docs/rejected.md, "One success switches a
// rule off for the whole run").
//
// Late in a run, a third of the tests asked about edits that had been refused alone on a text that
// was a few tokens larger. So these wait until the text has halved, or for the last sweep
// (docs/rejected.md, "A refused edit is asked about again").
//
// A third rule, for edits of which hardly any similar one ever succeeded, changed nothing and was
// dropped: the two rules find such edits first (docs/rejected.md, "Rule C").
//
// The counters and sets are part of the value, so a copy that tests ahead leaves out the same edits
// as the search would.
#include "plan/hopeless.h"

#include <algorithm>
#include <utility>

#include "plan/plan_parts.h"

namespace whittle {
namespace {

// The most bytes that are parsed for one list. Beyond this, rule A says nothing: a large document
// has many edits, and its tests take long in any case.
constexpr std::size_t most_parsed = std::size_t{1} << 19;
constexpr std::size_t most_bytes = most_parsed / 8;  // larger documents are not parsed at all

std::size_t number_of(Hopeless::Rule rule) {
  return static_cast<std::size_t>(rule);
}

/// The rest of a removal without the tokens that earlier successes of the same stage removed. A
/// refusal after such a success is about the smaller document.
Removal without(const Removal& removal, const std::vector<bool>& gone) {
  Removal left{{}, removal.is_pure};
  for (const TokenSpan& span : removal.spans)
    for (std::uint32_t at = span.begin; at < span.end; ++at) {
      if (gone[at]) continue;
      if (left.spans.empty() || left.spans.back().end != at) left.spans.push_back({at, at});
      ++left.spans.back().end;
    }
  return left;
}

}  // namespace

Hopeless::Hopeless(std::size_t passes, const std::vector<std::string>& without)
    : chances_(passes), seen_(std::make_shared<const std::vector<SeenByRule>>(passes)) {
  const auto is_off = [&](std::string_view part) { return std::ranges::count(without, part) > 0; };
  wanted_ = {true, !is_off(plan_part::adds_error.name), !is_off(plan_part::is_plain.name)};
  tells_chances_ = !is_off(plan_part::chances.name);
  asks_again_early_ = is_off(plan_part::refused_alone.name);
}

/// Names an edit by the tokens that it removes and the text that it inserts, not by their offsets,
/// which every success moves. The ends and the size of each span are enough. Hashing all tokens
/// would be quadratic: edits may lie in one another 100,000 deep.
Hash Hopeless::List::name_of(const Removal& removal, const Edit& edit) const {
  const Tokens& tokens = *hopeless_.tokens_;
  Hash name;
  for (const TokenSpan& span : removal.spans) {
    name = combine(name, {tokens.name(span.begin), tokens.name(span.end - 1)});
    name = combine(name, {span.size(), 0});
  }
  if (!removal.is_pure)
    for (const Change& change : edit.changes) name = combine(name, tokens.place_of(change));
  return name;
}

Hopeless::List Hopeless::list(std::size_t pass, bool every_token, const Document& document,
                              Trees& trees, const Found& found) {
  if (!index_) index_ = std::make_shared<const RefusalIndex>(refusals_, *tokens_);
  if (!errors_) errors_ = std::make_shared<ErrorsOfFiles>(document.files().size());
  return {*this, pass, every_token, document, trees, found};
}

void Hopeless::document_is(const StageEnd& end, bool unlocks_nothing) {
  index_ = nullptr;
  if (end.changed || !end.edits) errors_ = nullptr;
  const auto running = std::exchange(running_, nullptr);
  if (!tokens_) {
    tokens_.emplace(end.document);
    begin_half(tokens_->count());
    return;
  }
  if (!end.edits) {
    refusals_.succeeded();
    refused_ = {};
    // This is another document, not the result of a stage: of the refusals only those remain whose
    // tokens it still has, and they are stale.
    tokens_ = tokens_->in(end.document);
    refusals_.document_has(*tokens_);
    begin_half(tokens_->count());
    return;
  }
  // The stage ended with a document that is not smaller, so the document went back to the start of
  // the stage and the successes of the stage are void. Most of its refusals are about documents
  // that no longer exist.
  if (!end.changed && end.kept->count() < end.kept->size()) return;
  std::vector<bool> gone(tokens_->count());
  std::size_t left = gone.size();
  bool is_first_success = true;
  SeenByRule seen;
  const StageLog none;
  for (const StageLog::Entry* told : (end.log ? *end.log : none).entries()) {
    const Removal removal = tokens_->removal(*end.edits, told->applied);
    if (told->outcome == Outcome::uninteresting) {
      refusals_.insert(*tokens_, without(removal, gone));
      if (running && told->applied.size() == 1) {
        const Hash& name = running->listed[told->applied.front()].name;
        refused_.insert(name);
        refused_long_.insert(name);
      }
      continue;
    }
    for (const TokenSpan& span : removal.spans)
      for (std::uint32_t at = span.begin; at < span.end; ++at) {
        if (!gone[at]) --left;
        gone[at] = true;
      }
    if (running)
      for (const std::uint32_t edit : told->applied) {
        const Rule rule = running->listed[edit].hopeless;
        // The rule `is_plain` needs refusals since the last success, and after the first success of
        // a stage there are none. So it is not to blame for later successes.
        if (rule == Rule::adds_error || is_first_success) ++seen[number_of(rule)].applied;
      }
    is_first_success = false;
    if (unlocks_nothing) continue;
    refusals_.succeeded();
    refused_ = {};
    if (left <= halved_at_) begin_half(left);
  }
  if (running) count(end, *running, seen, running->complete && !end.gave_up);
  if (!end.changed) return;
  tokens_ = tokens_->after(*end.edits, *end.kept, end.document);
  refusals_.document_has(*tokens_);
}

/// From now on, edits that were refused may be asked about once more.
void Hopeless::begin_half(std::size_t tokens) {
  refused_long_ = {};
  halved_at_ = tokens / 2;
}

/// Updates how often each rule was right. `seen` has the number of edits that could be applied
/// although a rule calls them hopeless. The tested edits are counted here, if the stage is
/// complete: it tested all.
void Hopeless::count(const StageEnd& end, const Running& running, SeenByRule seen,
                     bool is_complete) {
  std::array<std::size_t, Cell::count> removed{}, all{};
  for (std::size_t edit = 0; edit < running.listed.size(); ++edit) {
    const std::uint8_t cell = running.listed[edit].cell;
    ++all[cell];
    if (!end.kept->contains(edit)) ++removed[cell];
    if (is_complete) ++seen[number_of(running.listed[edit].hopeless)].tested;
  }
  if (is_complete)
    for (std::size_t cell = 0; cell < Cell::count; ++cell)
      chances_.saw(running.pass, cell, removed[cell], all[cell]);
  for (const Rule rule : {Rule::adds_error, Rule::is_plain}) {
    const Seen& more = seen[number_of(rule)];
    if (more.tested + more.applied == 0) continue;
    auto all_seen = std::make_shared<std::vector<SeenByRule>>(*seen_);
    Seen& total = (*all_seen)[running.pass][number_of(rule)];
    total.tested += more.tested;
    total.applied += more.applied;
    seen_ = std::move(all_seen);
    if (more.applied > 0) was_wrong_[number_of(rule)] = true;
  }
}

bool Hopeless::is_on(Rule rule, std::size_t pass) const {
  if (rule == Rule::none || !is_wanted(rule)) return false;
  const Seen& seen = (*seen_)[pass][number_of(rule)];
  return seen.applied * one_applied_in <= seen.tested;
}

void Hopeless::began(List list, const Stage* stage, bool complete) {
  counter_ = list.counter_;
  counted_ = std::move(list.counted_);
  parsed_edits_ = std::move(list.parsed_edits_);
  // The numbers of edits in the list hold only if the stage left out none for overlapping.
  if (stage && stage->edits->size() == list.listed_.size())
    running_ =
        std::make_shared<const Running>(Running{list.pass_, complete, std::move(list.listed_)});
}

Hopeless::List::List(const Hopeless& hopeless, std::size_t pass, bool every_token,
                     const Document& document, Trees& trees, const Found& found)
    : hopeless_(hopeless),
      pass_(pass),
      every_token_(every_token),
      document_(document),
      trees_(trees),
      index_(hopeless.index_),
      errors_(hopeless.errors_),
      counter_(hopeless.counter_),
      counted_(hopeless.counted_),
      parsed_edits_(hopeless.parsed_edits_) {
  if (document.size() <= most_bytes) found_ = found;
}

bool Hopeless::List::leave_out(std::size_t number, const Edit& edit, bool was_refused) {
  const Removal removal = hopeless_.tokens_->removal(edit);
  const Hash name = name_of(removal, edit);
  // Tested alone before, and refused, by this pass or another.
  if (removal.tokens() > 0 && hopeless_.refused_.contains(name)) return true;
  if (removal.tokens() > 0 && !every_token_ && !hopeless_.asks_again_early_ &&
      hopeless_.refused_long_.contains(name))
    return true;
  Cell cell{index_->contained_in(removal), false, was_refused};
  Rule rule = Rule::none;
  if (cell.contains == Refused::fresh && removal.is_pure && removal.spans.size() == 1 &&
      hopeless_.is_wanted(Rule::is_plain))
    rule = Rule::is_plain;
  // Parsing is slow, so it is skipped if the other rule leaves the edit out anyway.
  if (cell.contains != Refused::never && !is_on(rule)) {
    cell.adds_error = adds_error(number, name);
    if (cell.adds_error && hopeless_.is_wanted(Rule::adds_error) &&
        (rule == Rule::none || is_on(Rule::adds_error)))
      rule = Rule::adds_error;
  }
  if (rule != Rule::none && removal.is_pure) {
    if (index_->is_known(removal)) return true;  // these very tokens were refused
    // The last sweep promises that no single token can be removed, so it tests each of them.
    if (every_token_ && removal.tokens() == 1) rule = Rule::none;
  }
  if (is_on(rule)) {
    // Each edit is counted once, when it is first seen. An edit that every list brings back would
    // otherwise be tested in the end, whatever the share.
    const bool is_new = !counted_.contains(name);
    if (is_new) counted_.insert(name);
    if (!is_new || ++counter_ % hopeless_.tests_one_in(rule) != 0) {
      ++left_out_;
      return true;
    }
  }
  listed_.push_back({name, static_cast<std::uint8_t>(cell.number()), rule});
  chances_.push_back(static_cast<float>(hopeless_.chances_(pass_, cell)));
  return false;
}

/// Parsing is most of the rules' cost. So it is done once for each edit, although the text around
/// the edit may have changed since. A wrong answer leaves out an edit that the share of tested
/// edits may still find.
bool Hopeless::List::adds_error(std::size_t number, const Hash& name) {
  const Hash if_it_does = combine(name, {1, 0}), if_not = combine(name, {2, 0});
  if (parsed_edits_.contains(if_it_does)) return true;
  if (!found_ || parsed_edits_.contains(if_not)) return false;
  if (!edits_) {
    // The list has all edits, not this one alone: commas belong to rows of edits.
    const std::size_t count = found_->edits.size();
    edits_ = edit_list(document_, *std::exchange(found_, Found{}));
    if (edits_->size() != count) found_.reset();  // numbers do not hold
    if (!found_) return false;
  }
  if (parsed_ > most_parsed) return false;
  Subset kept = Subset::all(edits_->size());
  kept.erase(number);
  const Document candidate = edits_->render(kept);
  parsed_ += candidate.size();
  const bool adds = more_errors_in(candidate);
  parsed_edits_.insert(adds ? if_it_does : if_not);
  return adds;
}

/// Whether the candidate has more syntax errors than the document, over all files.
bool Hopeless::List::more_errors_in(const Document& candidate) const {
  std::int64_t more = 0;
  auto now = candidate.files().begin();
  for (std::size_t i = 0; i < document_.files().size(); ++i) {
    const File& before = document_.files()[i];
    const bool is_left = now != candidate.files().end() && now->path == before.path;
    if (before.kind == File::Kind::regular && !(is_left && now->bytes == before.bytes)) {
      std::optional<ErrorCounter>& counter = (*errors_)[i];
      if (!counter) counter.emplace(trees_.language(before.path, *before.bytes), before.bytes);
      more -= counter->errors();
      if (is_left) more += counter->errors_in(now->bytes);
    }
    if (is_left) ++now;
  }
  return more > 0;
}

}  // namespace whittle
