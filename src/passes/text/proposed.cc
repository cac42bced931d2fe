// The answers of another program become edits of the document that it was asked about.
//
// The program is not trusted: each change must lie inside a file of the document, and the changes
// of an edit must not overlap. An answer about the original that breaks this is an error at the
// start of the run. A later answer that breaks it counts as no proposal, because a long run should
// not end for it.
//
// Answers are remembered by the hash of the document. Plans list the same document again, and the
// scheduler runs copies of a plan ahead, so the same question would be asked many times.
#include "passes/text/proposed.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/json.h"
#include "passes/text/text_passes.h"
#include "process/tools.h"

namespace whittle::text {
namespace {

using nlohmann::json;

/// One line for each file: its path, where a copy of it is, and its text.
std::string request_of(const Document& document, const ToolFolder& folder) {
  std::string lines;
  for (const File& file : document.files()) {
    if (file.kind != File::Kind::regular) continue;
    const json line = {{"path", file.path}, {"copy", folder.path_of(file)}, {"text", *file.bytes}};
    lines += line.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
  }
  return lines;
}

/// The output of the command for a document; nothing if it fails.
std::optional<std::string> answer(Tools& tools, const std::string& command,
                                  const Document& document) {
  const std::optional<ToolFolder> files = tools.folder(document);
  if (!files) return std::nullopt;
  const Document asked = Document::single("request.jsonl", request_of(document, *files));
  const std::optional<ToolFolder> folder = tools.folder(asked);
  if (!folder) return std::nullopt;
  return tools.run({{"/bin/sh", "-c", "( " + command + "\n) <\"$1\"", "sh",
                     folder->path_of(asked.files().front())}})[0];
}

std::optional<Change> change_of(const json& wanted, const Document& document) {
  const auto& files = document.files();
  const json path = wanted.value("path", json(files.size() == 1 ? files[0].path : ""));
  const auto file = std::ranges::find_if(
      files, [&](const File& one) { return path.is_string() && path == one.path; });
  if (file == files.end() || file->kind != File::Kind::regular) return std::nullopt;
  const json begin = wanted.value("begin", json()), end = wanted.value("end", json());
  const json text = wanted.value("text", json(""));
  if (!begin.is_number_unsigned() || !end.is_number_unsigned() || !text.is_string())
    return std::nullopt;
  Change change{static_cast<std::uint32_t>(file - files.begin()), begin.get<std::uint64_t>(),
                end.get<std::uint64_t>(), text.get<std::string>(), false};
  if (change.begin > change.end || change.end > file->bytes->size()) return std::nullopt;
  return change;
}

/// Nothing if a change is not one of this document, or two of them overlap.
std::optional<Edit> edit_of(const json& line, const Document& document) {
  if (!line.is_object()) return std::nullopt;
  const json changes = line.value("changes", json::array({line}));
  if (!changes.is_array() || changes.empty()) return std::nullopt;
  Edit edit;
  Measure before, after;
  for (const json& one : changes) {
    if (!one.is_object()) return std::nullopt;
    std::optional<Change> change = change_of(one, document);
    if (!change) return std::nullopt;
    before += measure(
        BytesView(document.bytes(change->file)).substr(change->begin, change->end - change->begin));
    after += measure(change->replacement);
    edit.changes.push_back(std::move(*change));
  }
  std::ranges::sort(edit.changes, {},
                    [](const Change& change) { return std::pair(change.file, change.begin); });
  for (std::size_t i = 1; i < edit.changes.size(); ++i)
    if (edit.changes[i].file == edit.changes[i - 1].file &&
        edit.changes[i].begin < edit.changes[i - 1].end)
      return std::nullopt;
  edit.weight = weight_saved(before, after);
  return edit;
}

/// Bounds the memory: a search comes back to few of the documents before the last hundred.
constexpr std::size_t most_known = 256;

}  // namespace

Result<std::vector<Edit>> parse_proposals(std::string_view printed, const Document& document) {
  std::vector<Edit> edits;
  std::size_t number = 0;
  while (!printed.empty()) {
    const std::size_t end = std::min(printed.find('\n'), printed.size());
    const std::string_view line = printed.substr(0, end);
    printed.remove_prefix(std::min(end + 1, printed.size()));
    ++number;
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    const json parsed = parse_json(line);
    std::optional<Edit> edit = parsed.is_discarded() ? std::nullopt : edit_of(parsed, document);
    if (!edit)
      return fail(
          ErrorKind::test,
          fmt::format("line {} of the proposer's answer is not an edit of this document: {}",
                      number, line.substr(0, 120)),
          "see docs/proposers.md");
    edits.push_back(std::move(*edit));
  }
  return edits;
}

Result<void> use_proposer(Tools& tools, std::string command, const Document& original) {
  const std::optional<std::string> printed = answer(tools, command, original);
  if (!printed)
    return fail(ErrorKind::test, fmt::format("the proposer fails: {}", command),
                "it must exit with 0 within a minute; see docs/proposers.md");
  Result<std::vector<Edit>> edits = parse_proposals(*printed, original);
  if (!edits) return std::unexpected(edits.error());
  Proposer& proposer = tools.memory<Proposer>();
  proposer.command = std::move(command);
  proposer.known[original.hash()] = std::move(*edits);
  return {};
}

bool has_proposer(const Subject& subject) {
  return !subject.tools.memory<Proposer>().command.empty();
}

Found proposed(const Subject& subject) {
  Proposer& proposer = subject.tools.memory<Proposer>();
  Found found;
  found.joining = Joining::exact;
  if (proposer.command.empty()) return found;
  const Hash document = subject.document.hash();
  if (const auto known = proposer.known.find(document); known != proposer.known.end()) {
    found.edits = known->second;
    return found;
  }
  // A missing or malformed answer is no proposal: only the answer about the original is an error.
  if (const auto printed = answer(subject.tools, proposer.command, subject.document))
    found.edits = parse_proposals(*printed, subject.document).value_or(std::vector<Edit>{});
  // A run that is being stopped gets no answers from tools. Such an answer must not be remembered.
  if (subject.tools.stopped()) return {};
  if (proposer.known.size() >= most_known) proposer.known.clear();
  proposer.known[document] = found.edits;
  return found;
}

}  // namespace whittle::text
