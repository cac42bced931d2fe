/// One reduction over a list of anything, as a search.
///
/// The list becomes a document whose bytes are the numbers of its items. So the scheduler, the memo
/// and every algorithm work on it unchanged: the bytes of a candidate say which items it keeps.
///
///     AnySearch search = ListSearch(Ddmin(items.size()));
///     FunctionOracle oracle([&](const Document& candidate, std::stop_token) {
///       return is_interesting(ListSearch::items(candidate));
///     });
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/reduction.h"
#include "document/edit.h"
#include "schedule/search.h"

namespace whittle {

class ListSearch {
  using Number = std::uint64_t;

 public:
  static constexpr std::size_t bytes_per_item = sizeof(Number);

  /// `weights`: for each item, the value of removing it. Empty: all items have the same value.
  explicit ListSearch(AnyReduction reduction, const std::vector<Weight>& weights = {})
      : edits_(removals(reduction.best().size(), weights)), reduction_(std::move(reduction)) {}

  std::optional<Question> question(std::size_t index) const {
    std::optional<Query> query = reduction_.query_ahead(index);
    if (!query) return std::nullopt;
    return Question{edits_, std::move(query->kept), query->likelihood, "list", query->role};
  }
  void observe(Outcome outcome) { reduction_.observe(outcome); }
  Document best() const { return edits_->render(reduction_.best()); }
  const std::shared_ptr<const EditList>& edits() const { return edits_; }

  /// The items that a candidate keeps, in order.
  static std::vector<std::size_t> items(const Document& candidate) {
    const Bytes& bytes = candidate.bytes(0);
    std::vector<std::size_t> items(bytes.size() / bytes_per_item);
    for (std::size_t i = 0; i < items.size(); ++i) {
      Number number = 0;
      std::memcpy(&number, bytes.data() + i * bytes_per_item, sizeof(number));
      items[i] = number;
    }
    return items;
  }
  /// The same as a subset of `size` items.
  static Subset kept(const Document& candidate, std::size_t size) {
    Subset subset = Subset::none(size);
    for (const std::size_t item : items(candidate)) subset.insert(item);
    return subset;
  }

 private:
  static std::shared_ptr<const EditList> removals(std::size_t count,
                                                  const std::vector<Weight>& weights) {
    Bytes bytes(count * bytes_per_item, '\0');
    std::vector<Edit> edits;
    edits.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      const Number number = i;
      const std::size_t at = i * bytes_per_item;
      std::memcpy(bytes.data() + at, &number, sizeof(number));
      edits.push_back(
          {{{0, at, at + bytes_per_item, "", false}}, weights.empty() ? 1 : weights[i]});
    }
    return std::make_shared<const EditList>(Document::single("list", std::move(bytes)),
                                            std::move(edits), Joining::exact);
  }

  std::shared_ptr<const EditList> edits_;
  AnyReduction reduction_;
};

}  // namespace whittle
