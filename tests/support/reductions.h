/// Drives reductions through in-memory predicates, and lays out their steps as papers print them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <gtest/gtest.h>
#include <initializer_list>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/reduction.h"

namespace whittle {

using Predicate = std::function<bool(const Subset&)>;

/// Elements by the numbers papers give them, from 1.
inline Subset subset_of(std::size_t size, std::initializer_list<std::size_t> numbers) {
  Subset subset = Subset::none(size);
  for (std::size_t number : numbers) subset.insert(number - 1);
  return subset;
}

/// Interesting if it holds all of these; numbers from 1.
inline Predicate needs(std::vector<std::size_t> numbers) {
  return [numbers = std::move(numbers)](const Subset& kept) {
    for (std::size_t number : numbers)
      if (!kept.contains(number - 1)) return false;
    return true;
  };
}

/// A predicate on a few elements as a truth table: bit m tells of the subset whose bits are m.
struct TablePredicate {
  std::size_t size;
  std::uint64_t table;
  bool operator()(const Subset& kept) const {
    std::uint64_t mask = 0;
    kept.for_each([&](std::size_t element) { mask |= std::uint64_t{1} << element; });
    return (table >> mask) & 1;
  }
};

/// Every predicate on `size` elements that finds all of them together interesting.
inline std::vector<TablePredicate> every_predicate(std::size_t size) {
  const std::size_t subsets = std::size_t{1} << size;
  const std::uint64_t all_interesting = std::uint64_t{1} << (subsets - 1);
  std::vector<TablePredicate> list;
  for (std::uint64_t rest = 0; rest < all_interesting; ++rest)
    list.push_back({size, all_interesting | rest});
  return list;
}

struct Steps {
  std::vector<Subset> asked;
  std::vector<bool> interesting;
  Subset result;
  std::size_t distinct() const { return std::set<Subset>(asked.begin(), asked.end()).size(); }
};

template <Reduction T>
Steps run(T reduction, const Predicate& predicate) {
  Steps steps;
  while (auto query = reduction.next_query()) {
    steps.interesting.push_back(predicate(query->kept));
    steps.asked.push_back(query->kept);
    reduction.observe(outcome_of(steps.interesting.back()));
  }
  steps.result = reduction.best();
  return steps;
}

template <Reduction T>
std::size_t queries_asked(T reduction, const Predicate& predicate) {
  std::size_t count = 0;
  for (; auto query = reduction.next_query(); ++count)
    reduction.observe(outcome_of(predicate(query->kept)));
  return count;
}

/// "1 2 . 4": as papers print a subset.
inline std::string printed(const Subset& subset, bool letters = false) {
  std::string line;
  for (std::size_t i = 0; i < subset.size(); ++i) {
    if (i > 0) line += ' ';
    if (!subset.contains(i))
      line += '.';
    else
      line += letters ? std::string(1, static_cast<char>('a' + i)) : std::to_string(i + 1);
  }
  return line;
}

enum class Repeats { listed, left_out };

/// Checks that a reduction asks what `table` lists and nothing else, told what the table says, and
/// that the table says what `predicate` does.
///
/// A line is a subset and its outcome, "1 2 . .  no", numbers from 1 or letters from a; what
/// follows a # is a comment. A line "p ..." holds what `probabilities()` are then, in the digits
/// printed. With `Repeats::left_out` the table need not list candidates tested before, but may.
template <Reduction T>
void check_steps(T reduction, const Predicate& predicate, std::string_view table,
                 Repeats repeats = Repeats::listed) {
  std::istringstream lines{std::string(table)};
  std::set<Subset> seen;
  std::size_t step = 0;
  const auto skip_repeats = [&](auto listed) {
    if (repeats == Repeats::listed) return;
    for (auto query = reduction.next_query();
         query && seen.contains(query->kept) && !listed(query->kept);
         query = reduction.next_query())
      reduction.observe(outcome_of(predicate(query->kept)));
  };
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line.substr(0, line.find('#')));
    std::vector<std::string> words;
    for (std::string word; fields >> word;) words.push_back(word);
    if (words.empty()) continue;
    if (words.front() == "p") {
      if constexpr (requires { reduction.probabilities(); }) {
        const std::vector<double> now = reduction.probabilities();
        ASSERT_EQ(now.size(), words.size() - 1);
        for (std::size_t i = 0; i < now.size(); ++i) {
          const std::string& digits = words[i + 1];
          const std::size_t point = digits.find('.');
          const int places =
              point == std::string::npos ? 0 : static_cast<int>(digits.size() - point - 1);
          char text[32];
          std::snprintf(text, sizeof text, "%.*f", places, now[i]);
          EXPECT_EQ(text, digits) << "of element " << i + 1 << " after step " << step;
        }
      } else {
        FAIL() << "the table prints probabilities, and the reduction has none: " << line;
      }
      continue;
    }
    ++step;
    const std::string outcome = words.back();
    words.pop_back();
    std::string wanted;
    bool letters = false;
    for (const std::string& word : words) {
      wanted += (wanted.empty() ? "" : " ") + word;
      letters = letters || (word[0] >= 'a' && word[0] <= 'z');
    }
    skip_repeats([&](const Subset& kept) { return printed(kept, letters) == wanted; });
    const auto query = reduction.next_query();
    ASSERT_TRUE(query) << "ended before step " << step << ": " << line;
    ASSERT_EQ(printed(query->kept, letters), wanted) << "step " << step;
    ASSERT_EQ(predicate(query->kept) ? "yes" : "no", outcome) << "step " << step << ": " << line;
    seen.insert(query->kept);
    reduction.observe(outcome_of(outcome == "yes"));
  }
  skip_repeats([](const Subset&) { return false; });
  EXPECT_FALSE(reduction.next_query()) << "goes on after step " << step;
}

}  // namespace whittle
