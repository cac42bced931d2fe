/// Commands that are called in this process: what they print, and what they are asked.
#pragma once

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iostream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cli/advice.h"
#include "cli/exit_codes.h"
#include "cli/options.h"
#include "store/temporary_folder.h"

namespace whittle {

/// A call of a command: what it returned and printed.
struct Called {
  Result<ExitCode> code = exit_internal;
  std::string out = {}, err = {};

  std::string message() const { return code ? "no error" : code.error().message; }
  std::string way_out() const { return code ? "" : code.error().way_out; }
};

/// Runs `command` with `typed` as the answers of a user. Errors are in the words of the command
/// line, as `main` prints them.
template <typename Command>
Called called(Command&& command, const std::string& typed = {}) {
  std::istringstream answers(typed);
  std::streambuf* const terminal = std::cin.rdbuf(answers.rdbuf());
  std::cin.clear();
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Called call{.code = command()};
  if (!call.code) call.code = std::unexpected(in_options(call.code.error(), Call()));
  call.out = testing::internal::GetCapturedStdout();
  call.err = testing::internal::GetCapturedStderr();
  std::cin.rdbuf(terminal);
  return call;
}

/// Runs `command` with the options that these words give, or gives the error in the words.
inline Called called(Result<ExitCode> (&command)(Options), const std::vector<std::string>& words,
                     const std::string& typed = {}) {
  return called(
      [&]() -> Result<ExitCode> {
        Result<Options> options = parse(words);
        if (!options) return std::unexpected(options.error());
        return command(std::move(*options));
      },
      typed);
}
inline Called called(Result<ExitCode> (&command)(const Options&),
                     const std::vector<std::string>& words) {
  return called([&]() -> Result<ExitCode> {
    const Result<Options> options = parse(words);
    if (!options) return std::unexpected(options.error());
    return command(*options);
  });
}

/// A test in an empty folder, which is the current one.
struct InEmptyFolder : testing::Test {
  InEmptyFolder() : before_(std::filesystem::current_path()) {
    std::filesystem::current_path(folder / "");
  }
  ~InEmptyFolder() override { std::filesystem::current_path(before_); }

  static void write(const std::string& name, const std::string& text) {
    std::ofstream(name, std::ios::binary) << text;
  }
  static void write_program(const std::string& name, const std::string& text) {
    write(name, "#!/bin/sh\n" + text + "\n");
    std::filesystem::permissions(name, std::filesystem::perms::owner_all);
  }
  static std::string content(const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  TemporaryFolder folder;

 private:
  std::filesystem::path before_;
};

}  // namespace whittle
