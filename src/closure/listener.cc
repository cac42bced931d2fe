// Finds a compiler that understands the input. A wrong standard or a missing option makes hundreds
// of errors on the original, and none of them says anything about a candidate. So the compiler of
// the test itself is tried first, with its options, and each compiler is judged by its errors on
// the original.
//
// Why not read the output of the test: docs/rejected.md, "Closures: reading the output of the test
// itself".
#include "closure/listener.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>

#include "syntax/trees.h"

namespace whittle::closure {
namespace {

/// On a busy machine, a compiler takes seconds for the original of a large input, as a test does. A
/// limit below that would make the result depend on the load.
constexpr ToolLimits limits{
    .time = std::chrono::seconds(60), .output = std::size_t{16} << 20, .messages = true};

/// A compiler with at most this many errors on the original understands it well enough.
constexpr std::size_t few_errors = 5;

/// With this option GCC says which part of a constraint is not met. It knows the option since
/// version 10, like the standards that have concepts.
constexpr const char* concepts = "-fconcepts-diagnostics-depth=3";
bool has_concepts(const std::vector<std::string>& command) {
  return std::ranges::any_of(command, [](std::string_view word) {
    return word.starts_with("-std=") && (word.ends_with("++20") || word.ends_with("++23"));
  });
}

/// "/opt/bin/x86_64-linux-gnu-g++-12.2": g++
std::string_view program_in(std::string_view word) {
  word.remove_prefix(word.find_last_of('/') + 1);
  return word.substr(0, word.find_last_not_of("-.0123456789") + 1);
}
bool is_clang(std::string_view program) {
  return program.ends_with("clang") || program.ends_with("clang++");
}
bool is_compiler(std::string_view program) {
  return is_clang(program) || program.ends_with("g++") || program.ends_with("gcc") ||
         program == "c++" || program == "cc";
}

/// The command, changed so that it only checks the file. Nothing if it is no compiler for C or C++,
/// or does not get the file.
std::optional<std::vector<std::string>> checking(const std::vector<std::string>& command,
                                                 const std::string& path) {
  if (command.empty() || !is_compiler(program_in(command[0]))) return std::nullopt;
  const bool clang = is_clang(program_in(command[0]));
  std::vector<std::string> form{command[0]};
  bool has_file = false;
  for (std::size_t i = 1; i < command.size(); ++i) {
    const std::string& word = command[i];
    if (word == "-o") {
      ++i;
    } else if (word == "@@" || word == path) {
      has_file = true;
    } else if (word != "-c" && word != "-S" && word != "-E") {
      form.push_back(word);
    }
  }
  if (!has_file) return std::nullopt;
  if (!clang && has_concepts(form)) form.emplace_back(concepts);
  for (const char* word : {"-fsyntax-only", clang ? "-ferror-limit=0" : "-ftabstop=1", "@@"})
    form.emplace_back(word);
  return form;
}

/// The compilers that a script runs, with those of their options that contain no variable:
/// `LC_ALL=C timeout 9 g++ -std=c++20 -I "$dir" -c -o x.o input.cc 2>&1` becomes `g++ -std=c++20
/// @@`. The script is not interpreted: a shell would run it.
std::vector<std::vector<std::string>> compilers_in(const std::string& script) {
  std::vector<std::vector<std::string>> found;
  std::vector<std::string>* command = nullptr;
  std::string word;
  bool takes_next = false;
  const auto end_word = [&] {
    std::string taken = std::exchange(word, {});
    std::erase_if(taken, [](char c) { return c == '"' || c == '\''; });
    if (taken.empty() || std::exchange(takes_next, false)) return;
    if (!command && is_compiler(program_in(taken))) {
      command = &found.emplace_back(1, std::move(taken));
    } else if (command) {
      for (const std::string_view option : {"-o", "-I", "-L", "-x", "-include", "-isystem"})
        takes_next = takes_next || taken == option;
      const bool is_option = taken[0] == '-' && !takes_next && taken != "-" &&
                             taken.find('$') == taken.npos && !taken.starts_with("-I");
      if (is_option) command->push_back(std::move(taken));
    }
  };
  for (std::size_t i = 0; i <= script.size(); ++i) {
    const char c = i < script.size() ? script[i] : '\n';
    if (c == '\\' && i + 1 < script.size() && script[i + 1] == '\n') {
      end_word();
      ++i;
    } else if (std::string_view("\n;|&()`").contains(c)) {
      end_word();
      command = nullptr;
      takes_next = false;
    } else if (c == ' ' || c == '\t') {
      end_word();
    } else {
      word += c;
    }
  }
  for (auto& one : found) one.emplace_back("@@");
  return found;
}

const File* largest_file(const Document& document) {
  const File* largest = nullptr;
  for (const File& file : document.files())
    if (file.kind == File::Kind::regular &&
        (!largest || file.bytes->size() > largest->bytes->size()))
      largest = &file;
  return largest;
}

/// A crash of the compiler says nothing about the text.
bool is_about_text(const Diagnostic& diagnostic) {
  return diagnostic.severity == Diagnostic::Severity::error &&
         diagnostic.message.find("internal compiler error") == std::string::npos;
}

}  // namespace

Listener::Listener(ListenOptions options, std::shared_ptr<Tools> tools,
                   std::shared_ptr<Trees> trees, Document original)
    : options_(std::move(options)),
      tools_(std::move(tools)),
      trees_(std::move(trees)),
      original_(std::move(original)) {}

std::optional<std::vector<Diagnostic>> Listener::hear(About about, const Document& document) {
  choose();
  if (about == About::missing_bodies) choose_second();
  if (tools_->stopped()) return std::nullopt;
  const std::optional<Chosen>& chosen = about == About::errors ? errors_ : missing_bodies_;
  if (!chosen) return std::vector<Diagnostic>();
  const auto& [form, known] = *chosen;
  std::optional<std::vector<Diagnostic>> heard = run(form, document);
  if (tools_->stopped()) return std::nullopt;
  if (!heard) return std::vector<Diagnostic>();
  std::erase_if(*heard, [&](const Diagnostic& one) { return known.contains(one.message); });
  return heard;
}

std::vector<Listener::Form> Listener::forms() const {
  if (!options_.on) return {};
  // The first argument of the shell is $0: the folder of the file.
  if (!options_.command.empty())
    return {{"sh", "-c", "cd \"${0%/*}\" && " + options_.command, "@@"}};
  const File* const file = largest_file(original_);
  if (!file) return {};
  const Language& language = trees_->language(file->path, *file->bytes);
  if (!language.profile.listens && !options_.everywhere) return {};
  std::vector<Form> forms;
  const auto add = [&](const Form& form) {
    const std::string program = tools_->find(form[0]);
    if (program.empty()) return;
    forms.push_back(form);
    forms.back()[0] = program;
  };
  if (language.is_any(Dialect::c | Dialect::cxx)) {
    if (const std::optional<Form> form = checking(options_.test, file->path)) add(*form);
    for (const Form& one : compilers_in(options_.script))
      if (const std::optional<Form> form = checking(one, file->path)) add(*form);
  }
  for (const Form& form : language.profile.checkers) add(form);
  return forms;
}

/// Chooses the compiler with the fewest errors on the original, the first of several.
void Listener::choose() {
  if (is_chosen_) return;
  std::size_t fewest = 0;
  std::optional<Chosen> best;
  for (const Form& form : forms()) {
    const std::optional<std::vector<Diagnostic>> heard = run(form, original_);
    if (tools_->stopped()) return;
    if (!heard) continue;
    const auto errors = static_cast<std::size_t>(std::ranges::count_if(*heard, is_about_text));
    if (best && errors >= fewest) continue;
    best = Chosen{form, {}};
    for (const Diagnostic& one : *heard) best->known.insert(one.message);
    fewest = errors;
    if (errors <= few_errors) break;
  }
  is_chosen_ = true;
  errors_ = std::move(best);
}

/// Prepares the search for missing bodies: the same compiler makes an object file, and `nm` lists
/// its undefined symbols.
void Listener::choose_second() {
  const std::string nm = tools_->find("nm");
  if (is_second_chosen_ || !errors_ || nm.empty()) return;
  const auto option = std::ranges::find(errors_->form, "-fsyntax-only");
  if (option == errors_->form.end()) return;
  Form script{"sh", "-c", R"("$@" -w -c -o "$0.o" "$0" && ')" + nm + R"(' -uC "$0.o")", "@@"};
  std::ranges::remove_copy_if(
      errors_->form, std::back_inserter(script),
      [](const std::string& one) { return one == "-fsyntax-only" || one == "@@"; });
  const std::optional<std::vector<Diagnostic>> heard = run(script, original_);
  if (tools_->stopped()) return;
  is_second_chosen_ = true;
  missing_bodies_ = Chosen{std::move(script), {}};
  if (heard)
    for (const Diagnostic& one : *heard) missing_bodies_->known.insert(one.message);
}

std::optional<std::vector<Diagnostic>> Listener::run(const Form& form, const Document& document) {
  const File* const file = largest_file(document);
  const std::string env = tools_->find("env");
  const std::optional<ToolFolder> folder = file ? tools_->folder(document) : std::nullopt;
  if (!folder || env.empty()) return std::nullopt;
  const std::string path = folder->path_of(*file);
  Command command{env, "LC_ALL=C"};
  for (std::string argument : form) {
    for (std::size_t at = 0; (at = argument.find("@@", at)) != argument.npos; at += path.size())
      argument.replace(at, 2, path);
    command.push_back(std::move(argument));
  }
  const std::vector<std::optional<std::string>> outputs = tools_->run({command}, limits);
  if (!outputs[0]) return std::nullopt;
  return parse_diagnostics(*outputs[0]);
}

}  // namespace whittle::closure
