// Why pieces of equal length and not syntax: parsing is the cost that this step avoids. Finding the
// ends of lines is cheap.
#include "plan/default_plan/coarse.h"

#include <algorithm>

#include "closure/providers.h"
#include "document/units.h"
#include "syntax/tree.h"

namespace whittle {

Found find_pieces(const Document& document, std::size_t count) {
  Found found;
  found.joining = Joining::exact;
  const std::size_t length = std::max<std::size_t>(document.size() / count, 1);
  for (std::uint32_t file = 0; file < document.files().size(); ++file) {
    if (document.files()[file].kind != File::Kind::regular) continue;
    const BytesView bytes = document.bytes(file);
    for (std::size_t begin = 0; begin < bytes.size();) {
      std::size_t end = std::min(begin + length, bytes.size());
      const std::size_t line_end = bytes.substr(end, length).find('\n');
      if (line_end != BytesView::npos) end += line_end + 1;
      // The length serves as the weight: counting the tokens of 100 MB again and again would take
      // longer than the better weights save.
      found.edits.push_back(removal(file, {begin, end}, static_cast<Weight>(end - begin)));
      begin = end;
    }
  }
  return found;
}

std::optional<Stage> CoarseFirst::next(const StageEnd& end) {
  if (done_) return then_.next(end);
  const std::size_t size = end.document.size();
  if (size_before_ == 0 && size > quick_to_parse && size <= most_for_clang &&
      closure::clang_state({end.document, *stage_maker_->trees, *stage_maker_->tools}) ==
          closure::ClangState::ready) {
    done_ = true;
    return then_.next(end);
  }
  // If a round did not halve the document, most pieces contain a needed part, so finer ones are
  // cut.
  if (size_before_ > 0 && size > size_before_ / 2) pieces_ *= 16;
  size_before_ = size;
  // With more pieces than this, the tests of a document of this size would take too long.
  constexpr std::size_t most_pieces = std::size_t{1} << 14;
  if (size > quick_to_parse && pieces_ <= most_pieces && stage_maker_->only.empty())
    if (auto stage =
            stage_maker_->stage("coarse", end.document, find_pieces(end.document, pieces_)))
      return stage;
  done_ = true;
  return then_.next({end.document});
}

}  // namespace whittle
