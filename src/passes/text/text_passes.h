/// The passes that need no grammar: they know words, numbers, strings, brackets and lines, and work
/// on any text. Only the passes of binary_counts.cc and characters.cc, and `lines`, change binary
/// files.
///
/// The edits of a pass can be applied in any combination. If a place can be rewritten in several
/// ways (a number to 0, to 1, to half), each way is a separate pass.
///
/// No edit adds tokens. An edit that removes no token removes bytes, or keeps the number of bytes
/// and makes a text that sorts first. `tests/passes/text_passes_test.cc` checks this for every edit
/// of every pass.
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

// layout.cc: removes white space only, so bytes change and tokens do not.
Found blank(const Subject& subject);
Found indentation(const Subject& subject);

// spaces.cc: also removes white space only.
Found spaces(const Subject& subject);

// lines.cc
Found line_blocks(const Subject& subject);
Found lines(const Subject& subject);

// counted.cc
Found counted_lines(const Subject& subject);
Found counted_links(const Subject& subject);
Found counted_words(const Subject& subject);

// columns.cc
Found columns(const Subject& subject);

// hunks.cc
Found hunk_lines(const Subject& subject);

// brackets.cc
Found empty_groups(const Subject& subject);
Found strip_groups(const Subject& subject);
Found zero_groups(const Subject& subject);

// token_windows.cc
Found token_windows(const Subject& subject, std::size_t size);
Found between_repeats(const Subject& subject);

// proposed.cc: edits that a program of the user lists.
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
/// The same inside numbers and strings only, so no name changes. Keywords look like names, so they
/// stay too.
Found chars_outside_names(const Subject& subject);

// numbers.cc
Found numbers_to_zero(const Subject& subject);
Found numbers_to_one(const Subject& subject);
Found plain_numbers(const Subject& subject);
/// Reduces a number by its 2^shift-th part, and by at least 1.
Found lower_numbers(const Subject& subject, std::size_t shift);

// strings.cc
Found empty_strings(const Subject& subject);
Found front_of_strings(const Subject& subject);
Found back_of_strings(const Subject& subject);

// stand_ins.cc
Found zero_stand_ins(const Subject& subject);
Found string_stand_ins(const Subject& subject);
Found list_stand_ins(const Subject& subject);

/// Whether a file is data whose values should stay as they are unless a change saves tokens: a
/// reader looks for the value that is wrong (`type: int`), and half a word or an empty text says
/// nothing. If bytes are the goal, no value is safe.
bool keeps_values(const Subject& subject, std::uint32_t file, BytesView text);

/// Calls `visit(file, bytes)` for each file that is text.
template <typename Visit>
void for_each_text(const Subject& subject, Visit visit) {
  const auto& files = subject.document.files();
  for (std::size_t i = 0; i < files.size(); ++i)
    if (files[i].kind == File::Kind::regular && is_text(*files[i].bytes))
      visit(static_cast<std::uint32_t>(i), BytesView(*files[i].bytes));
}

}  // namespace whittle::text
