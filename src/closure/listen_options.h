/// Whether somebody listens to compilers, and to which.
#pragma once

#include <string>
#include <vector>

namespace whittle::closure {

struct ListenOptions {
  bool on = true;
  /// Also for languages where it is not known to pay (`Profile::listens`).
  bool everywhere = false;
  /// A shell command that prints messages; it runs in a folder with the files, and `@@` stands for
  /// the path of the first one. Empty: by language.
  std::string command = {};
  /// The command that tests candidates, with `@@` for the file. If it is a compiler, it is the
  /// first to be listened to, with the same options. Empty: a script tests them.
  std::vector<std::string> test = {};
  /// The text of the script that tests candidates. Compilers that it runs come next, with the
  /// options that it gives them.
  std::string script = {};
};

}  // namespace whittle::closure
