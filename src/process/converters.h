/// Programs that turn a binary format into text and back; the ready views are made of them.
#pragma once

#include <span>
#include <string_view>

namespace whittle {

struct Converter {
  std::string_view name;      ///< of the format
  std::string_view decode;    ///< a shell command: the file on standard input, text on its output
  std::string_view encode;    ///< the way back
  std::string_view language;  ///< of the text; empty: by the name of the file
  std::string_view suffix;    ///< of the file that says nothing about the text inside, as ".gz"
  std::string_view package;   ///< of Debian, that has the programs
  std::string_view ending;    ///< of the names of such files
  /// The file is an archive: `decode` unpacks the file $1 into the folder $2, and `encode`, run in
  /// that folder, prints the archive.
  bool is_archive = false;
};

std::span<const Converter> converters();

}  // namespace whittle
