#include "run/view.h"

#include <array>
#include <fmt/format.h>
#include <vector>

#include "base/did_you_mean.h"
#include "document/disk.h"
#include "oracle/make_spec.h"
#include "process/program.h"
#include "syntax/languages.h"

namespace whittle {
namespace {

struct Ready {
  std::string_view name, decode, encode, language, suffix;
  std::string_view package;  ///< of Debian, that has its programs
};

constexpr std::array views = {
    Ready{"wasm", "wasm2wat --enable-all -", "wat2wasm --enable-all --output=- -", "wat", "",
          "wabt"},
    Ready{"llvm-bc", "llvm-dis", "llvm-as", "llvm", "", "llvm"},
    Ready{"gzip", "gzip -dc", "gzip -nc", "", ".gz", "gzip"},
    Ready{"base64", "base64 -d", "base64", "", ".b64", "coreutils"},
};

Result<Document> through(const std::string& command, std::string_view which,
                         const Document& document, Tools& tools) {
  const File& file = document.files().front();
  const std::optional<ToolFolder> folder = tools.folder(document);
  if (!folder) return fail(ErrorKind::scratch, "no scratch folder can be made for the view");
  const auto output =
      tools.run({{"/bin/sh", "-c", "( " + command + "\n) <\"$1\"", "sh", folder->path_of(file)}});
  if (!output.front())
    return fail(ErrorKind::input, fmt::format("the view's {} fails on {}", which, shown(file.path)),
                fmt::format("it must read standard input and write standard output\n"
                            "try it by hand: {} <{} | less",
                            command, shell_quoted(file.path)));
  return Document({File{file.path, file.mode, share(Bytes(*output.front())), file.kind}});
}

}  // namespace

Result<View> find_view(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Ready& ready : views) {
    names.push_back(ready.name);
    if (ready.name != name) continue;
    for (const std::string_view command : {ready.decode, ready.encode})
      if (const std::string program(command.substr(0, command.find(' '))); !find_program(program))
        return fail(ErrorKind::test,
                    fmt::format("--view {} needs {}, which is not installed", name, program),
                    fmt::format("install it: apt-get install {}", ready.package));
    return View{std::string(ready.name), std::string(ready.decode), std::string(ready.encode),
                std::string(ready.language), std::string(ready.suffix)};
  }
  return fail(ErrorKind::usage, unknown_name("view", name, names),
              fmt::format("ready views: {}\nor your own: --view 'DECODE' 'ENCODE'",
                          fmt::join(names, ", ")));
}

Result<Document> decoded(const View& view, const Document& document, Tools& tools) {
  if (document.files().size() != 1 || document.files().front().kind != File::Kind::regular)
    return fail(ErrorKind::usage, "--view takes one file");
  return through(view.decode, "DECODE", document, tools);
}

Result<Document> encoded(const View& view, const Document& document, Tools& tools) {
  return through(view.encode, "ENCODE", document, tools);
}

Result<bool> comes_back(const View& view, const Document& text, Tools& tools) {
  const Result<Document> again = encoded(view, text, tools);
  if (!again) return std::unexpected(again.error());
  const Result<Document> back = decoded(view, *again, tools);
  if (!back) return std::unexpected(back.error());
  return *back == text;
}

std::string language_in(const View& view, const File& text) {
  if (!view.language.empty()) return view.language;
  if (view.suffix.empty() || !text.path.ends_with(view.suffix)) return "";
  const std::string inside = text.path.substr(0, text.path.size() - view.suffix.size());
  return language_of(inside, *text.bytes).name;
}

}  // namespace whittle
