/// A folder for scripts, and an oracle that runs one of them.
#pragma once

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <thread>

#include "oracle/local_oracle.h"

namespace whittle {

using namespace std::chrono_literals;
using Kind = Oracle::Finished::Kind;

class OracleTest : public ::testing::Test {
 protected:
  OracleTest() {
    std::string name = (std::filesystem::temp_directory_path() / "oracle-test-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  ~OracleTest() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  std::string write(const std::string& name, const std::string& text, bool executable = false) {
    std::ofstream(path(name), std::ios::binary) << text;
    if (executable) std::filesystem::permissions(path(name), std::filesystem::perms(0755));
    return path(name);
  }
  std::string script(const std::string& body) {
    return write(fmt::format("test{}.sh", scripts_++), "#!/bin/sh\n" + body + "\n", true);
  }
  static std::string read(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  static std::unique_ptr<LocalOracle> oracle(TestSpec spec, LocalOracle::Options options = {}) {
    auto made = LocalOracle::make(std::move(spec), std::move(options));
    if (!made) throw std::runtime_error(made.error().message);
    return std::move(*made);
  }
  /// A script that is given ten seconds: more than any needs, even on a busy machine.
  TestSpec spec(const std::string& body) {
    TestSpec made = script_test(script(body));
    made.timeout = 10s;
    return made;
  }

  static Document text(std::string bytes) { return Document::single("a.txt", std::move(bytes)); }
  static Verdict ask(Oracle& oracle, const Document& candidate) {
    if (auto started = oracle.start(1, candidate); !started)
      throw std::runtime_error(started.error().message);
    const auto finished = oracle.wait();
    if (!finished) throw std::runtime_error(finished.error().message);
    EXPECT_EQ(finished->kind, Kind::verdict);
    EXPECT_EQ(finished->ticket, 1u);
    return finished->verdict;
  }
  Verdict ask(TestSpec test, const Document& candidate) {
    return ask(*oracle(std::move(test)), candidate);
  }
  bool accepts(TestSpec test, const Document& candidate) {
    return ask(std::move(test), candidate).outcome == Outcome::interesting;
  }

  /// Whether `condition` comes true. Gives up after a minute.
  template <typename Condition>
  static bool soon(Condition condition) {
    for (int i = 0; i < 12'000; ++i) {
      if (condition()) return true;
      std::this_thread::sleep_for(5ms);
    }
    return false;
  }
  /// The process whose number a script wrote to `file`; 0 if it did not get so far.
  int process_in(const std::string& file) const {
    int pid = 0;
    std::ifstream(path(file)) >> pid;
    return pid;
  }
  static bool alive(int pid) {
    std::string state;
    std::ifstream status(fmt::format("/proc/{}/stat", pid));
    std::string line;
    std::getline(status, line);
    const std::size_t close = line.rfind(") ");
    return close != std::string::npos && line[close + 2] != 'Z';
  }

 private:
  std::filesystem::path folder_;
  int scripts_ = 0;
};

}  // namespace whittle
