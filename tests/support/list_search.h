/// A list of bytes with any reduction, as a search; and predicates over it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/reduction.h"
#include "document/edit.h"
#include "schedule/search.h"

namespace whittle {

/// Element `i` is two bytes of a document, so that candidates say which elements they keep.
class ListSearch {
 public:
  explicit ListSearch(AnyReduction reduction)
      : edits_(all_bytes(reduction.best().size())), reduction_(std::move(reduction)) {}

  std::optional<Question> question(std::size_t index) const {
    std::optional<Query> query = reduction_.query_ahead(index);
    if (!query) return std::nullopt;
    return Question{edits_, std::move(query->kept), query->likelihood, "list"};
  }
  void observe(Outcome outcome) { reduction_.observe(outcome); }
  Document best() const { return edits_->render(reduction_.best()); }
  const std::shared_ptr<const EditList>& edits() const { return edits_; }

  /// Which elements of `size` a candidate keeps.
  static Subset kept(const Document& candidate, std::size_t size) {
    Subset subset = Subset::none(size);
    const Bytes& bytes = candidate.bytes(0);
    for (std::size_t i = 0; i + 1 < bytes.size(); i += 2)
      subset.insert(static_cast<unsigned char>(bytes[i]) * 256u +
                    static_cast<unsigned char>(bytes[i + 1]));
    return subset;
  }

 private:
  static std::shared_ptr<const EditList> all_bytes(std::size_t size) {
    Bytes bytes;
    std::vector<Edit> edits;
    for (std::size_t i = 0; i < size; ++i) {
      bytes += static_cast<char>(i / 256);
      bytes += static_cast<char>(i % 256);
      edits.push_back({{{0, 2 * i, 2 * i + 2, "", false}}, 1});
    }
    return std::make_shared<const EditList>(Document::single("list", std::move(bytes)),
                                            std::move(edits), Joining::exact);
  }

  std::shared_ptr<const EditList> edits_;
  AnyReduction reduction_;
};

}  // namespace whittle
