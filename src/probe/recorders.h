/// Recorders of what runs in a test, as rows of data.
///
/// A recorder adds variables to the environment of the test, agents (files that a variable leads
/// to), wrappers of programs at the front of PATH, or a line at the top of the source. It leaves
/// files in a folder, which its reader makes into a `Coverage`. Whatever goes wrong, the coverage
/// is empty or lacks something: edits made from it are tested like all others.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"
#include "probe/coverage.h"
#include "process/tools.h"
#include "syntax/trees.h"

namespace whittle::probe {

struct RecorderRow {
  std::string_view name;                    ///< for the summary
  std::vector<std::string_view> languages;  ///< of files that it can observe

  struct AgentFile {
    std::string_view path;  ///< in the folder of the recorder
    std::string_view text;
  };
  std::vector<AgentFile> agents = {};

  struct Variable {
    std::string_view name;
    std::string_view value;    ///< `<folder>` is replaced
    bool is_in_front = false;  ///< of the value that the variable has, with a colon between them
  };
  std::vector<Variable> environment = {};

  /// Programs, also with a version behind their name (`gcc-12`), that `wrapper` replaces: a shell
  /// script. Its own place is `bin` in the folder, and the file of its name in `real` has the path
  /// of the program.
  std::vector<std::string_view> wraps = {};
  std::string_view wrapper = {};

  /// A line that comes before the first one of each file. Empty: none.
  std::string_view first_line = {};

  Coverage (*read)(const std::string& folder, const Document& document, Tools& tools);
};

/// In the order in which they are tried.
std::span<const RecorderRow> recorders();

/// Whether a file of the document is in a language that the recorder can observe.
bool suits(const RecorderRow& row, const Document& document, const Trees& trees);

/// Whether the row wraps this program, which is given by its path or its name.
bool wraps(const RecorderRow& row, std::string_view program);

/// Writes agents, wrappers and copies of the document's files to the folder. Gives the variables
/// for the environment of the test: "NAME=value".
std::vector<std::string> equip(const RecorderRow& row, const Document& document,
                               const std::string& folder);

/// Wraps these programs, so that the file `ran` in the folder has a line for each one that a test
/// starts by its name: its path, a blank, and its last option -O*. `words` are files of further
/// words for some of them: `words.gcc-O2` for `gcc -O2`. Gives the variables, as `equip` does.
std::vector<std::string> equip_to_note_programs(const std::vector<std::string_view>& programs,
                                                const std::string& folder,
                                                std::vector<RecorderRow::AgentFile> words = {});

/// The document to test: with `first_line`, if the row has one.
Document marked(const RecorderRow& row, const Document& document, const Trees& trees);

}  // namespace whittle::probe
