/// Whether whittle listens to compilers, and to which.
#pragma once

#include <string>
#include <vector>

namespace whittle::closure {

struct ListenOptions {
  bool on = true;
  /// Listens also for languages in which no benefit was measured (`Profile::listens`).
  bool everywhere = false;
  /// A shell command that prints messages; it runs in a folder with the files, and `@@` is replaced
  /// by the path of the first one. Empty: chosen by language.
  std::string command = {};
  /// The command that tests candidates, with `@@` for the file. If it is a compiler, it is tried
  /// first, with the same options. Empty: a script tests them.
  std::vector<std::string> test = {};
  /// The text of the script that tests candidates. Compilers that the script runs are tried next,
  /// with the options that the script gives them.
  std::string script = {};
};

}  // namespace whittle::closure
