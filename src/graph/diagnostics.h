/// Messages of compilers and checkers as data: the place of a problem and the quoted names.
///
///     for (const Diagnostic& diagnostic : parse_diagnostics(output)) use(diagnostic.quoted);
///
/// Reads the formats of gcc, clang, gccgo, go, ld, nm, rustc, javac, tsc, Python and xmllint. Other
/// lines are ignored: garbage gives no diagnostics and never an error.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace whittle {

struct Diagnostic {
  enum class Severity : std::uint8_t { error, warning, note };
  struct SourceLine {
    std::string file;
    std::uint32_t line = 0;    ///< from 1; 0 if unknown
    std::uint32_t column = 0;  ///< from 1; 0 if unknown
    friend bool operator==(const SourceLine&, const SourceLine&) = default;
  };

  struct Note {
    SourceLine place;
    std::string message;  ///< may be empty
    friend bool operator==(const Note&, const Note&) = default;
  };

  Severity severity = Severity::error;
  SourceLine place;
  std::string message;  ///< one line, without place and severity
  std::vector<std::string>
      quoted;                    ///< in the order of the message: "std::vector<int>", "push_back"
  std::string within = {};       ///< the function that a linker's message is about
  std::vector<Note> notes = {};  ///< notes with a place that follow the message

  friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

std::vector<Diagnostic> parse_diagnostics(std::string_view text);

/// The texts in quotes of any kind. An apostrophe inside a word is no quote.
std::vector<std::string> quoted_in(std::string_view message);

}  // namespace whittle
