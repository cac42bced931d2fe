/// A short list of changes that turn one text into another.
///
/// E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", Algorithmica 1, 1986: on lines
/// first, then on the tokens of the lines that differ. A token counts with the white space after
/// it, so the changes together give the other text byte for byte. Where texts differ in more than
/// `most_differences` places of a kind, the differing middle is one change.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "document/edit.h"

namespace whittle {

inline constexpr std::size_t most_differences = 400;

/// The changes in order, without overlaps; empty if the texts are equal.
std::vector<Change> diff(std::uint32_t file, BytesView before, BytesView after);

/// Changes that turn one text into the other, in order. Finer than `diff` if much was removed at
/// once: lines that occur once in both texts are matched first, and only the text between them is
/// compared.
std::vector<Change> text_changes(BytesView before, BytesView after);

}  // namespace whittle
