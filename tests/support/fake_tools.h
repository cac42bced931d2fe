/// Tools without processes.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "process/tools.h"

namespace whittle {

/// Programs as functions. A program is given its arguments and can read the files of the folders
/// that were asked for.
class FakeTools : public Tools {
 public:
  using Program = std::function<std::optional<std::string>(const Command& arguments)>;

  std::string find(std::string_view name, const std::vector<std::string>& = {}) override {
    return programs.contains(std::string(name)) ? std::string(name) : "";
  }
  std::size_t at_once() const override { return most; }
  std::vector<std::optional<std::string>> run(const std::vector<Command>& commands,
                                              const ToolLimits& limits = {}) override {
    std::vector<std::optional<std::string>> outputs;
    for (const Command& command : commands) {
      ++runs;
      outputs.push_back(is_stopped ? std::nullopt
                                   : programs.at(command[0])({command.begin() + 1, command.end()}));
      if (outputs.back() && outputs.back()->size() > limits.output) outputs.back().reset();
    }
    return outputs;
  }
  std::optional<ToolFolder> folder(const Document& document) override {
    const std::string path = "/fake" + std::to_string(folders++);
    for (const File& file : document.files()) files[path + "/" + file.path] = *file.bytes;
    return ToolFolder(path, [this, path] {
      std::erase_if(files, [&](const auto& file) { return file.first.starts_with(path + "/"); });
    });
  }
  bool stopped() const override { return is_stopped; }

  std::map<std::string, Program> programs;
  std::map<std::string, Bytes> files;  ///< by path: those of folders that still exist
  std::size_t most = 1;
  std::size_t runs = 0;
  std::size_t folders = 0;
  bool is_stopped = false;
};

/// Whole lines of a text, each with its end.
inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    lines.push_back(text.substr(at, end - at));
    at = end;
  }
  return lines;
}

/// A clang_delta without Clang: "remove-unused-var" deletes the i-th line that says "unused",
/// "simple-inliner" makes "call" on the i-th line that says so two bodies.
class FakeClangDelta : public FakeTools {
 public:
  FakeClangDelta() {
    programs["clang_delta"] = [this](const Command& arguments) { return answer(arguments); };
  }

 private:
  std::optional<std::string> answer(const Command& arguments) const {
    std::map<std::string, std::string> options;
    for (const std::string& argument : arguments)
      if (const std::size_t equals = argument.find('='); equals != argument.npos)
        options[argument.substr(0, equals)] = argument.substr(equals + 1);
    if (options.contains("--std")) return std::nullopt;  // as C-Reduce's answers
    const std::vector<std::string> lines = lines_of(files.at(arguments.back()));
    const bool is_query = options.contains("--query-instances");
    const std::string name = options[is_query ? "--query-instances" : "--transformation"];
    const std::string word = name == "remove-unused-var" ? "unused"
                             : name == "simple-inliner"  ? "call"
                                                         : "";
    const auto has_word = [&](const std::string& line) {
      return !word.empty() && line.find(word) != line.npos;
    };
    if (is_query)
      return "Available transformation instances: " +
             std::to_string(std::ranges::count_if(lines, has_word)) + "\n";
    if (word.empty()) return std::nullopt;
    std::string text;
    int left = std::stoi(options["--counter"]);
    for (std::string line : lines) {
      if (has_word(line) && --left == 0) {
        if (word == "unused") continue;
        line.replace(line.find(word), word.size(), "body(); body");
      }
      text += line;
    }
    return text;
  }
};

}  // namespace whittle
