/// Conditions instead of a script: the failure that a command must show. It comes from the user's
/// options or from a golden run (`golden.h`).
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace whittle {

/// A part of the test that reports name: a shell command that must exit with 0.
struct TestStage {
  std::string name;
  std::string command;
};

/// The conditions as the user gave them.
struct Conditions {
  std::vector<std::string> command = {};  ///< after `--`, with `@@` for the candidate
  std::vector<std::string> versus =
      {};  ///< after `--vs`: must succeed too, and print something else
  std::vector<int> exits = {};
  std::vector<std::string> signals = {};  ///< "SEGV", "SIGSEGV" or "11"
  std::vector<std::string> stdout_has = {};
  std::vector<std::string> stderr_has = {};
  std::vector<std::string> output_has = {};
  std::vector<std::string> output_lacks = {};
  std::optional<std::chrono::microseconds> slower_than = {};
  /// A shell command that encodes the candidate for the other commands: reads standard input and
  /// writes standard output; empty: none.
  std::string encode = {};
  /// If not empty, the candidate is a folder with this name and ".d". `encode` runs inside of it
  /// and prints the file of this name, which the others read.
  std::string encoded_folder = {};
  std::vector<std::string> prechecks = {};  ///< shell commands that must exit with 0, run first
  /// Ready checks, as `--valid`: they may also run last, if that is quicker.
  std::vector<std::string> valid = {};
  bool compiler_accepts = false;  ///< another compiler must accept it (oracle/compiler_check.h)
  std::vector<TestStage> stages = {};   ///< run after those, before the command if there is one
  std::vector<std::string> goods = {};  ///< shell commands that must exit with 0, run last

  /// Whether the conditions name a failure. If not, a golden run finds it.
  bool say_what_to_keep() const {
    return !versus.empty() || !exits.empty() || !signals.empty() || !stdout_has.empty() ||
           !stderr_has.empty() || !output_has.empty() || !output_lacks.empty() || slower_than;
  }
};

}  // namespace whittle
