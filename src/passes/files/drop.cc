// Drops whole files of a document: alone, with the lines that mention the file, or with the words
// that name it.
//
// Most files cannot be dropped alone, because an include, an import or a Makefile mentions them. No
// build system is known here. A mention is any word that equals the name of the file, or, in a line
// that begins like an import, its name without the extension. Wrong guesses cost one test each.
#include <array>
#include <string>
#include <string_view>
#include <unordered_map>

#include "document/lexer.h"
#include "passes/edit_maker.h"
#include "passes/names/name_passes.h"

namespace whittle::names {
namespace {

std::string_view base_name(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == path.npos ? path : path.substr(slash + 1);
}

std::string_view stem(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == name.npos || dot == 0 ? name : name.substr(0, dot);
}

/// The name that a file is imported by: `b` for b.rs, and for b/mod.rs.
std::string_view module_of(std::string_view path) {
  const std::string_view own = stem(base_name(path));
  const std::size_t slash = path.rfind('/');
  const bool is_folder = own == "mod" || own == "__init__" || own == "index";
  return is_folder && slash != path.npos ? base_name(path.substr(0, slash)) : own;
}

bool is_in_file_name(char c) {
  return is_word(c) || c == '.' || c == '-' || c == '+';
}

/// `import b`, `from b import x`, `mod b;`, `require './b'`: lines that name a file without its
/// extension.
bool is_import(BytesView line) {
  static constexpr std::array<std::string_view, 12> words = {
      "import", "from", "mod",    "use", "require", "include",
      "using",  "open", "export", "pub", "const",   "source"};
  const std::size_t begin = line.find_first_not_of(" \t#");
  if (begin == line.npos) return false;
  std::size_t end = begin;
  while (end < line.size() && is_word(line[end])) ++end;
  for (const std::string_view word : words)
    if (line.substr(begin, end - begin) == word)
      return (word != "pub" && word != "const") || line.find("mod ") != line.npos ||
             line.find("require") != line.npos || line.find("import") != line.npos;
  return false;
}

/// Whether more lines of an import can follow: `use a::{`, `import (`.
bool begins_list(BytesView line) {
  return is_import(line) && (line.find("import") != line.npos || line.find("use ") != line.npos);
}

/// The line after the one that closes the brackets of line `first`. If they are not closed within
/// 100 lines, this is no import, and the result is the line after `first`.
std::size_t end_of_brackets(BytesView bytes, const std::vector<Range>& lines, std::size_t first) {
  int depth = 0;
  for (std::size_t number = first; number < std::min(lines.size(), first + 100); ++number) {
    for (const char c : lines[number].in(bytes)) {
      if (c == '{' || c == '(' || c == '[') ++depth;
      if (c == '}' || c == ')' || c == ']') --depth;
    }
    if (depth <= 0) return number + 1;
  }
  return first + 1;
}

struct NamingLine {
  std::uint32_t file;
  Range range;
};

/// The lines that name each file, by its name and by the name that it is imported by. One walk over
/// all files finds them, however many files there are.
class Mentions {
 public:
  explicit Mentions(const std::vector<File>& files) {
    for (const File& file : files) {
      named_[base_name(file.path)];
      imported_[module_of(file.path)];
    }
    for (std::uint32_t file = 0; file < files.size(); ++file)
      if (files[file].kind == File::Kind::regular && is_text(*files[file].bytes))
        read(file, *files[file].bytes);
  }

  std::array<const std::vector<NamingLine>*, 2> of(const File& file) const {
    return {&named_.at(base_name(file.path)), &imported_.at(module_of(file.path))};
  }

 private:
  using LinesByName = std::unordered_map<std::string_view, std::vector<NamingLine>>;

  void read(std::uint32_t file, BytesView bytes) {
    const std::vector<Range> lines = find_lines(bytes);
    std::size_t import_end = 0;  // the line after an import that has several lines
    for (std::size_t number = 0; number < lines.size(); ++number) {
      const BytesView line = lines[number].in(bytes);
      const bool is_inside = number < import_end;
      Range range = lines[number];
      if (is_inside || begins_list(line)) {
        // A bracket that the line opens is removed with the line, up to its end.
        const std::size_t end = end_of_brackets(bytes, lines, number);
        range.end = lines[end - 1].end;
        import_end = std::max(import_end, end);
      }
      read_words(line, {file, range}, is_inside || is_import(line));
    }
  }

  void read_words(BytesView text, const NamingLine& line, bool import) {
    for (std::size_t at = 0; at < text.size();) {
      std::size_t end = at;
      while (end < text.size() && is_in_file_name(text[end])) ++end;
      const std::string_view word = text.substr(at, end - at);
      if (!word.empty()) note(named_, word, line);
      // `import a.b.c` may mean a file a, b or c.
      for (std::size_t part = 0; import && part < word.size();) {
        const std::size_t dot = std::min(word.find('.', part), word.size());
        note(imported_, word.substr(part, dot - part), line);
        part = dot + 1;
      }
      at = end + 1;
    }
  }

  static void note(LinesByName& lines, std::string_view word, const NamingLine& line) {
    const auto at = lines.find(word);
    if (at == lines.end() || at->second.size() > most_uses) return;
    if (at->second.empty() || at->second.back().file != line.file ||
        at->second.back().range.begin != line.range.begin)
      at->second.push_back(line);
  }

  LinesByName named_, imported_;
};

/// An edit for each file that others mention: drops the file and removes the mentions.
template <typename Mentioned>
Found drop_with(const Subject& subject, Mentioned mentioned) {
  const SharedNames shared = names_of(subject);
  EditMaker edits(*shared, subject.goal);
  for (std::uint32_t file = 0; file < subject.document.files().size(); ++file) {
    bool is_mentioned = false;
    for (const std::vector<NamingLine>* lines : mentioned(subject.document.files()[file]))
      for (const NamingLine& line : *lines) {
        if (line.file == file) continue;
        edits.change(line.file, line.range.begin, line.range.end);
        is_mentioned = true;
      }
    if (!is_mentioned) continue;
    edits.drop(file);
    edits.finish();
  }
  return edits.take();
}

}  // namespace

/// a.c, b.c   ->   a.c
Found drop_file(const Subject& subject) {
  if (subject.document.files().size() < 2) return {};
  const SharedNames shared = names_of(subject);
  const Names& names = *shared;
  EditMaker edits(names, subject.goal);
  for (std::uint32_t file = 0; file < names.files(); ++file) {
    edits.drop(file);
    edits.finish();
  }
  return edits.take();
}

/// a.c with the line `#include "b.h"`, b.h   ->   a.c without that line
Found drop_file_and_mentions(const Subject& subject) {
  if (subject.document.files().size() < 2) return {};
  const Mentions mentions(subject.document.files());
  return drop_with(subject, [&](const File& file) { return mentions.of(file); });
}

/// Makefile: OBJS = a.o b.o; b.c   ->   Makefile: OBJS = a.o
Found drop_file_and_words(const Subject& subject) {
  const auto& files = subject.document.files();
  if (files.size() < 2) return {};
  std::unordered_map<std::string_view, std::vector<NamingLine>> named;  // by name without extension
  for (const File& file : files) named[stem(base_name(file.path))];
  const auto separates = [](char c) {
    return std::string_view(" \t\r\n\"'()[]{},;:\\").find(c) != std::string_view::npos;
  };
  for (std::uint32_t file = 0; file < files.size(); ++file) {
    if (files[file].kind != File::Kind::regular || !is_text(*files[file].bytes)) continue;
    const BytesView bytes = *files[file].bytes;
    for (std::size_t end = 0; end < bytes.size();) {
      const std::size_t begin = end;
      while (end < bytes.size() && !separates(bytes[end])) ++end;
      const std::string_view word = bytes.substr(begin, end - begin);
      // Only words with an extension count, such as `b.o` and `lib/b.c`: a plain `b` can be
      // anything.
      const std::string_view name = stem(base_name(word));
      if (const auto at = named.find(name);
          at != named.end() && name != base_name(word) && at->second.size() <= most_uses) {
        // The blanks before the word are removed with it.
        std::size_t from = begin;
        while (from > 0 && (bytes[from - 1] == ' ' || bytes[from - 1] == '\t')) --from;
        at->second.push_back({file, {from, end}});
      }
      if (end == begin) ++end;
    }
  }
  return drop_with(subject, [&](const File& file) {
    return std::array<const std::vector<NamingLine>*, 1>{&named.at(stem(base_name(file.path)))};
  });
}

}  // namespace whittle::names
