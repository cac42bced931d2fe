// Rendering walks all changes once, in document order with outer before inner, and copies what lies
// between those that apply. A change that starts before the end of the last one applied lies inside
// it and is skipped: that is all "the outer one wins" takes.
#include "document/edit.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace whittle {
namespace {

constexpr std::uint32_t always = std::numeric_limits<std::uint32_t>::max();

bool comes_before(const Change& a, const Change& b) {
  if (a.file != b.file) return a.file < b.file;
  if (a.drops_file != b.drops_file) return a.drops_file;
  if (a.begin != b.begin) return a.begin < b.begin;
  return a.end > b.end;
}

bool is_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
         (byte >= 'A' && byte <= 'Z') || byte == '_' || byte == '$';
}

/// The bytes of one file as they come out.
class Output {
 public:
  Output(Joining joining, std::size_t most) : joining_(joining) { bytes_.reserve(most); }

  void removal() { joined_ = true; }
  void append(BytesView part) {
    if (part.empty()) return;
    if (joined_ && joining_ == Joining::separated && !bytes_.empty() && is_word(bytes_.back()) &&
        is_word(part.front()))
      bytes_ += ' ';
    joined_ = false;
    bytes_ += part;
  }
  Bytes take() { return std::move(bytes_); }

 private:
  Joining joining_;
  Bytes bytes_;
  bool joined_ = false;
};

/// Calls `visit(change)` for each change that `applies(index)` and lies in no other that does.
/// Requires: `change_at(index)` for index < count gives them as `comes_before` sorts.
template <typename ChangeAt, typename Applies, typename Visit>
void for_each_outermost(std::size_t count, ChangeAt change_at, Applies applies, Visit visit) {
  std::uint64_t cursor = 0;  // end of the last change applied in this file
  bool dropped = false;
  std::uint32_t file = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Change& change = change_at(i);
    if (change.file != file) {
      file = change.file;
      cursor = 0;
      dropped = false;
    }
    if (dropped || change.begin < cursor || !applies(i)) continue;
    if (change.drops_file) dropped = true;
    cursor = change.end;
    visit(change);
  }
}

/// Collects what `for_each_outermost` visits into a document.
class Renderer {
 public:
  explicit Renderer(const Draft& draft) : draft_(draft) {}

  void apply(const Change& change) {
    while (file_ < change.file) finish_file();
    if (change.drops_file) {
      dropped_ = true;
      return;
    }
    if (!output_) output_.emplace(draft_.joining(), draft_.base().bytes(file_).size());
    output_->append(between(change.begin));
    output_->removal();
    output_->append(change.replacement);
    output_->removal();
    cursor_ = change.end;
  }
  Document finish() {
    while (file_ < draft_.base().files().size()) finish_file();
    return Document(std::move(files_));
  }

 private:
  BytesView between(std::uint64_t end) const {
    return BytesView(draft_.base().bytes(file_)).substr(cursor_, end - cursor_);
  }
  void finish_file() {
    if (!dropped_) {
      File file = draft_.base().files()[file_];
      if (output_) {
        output_->append(between(file.bytes->size()));
        file.bytes = share(output_->take());
      }
      files_.push_back(std::move(file));
    }
    ++file_;
    cursor_ = 0;
    dropped_ = false;
    output_.reset();
  }

  const Draft& draft_;
  std::vector<File> files_;
  std::uint32_t file_ = 0;
  std::uint64_t cursor_ = 0;
  bool dropped_ = false;
  std::optional<Output> output_;
};

}  // namespace

Document Draft::render() const {
  Renderer renderer(*this);
  for (const Change& change : *changes_) renderer.apply(change);
  return renderer.finish();
}

Draft Draft::with(const std::vector<Edit>& edits) const {
  EditList list(*this, edits);
  return list.accept(Subset::none(list.size()));
}

EditList::EditList(Draft draft, std::vector<Edit> edits)
    : draft_(std::move(draft)), edits_(std::move(edits)) {
  // Changes that overlap without nesting cannot both apply. The later edit of the list gives way;
  // one round of dropping can only remove conflicts, so this ends.
  std::vector<Placed> placed;
  for (bool clean = false; !clean;) {
    clean = true;
    placed.clear();
    for (const Change& change : draft_.changes()) placed.push_back({change, always});
    for (std::size_t i = 0; i < edits_.size(); ++i)
      for (const Change& change : edits_[i].changes)
        placed.push_back({change, static_cast<std::uint32_t>(i)});
    // Stable, and what is accepted first: of two equal ranges the accepted one counts as the outer.
    std::stable_sort(placed.begin(), placed.end(), [](const Placed& a, const Placed& b) {
      return comes_before(a.change, b.change);
    });
    std::vector<bool> gives_way(edits_.size());
    std::vector<const Placed*> open;
    for (const Placed& now : placed) {
      if (now.change.drops_file || (now.edit != always && gives_way[now.edit])) continue;
      const auto ended = [&](const Placed& before) {
        return before.change.file != now.change.file || before.change.end <= now.change.begin ||
               (before.edit != always && gives_way[before.edit]);
      };
      for (;;) {
        while (!open.empty() && ended(*open.back())) open.pop_back();
        if (open.empty() || now.change.end <= open.back()->change.end) break;
        clean = false;
        const std::uint32_t before = open.back()->edit;
        const bool now_goes = now.edit != always && (before == always || now.edit > before);
        gives_way[now_goes ? now.edit : before] = true;
        if (now_goes) break;
      }
      if (now.edit == always || !gives_way[now.edit]) open.push_back(&now);
    }
    if (clean) break;
    std::vector<Edit> stay;
    for (std::size_t i = 0; i < edits_.size(); ++i)
      if (!gives_way[i]) stay.push_back(std::move(edits_[i]));
    edits_ = std::move(stay);
  }
  placed_ = std::make_shared<const std::vector<Placed>>(std::move(placed));
}

std::vector<Weight> EditList::weights() const {
  std::vector<Weight> weights;
  weights.reserve(edits_.size());
  for (const Edit& edit : edits_) weights.push_back(edit.weight);
  return weights;
}

Document EditList::render(const Subset& kept) const {
  Renderer renderer(draft_);
  for_each_outermost(
      placed_->size(), [&](std::size_t i) -> const Change& { return (*placed_)[i].change; },
      [&](std::size_t i) {
        const std::uint32_t edit = (*placed_)[i].edit;
        return edit == always || !kept.contains(edit);
      },
      [&](const Change& change) { renderer.apply(change); });
  return renderer.finish();
}

Draft EditList::accept(const Subset& kept) const {
  Draft accepted = draft_;
  std::vector<Change> changes;
  for_each_outermost(
      placed_->size(), [&](std::size_t i) -> const Change& { return (*placed_)[i].change; },
      [&](std::size_t i) {
        const std::uint32_t edit = (*placed_)[i].edit;
        return edit == always || !kept.contains(edit);
      },
      [&](const Change& change) { changes.push_back(change); });
  accepted.changes_ = std::make_shared<const std::vector<Change>>(std::move(changes));
  return accepted;
}

}  // namespace whittle
