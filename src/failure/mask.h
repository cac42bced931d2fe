/// Texts without the parts that change from candidate to candidate.
///
/// Lines move, scratch folders differ, and addresses are random, so numbers become `N`, paths
/// become `PATH` and addresses become `0xADDR`. Names stay, because they distinguish one bug from
/// another; a path that the input contains is a name. `masked_difference` finds by observation the
/// rest: it replaces words in which two runs of the same failure differ by `<...>`.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/bytes.h"

namespace whittle {

/// Numbers are mostly places in a file. The values that an assertion prints are part of the bug.
enum class Numbers : std::uint8_t { are_masked, stay };

/// Whether a path is a name in the input: the file that a patch changes, a module that is imported.
/// Such a path does not depend on the folder of the run. Empty: no path is.
using NamedInInput = std::function<bool(BytesView path)>;

/// `text` with addresses as `0xADDR`, paths as `PATH` and numbers as `N`. Paths that are names
/// stay.
std::string masked(BytesView text, Numbers numbers = Numbers::are_masked,
                   const NamedInInput& is_name = {});

/// In the place of words that vary.
constexpr std::string_view varying_mask = "<...>";

/// A regular expression that matches the texts that become `mask` when they are masked. Works in
/// RE2 and, translated by `Pattern::for_grep`, in grep.
std::string pattern_of_mask(BytesView mask);

/// `a` with `<...>` in the place of the words that are not in `b`. Both are masked already.
std::string masked_difference(const std::string& a, const std::string& b);

/// `text` as a regular expression that matches only this text. A quote and bytes that are not
/// ASCII match any byte: they would need care in a shell and a locale.
std::string quoted_pattern(BytesView text);

}  // namespace whittle
