// What the rows of registry.cc say is so, and docs/passes.md says what they say.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <sstream>

#include "document/lexer.h"
#include "passes/clang/clang_delta.h"
#include "passes/text/text_passes.h"
#include "process/local_tools.h"
#include "support/pass_results.h"

namespace whittle {
namespace {

using namespace std::literals;
using testing::Contains;

std::string bytes_of_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in) << path;
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

File file(std::string_view path, std::string_view text) {
  return {std::string(path), 0644, share(Bytes(text))};
}

Document before(const Example& example) {
  std::vector<File> files = {file(example.file, example.before)};
  if (!example.dropped_file.empty())
    files.push_back(file(example.dropped_file, example.dropped_text));
  return Document(std::move(files));
}

/// The text if there is one file; all of them with their names if there are several.
std::string shown(const Document& document) {
  if (document.files().size() == 1) return document.bytes(0);
  std::string text;
  for (const File& one : document.files()) text += one.path + ": " + *one.bytes;
  return text;
}

/// What comes out for each edit of the pass alone.
std::vector<std::string> results_of(const Pass& pass, const Example& example, Tools& tools) {
  Trees trees;
  const Document document = before(example);
  std::vector<std::string> results;
  for (const Document& result :
       results_of_each(edit_list(document, pass.find({document, trees, tools}))))
    results.push_back(shown(result));
  return results;
}

std::string without_space(std::string_view text) {
  std::string rest;
  std::ranges::copy_if(text, std::back_inserter(rest), [](char c) { return !is_space(c); });
  return rest;
}

TEST(PassRows, OneEditOfThePassDoesWhatItsExampleShows) {
  NoTools tools;
  for (const Pass& pass : passes()) {
    if (pass.external) continue;
    for (const Example& example : pass.examples)
      EXPECT_THAT(results_of(pass, example, tools), Contains(example.after)) << pass.name;
  }
}

// clang_delta lays out what it writes in a way of its own.
TEST(PassRows, OneEditByClangDeltaDoesWhatItsExampleShows) {
  LocalTools tools{LocalTools::Options{}};
  if (clang::program(tools).empty()) GTEST_SKIP() << "clang_delta is not installed";
  for (const Pass& pass : passes())
    if (pass.external)
      for (const Example& example : pass.examples) {
        std::vector<std::string> results = results_of(pass, example, tools);
        std::ranges::transform(results, results.begin(), without_space);
        EXPECT_THAT(results, Contains(without_space(example.after))) << pass.name;
      }
}

/// Ids of all measurements: the first column of each table.
std::set<std::string> measurements() {
  std::set<std::string> ids;
  for (const auto& entry : std::filesystem::directory_iterator(RESULTS)) {
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);) ids.insert(line.substr(0, line.find(',')));
  }
  return ids;
}

TEST(PassRows, NameTheMeasurementOrThePaperThatThePassExistsFor) {
  const std::set<std::string> ids = measurements();
  constexpr std::string_view mark = "bench: ";
  for (const Pass& pass : passes()) {
    EXPECT_FALSE(pass.evidence.empty()) << pass.name;
    if (pass.evidence.starts_with(mark)) {
      EXPECT_THAT(ids, Contains(std::string(pass.evidence.substr(mark.size())))) << pass.name;
    }
  }
}

TEST(PassRows, SayEverythingAboutAPass) {
  std::set<std::string_view> names;
  std::vector<FindEdits> finders;
  for (const Pass& pass : passes()) {
    EXPECT_TRUE(names.insert(pass.name).second) << pass.name;
    EXPECT_THAT(finders, testing::Not(Contains(pass.find))) << pass.name << ": two rows";
    finders.push_back(pass.find);
    EXPECT_EQ(find_pass(pass.name), &pass);
    EXPECT_EQ(&pass_of(pass.find), &pass);
    EXPECT_FALSE(pass.summary.empty()) << pass.name;
    EXPECT_FALSE(pass.input.name.empty()) << pass.name;
    EXPECT_FALSE(pass.tiers.empty()) << pass.name;
    EXPECT_TRUE(pass.external || !pass.examples.empty()) << pass.name;
    EXPECT_TRUE(pass.effect == Effect::renames || !pass.find_keeping_names) << pass.name;
    // Other programs list their edits: clang_delta, and whatever --propose names.
    EXPECT_EQ(pass.external, pass.family == Family::clang || pass.find == text::proposed)
        << pass.name;
    for (const Example& example : pass.examples) {
      Trees trees;
      NoTools tools;
      EXPECT_TRUE(pass.applies_to({before(example), trees, tools})) << pass.name;
    }
  }
  EXPECT_EQ(find_pass("no-such-pass"), nullptr);
}

std::vector<Document> inputs();

// Numbers that count deleted parts are lowered by other means (`Found::counts`). An empty block of
// Python has `pass`; `--delete-only` leaves such edits out.
TEST(PassRows, OfAPassThatDeletesListOnlyDeletions) {
  NoTools tools;
  for (const Document& document : inputs())
    for (const Pass& pass : passes()) {
      Trees trees;
      const Subject subject{document, trees, tools};
      if (pass.effect != Effect::deletes || pass.external || !pass.applies_to(subject)) continue;
      for (const Edit& edit : pass.find(subject).edits)
        for (const Change& change : edit.changes)
          ASSERT_TRUE(change.replacement.empty() || change.replacement == "pass")
              << pass.name << " on " << document.files()[0].path;
    }
}

/// Code of every language, a binary file, an empty one, and several files.
std::vector<Document> inputs() {
  std::vector<Document> list;
  for (const char* folder : {SAMPLES, CODE})
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      list.push_back(
          Document::single(entry.path().filename().string(), Bytes(bytes_of_file(entry.path()))));
  list.push_back(Document::single("f", Bytes("\x7f"
                                             "ELF\2\1\0\0(int)[12] \"abc\" /* */\n\n"sv)));
  list.push_back(Document::single("f.c", Bytes("int f(int a) {\0 return 1; }\n"sv)));
  list.push_back(Document::single("f", ""));
  list.push_back(Document({file("a.py", "import b\nb.f(1)\n"), file("b.py", "def f(x): g(x)\n")}));
  list.push_back(Document({file("a.c", "#include \"b.h\"\n"), file("b.h", "int x;\n")}));
  return list;
}

TEST(PassRows, APassFindsNothingInWhatItDoesNotApplyTo) {
  std::size_t skipped = 0;
  for (const Document& document : inputs()) {
    Trees trees;
    NoTools tools;
    for (const Pass& pass : passes()) {
      if (pass.applies_to({document, trees, tools})) continue;
      ++skipped;
      EXPECT_TRUE(pass.find({document, trees, tools}).edits.empty())
          << pass.name << " on " << document.files()[0].path;
    }
  }
  EXPECT_GT(skipped, 1000u);
}

// Others refer to a pass by its function, which the compiler checks. Names without a hyphen are
// words that may mean something else.
TEST(PassRows, AreTheOnlyPlaceInTheSourcesThatNamesAPass) {
  std::size_t seen = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(SOURCES)) {
    const std::string name = entry.path().filename().string();
    if (!entry.is_regular_file() || name == "registry.cc" || name == "clang_delta.cc") continue;
    ++seen;
    const std::string text = bytes_of_file(entry.path());
    for (const Pass& pass : passes()) {
      if (pass.name.find('-') == pass.name.npos) continue;
      EXPECT_EQ(text.find(fmt::format("\"{}\"", pass.name)), text.npos)
          << pass.name << " in " << entry.path();
    }
  }
  EXPECT_GT(seen, 100u);
}

/// As one cell of a table: each line as code; bytes that are no text in hexadecimal.
std::string cell(std::string_view text) {
  std::string code;
  if (!is_text(text)) {
    for (const char c : text)
      code += fmt::format("{}{:02x}", code.empty() ? "" : " ", static_cast<unsigned char>(c));
    return fmt::format("`{}`", code);
  }
  while (text.ends_with('\n')) text.remove_suffix(1);
  if (text.empty()) return "";
  for (const char c : text) {
    if (c == '\n')
      code += code.ends_with("`") ? "<br>`" : "`<br>`";
    else
      code += c == '|' ? "\\|" : std::string(1, c);
  }
  std::string shown = "`" + code + "`";
  for (std::size_t at; (at = shown.find("``")) != shown.npos;) shown.erase(at, 2);  // blank lines
  return shown;
}

std::string file_cell(std::string_view name, std::string_view text, bool named) {
  return named ? fmt::format("{}: {}", name, cell(text)) : cell(text);
}

std::string table(Family family) {
  std::string text = "| pass | what it does | before | after |\n| --- | --- | --- | --- |\n";
  for (const Pass& pass : passes()) {
    if (pass.family != family) continue;
    std::string head = fmt::format("`{}` | {}", pass.name, pass.summary);
    if (pass.examples.empty()) text += fmt::format("| {} | | |\n", head);
    for (const Example& example : pass.examples) {
      const bool several = !example.dropped_file.empty();
      std::string left = file_cell(example.file, example.before, several);
      if (several) left += "<br>" + file_cell(example.dropped_file, example.dropped_text, true);
      text += fmt::format("| {} | {} | {} |\n", head, left,
                          file_cell(example.file, example.after, several));
      head = " | ";
    }
  }
  return text;
}

/// The page with its tables made anew. Each stands between `<!-- passes: FAMILY -->` and
/// `<!-- end -->`; all else is written by hand.
std::string with_tables(const std::string& page) {
  std::string made;
  std::size_t at = 0;
  std::set<Family> shown;
  for (std::size_t open; (open = page.find("<!-- passes: ", at)) != page.npos;) {
    const std::size_t name = open + 13, line = page.find('\n', open);
    const std::size_t close = page.find("<!-- end -->", line);
    EXPECT_NE(close, page.npos);
    if (close == page.npos) return page;
    made += page.substr(at, line + 1 - at);
    for (const Pass& pass : passes())
      if (page.substr(name).starts_with(std::string(name_of(pass.family)) + " -->") &&
          shown.insert(pass.family).second)
        made += "\n" + table(pass.family) + "\n";
    at = close;
  }
  for (const Pass& pass : passes())
    EXPECT_TRUE(shown.contains(pass.family)) << name_of(pass.family) << " has no table";
  return made + page.substr(at);
}

TEST(PassRows, AreWhatTheDocumentationShows) {
  const std::string path = DOCS "/passes.md";
  const std::string page = bytes_of_file(path), made = with_tables(page);
  if (std::getenv("WHITTLE_WRITE_DOCS")) std::ofstream(path, std::ios::binary) << made;
  EXPECT_TRUE(page == made) << path << " is not what src/passes/registry.cc says; to write it:\n"
                            << "  WHITTLE_WRITE_DOCS=1 build/dev/tests/test_passes "
                               "--gtest_filter=PassRows.AreWhatTheDocumentationShows";
}

}  // namespace
}  // namespace whittle
