#include "probe/readers.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/json.h"
#include "document/disk.h"

namespace whittle::probe {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::optional<Bytes> content_of(const fs::path& path) {
  Result<Bytes> bytes = read_file(path.string());
  return bytes ? std::optional(*std::move(bytes)) : std::nullopt;
}

/// Nothing if the text is no JSON.
json parsed(BytesView text) {
  json value = parse_json(text);
  return value.is_discarded() ? json() : value;
}

/// The entries of a folder, by name: results do not depend on the order of a disk.
std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> entries;
  std::error_code problem;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, problem))
    entries.push_back(entry.path());
  std::ranges::sort(entries);
  return entries;
}

/// Members of a JSON value; an empty list or text if they are missing or of another type.
const json& list_in(const json& value, const char* name) {
  static const json nothing = json::array();
  const auto found = value.is_object() ? value.find(name) : value.end();
  return value.is_object() && found != value.end() && found->is_array() ? *found : nothing;
}
std::string text_in(const json& value, const char* name) {
  const auto found = value.is_object() ? value.find(name) : value.end();
  return value.is_object() && found != value.end() && found->is_string() ? found->get<std::string>()
                                                                         : std::string();
}
std::uint64_t number_in(const json& value, const char* name) {
  const auto found = value.is_object() ? value.find(name) : value.end();
  return value.is_object() && found != value.end() && found->is_number_unsigned()
             ? found->get<std::uint64_t>()
             : 0;
}
std::uint64_t number_at(const json& list, std::size_t index) {
  return list.is_array() && index < list.size() && list[index].is_number_unsigned()
             ? list[index].get<std::uint64_t>()
             : 0;
}

/// V8 counts in UTF-16 units.
class Utf16Places {
 public:
  explicit Utf16Places(BytesView text) : size_(text.size()) {
    if (std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; }))
      return;
    for (std::uint64_t at = 0; at < text.size(); ++at) {
      const auto byte = static_cast<unsigned char>(text[at]);
      if ((byte & 0xC0) == 0x80) continue;
      places_.push_back(at);
      if (byte >= 0xF0) places_.push_back(at);  // a surrogate pair
    }
    units_ = places_.size();
    places_.push_back(text.size());
  }
  std::uint64_t units() const { return places_.empty() ? size_ : units_; }
  std::uint64_t place(std::uint64_t unit) const {
    if (places_.empty()) return std::min(unit, size_);
    return places_[std::min<std::uint64_t>(unit, units_)];
  }

 private:
  std::uint64_t size_, units_ = 0;
  std::vector<std::uint64_t> places_;
};

/// The path in a file:// URL.
std::string path_in(const std::string& url) {
  constexpr std::string_view scheme = "file://";
  if (!url.starts_with(scheme)) return "";
  std::string path;
  for (std::size_t at = scheme.size(); at < url.size(); ++at) {
    unsigned value = 0;
    if (url[at] == '%' && at + 2 < url.size() &&
        std::from_chars(&url[at + 1], &url[at + 3], value, 16).ptr == &url[at + 3]) {
      path += static_cast<char>(value);
      at += 2;
    } else {
      path += url[at];
    }
  }
  return path;
}

/// One script of one process.
void read_script(const json& script, const Document& document, Coverage& coverage) {
  std::vector<std::pair<CountedRange, std::uint64_t>> ranges;
  std::uint64_t length = 0;
  for (const json& function : list_in(script, "functions"))
    for (const json& range : list_in(function, "ranges")) {
      const std::uint64_t begin = number_in(range, "startOffset"),
                          end = number_in(range, "endOffset");
      ranges.push_back({{begin, end, number_in(range, "count") > 0}, 0});
      length = std::max(length, end);
    }
  const std::optional<Bytes> content = content_of(path_in(text_in(script, "url")));
  std::optional<FoundText> found;
  if (content) {
    found = find_text(document, *content);
  } else {
    // The test has removed the file: a script as long as the document's file is that file.
    for (std::uint32_t file = 0; file < document.files().size() && !found; ++file)
      if (Utf16Places(document.bytes(file)).units() == length) found = FoundText{file, 0};
  }
  if (!found) return;
  const Bytes& text = document.bytes(found->file);
  const Utf16Places places(content ? BytesView(*content) : BytesView(text));
  std::vector<CountedRange> painted;
  for (const auto& [range, unused] : ranges) {
    const std::uint64_t begin = std::max(places.place(range.begin), found->begin),
                        end = std::min(places.place(range.end), found->begin + text.size());
    if (begin < end) painted.push_back({begin - found->begin, end - found->begin, range.ran});
  }
  coverage.paint(found->file, std::move(painted));
}

/// One source that a wrapper saw compiled, and where the document is in it.
struct CompiledSource {
  fs::path place;
  std::uint32_t file = 0;
  PresentedLines presented;
};

/// A place of the document by line and column; `lines` are those of its file.
void add_region(std::vector<CountedRange>& ranges, const CompiledSource& source,
                const TextLines& lines, const std::string& file,
                const std::array<std::uint64_t, 4>& region, bool ran) {
  const std::vector<std::size_t>&first = source.presented.lines(file, region[0]),
        &last = source.presented.lines(file, region[2]);
  if (first.empty() || last.empty()) return;
  const std::uint64_t begin = lines.place(first.front(), region[1]),
                      end = lines.place(last.front(), region[3]);
  if (begin < end) ranges.push_back({begin, end, ran});
}

std::vector<CompiledSource> compiled_sources(const std::string& folder, const Document& document) {
  std::vector<CompiledSource> sources;
  for (const fs::path& place : entries_of(folder)) {
    const std::optional<Bytes> content = content_of(place / "source"),
                               name = content_of(place / "name");
    if (!content || !name) continue;
    if (const std::optional<FoundText> found = find_text(document, *content))
      sources.push_back({place, found->file,
                         PresentedLines(*content, *name, *found, document.bytes(found->file))});
  }
  return sources;
}

/// gcov's JSON about one compilation; nothing if the program did not run to its end.
json gcov_of(const fs::path& place, Tools& tools) {
  fs::path data;
  for (const fs::path& entry : entries_of(place))
    if (entry.extension() == ".gcda") data = entry;
  if (data.empty()) return {};
  std::error_code problem;
  fs::rename(data, place / "notes.gcda", problem);
  const std::string version = content_of(place / "version").value_or("");
  std::string program = tools.find("gcov-" + version.substr(0, version.find_first_of(".\n")));
  if (program.empty()) program = tools.find("gcov");
  if (program.empty()) return {};
  const auto outputs =
      tools.run({{program, "--json-format", "--stdout", (place / "notes.gcno").string()}});
  return outputs.front() ? parsed(*outputs.front()) : json();
}

void read_gcov(const CompiledSource& source, const Document& document, Tools& tools,
               Coverage& coverage) {
  const TextLines lines(document.bytes(source.file));
  std::vector<CountedRange> ranges;
  const json report = gcov_of(source.place, tools);
  for (const json& file : list_in(report, "files")) {
    const std::string name = text_in(file, "file");
    for (const json& line : list_in(file, "lines"))
      for (const std::size_t number : source.presented.lines(name, number_in(line, "line_number")))
        ranges.push_back(lines.line(number, number_in(line, "count") > 0));
    for (const json& function : list_in(file, "functions")) {
      const bool ran = number_in(function, "execution_count") > 0;
      const std::uint64_t begin = number_in(function, "start_line"),
                          end = number_in(function, "end_line");
      // Lines say more about a function that ran, unless it is shorter than its line.
      if (ran && begin != end) continue;
      add_region(
          ranges, source, lines, name,
          {begin, number_in(function, "start_column"), end, number_in(function, "end_column") + 1},
          ran);
    }
  }
  coverage.paint(source.file, std::move(ranges));
}

/// llvm-cov's JSON about all programs that clang linked.
json llvm_coverage(const std::string& folder, Tools& tools) {
  Command merge{tools.find("llvm-profdata", {"/usr/lib/llvm-14/bin/llvm-profdata"}), "merge",
                "-sparse", "-o", folder + "/profile"},
      show{tools.find("llvm-cov", {"/usr/lib/llvm-14/bin/llvm-cov"}), "export", "-format=text",
           "-instr-profile=" + folder + "/profile"};
  std::size_t records = 0, programs = 0;
  for (const fs::path& entry : entries_of(folder)) {
    if (entry.extension() == ".profraw") {
      merge.push_back(entry.string());
      ++records;
    }
    std::error_code problem;
    if (fs::exists(entry / "program", problem)) {
      if (programs++ > 0) show.push_back("-object");
      show.push_back((entry / "program").string());
    }
  }
  if (records == 0 || programs == 0 || merge.front().empty() || show.front().empty()) return {};
  if (!tools.run({merge}).front()) return {};
  const auto outputs = tools.run({show});
  return outputs.front() ? parsed(*outputs.front()) : json();
}

void read_llvm(const std::string& folder, const std::vector<CompiledSource>& sources,
               const Document& document, Tools& tools, Coverage& coverage) {
  const json report = llvm_coverage(folder, tools);
  constexpr std::uint64_t code_region = 0;
  for (const CompiledSource& source : sources) {
    const TextLines lines(document.bytes(source.file));
    std::vector<CountedRange> ranges;
    for (const json& data : list_in(report, "data"))
      for (const json& function : list_in(data, "functions")) {
        const json& files = list_in(function, "filenames");
        for (const json& region : list_in(function, "regions")) {
          const std::uint64_t file = number_at(region, 5);
          if (number_at(region, 7) != code_region || file >= files.size() ||
              !files[file].is_string())
            continue;
          add_region(ranges, source, lines, files[file].get<std::string>(),
                     {number_at(region, 0), number_at(region, 1), number_at(region, 2),
                      number_at(region, 3)},
                     number_at(region, 4) > 0);
        }
      }
    coverage.paint(source.file, std::move(ranges));
  }
}

/// `path` without "./" at its front.
std::string_view plain(std::string_view path) {
  while (path.starts_with("./")) path.remove_prefix(2);
  return path;
}

}  // namespace

std::optional<FoundText> find_text(const Document& document, BytesView content) {
  for (std::uint32_t file = 0; file < document.files().size(); ++file) {
    if (document.files()[file].kind != File::Kind::regular || document.bytes(file).empty())
      continue;
    const std::size_t begin = content.find(document.bytes(file));
    if (begin == 0 || (begin != content.npos && content[begin - 1] == '\n'))
      return FoundText{file, begin};
  }
  return std::nullopt;
}

TextLines::TextLines(BytesView text) : text_(text), starts_{0} {
  for (std::uint64_t at = 0; at < text.size(); ++at)
    if (text[at] == '\n') starts_.push_back(at + 1);
}

CountedRange TextLines::line(std::size_t number, bool ran) const {
  std::uint64_t begin = starts_[number - 1],
                end = number < starts_.size() ? starts_[number] : text_.size();
  const auto is_blank = [&](std::uint64_t at) {
    return text_[at] == ' ' || text_[at] == '\t' || text_[at] == '\n' || text_[at] == '\r';
  };
  while (begin < end && is_blank(begin)) ++begin;
  while (begin < end && is_blank(end - 1)) --end;
  return {begin, end, ran};
}

std::uint64_t TextLines::place(std::size_t line, std::size_t column) const {
  if (line == 0 || line > starts_.size()) return text_.size();
  return std::min<std::uint64_t>(starts_[line - 1] + std::max<std::size_t>(column, 1) - 1,
                                 text_.size());
}

PresentedLines::PresentedLines(BytesView content, std::string name, const FoundText& found,
                               const Bytes& text) {
  std::string file(plain(name));
  std::size_t number = 1, line = 1;  // as presented; of the document
  for (std::uint64_t begin = 0; begin < content.size();) {
    const std::uint64_t end = std::min(content.find('\n', begin), content.size());
    const BytesView here = content.substr(begin, end - begin);
    const bool is_inside = begin >= found.begin && begin < found.begin + text.size();
    BytesView rest = here;
    if (rest.starts_with("#line ")) rest.remove_prefix(4);
    std::size_t given = 0;
    if (here.starts_with('#') && rest.size() > 2 && rest.find_first_of("0123456789") != rest.npos &&
        (here.starts_with("# ") || here.starts_with("#line "))) {
      const std::size_t digits = rest.find_first_of("0123456789");
      const auto [stop, problem] =
          std::from_chars(rest.data() + digits, rest.data() + rest.size(), given);
      const std::size_t open = rest.find('"'), close = rest.rfind('"');
      if (problem == std::errc() && digits <= 2) {
        if (open != rest.npos && close > open)
          file = plain(rest.substr(open + 1, close - open - 1));
        number = given;
        if (is_inside) ++line;
        begin = end + 1;
        continue;
      }
    }
    if (is_inside) lines_[file][number].push_back(line++);
    ++number;
    begin = end + 1;
  }
}

const std::vector<std::size_t>& PresentedLines::lines(std::string_view file,
                                                      std::size_t number) const {
  static const std::vector<std::size_t> nothing;
  file = plain(file);
  auto found = lines_.find(file);
  // Clang gives absolute paths.
  if (found == lines_.end())
    found = std::ranges::find_if(lines_, [&](const auto& one) {
      return file.size() > one.first.size() && file.ends_with(one.first) &&
             file[file.size() - one.first.size() - 1] == '/';
    });
  if (found == lines_.end()) return nothing;
  const auto at = found->second.find(number);
  return at == found->second.end() ? nothing : at->second;
}

Coverage read_v8(const std::string& folder, const Document& document, Tools&) {
  Coverage coverage;
  for (const fs::path& entry : entries_of(fs::path(folder) / "v8")) {
    const json report = parsed(content_of(entry).value_or(""));
    for (const json& script : list_in(report, "result")) read_script(script, document, coverage);
  }
  return coverage;
}

Coverage read_python(const std::string& folder, const Document& document, Tools&) {
  Coverage coverage;
  for (const fs::path& entry : entries_of(folder)) {
    if (entry.extension() != ".json") continue;
    const json record = parsed(content_of(entry).value_or(""));
    const std::uint64_t file = number_in(record, "file"), before = number_in(record, "before");
    if (!record.is_object() || file >= document.files().size()) continue;
    const TextLines lines(document.bytes(file));
    std::vector<CountedRange> ranges;
    for (const bool ran : {false, true})
      for (const json& number : list_in(record, ran ? "ran" : "idle"))
        if (const std::uint64_t line =
                number.is_number_unsigned() ? number.get<std::uint64_t>() : 0;
            line > before && line - before <= lines.count())
          ranges.push_back(lines.line(line - before, ran));
    coverage.paint(static_cast<std::uint32_t>(file), std::move(ranges));
  }
  return coverage;
}

Coverage read_compilers(const std::string& folder, const Document& document, Tools& tools) {
  Coverage coverage;
  const std::vector<CompiledSource> sources = compiled_sources(folder, document);
  for (const CompiledSource& source : sources) read_gcov(source, document, tools, coverage);
  read_llvm(folder, sources, document, tools, coverage);
  return coverage;
}

}  // namespace whittle::probe
