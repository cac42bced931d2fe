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
using enum MessageAt;

/// A function's name, which may have spaces (`operator new`, templates), up to its arguments. Two
/// names contain parentheses of their own.
constexpr const char* cxx_name = "(?:\\(anonymous namespace\\)|operator\\(\\)|[^(])+?";

/// A place in a source, without its folder.
constexpr const char* source_place = "[^ /:]+:[0-9]+(?::[0-9]+)?";

constexpr FrameFormat frame_formats[] = {
    // Sanitizers, LLVM, gdb and coredumpctl:
    //     #1 0x55d1d7fd4370 in copy /tmp/heap.c:5
    //     #6 0x00007f27d681971f clang::Lexer::Lex(clang::Token&) (/lib/libclang-cpp.so.14+0xa1971f)
    //     #1 0x55bf9ecd1370  (/tmp/asan+0x1370)
    //     #6  0x0000555555555206 in inner (n=2) at t.cc:4
    //     #1  0x00007f114f0a16fc n/a (libQt6Multimedia.so.6 + 0xf66fc)
    //     #0 <null> <null> (tsan+0xd43bc) (BuildId: 4ad15a2d274a149d)
    {"numbered",
     {"^\\s*#[0-9]+ +(?:0x[0-9a-f]+ )?(?:in )?", cxx_name,
      "(?: ?\\(.*| /.*| [^ ]+:[0-9]+(?::[0-9]+)?(?: \\(.*)?| <(?:unknown|null).*)?"},
     {"^\\s*#[0-9]+ +(?:0x[0-9a-f]+ +|<null> <null> )(?:n/a )?\\((?:[^ ()]*/)?",
      "[^ ()/]+ ?\\+ ?0x[0-9a-f]+", "\\).*"},
     "^\\s*#[0-9]+ +(?:0x[0-9a-f]+ )?(?:in )?(?:"
     // sanitizers and libFuzzer
     "_*interceptor_|__(?:a|l|t|m|ub|hwa|sanitizer)[a-z]*_|__(?:asan|lsan|tsan|msan|ubsan|hwasan)"
     "|_asan|__sanitizer|operator (?:new|delete)|wrap_|fuzzer::|LLVMFuzzer|rust_fuzzer"
     // clang gives interceptors the names of the functions
     "|(?:[cm]alloc|realloc|free|(?:posix_)?memalign|aligned_alloc|mem(?:cpy|move|set|cmp|chr)"
     "|strn?(?:cpy|cat|len|cmp|casecmp|dup|chr|str)|pthread_[a-z_]+)(?:[ (]|$)"
     // variants of a function for different processors
     "|__(?:mem|str|wcs|wmem)[a-z]*_(?:avx|sse|evex|erms)"
     // libc and the start of a program
     "|__libc_|_start|__restore_rt|<signal|__GI_|__pthread_|gsignal|raise|abort|__"
     "abort"
     "|__assert|_int_free|call_init|clone|start_thread|\\?\\?|<unknown"
     // libstdc++ on its way out, and panics of Rust
     "|__cxa_|__gnu_cxx::__verbose|__cxxabiv1|std::terminate|std::__(?:glibcxx_assert|throw_)"
     "|std::panicking|core::panicking"
     // the start of a thread
     "|(?:void |.*::type )?std::(?:__1::)?(?:__invoke|thread::|mutex::)|__gthread_"
     "|rust_begin_unwind|rust_panic|__rust"
     // the printing of a stack in Chromium, V8 and glog
     "|base::debug::|logging::|google::LogMessage|V8_Fatal|v8::base::"
     // LLVM's handler of crashes and its drivers
     "|llvm::sys::PrintStackTrace|llvm::sys::RunSignalHandlers|llvm::sys::CleanupOnSignal"
     "|llvm::sys::Process::Exit|llvm::report_fatal_error|llvm::llvm_unreachable_internal"
     "|PrintStackTrace|SignalHandler|CrashRecovery|llvm::CrashRecovery|clang::driver::|cc1_main"
     "|ExecuteCC1Tool|\\[)"
     "|\\((?:[^ ()]*/)?(?:libc|libasan|liblsan|libtsan|libubsan|libhwasan|libpthread)"
     "(?:-[0-9.]+)?\\.so[^ ()/]* ?\\+ ?0x",
     5,
     "^\\s*#0+ ",
     false,
     // /tmp/heap.c:5, t.cc:4, and (/tmp/asan+0x1370)
     "[ (]([^ ()]+?)(?:(?::[0-9]+)+(?: \\(.*)?| ?\\+ ?0x[0-9a-f]+\\).*)$",
     false,
     {},
     // The return from a signal has no name without debug information of the C library.
     "^\\s*#[0-9]+ +(?:0x[0-9a-f]+ +)?(?:in )?(?:__restore_rt|<signal handler"
     "|llvm::report_fatal_error|\\((?:[^ ()]*/)?libc(?:-[0-9.]+)?\\.so)"},
    // Valgrind: "==527==    at 0x10914D: use (msan.c:2)"
    {"valgrind",
     {"^==[0-9]+== +(?:at|by) 0x[0-9A-F]+: ", cxx_name, "(?: ?\\(.*)?"},
     {},
     "^==[0-9]+== +(?:at|by) 0x[0-9A-F]+: (?:\\?\\?\\?|\\(below|_start|__libc_|.*\\(vg_replace_"
     "|.*\\(in .*/vgpreload)",
     3,
     "^==[0-9]+== +at 0x",
     false,
     "\\((?:in )?([^()]+?)(?::[0-9]+)?\\)$"},
    // Backtraces of gcc: 0x1174caf try_auto_inc(int), followed by a line with the place.
    {"gcc",
     {"^0x[0-9a-f]+ ", cxx_name, "(?:\\(.*)?"},
     {},
     "^0x[0-9a-f]+ (?:\\?\\?\\?|internal_error|fancy_abort|crash_signal|diagnostic_|gcc_unreachable"
     "|[a-z_]*check_failed|internal_error_no_backtrace|__libc_|__GI_|_start|toplev::|main$|_int_)",
     5,
     nullptr,
     false,
     "^\\s+([^ :]+):[0-9]+$",
     true},
    // Rust: "   3: r::inner", and with RUST_BACKTRACE=full "   3:     0x55d1d7 - r::inner::h0123"
    {"rust",
     {"^ +[0-9]+: +(?:0x[0-9a-f]+ - )?", "\\S.*?", "(?:::h[0-9a-f]{16})?"},
     {},
     "^ +[0-9]+: +(?:0x[0-9a-f]+ - )?(?:__rustc|rust_begin_unwind|__rust|main$|_start|__libc_"
     "|<unknown>"
     // Newer versions print "core[c1f1a4ba060b9bfa]::fmt::write" and "<std[...]::io::..."
     "|<*(?:&dyn "
     ")?(?:std|core)(?:\\[[0-9a-f]+\\])?::(?:panic(?:king)?::|rt::|sys|backtrace|io::|fmt::|thread"
     "|ops::function|result::unwrap_failed|option::(?:unwrap|expect)_failed)"
     "|rustc_middle::(?:util::bug|ty::context::tls)|<rustc_errors::|rustc_errors::)",
     5,
     "^ +0: ",
     false,
     "^ +at ([^:]+)(?::[0-9]+)+$",
     true},
    // Go: "main.inner(0x1, ...)", with gccgo "main.inner"; a line with the place follows.
    {"go",
     {"^", "[A-Za-z_][A-Za-z0-9_./~%-]*\\.[][A-Za-z0-9_.()*]*?",
      "(?:\\([^*()]*\\)|\\(\\.\\.\\.\\))?"},
     {},
     "^(?:runtime\\.|panic\\(|created by|exit status|__go|syscall\\.|testing\\.)",
     3,
     "^goroutine [0-9]+ ",
     false,
     "^\\t([^:]+):[0-9]+",
     true},
    // Java, Node and .NET: "    at Main.inner(Main.java:1)", "    at inner (/tmp/n.js:1:26)"
    {"at",
     {"^\\s+at (?:async )?(?:[A-Za-z0-9._]+(?:@[^/ ]*)?/)?", "(?:new )?[^\\s(/]+",
      "(?: \\[as [^\\]]*\\])? ?\\(.*"},
     {},
     "^\\s+at (?:async )?(?:node:|internal/|Module\\.|Function\\.execute|Object\\.<anonymous>"
     "|java\\.|jdk\\.|sun\\.|System\\.|Microsoft\\.|.*\\(node:)",
     3,
     "^(?:Caused by: |\\s+Suppressed: |\\s+\\[(?:cause|errors)\\]|\\s+--- End of inner exception)",
     false,
     "[( ]([^ ()]+?):(?:line )?[0-9]+(?::[0-9]+)?\\)?$",
     false,
     {"^\\s+at (?:async )?(?:(?:Object\\.)?<anonymous> \\()?(?:file://)?/(?:.*/)?", source_place,
      "\\)?"}},
    {"python",
     {"^[ |]* File \".*\", line [0-9]+, in ", "\\S+", ""},
     {},
     "^[ |]* File \"(?:<frozen |.*, in <module>)",
     3,
     "Traceback \\(most recent call last\\):$",
     true,
     "^[ |]* File \"([^\"]*)\"",
     false,
     {"^[ |]* File \"(?:[^\"]*/)?", "[^/\"]+\", line [0-9]+", ", in <module>"}},
    // Python's faulthandler:   File "/tmp/t.py", line 3 in inner
    {"python-dump",
     {"^  File \".*\", line [0-9]+ in ", "\\S+", ""},
     {},
     "^  File \"(?:<frozen |.* in <module>)",
     3,
     "^(?:Current t|T)hread ",
     false,
     "^  File \"([^\"]*)\"",
     false,
     {"^  File \"(?:[^\"]*/)?", "[^/\"]+\", line [0-9]+", " in <module>"}},
    // HotSpot's report of its own crash: # V  [libjvm.so+0x5f3a1c]  Compile::Code_Gen()+0x1c
    {"hotspot",
     {"^# [VCJjAv] +\\[[^\\]]*\\] +", "[^(+]+?", "(?:[(+ ].*)?"},
     {},
     "^# [VCJjAv] +\\[[^\\]]*\\] +(?:__|raise|abort)",
     1,
     nullptr},
};

constexpr const char* exception_name =
    "[A-Za-z_][A-Za-z0-9_.]*(?:Error|Exception|Interrupt|Exit|Iteration)(?: "
    "\\[[A-Z_]+\\])?(?::.*)?";
constexpr CrashAnnouncement announcement_rows[] = {
    {panic, {"^", "panic: .*?", "(?: \\[recovered\\])?"}, {"go"}},
    {sanitizer,
     {"^.*==[0-9]+== ?(?:ERROR|WARNING): ", "(?:[A-Za-z]+Sanitizer|libFuzzer): [^:(]*?",
      "(?: on (?:unknown )?(?:address )?0x.*| on (?:unknown )?address .*|:.*| \\(.*| 0x.*)?"},
     {"numbered"}},
    {sanitizer, {"^WARNING: ", "ThreadSanitizer: .*?", "(?: \\(pid.*)?"}, {"numbered"}},
    {sanitizer,
     {"^.*: ", "runtime error: .*", ""},
     {"numbered"},
     same_line,
     false,
     {"^(?:.*/)?", source_place, ": runtime error: .*"}},
    {sanitizer, {"^", "ubsan: [a-z-]+", "(?: by 0x.*)?"}, {}},
    {sanitizer,
     {"^==[0-9]+== ",
      "Invalid (?:read|write|free)[^/]*|Conditional jump or move depends.*|Use of uninitialised.*"
      "|Syscall param .*|Mismatched free.*|Jump to the invalid address.*|Source and dest.*overlap"
      "|Argument .* fishy.*",
      "(?: / .*| in [a-z_]+\\(.*| stated on the next line)?"},
     {"valgrind"}},
    // PROGRAM: FILE:LINE: FUNCTION: Assertion `...' failed.
    {assertion,
     {"^.*?:[0-9]+: ", ".*Assertion .* failed\\.?", ""},
     {"numbered"},
     same_line,
     false,
     {"^(?:.*?: )?(?:[^ ]*/)?", source_place, ": .*Assertion .* failed\\.?"}},
    {assertion, {"^", "Assertion failed: .*?", "(?:, file .*)?"}, {"numbered"}},
    {internal_error,
     {"^(?:.*?: )?", "internal compiler error(?:\\[[A-Z0-9]+\\])?: .*?", "(?:, at [^ ]+:[0-9]+)?"},
     {"gcc", "rust"},
     same_line,
     false,
     {"^(?:.*?: )?internal compiler error: .*, at (?:.*/)?", source_place, ""}},
    {panic,
     {"^thread '.*' (?:\\([0-9]+\\) )?", "panicked at .*:", ""},
     {"rust"},
     next_line,
     false,
     {"^thread '.*' (?:\\([0-9]+\\) )?panicked at (?:.*/)?", source_place, ":"}},
    {panic,
     {"^thread '.*' panicked at ", "'.*'", ", .*:[0-9]+:[0-9]+"},
     {"rust"},
     same_line,
     false,
     {"^thread '.*' panicked at '.*', (?:.*/)?", source_place, ""}},
    {panic, {"^thread '.*' (?:\\([0-9]+\\) )?", "has overflowed its stack", ""}, {}},
    // The numbers and names of values change from candidate to candidate, the operation does not.
    {internal_error,
     {"^(?:.*?: )?(?:LLVM ERROR|fatal error: error in backend): "
      "(?:unable to legalize instruction|cannot select): .*?",
      "G_[A-Z0-9_]+", ".*"},
     {"numbered"}},
    // The same without GlobalISel
    {internal_error,
     {"^(?:.*?: )?(?:LLVM ERROR|fatal error: error in backend): Cannot select: "
      "(?:0x[0-9a-f]+|t[0-9]+): ",
      "[^ ]+ = [^ <]+", ".*"},
     {"numbered"}},
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
    // Checks of V8 and glog, and of SpiderMonkey
    {assertion, {"^(?:.*\\] |# )", "(?:Debug check|D?[Cc]heck) failed: .*", ""}, {"numbered"}},
    {assertion, {"^(?:\\[.*\\] )?", "Assertion failure: .*?", "(?:, at .*)?"}, {"numbered"}},
    // The debug mode of libstdc++
    {assertion,
     {"^Error: ",
      "(?:attempt|comparing|function requires|elements in|iterators? |invalid iterator).*?",
      "\\.?"},
     {"numbered"}},
    {assertion,
     {"^", "(?:pure|deleted) virtual method called|Pure virtual function called!", ""},
     {"numbered"}},
    {internal_error, {"^", "Fatal Python error: .*", ""}, {"python-dump"}},
    {internal_error, {"^", "FATAL ERROR: .*", ""}, {}},
    {internal_error, {"^#  ", "SIG[A-Z]+|Internal Error", " \\(.*"}, {"hotspot"}},
    {signal,
     {"^(?:Program|Thread .*) (?:received|terminated with) signal ", "SIG[A-Z]+", "[,.].*"},
     {"numbered"}},
    {signal, {"^ +Signal: [0-9]+ \\(", "[A-Z]+", "\\).*"}, {"numbered"}},
    // Errors of Go's runtime; clang ends with "fatal error: too many errors emitted", too.
    {panic,
     {"^",
      "fatal error: (?:all goroutines|concurrent map|stack overflow|out of "
      "memory|runtime|sync|checkptr"
      "|unexpected signal|morestack|found bad pointer|cgo|schedule|bad |invalid ).*",
      ""},
     {"go"}},
    {exception, {"^Exception in thread \"[^\"]*\" ", ".*", ""}, {"at"}},
    {exception, {"^Unhandled [Ee]xception[.:] ", ".*", ""}, {"at"}},
    {exception, {"^  what\\(\\):  ", ".*", ""}, {"numbered"}},
    {exception,
     {"^(?:.*?: )?", "terminat(?:e called|ing) (?:after throwing|with(?:out)?|due).*", ""},
     {"numbered"}},
    {exception,
     {"^[ |+]*", "(?:Exception Group )?Traceback \\(most recent call last\\):", ""},
     {"python"},
     after_stack,
     true},
    {exception,
     {"^(?:Uncaught )?", "[A-Za-z_$][A-Za-z0-9_$.]*(?: \\[[A-Za-z0-9_$.]+\\])?(?:: .*)?", ""},
     {"at"},
     before_stack,
     true},
    {exception, {"^(?:Uncaught )?", exception_name, ""}, {"python", "at"}, same_line, true},
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
    // CMake Error at CMakeLists.txt:7 (message):
    {diagnostic, {"^CMake Error at .*:[0-9]+ \\(", "[a-z_]+", "\\):"}, {}, next_line},
    // Runtime error near line 152: FOREIGN KEY constraint failed (19): the shell of SQLite
    {diagnostic, {"^(?:Parse|Runtime) error near line [0-9]+: ", ".*?", "(?: \\([0-9]+\\))?"}, {}},
    // `error: `, `error[E0502]: ` of rustc, `error TS2304: ` of TypeScript, `SC2045 (error): ` of
    // shellcheck, `syntax error: ` of shells
    {diagnostic,
     {"^(?:.*?[^A-Za-z])??",
      "(?:[A-Z]+[0-9]+ \\(|[Ss]yntax |[Pp]arse )?"
      "(?:[Ff]atal|[Ee]rror|ERROR)(?:[^A-Za-z]*[A-Z]+[0-9]+)?[^A-Za-z]*: .*",
      ""},
     {}},
};

constexpr LineShape phase_rows[] = {
    {"^during ", "[A-Z]+ pass: [^ ]+", ".*"},                   // gcc
    {"^[0-9]+\\.\\t", "Running pass [\"'][^\"']+[\"']", ".*"},  // LLVM
    {"^#[0-9]+ \\[", "[a-z_]+", "\\] .*"},                      // rustc's queries
};

constexpr DetailFormat detail_rows[] = {
    // findings of LLVM's verifiers of IR and of machine code
    {"Broken (?:function|module) found", {"^", "[A-Z][^%@]*[!.]", ""}},
    {"input module is broken", {"^(?:.*: )?", "[A-Z][^%@:]*[!.]", ""}},
    {"machine code errors", {"^\\*\\*\\* ", "Bad machine code: .*", " \\*\\*\\*"}},
    // findings of gcc's verifiers
    {"verify_[a-z_]+ failed|verification failed", {"^(?:.*?: )?error: ", ".*", ""}},
    // The type of an exception in C++, of which the message is what()
    {"", {"^terminat(?:e called|ing).* (?:an instance|exception) of(?: type)? ", "'.*'", ".*"}},
    // The values that an assertion of Node compares: a line of their difference, or '12' !== 3
    {"\\[ERR_ASSERTION\\]", {"^", "[+-] +[^ ].*|[^ ].* !== .*", ""}},
    // Causes in Java, Node and Python
    {"", {"^Caused by: ", ".*", ""}},
    {"", {"^ +\\[cause\\]: ", ".*?", "(?: \\{)?"}},
    {"",
     {"^[ |]*", "The above exception was the direct cause of the following exception:", ""},
     true},
};

/// Matches nowhere.
constexpr const char* nothing = "a^()";

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
                      compiled_row(each.unnamed.before ? each.unnamed.pattern() : nothing),
                      compiled_row(each.skip), compiled_row(each.named.before),
                      compiled_row(each.begins ? each.begins : nothing),
                      compiled_row(each.place ? each.place : nothing),
                      compiled_row(each.top_level.before ? each.top_level.pattern() : nothing),
                      compiled_row(each.crash ? each.crash : nothing)});
    return list;
  }();
  return compiled[static_cast<std::size_t>(&format - frame_formats)];
}

std::span<const DetailFormat> detail_formats() {
  return detail_rows;
}

const Pattern& crash_words() {
  static const Pattern words = compiled_row(
      "Sanitizer|runtime error|libFuzzer|ssert|ASSERT|nternal|INTERNAL|panic|LLVM ERROR"
      "|error in backend|UNREACHABLE|nreachable|Stack dump|\\(\\): |corrupt|glibc|detected"
      "|signal|Signal|^#  SIG|ubsan: |Invalid (?:read|write|free)|uninitialised|irtual (?:m|f)"
      "|^Error: |heck failed|atal|ATAL|^==|fatal error: "
      "|xception|terminat|overflow|egmentation|ore dumped");
  return words;
}

const Pattern& driver_lines() {
  static const Pattern lines = compiled_row(
      "^collect2: |^clang(?:\\+\\+)?(?:-[0-9]+)?: error: (?:clang frontend command failed"
      "|linker command failed|unable to execute command)"
      "|^make(?:\\[[0-9]+\\])?: \\*\\*\\* (?:.* Error [0-9]+$|Waiting for unfinished jobs)"
      "|^ninja: |^error: aborting due to "
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
