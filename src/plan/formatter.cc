// Formatters are meant for source code that compiles, and reduced code often does not. So the
// output of a formatter is not trusted: a file is formatted only if the output passes the checks
// below, and the test decides in the end.
#include "plan/formatter.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "document/diff.h"
#include "document/lexer.h"
#include "process/tools.h"
#include "syntax/reindent.h"

namespace whittle {
namespace {

// Some formatters rewrite a named file in place or print its name, so they get the file as standard
// input.
Command command_of(const CodeFormatter& formatter, const std::string& program,
                   const std::string& path) {
  Command command{program};
  for (const std::string& option : formatter.options)
    command.push_back(option == "@@" ? path : option);
  if (formatter.from_stdin)
    command.insert(command.begin(),
                   {"/bin/sh", "-c", "in=$1; shift; exec \"$@\" <\"$in\"", "sh", path});
  else
    command.push_back(path);
  return command;
}

// For C and C++ only white space may change (see `languages.cc`).
bool same_tokens(BytesView a, BytesView b) {
  return std::ranges::equal(
      lex(a), lex(b), {}, [&](const Lexeme& token) { return token.in(a); },
      [&](const Lexeme& token) { return token.in(b); });
}

/// xmllint puts an XML declaration before all, which costs tokens.
BytesView without_declaration(BytesView before, BytesView after) {
  constexpr std::string_view mark = "<?xml";
  if (before.starts_with(mark) || !after.starts_with(mark)) return after;
  return after.substr(std::min(after.find('\n'), after.size() - 1) + 1);
}

/// The output of the installed formatter for each file; nothing where none is installed, or it
/// fails.
std::vector<std::optional<Bytes>> print_by_formatters(const StageMaker& stage_maker,
                                                      const Document& document) {
  Tools& tools = *stage_maker.tools;
  struct Job {
    std::uint32_t number;
    const CodeFormatter* formatter;
    std::string program;
  };
  const std::vector<File>& files = document.files();
  std::vector<std::optional<Bytes>> printed(files.size());
  std::vector<Job> jobs;
  for (std::uint32_t number = 0; number < files.size(); ++number) {
    const File& file = files[number];
    if (file.kind != File::Kind::regular) continue;
    // clang-format decides by the suffix, and treats unknown suffixes as C++, which is close
    // enough.
    const CodeFormatter& formatter =
        stage_maker.trees->language(file.path, *file.bytes).profile.formatter;
    std::string program = formatter.program.empty() ? "" : tools.find(formatter.program);
    if (!program.empty()) jobs.push_back({number, &formatter, std::move(program)});
  }
  if (jobs.empty()) return printed;
  const std::optional<ToolFolder> folder = tools.folder(document);
  if (!folder) return printed;
  std::vector<Command> commands;
  for (const Job& job : jobs)
    commands.push_back(command_of(*job.formatter, job.program, folder->path_of(files[job.number])));
  const auto outputs = tools.run(commands);
  for (std::size_t i = 0; i < outputs.size(); ++i)
    if (outputs[i])
      printed[jobs[i].number] =
          Bytes(without_declaration(document.bytes(jobs[i].number), *outputs[i]));
  return printed;
}

/// Whether a file may have the new layout: it must have no more tokens, and not be larger by the
/// goal.
bool is_acceptable(const CodeFormatter& formatter, Goal goal, BytesView before, BytesView after) {
  const Measure old_size = measure(before), new_size = measure(after);
  if (new_size.tokens == 0 || new_size.tokens > old_size.tokens) return false;
  if (new_size.of(goal) > old_size.of(goal)) return false;
  return !formatter.must_keep_tokens || same_tokens(before, after);
}

/// Whether the original of the file ended with a line end, and the file does not.
bool lost_last_line_end(const File& file, const Document& original) {
  if (file.bytes->empty() || file.bytes->ends_with('\n')) return false;
  return std::ranges::any_of(original.files(), [&](const File& before) {
    return before.path == file.path && before.bytes->ends_with('\n');
  });
}

}  // namespace

std::optional<Document> formatted(const StageMaker& stage_maker, const Document& document,
                                  const Document& original) {
  std::vector<File> files = document.files();
  const std::vector<std::optional<Bytes>> printed = print_by_formatters(stage_maker, document);
  const Keep::Ranges kept = stage_maker.keep.ranges(document);
  for (std::uint32_t number = 0; number < files.size(); ++number) {
    File& file = files[number];
    if (file.kind != File::Kind::regular) continue;
    const Bytes& before = document.bytes(number);
    const Profile& profile = stage_maker.trees->language(file.path, before).profile;
    const auto is_fine = [&](const Bytes& after) {
      return is_acceptable(profile.formatter, stage_maker.goal, before, after) &&
             !kept.touches(Edit{.changes = diff(number, before, after)});
    };
    std::optional<Bytes> after = printed[number];
    if (after && !is_fine(*after)) continue;
    if (!after && profile.reindents) {
      const std::shared_ptr<const Tree> tree =
          stage_maker.trees->tree(file.path, document.files()[number].bytes);
      after = tree ? reindented(*tree) : std::nullopt;
      if (after && !is_fine(*after)) continue;
    }
    if (after) file.bytes = share(std::move(*after));
    const bool is_text_of_lines = profile.is_data || profile.delete_only;
    if (is_text_of_lines && stage_maker.goal == Goal::tokens && lost_last_line_end(file, original))
      file.bytes = share(*file.bytes + "\n");
  }
  Document result(std::move(files));
  if (result == document) return std::nullopt;
  return result;
}

}  // namespace whittle
