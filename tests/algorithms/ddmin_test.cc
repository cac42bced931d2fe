#include "algorithms/ddmin.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "support/reductions.h"

namespace whittle {
namespace {

/// picire's loop, as its documentation and source describe it, over plain lists: where it looks for
/// the first complement (`offset`) stays where a removal was, is scaled with the number of chunks
/// when these are cut finer, and is kept when the last chunk is cut in two.
class PicireModel {
 public:
  PicireModel(std::size_t size, Order order, Predicate predicate)
      : size_(size), order_(order), predicate_(std::move(predicate)) {
    for (std::uint32_t element = 0; element < size; ++element) all_.push_back(element);
  }

  std::vector<Subset> asked() {
    std::vector<List> chunks{all_};
    std::size_t offset = 0;
    while (joined(chunks).size() > 1) {
      if (chunks.size() == 1) chunks = cut(joined(chunks), 2);
      if (reduces(chunks, offset)) continue;
      const List left = joined(chunks);
      if (chunks.size() == left.size()) break;
      const std::size_t count = std::min(left.size(), 2 * chunks.size());
      offset = offset * count / chunks.size();
      chunks = cut(left, count);
    }
    return asked_;
  }

 private:
  using List = std::vector<std::uint32_t>;

  bool reduces(std::vector<List>& chunks, std::size_t& offset) {
    const auto subsets = [&] {
      for (const List& chunk : chunks)
        if (is_interesting(chunk)) {
          chunks = {List(chunk)};
          offset = 0;
          return true;
        }
      return false;
    };
    const auto complements = [&] {
      for (std::size_t i = 0; i < chunks.size(); ++i) {
        const std::size_t at = (offset + i) % chunks.size();
        std::vector<List> others = chunks;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(at));
        if (!is_interesting(joined(others))) continue;
        chunks = std::move(others);
        offset = at;
        return true;
      }
      return false;
    };
    if (order_ == Order::complements_only) return complements();
    if (order_ == Order::complements_first) return complements() || subsets();
    return subsets() || complements();
  }

  bool is_interesting(const List& kept) {
    asked_.push_back(only(size_, kept));
    return predicate_(asked_.back());
  }
  static List joined(const std::vector<List>& chunks) {
    List all;
    for (const List& chunk : chunks) all.insert(all.end(), chunk.begin(), chunk.end());
    return all;
  }
  static std::vector<List> cut(const List& list, std::size_t count) {
    std::vector<List> chunks;
    for (std::size_t begin = 0; count > 0; --count) {
      const std::size_t end = begin + (list.size() - begin) / count;
      chunks.emplace_back(list.begin() + static_cast<std::ptrdiff_t>(begin),
                          list.begin() + static_cast<std::ptrdiff_t>(end));
      begin = end;
    }
    return chunks;
  }

  std::size_t size_;
  Order order_;
  Predicate predicate_;
  List all_;
  std::vector<Subset> asked_;
};

TEST(Ddmin, AsksWhatPicireAsksWhenItProceedsAfterASuccess) {
  Random random(11);
  for (int trial = 0; trial < 600; ++trial) {
    const std::size_t size = 2 + random.below(24);
    // Needed elements, and pairs of which one must stay: removals depend on one another.
    std::vector<std::size_t> needed;
    std::vector<std::pair<std::size_t, std::size_t>> either;
    for (std::size_t i = 0; i < size; ++i)
      if (random.below(4) == 0) needed.push_back(i);
    for (std::size_t i = random.below(3); i > 0; --i)
      either.emplace_back(random.below(size), random.below(size));
    const Predicate predicate = [=](const Subset& kept) {
      for (std::size_t element : needed)
        if (!kept.contains(element)) return false;
      for (const auto& [a, b] : either)
        if (!kept.contains(a) && kept.contains(b)) return false;
      return true;
    };
    for (Order order : {Order::subsets_first, Order::complements_first, Order::complements_only})
      ASSERT_EQ(run(Ddmin(size, {.order = order}), predicate).asked,
                PicireModel(size, order, predicate).asked())
          << size << " elements, order " << static_cast<int>(order) << ", trial " << trial;
  }
}

// Three chunks of five elements are cut into five, not six: the place in the list, behind the first
// of three, becomes 1 * 5 / 3.
TEST(Ddmin, KeepsItsPlaceInProportionWhenTheCutIsNotTwiceAsFine) {
  const Predicate predicate = [](const Subset& kept) {
    return !(kept.contains(1) && kept.contains(2) && !kept.contains(0)) && kept.count() >= 5;
  };
  Ddmin ddmin(7, {.order = Order::complements_only, .first_cut = 4});
  // 4 chunks: 0 | 1 2 | 3 4 | 5 6. All but the second is interesting: three are left, the next
  // complement is that of the third; none of them is interesting.
  std::vector<std::string> asked;
  while (const auto query = ddmin.next_query()) {
    asked.push_back(printed(query->kept));
    ddmin.observe(outcome_of(predicate(query->kept)));
  }
  ASSERT_GE(asked.size(), 6u);
  EXPECT_EQ(asked[1], "1 . . 4 5 6 7");
  EXPECT_EQ(asked[2], "1 . . . . 6 7");
  EXPECT_EQ(asked[5], "1 . . . 5 6 7") << "the second of five: 1 * 5 / 3, not 2 * 1";
}

}  // namespace
}  // namespace whittle
