#include "probe/readers.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace whittle::probe {
namespace {

namespace fs = std::filesystem;

/// A folder with the files of a recorder.
class ProbeFolder {
 public:
  ProbeFolder() {
    std::string name = (fs::temp_directory_path() / "whittle-probe-test-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~ProbeFolder() { fs::remove_all(path_); }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((fs::path(path_) / name).parent_path());
    std::ofstream(fs::path(path_) / name) << text;
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::uint64_t place_of(const Document& document, const std::string& text) {
  return document.bytes(0).find(text);
}

bool never_ran(const Coverage& coverage, const Document& document, const std::string& text) {
  const std::uint64_t begin = place_of(document, text);
  return coverage.never_ran(0, begin, begin + text.size());
}

TEST(ReadV8, FindsACopyOfTheDocumentByItsContent) {
  const Document document = Document::single("in.js", "function f() { a(); }\nb();\n");
  const ProbeFolder folder;
  // The copy has a line before the document, and its name is escaped.
  folder.write("a copy.js", "start();\n" + document.bytes(0));
  folder.write("v8/coverage-1.json",
               R"({"result": [{"url": "file://)" + folder.path() + R"(/a%20copy.js", "functions": [
                   {"ranges": [{"startOffset": 0, "endOffset": 35, "count": 1}]},
                   {"ranges": [{"startOffset": 9, "endOffset": 30, "count": 0}]}]}]})");
  NoTools tools;
  const Coverage coverage = read_v8(folder.path(), document, tools);
  EXPECT_TRUE(never_ran(coverage, document, "function f() { a(); }"));
  EXPECT_FALSE(never_ran(coverage, document, "b();"));
}

TEST(ReadV8, FindsACopyThatTheTestRemovedByItsLengthInUtf16) {
  const Document document =
      Document::single("in.js", "s = '\u00e4\U0001F600'; f = () => { a(); };\n");
  const ProbeFolder folder;
  // The two characters take six bytes, and three units.
  folder.write("v8/coverage-1.json", R"({"result": [{"url": "file:///not/there.js", "functions": [
      {"ranges": [{"startOffset": 0, "endOffset": 31, "count": 1}]},
      {"ranges": [{"startOffset": 15, "endOffset": 29, "count": 0}]}]}]})");
  NoTools tools;
  const Coverage coverage = read_v8(folder.path(), document, tools);
  EXPECT_TRUE(never_ran(coverage, document, "{ a(); }"));
  EXPECT_FALSE(never_ran(coverage, document, "f ="));
}

TEST(ReadV8, ARecordThatIsBrokenTeachesNothing) {
  const Document document = Document::single("in.js", "a();\n");
  const ProbeFolder folder;
  folder.write("v8/1.json", "{\"result\": [{\"url\": 3, \"functions\": 7}");
  folder.write("v8/2.json",
               "{\"result\": [{\"url\": 3, \"functions\": [{\"ranges\": \"x\"}]}, 4]}");
  folder.write("v8/3.json", "");
  NoTools tools;
  EXPECT_TRUE(read_v8(folder.path(), document, tools).empty());
  EXPECT_TRUE(read_v8(folder.path() + "/none", document, tools).empty());
}

TEST(ReadPython, TakesTheLinesOfTheDocument) {
  const Document document = Document::single("in.py", "def f():\n    a()\nb()\n");
  const ProbeFolder folder;
  folder.write("lines-1-0.json", R"({"file": 0, "before": 1, "ran": [1, 2, 4], "idle": [3, 9]})");
  folder.write("lines-2-0.json", R"({"file": 7, "before": 0, "ran": [], "idle": [1]})");
  NoTools tools;
  const Coverage coverage = read_python(folder.path(), document, tools);
  EXPECT_TRUE(never_ran(coverage, document, "    a()"));
  EXPECT_FALSE(never_ran(coverage, document, "b()"));
}

TEST(PresentedLines, LineMarkersGiveLinesOtherNamesAndNumbers) {
  const Bytes text =
      "# 1 \"a.c\"\nint a;\n# 88 \"./b.h\" 2\nint b;\n\nint c;\n#line 3 \"a.c\"\nint d;\n";
  const PresentedLines presented(text, "dir/x.i", {0, 0}, text);
  EXPECT_EQ(presented.lines("a.c", 1), std::vector<std::size_t>{2});
  EXPECT_EQ(presented.lines("b.h", 88), std::vector<std::size_t>{4});
  EXPECT_EQ(presented.lines("/somewhere/b.h", 90), std::vector<std::size_t>{6});
  EXPECT_EQ(presented.lines("a.c", 3), std::vector<std::size_t>{8});
  EXPECT_TRUE(presented.lines("x.i", 2).empty());
}

TEST(PresentedLines, LinesBeforeTheDocumentAreNotItsOwn) {
  const Bytes text = "int a;\n", content = "#include <x.h>\n" + text;
  const PresentedLines presented(content, "./x.c", {0, content.find(text)}, text);
  EXPECT_EQ(presented.lines("x.c", 2), std::vector<std::size_t>{1});
  EXPECT_TRUE(presented.lines("x.c", 1).empty());
}

}  // namespace
}  // namespace whittle::probe
