// Grammars are modules that are loaded when a file needs them: the parsers of all languages
// together are tens of megabytes, and a run needs one or two. The static program links them instead
// (`linked_grammars.h`).
#include "syntax/syntax.h"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fmt/format.h>
#include <sstream>
#include <tree_sitter/api.h>

#include "base/own_program.h"
#include "document/disk.h"
#include "syntax/builtin.h"
#include "syntax/grammar.h"
#include "syntax/grammar_folder.h"
#include "syntax/linked_grammars.h"

namespace whittle {
namespace {

namespace fs = std::filesystem;

/// The folder that `use_grammars_in` was given.
std::string& chosen_folder() {
  static std::string folder;
  return folder;
}

// The folders that may contain the bundled grammars: the user's choice, the one beside the
// installed program, and the one of this build.
std::vector<fs::path> grammar_folders() {
  std::vector<fs::path> folders;
  if (!chosen_folder().empty()) folders.emplace_back(chosen_folder());
  if (const char* folder = std::getenv("WHITTLE_GRAMMARS")) folders.emplace_back(folder);
  folders.push_back(own_prefix() / WHITTLE_LIBDIR "/whittle/grammars");
  folders.emplace_back(WHITTLE_GRAMMARS_BUILT);
  return folders;
}

[[maybe_unused]] fs::path find_module(const Language& language) {
  std::error_code ignored;
  if (!language.module.empty()) return fs::absolute(language.module, ignored);
  for (const fs::path& folder : grammar_folders()) {
    if (fs::path path = folder / (language.grammar + ".so"); fs::exists(path, ignored)) return path;
  }
  return {};
}

// The grammar.json of a module: beside it, under the module's name or under the generator's.
[[maybe_unused]] fs::path find_grammar(fs::path module) {
  std::error_code ignored;
  for (fs::path path :
       {fs::path(module).replace_extension(".json"), module.parent_path() / "grammar.json",
        module.parent_path() / "src" / "grammar.json"})
    if (fs::exists(path, ignored)) return path;
  return {};
}

}  // namespace

std::string grammars_of_foreign_build() {
  const fs::path program = own_program();
  const fs::path shared = fs::path(WHITTLE_GRAMMARS_BUILT).parent_path().parent_path();
  for (const fs::path& build : {fs::path(WHITTLE_BUILD_FOLDER), shared})
    if (program.string().starts_with((build / "").string())) return "";
  std::vector<fs::path> folders = grammar_folders();
  const fs::path last = folders.back();
  folders.pop_back();
  const auto has_some = [](const fs::path& folder) {
    std::error_code ignored;
    return fs::exists(folder / "c.so", ignored);
  };
  return std::ranges::any_of(folders, has_some) || !has_some(last) ? "" : last.string();
}

void use_grammars_in(std::string folder) {
  chosen_folder() = std::move(folder);
}

KindId Kinds::intern(std::string_view name, bool named) {
  const auto [at, is_new] =
      by_name_.try_emplace({std::string(name), named}, static_cast<KindId>(kinds_.size()));
  if (is_new) kinds_.push_back({std::string(name), named});
  return at->second;
}

KindId Kinds::find(std::string_view name, bool named) const {
  const auto at = by_name_.find({std::string(name), named});
  return at == by_name_.end() ? none : at->second;
}

Result<std::shared_ptr<const Syntax>> Syntax::load(const Language& language) {
  // One table for each thread: a grammar fills its tables when it is asked, so runs on several
  // threads must not share one.
  static thread_local std::map<std::string, std::shared_ptr<const Syntax>> loaded;
  std::shared_ptr<const Syntax>& known = loaded[language.name + '\n' + language.module];
  if (known) return known;
  std::shared_ptr<Syntax> made(new Syntax(language));
  if (language.parser == Parser::tree_sitter) {
    if (auto done = made->load_parser(); !done) return std::unexpected(done.error());
  } else {
    intern_builtin_kinds(made->kinds_);
    made->error_ = id(BuiltinKind::error);
  }
  return known = std::move(made);
}

// A module that the user names comes before a grammar that is linked in.
Result<void> Syntax::load_parser() {
  const std::span<const LinkedGrammar> linked = linked_grammars();
  const auto found = std::ranges::find(linked, language_.grammar, &LinkedGrammar::name);
  if (language_.module.empty() && found != linked.end()) {
    parser_ = found->parser();
    grammar_text_ = found->grammar;
    std::istringstream symbols{std::string(found->symbols)};
    take_symbols(symbols);
    return {};
  }
#ifdef WHITTLE_STATIC
  return fail(ErrorKind::input,
              fmt::format("{} cannot be loaded: this whittle is one static file",
                          language_.module.empty() ? language_.name : language_.module),
              "use a whittle that was installed as a package or built from source");
#else
  return load_module();
#endif
}

#ifndef WHITTLE_STATIC
Result<void> Syntax::load_module() {
  const fs::path path = find_module(language_);
  if (path.empty())
    return fail(ErrorKind::input, fmt::format("the grammar of {} is not installed", language_.name),
                "set WHITTLE_GRAMMARS to the folder that holds " + language_.grammar + ".so");
  if (const Result<UniqueFd> file = open_file(path.string()); !file)
    return std::unexpected(file.error());  // dlopen would wait for somebody to write into a pipe
  void* const module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!module)
    return fail(ErrorKind::input, fmt::format("{} cannot be loaded: {}", path.string(), dlerror()));
  const std::string symbol = "tree_sitter_" + language_.grammar;
  using Entry = const TSLanguage* (*)();
  const auto entry = reinterpret_cast<Entry>(dlsym(module, symbol.c_str()));
  if (!entry)
    return fail(ErrorKind::input, fmt::format("{} has no function {}", path.string(), symbol),
                "name its grammar after a colon: " + path.string() + ":NAME");
  parser_ = entry();
  if (const std::uint32_t version = ts_language_abi_version(parser_);
      version < TREE_SITTER_MIN_COMPATIBLE_LANGUAGE_VERSION ||
      version > TREE_SITTER_LANGUAGE_VERSION)
    return fail(
        ErrorKind::input,
        fmt::format("{} has parser version {}, and {} to {} are supported", path.string(), version,
                    TREE_SITTER_MIN_COMPATIBLE_LANGUAGE_VERSION, TREE_SITTER_LANGUAGE_VERSION),
        "generate it again with a newer tree-sitter");
  grammar_path_ = find_grammar(path).string();
  std::istringstream symbols(
      read_file(fs::path(path).replace_extension(".symbols").string()).value_or(""));
  take_symbols(symbols);
  return {};
}
#endif

/// Reads the numbers of the parser's symbols: their kinds, and the rules that `names` gives.
void Syntax::take_symbols(std::istream& names) {
  error_ = kinds_.intern("ERROR", true);
  const std::uint32_t symbols = ts_language_symbol_count(parser_);
  kind_of_symbol_.resize(symbols);
  rule_of_symbol_.resize(symbols);
  for (std::uint32_t i = 0; i < symbols; ++i) {
    const auto number = static_cast<TSSymbol>(i);
    const TSSymbolType type = ts_language_symbol_type(parser_, number);
    const char* const name = ts_language_symbol_name(parser_, number);
    // Hidden symbols never appear as nodes. A kind for them could be confused with a visible one of
    // the same name.
    if (name && (type == TSSymbolTypeRegular || type == TSSymbolTypeAnonymous))
      kind_of_symbol_[i] = kinds_.intern(name, type == TSSymbolTypeRegular);
    else
      kind_of_symbol_[i] = error_;
  }
  for (std::uint32_t i = 1; i <= ts_language_field_count(parser_); ++i)
    fields_.emplace_back(ts_language_field_name_for_id(parser_, static_cast<TSFieldId>(i)));

  std::string rule;
  for (std::uint32_t number = 0; names >> number >> rule;)
    if (number < symbols) rule_of_symbol_[number] = rule;
}

const Grammar* Syntax::grammar() const {
  if (!grammar_read_ && !grammar_path_.empty()) grammar_ = Grammar::read(grammar_path_, *this);
  if (!grammar_read_ && !grammar_text_.empty()) grammar_ = Grammar::parse(grammar_text_, *this);
  grammar_read_ = true;
  return grammar_.get();
}

Syntax::Syntax(Language language) : language_(std::move(language)) {}
Syntax::~Syntax() = default;

}  // namespace whittle
