#include "plan/hopeless.h"

#include <algorithm>
#include <utility>

#include "plan/plan_parts.h"

namespace whittle {
namespace {

// Bytes that are parsed for one list at the most. Past this, rule A says nothing: edits of a large
// document are many, and its tests take long enough as it is.
constexpr std::size_t most_parsed = std::size_t{1} << 19;
constexpr std::size_t most_bytes = most_parsed / 8;  // of the document

std::size_t number_of(Hopeless::Rule rule) {
  return static_cast<std::size_t>(rule);
}

/// What is left of a removal when these tokens are gone.
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
}

/// By its tokens and what it inserts, wherever they stand. Of each span the ends and the size are
/// enough, and quick: edits may lie in one another 100,000 deep.
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
    return;
  }
  if (!end.edits) {
    refusals_.succeeded();
    refused_ = {};
    tokens_ = tokens_->in(end.document);
    refusals_.document_has(*tokens_);
    return;
  }
  if (!end.changed && end.kept->count() < end.kept->size()) return;  // its successes do not count
  std::vector<bool> gone(tokens_->count());
  bool is_first_success = true;
  SeenByRule seen;
  const StageLog none;
  for (const StageLog::Entry* told : (end.log ? *end.log : none).entries()) {
    const Removal removal = tokens_->removal(*end.edits, told->applied);
    if (told->outcome == Outcome::uninteresting) {
      refusals_.insert(*tokens_, without(removal, gone));
      if (running && told->applied.size() == 1)
        refused_.insert(running->listed[told->applied.front()].name);
      continue;
    }
    for (const TokenSpan& span : removal.spans)
      for (std::uint32_t at = span.begin; at < span.end; ++at) gone[at] = true;
    if (running)
      for (const std::uint32_t edit : told->applied) {
        const Rule rule = running->listed[edit].hopeless;
        // After the first success of a stage no refusal was fresh any more.
        if (rule == Rule::adds_error || is_first_success) ++seen[number_of(rule)].applied;
      }
    is_first_success = false;
    if (unlocks_nothing) continue;
    refusals_.succeeded();
    refused_ = {};
  }
  if (running) count(end, *running, seen);
  if (!end.changed) return;
  tokens_ = tokens_->after(*end.edits, *end.kept, end.document);
  refusals_.document_has(*tokens_);
}

/// `seen` has how many edits could be applied although a rule calls them hopeless.
void Hopeless::count(const StageEnd& end, const Running& running, SeenByRule seen) {
  std::array<std::size_t, Cell::count> removed{}, all{};
  for (std::size_t edit = 0; edit < running.listed.size(); ++edit) {
    const std::uint8_t cell = running.listed[edit].cell;
    ++all[cell];
    if (!end.kept->contains(edit)) ++removed[cell];
    if (running.complete) ++seen[number_of(running.listed[edit].hopeless)].tested;
  }
  if (running.complete)
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
  // Numbers hold only if none was left out for overlapping.
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
  if (removal.tokens() > 0 && hopeless_.refused_.contains(name)) return true;  // tested
  Cell cell{index_->contained_in(removal), false, was_refused};
  Rule rule = Rule::none;
  if (cell.contains == Refused::fresh && removal.is_pure && removal.spans.size() == 1 &&
      hopeless_.is_wanted(Rule::is_plain))
    rule = Rule::is_plain;
  if (cell.contains != Refused::never && !is_on(rule)) {
    cell.adds_error = adds_error(number, name);
    if (cell.adds_error && hopeless_.is_wanted(Rule::adds_error) &&
        (rule == Rule::none || is_on(Rule::adds_error)))
      rule = Rule::adds_error;
  }
  if (rule != Rule::none && removal.is_pure) {
    if (index_->is_known(removal)) return true;  // tested
    if (every_token_ && removal.tokens() == 1) rule = Rule::none;
  }
  if (is_on(rule)) {
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

/// Parsing is most of what the rules cost. So it is done once for each edit, although what stands
/// around it may have changed since.
bool Hopeless::List::adds_error(std::size_t number, const Hash& name) {
  const Hash if_it_does = combine(name, {1, 0}), if_not = combine(name, {2, 0});
  if (parsed_edits_.contains(if_it_does)) return true;
  if (!found_ || parsed_edits_.contains(if_not)) return false;
  if (!edits_) {
    // With all edits, as commas belong to rows of them.
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

/// Than in the document.
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
