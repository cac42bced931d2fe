// What recorders leave after a test: V8's and Python's coverage, the sources that a compiler saw,
// and the reports of gcov and llvm-cov. Programs that are being tested can write into these
// folders. The first byte chooses the reader; the rest is its report and, after a line of dashes, a
// source.
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "fuzz/must.h"

#include "probe/readers.h"
#include "support/fake_tools.h"

using namespace whittle;
namespace fs = std::filesystem;

namespace {

const Document document({File{"a.c", 0644, share("int f() {\n  return 1;\n}\nint b;\n")},
                         File{"b.js", 0644, share("f = () => '\xc3\xa4';\n")},
                         File{"c.c", 0644, share("")}});

/// A folder of recorders, which goes with the process.
struct Folder {
  fs::path path;
  Folder() {
    std::string name = (fs::temp_directory_path() / "fuzz-probe-XXXXXX").string();
    must(::mkdtemp(name.data()) != nullptr);
    path = name;
    fs::create_directories(path / "v8");
    fs::create_directories(path / "1");
    for (const char* made : {"1/program", "1/version", "1.profraw"}) write(made, "12.2\n");
    write("1/name", "a.c");
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  void write(const char* name, BytesView text) const {
    std::ofstream(path / name, std::ios::binary) << text;
  }
};

void check(const probe::Coverage& coverage) {
  for (std::uint32_t file = 0; file < document.files().size(); ++file)
    for (std::size_t end = 0; end <= document.bytes(file).size(); ++end)
      (void)coverage.never_ran(file, 0, end);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Folder folder;
  if (size == 0) return 0;
  const BytesView bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::size_t middle = std::min(bytes.find("\n----\n"), bytes.size());
  const BytesView report = bytes.substr(0, middle);
  FakeTools tools;
  const std::string path = folder.path.string();
  switch (data[0] % 3) {
    case 0:
      folder.write("v8/1.json", report);
      check(probe::read_v8(path, document, tools));
      break;
    case 1:
      folder.write("1.json", report);
      check(probe::read_python(path, document, tools));
      break;
    default:
      folder.write("1/source", middle == bytes.size() ? BytesView(document.bytes(0))
                                                      : bytes.substr(middle + 6));
      folder.write("1/x.gcda", "");
      for (const char* name : {"gcov", "llvm-cov", "llvm-profdata"})
        tools.programs[name] = [&](const Command&) { return std::string(report); };
      check(probe::read_compilers(path, document, tools));
  }
  return 0;
}
