// A forest as arrays. In preorder, everything below an element is one range, so removing it is one
// operation on a range of bits instead of a walk.
#include "algorithms/gallop/nesting.h"

#include <algorithm>
#include <numeric>

namespace whittle {

struct Nesting::Forest {
  explicit Forest(const Elements& elements);
  void find_children(const Elements& elements);
  void find_places(const Elements& elements);

  std::vector<std::uint32_t> roots;
  std::vector<std::size_t> first_child;  // children of e: [first_child[e], first_child[e + 1])
  std::vector<std::uint32_t> children;
  std::vector<std::uint32_t> preorder;  // e and everything below it: [place[e], end[e])
  std::vector<std::size_t> place, end;
  bool numbered_in_preorder;
};

Nesting::Forest::Forest(const Elements& elements)
    : first_child(elements.count() + 1),
      preorder(elements.count()),
      place(elements.count()),
      end(elements.count()) {
  find_children(elements);
  find_places(elements);
  for (std::size_t e = 0; e < place.size(); ++e) preorder[place[e]] = static_cast<std::uint32_t>(e);
  numbered_in_preorder = std::is_sorted(preorder.begin(), preorder.end());
}

void Nesting::Forest::find_children(const Elements& elements) {
  const std::size_t n = elements.count();
  for (std::size_t e = 0; e < n; ++e)
    if (elements.parent(e) == Elements::no_parent)
      roots.push_back(static_cast<std::uint32_t>(e));
    else
      ++first_child[elements.parent(e) + 1];
  for (std::size_t e = 0; e < n; ++e) first_child[e + 1] += first_child[e];
  children.resize(n - roots.size());
  std::vector<std::size_t> next(first_child.begin(), first_child.end() - 1);
  for (std::size_t e = 0; e < n; ++e)
    if (elements.parent(e) != Elements::no_parent)
      children[next[elements.parent(e)]++] = static_cast<std::uint32_t>(e);
}

/// Parents come before children, so sizes add up from the back and places from the front.
void Nesting::Forest::find_places(const Elements& elements) {
  const std::size_t n = elements.count();
  std::vector<std::size_t> size(n, 1);
  for (std::size_t e = n; e-- > 0;)
    if (elements.parent(e) != Elements::no_parent) size[elements.parent(e)] += size[e];
  std::size_t root_place = 0;
  std::vector<std::size_t> free_place(n);
  for (std::size_t e = 0; e < n; ++e) {
    std::size_t& at =
        elements.parent(e) == Elements::no_parent ? root_place : free_place[elements.parent(e)];
    place[e] = at;
    at += size[e];
    end[e] = at;
    free_place[e] = place[e] + 1;
  }
}

Nesting::Nesting(const Elements& elements)
    : count_(elements.count()),
      forest_(elements.is_forest() ? std::make_shared<const Forest>(elements) : nullptr) {}

std::vector<std::uint32_t> Nesting::roots() const {
  if (forest_) return forest_->roots;
  std::vector<std::uint32_t> all(count_);
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

std::span<const std::uint32_t> Nesting::children(std::uint32_t element) const {
  if (!forest_) return {};
  const std::size_t first = forest_->first_child[element];
  return std::span(forest_->children).subspan(first, forest_->first_child[element + 1] - first);
}

void Nesting::sort(std::vector<std::uint32_t>& elements) const {
  if (forest_)
    std::ranges::sort(elements, {}, [&](std::uint32_t element) { return forest_->place[element]; });
  else
    std::ranges::sort(elements);
}

void Nesting::erase(Subset& kept, std::span<const std::uint32_t> elements) const {
  for (const std::uint32_t element : elements) {
    if (!forest_) {
      kept.erase(element);
      continue;
    }
    const std::size_t begin = forest_->place[element], end = forest_->end[element];
    if (forest_->numbered_in_preorder)
      kept.erase_range(begin, end);
    else
      for (std::size_t at = begin; at < end; ++at) kept.erase(forest_->preorder[at]);
  }
}

}  // namespace whittle
