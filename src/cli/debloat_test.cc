#include "cli/debloat_test.h"

#include <filesystem>

#include "base/replace_all.h"
#include "document/new_file.h"
#include "oracle/make_spec.h"

namespace whittle {
namespace {

constexpr std::string_view text = R"sh(#!/bin/sh
# What {FILES} must still do after debloating, in stages. Made by whittle.
#
#   whittle --plan debloat \
#     --stage "compiles=$PWD/{NAME} compiles" \
#     --stage "desired=$PWD/{NAME} desired" \
#     --stage "undesired=$PWD/{NAME} undesired" \
#     --stage "disaster=$PWD/{NAME} disaster" \
#     --stage "sanitizers=$PWD/{NAME} sanitizers" \
#     {FILES}
#
# Each stage runs in a folder with the candidate and the files that earlier stages have made. The first stage that does not
# exit with 0 ends the test, so quick stages come first. Without the name of a stage, all stages run, so the script is also
# an ordinary test (whittle --plan debloat ./{NAME} {FILES}).
#
# Everything that no stage exercises may be removed: error checks, limits, freeing memory. Test each of these that matters.

# build FLAGS...: makes ./program. Warnings that mean undefined behaviour are errors.
build() {
  cc -Werror=implicit-function-declaration -Werror=return-type -Werror=uninitialized "$@" -o program {SOURCES} || exit 1
}

# gives STATUS OUTPUT ARGUMENTS...: with these arguments the program exits with this status and prints this.
gives() {
  status=$1 output=$2
  shift 2
  printed=$(timeout 5 ./program "$@" 2>/dev/null </dev/null)
  [ $? = "$status" ] && [ "$printed" = "$output" ] || exit 1
}

# survives ARGUMENTS...: with these arguments the program neither crashes nor hangs, whatever it prints.
survives() {
  timeout 5 ./program "$@" >/dev/null 2>&1 </dev/null
  [ $? -lt 124 ] || exit 1
}

compiles() {
  build -O1
}

# What the program must still do. Fill in inputs with their outputs and exit status.
desired() {
  # gives 0 'hello' --greet
  echo "$0: state in desired() what the program must still do, and remove this line" >&2 && exit 1
}

# Features that may be removed. Their remains must not crash or hang. Fill in every option of the program.
undesired() {
  survives
  survives --help
}

# Bad inputs: too long, missing, malformed. Fill in more.
disaster() {
  survives "$(printf 'x%.0s' $(seq 5000))"
  survives /does/not/exist
}

# All of this once more, without a report of a sanitizer. Remove this stage if the original has such reports.
sanitizers() {
  build -g -fsanitize=address,undefined -fno-sanitize-recover=all
  desired
  undesired
  disaster
}

case ${1-} in
  compiles | desired | undesired | disaster | sanitizers) "$1" ;;
  *)
    compiles
    desired
    undesired
    disaster
    sanitizers
    ;;
esac
)sh";

}  // namespace

std::string debloat_test(const std::vector<std::string>& files, std::string_view name) {
  std::string all, sources;
  for (const std::string& file : files) {
    const std::string quoted = shell_quoted(file);
    all += (all.empty() ? "" : " ") + shown(quoted);  // in comments only
    // A header is compiled with the files that include it.
    if (!std::filesystem::path(file).extension().string().starts_with(".h"))
      sources += (sources.empty() ? "" : " ") + quoted;
  }
  std::string script(text);
  replace_all(script, "{FILES}", all);
  replace_all(script, "{SOURCES}", sources);
  replace_all(script, "{NAME}", shown(std::string(name)));
  return script;
}

}  // namespace whittle
