/// The texts that recorders put beside a test: an agent for Python, and a wrapper of compilers.
#pragma once

#include <string_view>

namespace whittle::probe {

/// Runs as `sitecustomize` when Python starts, or from the first line of the program. Traces the
/// code whose file contains a file of the document, and writes the lines at exit. Imports the
/// `sitecustomize` that it hides.
inline constexpr std::string_view python_agent = R"(
def whittle_probe():
    import atexit, json, os, sys, threading
    folder = os.environ.get("WHITTLE_PROBE")
    if not folder or "whittle_probe" in sys.modules:
        return
    sys.modules["whittle_probe"] = sys
    documents, names = [], os.path.join(folder, "document")
    for name in sorted(os.listdir(names), key=int):
        with open(os.path.join(names, name), "rb") as file:
            documents.append((int(name), file.read()))
    known, seen = {}, {}

    def found(path):
        try:
            with open(path, "rb") as file:
                content = file.read()
        except OSError:
            return None
        for number, text in documents:
            begin = content.find(text) if text.strip() else -1
            if begin == 0 or begin > 0 and content[begin - 1:begin] == b"\n":
                return number, content[:begin].count(b"\n"), content
        return None

    def lines_of(code, lines):
        lines.update(line for _, _, line in code.co_lines() if line)
        for constant in code.co_consts:
            if hasattr(constant, "co_lines"):
                lines_of(constant, lines)

    def local(frame, event, argument):
        seen[frame.f_code.co_filename].add(frame.f_lineno)
        return local

    def trace(frame, event, argument):
        path = frame.f_code.co_filename
        if path not in known:
            known[path] = None if path.startswith("<") else found(path)
            if known[path]:
                seen[path] = set()
        if not known[path]:
            return None
        seen[path].add(frame.f_lineno)
        return local

    def write():
        sys.settrace(None)
        threading.settrace(None)
        for index, path in enumerate(seen):
            number, before, content = known[path]
            lines = set()
            try:
                lines_of(compile(content, path, "exec"), lines)
            except SyntaxError:
                continue
            record = {"file": number, "before": before, "ran": sorted(seen[path]), "idle": sorted(lines - seen[path])}
            with open(os.path.join(folder, "lines-%d-%d.json" % (os.getpid(), index)), "w") as file:
                json.dump(record, file)

    atexit.register(write)
    threading.settrace(trace)
    sys.settrace(trace)
    frame = sys._getframe()
    while frame:
        if not frame.f_code.co_filename.startswith("<") and trace(frame, "call", None):
            frame.f_trace = local
        frame = frame.f_back
    hidden = [place for place in sys.path if not place.startswith(folder)]
    if sys.modules.get("sitecustomize") and hidden != sys.path:
        kept, sys.path, ours = sys.path, hidden, sys.modules.pop("sitecustomize")
        try:
            import sitecustomize
        except ImportError:
            sys.modules["sitecustomize"] = ours
        sys.path = kept


try:
    whittle_probe()
except Exception:
    pass
)";

/// A command with one source is compiled with counters
/// whose files are in a folder of its own; one without a source links with the counters' library.
inline constexpr std::string_view compiler_wrapper = R"(#!/bin/sh
folder=${0%/bin/*}
real=$(cat "$folder/real/${0##*/}")
sources=0 source= out=a.out next=
for word; do
  if [ -n "$next" ]; then out=$word next=; continue; fi
  case $word in
    -o) next=o ;;
    -o?*) out=${word#-o} ;;
    -E | -S | -M | -MM | -fsyntax-only | --version | -v) exec "$real" "$@" ;;
    -*) ;;
    *.c | *.i | *.cc | *.cpp | *.cxx | *.c++ | *.ii | *.C) [ -f "$word" ] && sources=$((sources + 1)) source=$word ;;
  esac
done
[ $sources -le 1 ] && place=$(mktemp -d "$folder/cc.XXXXXX" 2>/dev/null) || exec "$real" "$@"
if [ -n "$source" ]; then
  cp "$source" "$place/source"
  printf %s "$source" >"$place/name"
fi
case $("$real" --version 2>/dev/null) in
  *clang*)
    "$real" "$@" -fprofile-instr-generate -fcoverage-mapping || exit
    [ -x "$out" ] && cp "$out" "$place/program"
    exit 0 ;;
  *)
    "$real" -dumpversion >"$place/version"
    exec "$real" "$@" --coverage -fprofile-dir="$place" -fprofile-note="$place/notes.gcno" ;;
esac
)";

/// Notes the path of the program and its last option -O*, and becomes it. If there is a file of
/// words for this program and option, it gets these words too. Lines of LLVM's -opt-bisect-limit go
/// to a file of their own: the output stays as it is.
inline constexpr std::string_view noting_wrapper = R"(#!/bin/sh
folder=${0%/bin/*} name=${0##*/} level=
real=$(cat "$folder/real/$name")
for word; do case $word in -O*) level=$word ;; esac; done
echo "$real $level" >>"$folder/ran"
words=$(cat "$folder/words.$name$level" 2>/dev/null) || exec "$real" "$@"
case $words in *-opt-bisect-limit*) ;; *) exec "$real" "$@" $words ;; esac
errors=$(mktemp "$folder/errors.XXXXXX")
"$real" "$@" $words 2>"$errors"
status=$?
grep '^BISECT: running' "$errors" >>"$folder/passes"
grep -v '^BISECT: ' "$errors" >&2
exit $status
)";

}  // namespace whittle::probe
