#include "report/line_that_matters.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "base/pattern.h"

namespace whittle {
namespace {

std::vector<std::string_view> lines_with_words(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    if (line.find_first_not_of(" \r.~^=-_") != line.npos) lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string without_digits(std::string_view line) {
  std::string text(line);
  std::erase_if(text, [](char c) { return std::isdigit(static_cast<unsigned char>(c)); });
  return text;
}

std::vector<std::string_view> new_lines(std::string_view output, std::string_view before) {
  std::vector<std::string> known;
  for (const std::string_view line : lines_with_words(before))
    known.push_back(without_digits(line));
  std::vector<std::string_view> lines = lines_with_words(output);
  const std::vector<std::string_view> all = lines;
  std::erase_if(lines, [&](std::string_view line) {
    return std::ranges::find(known, without_digits(line)) != known.end();
  });
  return lines.empty() ? all : lines;
}

}  // namespace

std::string line_that_matters(std::string_view output, std::string_view of_interesting) {
  static const Pattern complaint = *Pattern::compile(
      "(?i)error|fail|assert|panic|exception|cannot|could not|not found|undefined|invalid"
      "|unexpected|fatal|denied");
  const std::vector<std::string_view> lines = new_lines(output, of_interesting);
  if (lines.empty()) return {};
  const auto first = [&](auto&& is_it) { return std::ranges::find_if(lines, is_it); };
  auto line = first([](std::string_view one) { return one.starts_with("E  "); });
  if (line != lines.end()) return std::string(line->substr(line->find_first_not_of(" ", 1)));
  if (output.contains("Traceback (most recent call last)")) {
    const auto last = std::ranges::find_if(
        lines.rbegin(), lines.rend(), [](std::string_view one) { return !one.starts_with(' '); });
    if (last != lines.rend() && !last->starts_with("Traceback")) return std::string(*last);
  }
  line = first([&](std::string_view one) {
    return complaint.found_in(one) && !one.starts_with("npm warn");
  });
  return std::string(line == lines.end() ? lines.front() : *line);
}

}  // namespace whittle
