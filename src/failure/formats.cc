// The formats are those of the samples in `tests/failure/samples`, each of which says how it was
// made or where its format is described.
#include "failure/formats.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <fmt/format.h>
#include <vector>

namespace whittle {
namespace {

using enum FailureKind;

/// A function's name, which may have spaces (`operator new`, templates), up to its arguments. Two
/// names contain parentheses of their own.
constexpr const char* cxx_name = "(?:\\(anonymous namespace\\)|operator\\(\\)|[^(])+?";

constexpr FrameFormat frame_formats[] = {
    // Sanitizers, LLVM, gdb and coredumpctl:
    //     #1 0x55d1d7fd4370 in copy /tmp/heap.c:5
    //     #6 0x00007f27d681971f clang::Lexer::Lex(clang::Token&) (/lib/libclang-cpp.so.14+0xa1971f)
    //     #1 0x55bf9ecd1370  (/tmp/asan+0x1370)
    //     #6  0x0000555555555206 in inner (n=2) at t.cc:4
    //     #1  0x00007f114f0a16fc n/a (libQt6Multimedia.so.6 + 0xf66fc)
    {"numbered",
     {"^\\s*#[0-9]+ +(?:0x[0-9a-f]+ )?(?:in )?", cxx_name,
      "(?: ?\\(.*| /.*| [^ ]+:[0-9]+(?::[0-9]+)?| <unknown.*)?"},
     {"^\\s*#[0-9]+ +0x[0-9a-f]+ +(?:n/a )?\\((?:[^ ()]*/)?", "[^ ()/]+ ?\\+ ?0x[0-9a-f]+",
      "\\).*"},
     "^\\s*#[0-9]+ +(?:0x[0-9a-f]+ )?(?:in )?(?:"
     // sanitizers and libFuzzer
     "_*interceptor_|__(?:a|l|t|m|ub|hwa|sanitizer)[a-z]*_|__(?:asan|lsan|tsan|msan|ubsan|hwasan)"
     "|_asan|__sanitizer|operator (?:new|delete)|wrap_|fuzzer::|LLVMFuzzer|rust_fuzzer"
     // libc and the start of a program
     "|__libc_|_start|__restore_rt|<signal|__GI_|__pthread_|pthread_kill|gsignal|raise|abort|__"
     "abort"
     "|__assert|_int_free|call_init|clone|start_thread|\\?\\?|<null>|<unknown"
     // libstdc++ on its way out, and panics of Rust
     "|__cxa_|__gnu_cxx::__verbose|__cxxabiv1|std::terminate|std::panicking|core::panicking"
     "|rust_begin_unwind|rust_panic|__rust"
     // LLVM's handler of crashes and its drivers
     "|llvm::sys::PrintStackTrace|llvm::sys::RunSignalHandlers|llvm::sys::CleanupOnSignal"
     "|llvm::sys::Process::Exit|llvm::report_fatal_error|llvm::llvm_unreachable_internal"
     "|PrintStackTrace|SignalHandler|CrashRecovery|llvm::CrashRecovery|clang::driver::|cc1_main"
     "|ExecuteCC1Tool|\\[)"
     "|\\((?:[^ ()]*/)?(?:libc|libasan|liblsan|libtsan|libubsan|libhwasan|libpthread)"
     "(?:-[0-9.]+)?\\.so[^ ()/]* ?\\+ ?0x",
     5},
    // Backtraces of gcc: 0x1174caf try_auto_inc(int), followed by a line with the place.
    {"gcc",
     {"^0x[0-9a-f]+ ", cxx_name, "(?:\\(.*)?"},
     {nullptr, nullptr, nullptr},
     "^0x[0-9a-f]+ (?:\\?\\?\\?|internal_error|fancy_abort|crash_signal|diagnostic_|gcc_unreachable"
     "|[a-z_]*check_failed|internal_error_no_backtrace|__libc_|__GI_|_start|toplev::|main$|_int_)",
     5},
    // Rust: "   3: r::inner", and with RUST_BACKTRACE=full "   3:     0x55d1d7 - r::inner::h0123"
    {"rust",
     {"^ +[0-9]+: +(?:0x[0-9a-f]+ - )?", "\\S.*?", "(?:::h[0-9a-f]{16})?"},
     {nullptr, nullptr, nullptr},
     "^ +[0-9]+: +(?:0x[0-9a-f]+ - )?(?:__rustc|rust_begin_unwind|core::panicking|std::panicking"
     "|std::rt::|std::sys|std::backtrace|core::ops::function|core::result::unwrap_failed"
     "|core::option::(?:unwrap|expect)_failed|__rust|main$|_start|__libc_|std::thread|<unknown>"
     "|rustc_middle::(?:util::bug|ty::context::tls)|<rustc_errors::|rustc_errors::)",
     5},
    // Go: "main.inner(0x1, ...)", with gccgo "main.inner"; a line with the place follows.
    {"go",
     {"^", "[A-Za-z_][A-Za-z0-9_./]*\\.[A-Za-z0-9_.()*]*?", "(?:\\([^*()]*\\)|\\(\\.\\.\\.\\))?"},
     {nullptr, nullptr, nullptr},
     "^(?:runtime\\.|panic\\(|created by|exit status|__go|syscall\\.|testing\\.)",
     3},
    // Java, Node and .NET: "    at Main.inner(Main.java:1)", "    at inner (/tmp/n.js:1:26)"
    {"at",
     {"^\\s+at (?:async )?(?:[A-Za-z0-9._]+(?:@[^/ ]*)?/)?", "(?:new )?[^\\s(/]+",
      "(?: \\[as [^\\]]*\\])? ?\\(.*"},
     {nullptr, nullptr, nullptr},
     "^\\s+at (?:async )?(?:node:|internal/|Module\\.|Function\\.execute|Object\\.<anonymous>"
     "|java\\.|jdk\\.|sun\\.|System\\.|Microsoft\\.|.*\\(node:)",
     3},
    {"python",
     {"^  File \".*\", line [0-9]+, in ", "\\S+", ""},
     {nullptr, nullptr, nullptr},
     "^  File \"(?:<frozen |.*, in <module>)",
     3,
     true},
    // HotSpot's report of its own crash: # V  [libjvm.so+0x5f3a1c]  Compile::Code_Gen()+0x1c
    {"hotspot",
     {"^# [VCJjAv] +\\[[^\\]]*\\] +", "[^(+]+?", "(?:[(+ ].*)?"},
     {nullptr, nullptr, nullptr},
     "^# [VCJjAv] +\\[[^\\]]*\\] +(?:__|raise|abort)",
     1},
};

constexpr const char* exception_name =
    "[A-Za-z_][A-Za-z0-9_.]*(?:Error|Exception|Interrupt|Exit|Iteration)(?::.*)?";

constexpr CrashAnnouncement announcement_rows[] = {
    {panic, {"^", "panic: .*?", "(?: \\[recovered\\])?"}, {"go"}},
    {sanitizer,
     {"^.*==[0-9]+== ?(?:ERROR|WARNING): ", "(?:[A-Za-z]+Sanitizer|libFuzzer): [^:(]*?",
      "(?: on (?:unknown )?(?:address )?0x.*| on (?:unknown )?address .*|:.*| \\(.*| 0x.*)?"},
     {"numbered"}},
    {sanitizer, {"^WARNING: ", "ThreadSanitizer: [^(]*?", "(?: \\(pid.*)?"}, {"numbered"}},
    {sanitizer, {"^.*: ", "runtime error: .*", ""}, {"numbered"}},
    // PROGRAM: FILE:LINE: FUNCTION: Assertion `...' failed.
    {assertion, {"^.*?:[0-9]+: ", ".*Assertion .* failed\\.?", ""}, {"numbered"}},
    {assertion, {"^", "Assertion failed: .*?", "(?:, file .*)?"}, {"numbered"}},
    {internal_error,
     {"^(?:.*?: )?", "internal compiler error(?:\\[[A-Z0-9]+\\])?: .*", ""},
     {"gcc", "rust"}},
    {panic, {"^thread '.*' (?:\\([0-9]+\\) )?", "panicked at .*:", ""}, {"rust"}, true},
    {panic, {"^thread '.*' panicked at ", "'.*'", ", .*:[0-9]+:[0-9]+"}, {"rust"}},
    {panic, {"^thread '.*' (?:\\([0-9]+\\) )?", "has overflowed its stack", ""}, {}},
    {internal_error,
     {"^(?:.*?: )?", "(?:LLVM ERROR|fatal error: error in backend): .*", ""},
     {"numbered"}},
    {internal_error, {"^", "UNREACHABLE executed.*?", "(?: at .*)?"}, {"numbered"}},
    {internal_error, {"^", "Stack dump", ":"}, {"numbered"}},
    {assertion,
     {"^(?:\\*\\*\\* )?",
      "(?:free|malloc|realloc|calloc|munmap_chunk|malloc_consolidate)\\(\\): .*"
      "|double free or corruption.*|corrupted (?:size|double).*|Fatal glibc error: .*"
      "|(?:stack smashing|buffer overflow) detected",
      "(?: \\*\\*\\*.*)?"},
     {}},
    {internal_error, {"^#  ", "SIG[A-Z]+|Internal Error", " \\(.*"}, {"hotspot"}},
    {signal,
     {"^(?:Program|Thread .*) (?:received|terminated with) signal ", "SIG[A-Z]+", "[,.].*"},
     {"numbered"}},
    {signal, {"^ +Signal: [0-9]+ \\(", "[A-Z]+", "\\).*"}, {"numbered"}},
    {panic, {"^", "fatal error: [a-z][^:]*", ""}, {"go"}},
    {exception, {"^Exception in thread \".*\" ", ".*", ""}, {"at"}},
    {exception, {"^Unhandled [Ee]xception[.:] ", ".*", ""}, {"at"}},
    {exception, {"^  what\\(\\):  ", ".*", ""}, {"numbered"}},
    {exception,
     {"^(?:.*?: )?", "terminat(?:e called|ing) (?:after throwing|with(?:out)?|due).*", ""},
     {"numbered"}},
    {exception, {"^(?:Uncaught )?", exception_name, ""}, {"python", "at"}, false, true},
    {assertion,
     {"^(?:.*?: )?", "[Aa]ssert(?:ion)?(?: .*)? fail.*|Assertion.*|ASSERT.*", ""},
     {"numbered"}},
    {internal_error,
     {"^(?:.*?: )?",
      "UNREACHABLE.*|[Uu]nreachable executed.*|INTERNAL ERROR.*|[Ii]nternal error.*"
      "|[Ss]tack overflow.*|[Ss]egmentation fault.*|.*[Cc]ore dumped.*",
      ""},
     {"numbered"}},
    // Any broken candidate may cause the lines of the last two rows.
    {diagnostic,
     {"^(?:.*?: )?",
      "undefined reference to .*|undefined symbol: .*|multiple definition of .*"
      "|duplicate symbol: .*",
      ""},
     {}},
    // Runtime error near line 152: FOREIGN KEY constraint failed (19): the shell of SQLite
    {diagnostic, {"^(?:Parse|Runtime) error near line [0-9]+: ", ".*?", "(?: \\([0-9]+\\))?"}, {}},
    // `error: `, `error[E0502]: ` of rustc, `error TS2304: ` of TypeScript
    {diagnostic,
     {"^(?:.*?[^A-Za-z])??", "(?:[Ff]atal|[Ee]rror|ERROR)(?:[^A-Za-z]*[A-Z]+[0-9]+)?[^A-Za-z]*: .*",
      ""},
     {}},
};

constexpr LineShape phase_rows[] = {
    {"^during ", "[A-Z]+ pass: [^ ]+", ".*"},                   // gcc
    {"^[0-9]+\\.\\t", "Running pass [\"'][^\"']+[\"']", ".*"},  // LLVM
    {"^#[0-9]+ \\[", "[a-z_]+", "\\] .*"},                      // rustc's queries
};

Pattern compiled_row(const std::string& text) {
  Result<Pattern> pattern = Pattern::compile(text);
  assert(pattern && "a row of the tables is not a regular expression");
  return std::move(*pattern);
}

}  // namespace

std::string LineShape::pattern() const {
  return fmt::format("{}({}){}$", before, part, after);
}

std::string LineShape::pattern_with(const std::string& specific) const {
  return fmt::format("{}({}){}$", before, specific, after);
}

std::span<const CrashAnnouncement> announcements() {
  return announcement_rows;
}

const Pattern& pattern_of(const CrashAnnouncement& row) {
  static const std::vector<Pattern> compiled = [] {
    std::vector<Pattern> list;
    for (const CrashAnnouncement& each : announcement_rows)
      list.push_back(compiled_row(each.line.pattern()));
    return list;
  }();
  return compiled[static_cast<std::size_t>(&row - announcement_rows)];
}

const FrameFormat& frame_format(std::string_view name) {
  const auto found = std::ranges::find(frame_formats, name, &FrameFormat::name);
  assert(found != std::end(frame_formats) && "a row names an unknown format of frames");
  return *found;
}

const FramePatterns& patterns_of(const FrameFormat& format) {
  static const std::vector<FramePatterns> compiled = [] {
    std::vector<FramePatterns> list;
    for (const FrameFormat& each : frame_formats)
      list.push_back({compiled_row(each.named.pattern()),
                      // "a^" matches nowhere.
                      compiled_row(each.unnamed.before ? each.unnamed.pattern() : "a^()"),
                      compiled_row(each.skip)});
    return list;
  }();
  return compiled[static_cast<std::size_t>(&format - frame_formats)];
}

const Pattern& crash_words() {
  static const Pattern words = compiled_row(
      "Sanitizer|runtime error|libFuzzer|ssert|ASSERT|nternal|INTERNAL|panic|LLVM ERROR"
      "|error in backend|UNREACHABLE|nreachable|Stack dump|\\(\\): |corrupt|glibc|detected"
      "|signal|Signal|^#  SIG|fatal error: |xception|terminat|overflow|egmentation|ore dumped");
  return words;
}

const Pattern& driver_lines() {
  static const Pattern lines = compiled_row(
      "^collect2: |^clang(?:\\+\\+)?(?:-[0-9]+)?: error: (?:clang frontend command failed"
      "|linker command failed|unable to execute command)"
      "|^make(?:\\[[0-9]+\\])?: \\*\\*\\*|^ninja: |^error: aborting due to "
      "|^error: could not compile|^error: the compiler unexpectedly panicked");
  return lines;
}

std::span<const LineShape> phase_lines() {
  return phase_rows;
}

const Pattern& stack_overflows() {
  static const Pattern messages = compiled_row(
      "stack-overflow|overflowed its stack|StackOverflow|[Ss]tack overflow|RecursionError"
      "|Maximum call stack");
  return messages;
}

}  // namespace whittle
