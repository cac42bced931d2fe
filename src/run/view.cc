// DECODE and ENCODE are commands of the user, run by a shell in a scratch folder with the limits of
// tools. The round trip is checked once at the start: a view that loses something would make every
// candidate differ from FILE in ways that the search does not see.
#include "run/view.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <utility>
#include <vector>

#include "base/did_you_mean.h"
#include "base/reason.h"
#include "document/disk.h"
#include "oracle/make_spec.h"
#include "process/converters.h"
#include "process/program.h"
#include "syntax/languages.h"

namespace whittle {
namespace {

/// The output of a shell command with these arguments; nothing if it fails.
std::optional<std::string> printed_by(const std::string& command, Tools& tools,
                                      const std::vector<std::string>& arguments) {
  Command words = {"/bin/sh", "-c", command, "sh"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return tools.run({words}).front();
}

std::unexpected<Error> failed(std::string_view which, const std::string& command,
                              const File& file) {
  return fail(ErrorKind::input, fmt::format("the view's {} fails on {}", which, shown(file.path)),
              fmt::format("it must read standard input and write standard output\n"
                          "try it by hand: {} <{} | less",
                          command, shell_quoted(file.path)));
}

std::unexpected<Error> no_folder() {
  return fail(ErrorKind::scratch, "no scratch folder can be created for the view");
}

std::string through(const std::string& command) {
  return "( " + command + "\n) <\"$1\"";
}

/// The regular files of an archive that was unpacked to `unpacked`, under `name`.
Result<Document> files_below(const std::string& unpacked, const std::string& name) {
  const Result<Loaded> loaded = load({unpacked});
  if (!loaded) return std::unexpected(loaded.error());
  const std::string last = unpacked.substr(unpacked.rfind('/') + 1) + "/";
  std::vector<File> files;
  for (File file : loaded->document.files()) {
    if (file.kind != File::Kind::regular) continue;
    file.path = name + "/" + file.path.substr(file.path.find(last) + last.size());
    files.push_back(std::move(file));
  }
  return Document(std::move(files));
}

bool same_files(const Document& a, const Document& b) {
  return std::ranges::equal(a.files(), b.files(), [](const File& x, const File& y) {
    return x.path == y.path && *x.bytes == *y.bytes;
  });
}

}  // namespace

Result<View> find_view(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Converter& ready : converters()) {
    names.push_back(ready.name);
    if (ready.name != name) continue;
    for (const std::string_view command : {ready.decode, ready.encode})
      if (const std::string program(command.substr(0, command.find(' '))); !find_program(program))
        return fail(ErrorKind::test, {Reason::view_needs_program, {std::string(name), program}},
                    fmt::format("the view {} needs {}, which is not installed", name, program),
                    fmt::format("install it: apt-get install {}", ready.package));
    return View{std::string(ready.name),     std::string(ready.decode), std::string(ready.encode),
                std::string(ready.language), std::string(ready.suffix), ready.is_archive};
  }
  const std::string all = fmt::format("{}", fmt::join(names, ", "));
  return fail(ErrorKind::usage, {Reason::unknown_view, {all}}, unknown_name("view", name, names),
              "ready views: " + all);
}

Result<Document> decoded(const View& view, const File& file, Tools& tools) {
  const std::optional<ToolFolder> folder = tools.folder(Document({file}));
  if (!folder) return no_folder();
  const std::string path = folder->path_of(file);
  if (view.is_archive) {
    if (!printed_by(view.decode, tools, {path, path + ".d"}))
      return failed("DECODE", view.decode, file);
    return files_below(path + ".d", file.path + ".d");
  }
  const std::optional<std::string> text = printed_by(through(view.decode), tools, {path});
  if (!text) return failed("DECODE", view.decode, file);
  return Document({File{file.path, file.mode, share(Bytes(*text)), file.kind}});
}

Result<Document> encoded(const View& view, const Document& text, const File& file, Tools& tools) {
  const std::optional<ToolFolder> folder = tools.folder(text);
  if (!folder) return no_folder();
  const std::string path = folder->path_of(file);
  const std::optional<std::string> bytes =
      view.is_archive ? printed_by("cd \"$1\" && " + view.encode, tools, {path + ".d"})
                      : printed_by(through(view.encode), tools, {path});
  if (!bytes) return failed("ENCODE", view.encode, file);
  return Document({File{file.path, file.mode, share(Bytes(*bytes)), file.kind}});
}

Result<bool> comes_back(const View& view, const Document& text, const File& file, Tools& tools) {
  const Result<Document> again = encoded(view, text, file, tools);
  if (!again) return std::unexpected(again.error());
  const Result<Document> back = decoded(view, again->files().front(), tools);
  if (!back) return std::unexpected(back.error());
  return same_files(*back, text);
}

std::string_view view_for(std::string_view path) {
  for (const Converter& ready : converters())
    if (path.ends_with(ready.ending)) return ready.name;
  return "";
}

bool gives_same_bytes(const View& view, const File& file, Tools& tools) {
  const Result<Document> text = decoded(view, file, tools);
  if (!text) return false;
  const Result<Document> again = encoded(view, *text, file, tools);
  return again && *again->files().front().bytes == *file.bytes;
}

std::string language_in(const View& view, const File& text) {
  if (!view.language.empty()) return view.language;
  if (view.suffix.empty() || !text.path.ends_with(view.suffix)) return "";
  const std::string inside = text.path.substr(0, text.path.size() - view.suffix.size());
  return language_of(inside, *text.bytes).name;
}

}  // namespace whittle
