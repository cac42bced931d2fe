/// A clang_delta without Clang.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <optional>
#include <string>
#include <unistd.h>

namespace whittle {

/// Sets a variable of the environment for as long as it lives.
class Setting {
 public:
  Setting(const char* name, const std::string& value) : name_(name) {
    if (const char* old = ::getenv(name)) old_ = old;
    ::setenv(name, value.c_str(), 1);
  }
  ~Setting() {
    if (old_)
      ::setenv(name_, old_->c_str(), 1);
    else
      ::unsetenv(name_);
  }

 private:
  const char* name_;
  std::optional<std::string> old_;
};

/// A clang_delta of our own: "remove-unused-var" deletes the i-th line that says "unused",
/// "simple-inliner" makes "call" on the i-th line that says so two bodies. Counts its runs in the
/// file `runs`.
class FakeClangDelta : public testing::Test {
 protected:
  FakeClangDelta() {
    std::string name = "/tmp/whittle-test-XXXXXX";
    folder_ = ::mkdtemp(name.data());
    write(R"sh(#!/bin/sh
echo run >> "$(dirname "$0")/runs"
case "$1" in
--query-instances=remove-unused-var)
  echo "Available transformation instances: $(grep -c unused "$2")" ;;
--query-instances=simple-inliner)
  echo "Available transformation instances: $(grep -c call "$2")" ;;
--query-instances=*) echo "Available transformation instances: 0" ;;
--transformation=remove-unused-var)
  awk -v n="${2#--counter=}" '/unused/ && ++i == n { next } { print }' "$3" ;;
--transformation=simple-inliner)
  awk -v n="${2#--counter=}" '/call/ && ++i == n { sub(/call/, "body(); body") } { print }' "$3" ;;
*) exit 255 ;;
esac
)sh");
  }
  ~FakeClangDelta() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& script) {
    std::ofstream(folder_ / "clang_delta") << script;
    std::filesystem::permissions(folder_ / "clang_delta", std::filesystem::perms::owner_all);
    setting_.emplace("WHITTLE_CLANG_DELTA", (folder_ / "clang_delta").string());
  }
  std::size_t runs() const {
    std::ifstream file(folder_ / "runs");
    return static_cast<std::size_t>(std::count(std::istreambuf_iterator<char>(file), {}, '\n'));
  }

  std::filesystem::path folder_;
  std::optional<Setting> setting_;
};

}  // namespace whittle
