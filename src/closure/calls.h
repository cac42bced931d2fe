/// Which functions of a C or C++ file call which others, according to its object file.
///
/// Clang's references do not say which overload a template calls, and a function that is named need
/// not be called. The object file contains exactly the functions that a program needs to link, and
/// its relocations name the symbols that each of them refers to. With the lines of the debug
/// information, functions are mapped to pieces of the text.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "graph/graph_text.h"

namespace whittle::closure {

/// Functions by the lines, from 1, on which their definitions begin.
struct Calls {
  std::vector<std::uint64_t> emitted;                           ///< sorted, none twice
  std::vector<std::pair<std::uint64_t, std::uint64_t>> called;  ///< caller, called; the same
};

/// Reads the output of `nm -l --defined-only` followed by that of `readelf -rW`, for an object file
/// that was made with `-g1 -ffunction-sections` from the file of this name. Functions of other
/// files, and rows that are not understood, are left out.
Calls parse_calls(std::string_view output, std::string_view file_name);

/// Removes the need of a function for its body if the body was not emitted, and adds needs between
/// bodies that call each other. Calls by functions whose statements are pieces are left out,
/// because it is not known which statement calls.
void add_calls(GraphText& graph, BytesView text, const Calls& calls);

}  // namespace whittle::closure
