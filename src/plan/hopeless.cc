#include "plan/hopeless.h"

#include <algorithm>
#include <utility>

namespace whittle {
namespace {

// Bytes that are parsed for one list at the most. Past this, rule A says nothing: edits of a large
// document are many, and its tests take long enough as it is.
constexpr std::size_t most_parsed = std::size_t{1} << 20;
constexpr std::size_t most_bytes = most_parsed / 8;  // of the document

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

void Hopeless::document_is(const StageEnd& end, bool unlocks_nothing) {
  const auto samples = std::exchange(samples_, nullptr);
  if (!tokens_) {
    tokens_.emplace(end.document);
    return;
  }
  if (!end.edits) {
    refusals_.succeeded();
    tokens_ = tokens_->in(end.document);
    refusals_.document_has(*tokens_);
    return;
  }
  if (!end.changed && end.kept->count() < end.kept->size()) return;  // its successes do not count
  std::vector<bool> gone(tokens_->count());
  bool any_success = false;
  const StageLog none;
  for (const StageLog::Entry* told : (end.log ? *end.log : none).entries()) {
    const Removal removal = tokens_->removal(*end.edits, told->applied);
    if (told->outcome == Outcome::uninteresting) {
      refusals_.insert(*tokens_, without(removal, gone));
      continue;
    }
    for (const TokenSpan& span : removal.spans)
      for (std::uint32_t at = span.begin; at < span.end; ++at) gone[at] = true;
    if (samples)
      for (const List::Sample& sample : *samples) {
        if (!std::ranges::binary_search(told->applied, sample.element)) continue;
        if (sample.rules.adds_error) rules_.adds_error = false;
        // Later in the stage the refusal was stale.
        if (sample.rules.is_plain && !any_success) rules_.is_plain = false;
      }
    any_success = true;
    if (!unlocks_nothing) refusals_.succeeded();
  }
  if (!end.changed) return;
  tokens_ = tokens_->after(*end.edits, *end.kept, end.document);
  refusals_.document_has(*tokens_);
}

void Hopeless::began(List list, const Stage* stage) {
  counter_ = list.counter_;
  // Numbers hold only if none was left out for overlapping.
  if (stage && stage->edits->size() == list.listed_)
    samples_ = std::make_shared<const std::vector<List::Sample>>(std::move(list.samples_));
}

Hopeless::List::List(const Hopeless& hopeless, const Document& document, Trees& trees,
                     const Found& found)
    : hopeless_(hopeless),
      document_(document),
      trees_(trees),
      index_(hopeless.refusals_, *hopeless.tokens_),
      counter_(hopeless.counter_) {
  if (hopeless.rules_.adds_error && document.size() <= most_bytes) found_ = found;
}

bool Hopeless::List::leave_out(std::size_t number, const Edit& edit) {
  const Rules rules = judge(number, edit);
  if (rules != Rules{false, false}) {
    if (++counter_ % one_in != 0) {
      ++left_out_;
      return true;
    }
    samples_.push_back({listed_, rules});
  }
  ++listed_;
  return false;
}

/// The rules that call the edit hopeless.
Hopeless::Rules Hopeless::List::judge(std::size_t number, const Edit& edit) {
  const Rules& on = hopeless_.rules_;
  const Removal removal = hopeless_.tokens_->removal(edit);
  const Refused refused = index_.contained_in(removal);
  if (refused == Refused::never) return {false, false};
  const bool is_plain =
      on.is_plain && refused == Refused::fresh && removal.is_pure && removal.spans.size() == 1;
  return {!is_plain && on.adds_error && adds_error(number), is_plain};
}

bool Hopeless::List::adds_error(std::size_t number) {
  if (!found_) return false;
  if (!edits_) {
    // With all edits, as commas belong to rows of them.
    const std::size_t count = found_->edits.size();
    edits_ = edit_list(document_, *std::exchange(found_, Found{}));
    if (edits_->size() != count) found_.reset();  // numbers do not hold
    if (!found_) return false;
    errors_ = errors(document_);
  }
  if (parsed_ > most_parsed) return false;
  Subset kept = Subset::all(edits_->size());
  kept.erase(number);
  const Document candidate = edits_->render(kept);
  parsed_ += candidate.size();
  return errors(candidate) > *errors_;
}

std::uint32_t Hopeless::List::errors(const Document& document) const {
  std::uint32_t total = 0;
  for (const File& file : document.files())
    if (file.kind == File::Kind::regular)
      if (const auto tree = parse(trees_.language(file.path, *file.bytes), file.bytes))
        total += (*tree)->errors();
  return total;
}

}  // namespace whittle
