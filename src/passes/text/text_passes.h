/// The passes that need no grammar: they know words, numbers, strings, brackets and lines, and work
/// on any text. Binary files they leave alone, but for `lines` and `bytes`.
///
/// Each lists edits that can be applied in any combination. Where a place can be rewritten in
/// several ways (a number to 0, to 1, to half) each way is a pass of its own.
///
/// No edit makes more tokens than it takes; those that take none away make fewer bytes, or the same
/// number of bytes and a text that comes first. `tests/passes/text_passes_test.cc` holds every edit
/// of every pass to that.
#pragma once

#include <cstddef>

#include "document/units.h"
#include "passes/pass.h"

namespace whittle::text {

// comments.cc
Found comments(const Subject& subject);

// directives.cc
Found line_markers(const Subject& subject);
Found pragmas(const Subject& subject);

// layout.cc: these take white space only, so they change bytes and no tokens.
Found blank(const Subject& subject);
Found indentation(const Subject& subject);

// spaces.cc: and so does this.
Found spaces(const Subject& subject);

// lines.cc
Found duplicate_lines(const Subject& subject);
Found line_blocks(const Subject& subject);
Found lines(const Subject& subject);

// counted.cc
Found counted_lines(const Subject& subject);
Found counted_links(const Subject& subject);
Found counted_words(const Subject& subject);

// brackets.cc
Found delete_groups(const Subject& subject);
Found empty_groups(const Subject& subject);
Found strip_groups(const Subject& subject);
Found zero_groups(const Subject& subject);

// token_windows.cc
Found token_windows(const Subject& subject, std::size_t size);
Found between_repeats(const Subject& subject);

// proposed.cc: what a program of the user's lists.
bool has_proposer(const Subject& subject);
Found proposed(const Subject& subject);

// binary_counts.cc
Found records(const Subject& subject);
Found record_bytes(const Subject& subject);
Found counted_bytes(const Subject& subject);
Found counted_offsets(const Subject& subject);

// characters.cc
Found bytes(const Subject& subject);
Found byte_blocks(const Subject& subject);
Found blank_blocks(const Subject& subject);
Found blank_tokens(const Subject& subject);
Found chars(const Subject& subject);
/// The same inside numbers and strings only: no name changes. A keyword is a word like a name.
Found chars_outside_names(const Subject& subject);

// numbers.cc
Found numbers_to_zero(const Subject& subject);
Found numbers_to_one(const Subject& subject);
Found plain_numbers(const Subject& subject);
/// Less by one 2^shift-th of itself, and by 1 at least.
Found lower_numbers(const Subject& subject, std::size_t shift);

// strings.cc
Found empty_strings(const Subject& subject);
Found front_of_strings(const Subject& subject);
Found back_of_strings(const Subject& subject);

// stand_ins.cc
Found zero_stand_ins(const Subject& subject);
Found string_stand_ins(const Subject& subject);
Found list_stand_ins(const Subject& subject);

/// Calls `visit(file, bytes)` for each file that is text.
template <typename Visit>
void for_each_text(const Subject& subject, Visit visit) {
  const auto& files = subject.document.files();
  for (std::size_t i = 0; i < files.size(); ++i)
    if (files[i].kind == File::Kind::regular && is_text(*files[i].bytes))
      visit(static_cast<std::uint32_t>(i), BytesView(*files[i].bytes));
}

}  // namespace whittle::text
