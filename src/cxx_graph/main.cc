// whittle-cxx-graph: prints which pieces of a C or C++ file need which, as graph_text.h says.
//
// This is a separate program, because libclang is large, optional, and crashes now and then.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <sys/resource.h>
#include <vector>

#include "cxx_graph/cxx_graph.h"
#include "cxx_graph/libclang.h"

using namespace whittle;

namespace {

constexpr const char* usage =
    "Usage: whittle-cxx-graph [-x c|c++] FILE\n"
    "       whittle-cxx-graph --check\n"
    "Prints pieces and edges of a C or C++ file for whittle; see src/graph/graph_text.h.\n"
    "--check only says whether there is a libclang: it exits with 0 if there is one.\n"
    "Needs libclang 14 to 19; WHITTLE_LIBCLANG names the library if it is in an unusual place.\n";

/// With more errors, the file may be written for another standard. Large headers that were
/// preprocessed for GCC always have some (Eigen: 149 in 3.4 MB).
std::size_t many_errors(const std::string& text) {
  return std::max<std::size_t>(100, text.size() / 10'000);
}

/// Clang takes 0.6 to 1.5 s of processor time for a megabyte of real headers, but minutes for
/// thousands of definitions of one function, or for constants that take long to evaluate. Closures
/// are not worth that. It is processor time because the answer must not depend on the load.
void limit_processor_time(const std::string& text) {
  const rlim_t seconds = 5 + text.size() / 200'000;
  const rlimit limit{seconds, seconds};
  ::setrlimit(RLIMIT_CPU, &limit);
}

std::optional<cxx::LibClang> load_libclang() {
  std::vector<std::string> tried;
  auto clang = cxx::LibClang::load(&tried);
  if (!clang)
    fmt::print(stderr, "whittle-cxx-graph: no libclang; try: apt-get install libclang1-14\n");
  return clang;
}

int run(const std::string& path, bool is_c) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file) {
    fmt::print(stderr, "whittle-cxx-graph: cannot read {}\n", path);
    return 2;
  }
  limit_processor_time(text);
  const auto clang = load_libclang();
  if (!clang) return 3;
  const cxx::Pieces pieces(text);
  bool has_concepts = false;
  for (const cxx::Token& token : pieces.tokens())
    has_concepts = has_concepts || pieces.text(token) == "concept";
  std::vector<std::string> standards = {"gnu++17", "gnu++20", "gnu++14"};
  if (has_concepts) std::swap(standards[0], standards[1]);
  if (is_c) standards = {"gnu17", "gnu89"};
  std::optional<cxx::References> best;
  for (const std::string& standard : standards) {
    // Some warnings are errors unless they are turned off. GCC's headers cause hundreds of them.
    auto found = cxx::find_references(
        *clang, path,
        {"-x", is_c ? "c" : "c++", "-std=" + standard, "-Wno-everything", "-ferror-limit=0"});
    if (found && (!best || found->errors < best->errors)) best = std::move(found);
    if (best && best->errors < many_errors(text)) break;
  }
  if (!best) {
    fmt::print(stderr, "whittle-cxx-graph: libclang cannot parse {}\n", path);
    return 4;
  }
  const std::string graph = print(cxx::make_graph(pieces, *best));
  std::fwrite(graph.data(), 1, graph.size(), stdout);
  return std::fflush(stdout) == 0 ? 0 : 5;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  bool is_c = false;
  if (arguments.size() == 3 && arguments[0] == "-x") {
    is_c = arguments[1] == "c";
    arguments.erase(arguments.begin(), arguments.begin() + 2);
  }
  if (arguments.size() == 1 && arguments[0] == "--check") return load_libclang() ? 0 : 3;
  if (arguments.size() != 1 || arguments[0].starts_with("-")) {
    const bool asked = arguments.size() == 1 && arguments[0] == "--help";
    std::fputs(usage, asked ? stdout : stderr);
    return asked ? 0 : 1;
  }
  // All is flushed by now. libclang's own memory, hundreds of megabytes, is left to the system.
  std::_Exit(run(arguments[0], is_c));
}
