#include "syntax/languages.h"

#include <algorithm>

namespace whittle {
namespace {

using enum Parser;

const Comments c_like{"//", "/*", "*/"};
const Comments hash{"#", "", ""};
const Comments semicolon{";", "", ""};
const Comments markup{"", "<!--", "-->"};
const Comments no_comments{};

// One statement a line, whatever fits on one; nothing that would change, join or sort tokens. C and
// C++ have many traps, so the tokens must be exactly the same afterwards.
const CodeFormatter clang_format{
    .program = "clang-format",
    .options = {"--style={BasedOnStyle: LLVM, ColumnLimit: 100, AllowShortBlocksOnASingleLine: "
                "Empty, AllowShortFunctionsOnASingleLine: Empty, "
                "AllowShortIfStatementsOnASingleLine: Never, AllowShortLambdasOnASingleLine: "
                "Empty, AllowShortLoopsOnASingleLine: false, AllowShortCaseLabelsOnASingleLine: "
                "false, AllowShortEnumsOnASingleLine: true, BreakStringLiterals: false, "
                "FixNamespaceComments: false, ReflowComments: false, SortIncludes: Never, "
                "SortUsingDeclarations: false}"},
    .must_keep_tokens = true};
// A configuration may be a program, and may come with the folder that is reduced.
const CodeFormatter prettier{
    .program = "prettier",
    .options = {"--no-config", "--no-editorconfig", "--stdin-filepath", "@@"},
    .from_stdin = true};

// From the errors in preprocessed headers of libstdc++: of 426 in <iostream> 90 are left, of 733 in
// <regex> 151. The last row is for programs in C that were merged from several files, which have
// `int(__attribute__((leaf)) f)(int x);`.
const std::vector<HiddenWord> gnu_extensions{
    {.word = "__attribute__",
     .kind = "attribute_specifier",
     .has_group = true,
     .in_head_of = "namespace"},
    {.word = "extern", .kind = "storage_class_specifier", .before = "template"},
    {.word = "__extension__", .kind = "storage_class_specifier", .before = "template"},
    {.word = "__attribute__", .kind = "attribute_specifier", .has_group = true, .after = "("},
};

const std::vector<KindFacts> c_kinds{{"primitive_type", Fact::built_in_type}};
const std::vector<KindFacts> cxx_kinds{{"primitive_type", Fact::built_in_type},
                                       {"template_declaration", Fact::template_head},
                                       {"template_function", Fact::instance},
                                       {"template_method", Fact::instance},
                                       {"template_parameter_list", Fact::type_list},
                                       {"template_argument_list", Fact::type_list},
                                       {"base_class_clause", Fact::base_list},
                                       {"access_specifier", Fact::modifier},
                                       {"explicit_function_specifier", Fact::modifier},
                                       {"noexcept", Fact::modifier},
                                       {"throw_specifier", Fact::modifier}};

// Profiles that several languages share. A profile of one language is in its row.
const Profile c_family{.shortest_type = "int",
                       .body_can_go = true,
                       .return_type = ReturnType::before,
                       .dialects = Dialect::includes | Dialect::types_in_place,
                       .kinds = c_kinds};
const Profile typescript_family{.shortest_type = "any",
                                .least_body = "{ throw 0 }",
                                .least_bare_body = "{ throw 0 }",
                                .return_type = ReturnType::behind,
                                .interface_is_type = true,
                                .null_value = "null",
                                .dialects = Dialect::types_in_place,
                                .kinds = {{"class_heritage", Fact::base_list},
                                          {"implements_clause", Fact::base_list},
                                          {"internal_module", Fact::wrapping}},
                                .formatter = prettier};
const Profile typescript_profile = [] {
  Profile profile = typescript_family;
  profile.checkers = {{"tsc", "--noEmit", "--pretty", "false", "@@"}};
  return profile;
}();
const Profile data_profile{.is_data = true};

// Text that people read line by line. Brackets in it mean little, and often have no partner.
const Outline only_lines{.only_lines = true};

// One row for each language: file names, programs, first lines, parser, comments, grammar, module,
// and the parts of its profile that differ from the default. If two rows match a file, the longest
// name decides.
// clang-format off
const std::vector<Language> language_rows = {
    {"assembly", {".s", ".S", ".asm", ".nasm"}, {}, {}, assembly, semicolon, "", "", {}},
    {"bash", {".sh", ".bash", ".zsh"}, {"bash", "sh", "dash", "ksh", "zsh"}, {}, tree_sitter, hash, "bash", ""},
    {"brackets", {"CMakeLists.txt", ".cmake"}, {}, {}, brackets, no_comments, "", "", {}},
    {"braces", {".conf", ".cnf"}, {}, {}, brackets, hash, "", "", {.delete_only = true}},
    {"c", {".c", ".h", ".i"}, {}, {}, tree_sitter, c_like, "c", "",
     {.shortest_type = "int", .body_can_go = true, .return_type = ReturnType::before, .tag_keeps_word = true,
      .default_value = "($){0}", .dialects = Dialect::c | Dialect::includes | Dialect::types_in_place,
      .kinds = c_kinds, .hidden = gnu_extensions, .formatter = clang_format,
      .checkers = {{"cc", "-fsyntax-only", "-ftabstop=1", "@@"}, {"clang", "-fsyntax-only", "-ferror-limit=0", "@@"}}}},
    {"config", {"sshd_config", "ssh_config", "sudoers", "crontab", "hosts", "fstab", ".gitignore", ".gitattributes",
                ".dockerignore", ".npmignore", "CODEOWNERS", ".po", ".pot"}, {}, {},
     brackets, hash, "", "", {.delete_only = true, .outline = only_lines}},
    {"csharp", {".cs"}, {}, {}, tree_sitter, c_like, "c_sharp", "",
     {.shortest_type = "int", .least_body = "{ throw null; }", .least_bare_body = "=> throw null",
      .return_type = ReturnType::before, .null_value = "null", .default_value = "default",
      .kinds = {{"base_list", Fact::base_list}, {"initializer_expression", Fact::initializer},
                {"namespace_declaration", Fact::wrapping}, {"type_argument_list", Fact::type_list}}}},
    {"cpp", {".cc", ".cpp", ".cxx", ".c++", ".C", ".hh", ".hpp", ".hxx", ".h++", ".ii", ".ipp", ".inl", ".tcc", ".tpp",
             ".cppm", ".ixx", ".ccm", ".cxxm", ".mpp"}, {}, {"-*- C++ -*-"},
     tree_sitter, c_like, "cpp", "",
     {.shortest_type = "int", .body_can_go = true, .return_type = ReturnType::before, .null_value = "nullptr", .default_value = "$()",
      .dialects = Dialect::cxx | Dialect::includes | Dialect::types_in_place | Dialect::access_labels,
      .kinds = cxx_kinds, .hidden = gnu_extensions, .formatter = clang_format,
      .checkers = {{"c++", "-fsyntax-only", "-ftabstop=1", "@@"},
                   // GCC says which part of a constraint is not met if it knows concepts.
                   {"c++", "-fsyntax-only", "-ftabstop=1", "-std=gnu++20", "-fconcepts-diagnostics-depth=3", "@@"},
                   {"clang++", "-fsyntax-only", "-ferror-limit=0", "-std=gnu++20", "@@"}},
      .listens = true}},
    {"css", {".css"}, {}, {}, tree_sitter, {"", "/*", "*/"}, "css", "", {.is_data = true, .reindents = true, .formatter = prettier}},
    {"csv", {".csv", ".tsv", ".tab", ".psv"}, {}, {}, table, no_comments, "", "", {.delete_only = true, .strict = Strict::table}},
    {"csv-headerless", {".headerless.csv", ".headerless.tsv"}, {}, {}, table, no_comments, "", "",
     {.delete_only = true, .strict = Strict::headerless}},
    {"cuda", {".cu", ".cuh"}, {}, {}, tree_sitter, c_like, "cuda", "",
     {.shortest_type = "int", .body_can_go = true, .return_type = ReturnType::before, .null_value = "nullptr", .default_value = "$()",
      .dialects = Dialect::includes | Dialect::types_in_place | Dialect::access_labels,
      .kinds = cxx_kinds, .hidden = gnu_extensions}},
    {"d", {".d", ".di"}, {}, {}, tree_sitter, c_like, "d", "",
     {.shortest_type = "int", .least_body = "{ assert(0); }", .least_bare_body = "{ assert(0); }",
      .return_type = ReturnType::before, .null_value = "null", .default_value = "$.init",
      .kinds = {{"aggregate_body", Fact::members}, {"aggregate_initializer", Fact::initializer}, {"at_attribute", Fact::attribute},
                {"base_class", Fact::base_list}, {"module_def", Fact::block}, {"property_expression", Fact::access}}}},
    {"diff", {".diff", ".patch"}, {}, {"diff --git "}, brackets, no_comments, "", "",
     {.delete_only = true, .strict = Strict::patch,
      .outline = {.only_lines = true, .headings = {"diff ", "--- ", "@@ "}, .flat = true},
      .dialects = Dialect::patch}},
    {"dockerfile", {"Dockerfile", "Containerfile", ".dockerfile"}, {}, {}, brackets, hash, "", "",
     {.delete_only = true, .outline = {.only_lines = true, .headings = {"FROM "}, .continued = '\\'}}},
    {"dot", {".dot", ".gv"}, {}, {"digraph", "strict graph", "strict digraph"}, tree_sitter, c_like, "dot", "", data_profile},
    {"env", {".env", ".env.local", ".env.example"}, {}, {}, brackets, hash, "", "", {.delete_only = true, .outline = only_lines}},
    {"glsl", {".glsl", ".vert", ".frag", ".comp", ".geom", ".tesc", ".tese"}, {}, {"#version "},
     tree_sitter, c_like, "glsl", "",
     c_family},
    {"go", {".go"}, {}, {}, tree_sitter, c_like, "go", "",
     {.shortest_type = "int", .least_body = "{ panic(0) }", .least_bare_body = "{ panic(0) }",
      .return_type = ReturnType::behind, .null_value = "nil", .default_value = "${}",
      .import_declares_last_part = true,
      .kinds = {{"short_var_declaration", Fact::assigning}, {"statement_list", Fact::block}, {"expression_case", Fact::block},
                {"default_case", Fact::block}, {"type_case", Fact::block}, {"import_spec_list", Fact::block},
                {"literal_value", Fact::initializer}, {"literal_element", Fact::keyed_value}},
      .formatter = {"gofmt"}, .checkers = {{"gccgo", "-fsyntax-only", "@@"}, {"go", "vet", "@@"}}}},
    {"haskell", {".hs"}, {"runghc", "runhaskell"}, {}, tree_sitter, {"--", "{-", "-}"}, "haskell", "",
     {.kinds = {{"declarations", Fact::block}}}},
    {"html", {".html", ".htm", ".xhtml"}, {}, {"<!DOCTYPE html", "<!doctype html", "<html"},
     tree_sitter, markup, "html", "",
     {.pair_kinds = {"attribute"}, .is_data = true, .strict = Strict::closed, .reindents = true, .is_markup = true,
      .kinds = {{"tag_name", Fact::identifier}}, .embedded = {{"script_element", "raw_text", "javascript"}, {"style_element", "raw_text", "css"}},
      .formatter = prettier}},
    {"ini", {".ini", ".cfg", ".properties", ".editorconfig", "gitconfig", ".gitconfig", ".gitmodules", ".npmrc",
             ".pylintrc", ".flake8", ".coveragerc", ".service", ".socket",
             ".timer", ".target", ".mount", ".path", ".slice", ".network", ".netdev", ".link", ".desktop"}, {}, {}, brackets, hash, "", "",
     {.delete_only = true, .outline = {.only_lines = true, .headings = {"["}}}},
    {"java", {".java"}, {}, {}, tree_sitter, c_like, "java", "",
     {.shortest_type = "int", .least_body = "{ throw null; }", .least_bare_body = "{ throw null; }",
      .return_type = ReturnType::before, .null_value = "null",
      .kinds = {{"annotation_type_body", Fact::members}, {"super_interfaces", Fact::base_list},
                {"switch_block_statement_group", Fact::block}},
      .checkers = {{"javac", "-proc:none", "-Xmaxerrs", "10000", "-d", ".", "@@"}}}},
    {"javascript", {".js", ".mjs", ".cjs", ".jsx"}, {"node"}, {}, tree_sitter, c_like, "javascript", "",
     {.least_bare_body = "{}", .return_type = ReturnType::none, .null_value = "null",
      .kinds = {{"class_heritage", Fact::base_list}}, .formatter = prettier}},
    {"json", {".json", ".geojson", ".webmanifest", "composer.lock", "Pipfile.lock", "flake.lock", "deno.lock"}, {}, {},
     tree_sitter, no_comments, "json", "",
     {.is_data = true, .strict = Strict::json, .reindents = true, .formatter = {"jq", {"."}}}},
    {"jsonlines", {".jsonl", ".ndjson"}, {}, {}, tree_sitter, no_comments, "json", "",
     {.is_data = true, .delete_only = true, .strict = Strict::json_lines}},
    {"julia", {".jl"}, {"julia"}, {}, tree_sitter, {"#", "#=", "=#"}, "julia", ""},
    {"kotlin", {".kt", ".kts"}, {}, {}, tree_sitter, c_like, "kotlin", "",
     {.shortest_type = "Int", .least_body = "= TODO()", .least_bare_body = "= TODO()",
      .return_type = ReturnType::behind, .null_value = "null", .default_value = "$()",
      .kinds = {{"call_suffix", Fact::call_suffix}, {"delegation_specifier", Fact::base_list},
                {"primary_constructor", Fact::parameters}}}},
    {"lisp", {".lisp", ".lsp", ".cl", ".el", ".scm", ".ss", ".rkt", ".clj", ".cljs", ".edn", ".sexp"}, {"sbcl", "guile", "emacs"}, {},
     s_expressions, semicolon, "", "", {}},
    {"llvm", {".ll"}, {}, {"; ModuleID"}, tree_sitter, semicolon, "llvm", "", {.dialects = Dialect::llvm}},
    {"lua", {".lua"}, {"lua"}, {}, tree_sitter, {"--", "--[[", "]]"}, "lua", "",
     {.return_type = ReturnType::none, .pair_kinds = {"field"}, .null_value = "nil",
      .kinds = {{"dot_index_expression", Fact::access}, {"variable_list", Fact::transparent | Fact::name_list}}}},
    {"make", {".mk", ".mak", "Makefile", "makefile", "GNUmakefile"}, {"make"}, {}, tree_sitter, hash, "make", "",
     {.is_data = true, .delete_only = true, .kinds = {{"prerequisites", Fact::initializer}, {"recipe", Fact::initializer}}}},
    {"markdown", {".md", ".markdown"}, {}, {}, brackets, markup, "", "",
     {.delete_only = true,
      .outline = {.only_lines = true, .headings = {"# ", "## ", "### ", "#### ", "##### ", "###### "}}}},
    {"objc", {".m", ".mi", ".mm"}, {}, {}, tree_sitter, c_like, "objc", "", c_family},
    {"ocaml", {".ml"}, {"ocaml"}, {}, tree_sitter, {"", "(*", "*)"}, "ocaml", "",
     {.kinds = {{"constructor_name", Fact::identifier}, {"type_constructor", Fact::identifier}, {"value_name", Fact::identifier},
                {"structure", Fact::block}}}},
    {"php", {".php", ".phtml"}, {"php"}, {"<?php"}, tree_sitter, c_like, "php", "",
     {.return_type = ReturnType::behind, .sign_before_name = true, .end_tag = "?>", .null_value = "null",
      .kinds = {{"base_clause", Fact::base_list}, {"class_interface_clause", Fact::base_list},
                {"const_element", Fact::declaring | Fact::name_first}, {"variable_name", Fact::signed_name}}}},
    {"python", {".py", ".pyi", ".pyw", "SConstruct"}, {"python"}, {}, tree_sitter, hash, "python", "",
     {.least_body = "pass", .least_bare_body = "pass", .empty_block = "pass", .return_type = ReturnType::none, .null_value = "None",
      .kinds = {{"dictionary", Fact::initializer}, {"dotted_name", Fact::path}, {"none", Fact::literal}},
      .formatter = {"black", {"-q", "-S", "-C", "-"}, true}, .checkers = {{"python3", "-m", "py_compile", "@@"}}}},
    {"regex", {".regex", ".re"}, {}, {}, tree_sitter, no_comments, "regex", ""},
    {"ruby", {".rb", ".rake", "Rakefile", "Gemfile"}, {"ruby"}, {}, tree_sitter, hash, "ruby", "",
     {.return_type = ReturnType::none, .null_value = "nil",
      .kinds = {{"class_variable", Fact::identifier}, {"constant", Fact::identifier}, {"global_variable", Fact::identifier},
                {"body_statement", Fact::block}, {"then", Fact::block}}}},
    {"rust", {".rs"}, {}, {}, tree_sitter, c_like, "rust", "",
     {.shortest_type = "u8", .least_body = "{ loop {} }", .least_bare_body = "{ loop {} }",
      .return_type = ReturnType::behind, .null_value = "None", .default_value = "Default::default()",
      .kinds = {{"enum_variant_list", Fact::members}, {"extern_crate_declaration", Fact::importing}, {"mod_item", Fact::wrapping},
                {"mutable_specifier", Fact::modifier}, {"trait_bounds", Fact::base_list}},
      .formatter = {"rustfmt", {"--edition", "2021", "--config", "reorder_imports=false"}, true},
      .checkers = {{"rustc", "--emit=metadata", "--edition=2021", "@@"}, {"rustc", "--emit=metadata", "--edition=2015", "@@"}},
      // 422 tests with it and 416 without, of rust-83461 (bench/results/parts.csv, closure-cost-rust).
      .names_graph_pays = false}},
    {"scala", {".scala", ".sc"}, {"scala"}, {}, tree_sitter, c_like, "scala", "",
     {.shortest_type = "Int", .least_body = "???", .least_bare_body = "???", .null_value = "null",
      .kinds = {{"object_definition", Fact::wrapping}, {"template_body", Fact::members}, {"with_template_body", Fact::members}}}},
    {"smtlib", {".smt2", ".smt", ".sy"}, {}, {"(set-logic", "(set-info", "(set-option"},
     s_expressions, semicolon, "", "",
     {.backslash_escapes = false, .dialects = Dialect::smtlib}},
    {"solidity", {".sol"}, {}, {"pragma solidity"}, tree_sitter, c_like, "solidity", "",
     {.shortest_type = "int", .kinds = {{"state_mutability", Fact::modifier}}}},
    {"sql", {".sql"}, {}, {}, tree_sitter, {"--", "/*", "*/"}, "sql", "",
     {.is_data = true, .strict = Strict::grammar, .reindents = true}},
    {"swift", {".swift"}, {"swift"}, {}, tree_sitter, c_like, "swift", "",
     {.shortest_type = "Int", .least_body = "{ fatalError() }", .least_bare_body = "{ fatalError() }",
      .return_type = ReturnType::behind, .null_value = "nil", .default_value = "$()",
      .kinds = {{"call_suffix", Fact::call_suffix}}}},
    {"systemverilog", {".sv", ".svh", ".v", ".vh"}, {}, {}, tree_sitter, c_like, "systemverilog", ""},
    {"text", {".txt", ".text", ".log", ".lst", ".list", ".lock", ".pem", ".crt", ".csr", "go.sum"}, {}, {}, brackets, no_comments, "", "",
     {.delete_only = true, .outline = only_lines}},
    {"toml", {".toml", "Cargo.lock", "poetry.lock", "uv.lock"}, {}, {}, tree_sitter, hash, "toml", "",
     {.is_data = true, .strict = Strict::unique_keys}},
    {"tsx", {".tsx"}, {}, {}, tree_sitter, c_like, "tsx", "", typescript_family},
    {"typescript", {".ts", ".mts", ".cts"}, {"deno", "ts-node"}, {}, tree_sitter, c_like, "typescript", "",
     typescript_profile},
    {"wat", {".wat", ".wast"}, {}, {"(module"}, tree_sitter, {";;", "(;", ";)"}, "wat", "", {}},
    {"xml", {".xml", ".svg", ".xsd", ".xsl", ".xslt", ".rng", ".plist"}, {}, {"<?xml"}, tree_sitter, markup, "xml", "",
     {.is_data = true, .strict = Strict::unique_keys, .reindents = true, .is_markup = true, .kinds = {{"Name", Fact::identifier}},
      .formatter = {"xmllint", {"--nonet", "--format"}}, .checkers = {{"xmllint", "--noout", "@@"}}}},
    {"yaml", {".yaml", ".yml"}, {}, {"%YAML"}, tree_sitter, hash, "yaml", "",
     {.is_data = true, .strict = Strict::unique_keys, .reindents = true,
      .kinds = {{"block_mapping", Fact::block}, {"block_sequence", Fact::initializer}}, .formatter = prettier}},
    {"zig", {".zig", ".zon"}, {}, {}, tree_sitter, {"//", "", ""}, "zig", "",
     {.shortest_type = "u8", .least_body = "{ unreachable; }", .least_bare_body = "{ unreachable; }", .null_value = "null", .default_value = "undefined"}},
};
// clang-format on

std::string_view name_in(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

bool matches(std::string_view file, std::string_view pattern) {
  return pattern.starts_with('.') ? file.ends_with(pattern) : file == pattern;
}

// The program behind `#!`: "python3" of "#!/usr/bin/env python3 -u". Empty if there is none.
std::string_view program_of(std::string_view line) {
  if (!line.starts_with("#!")) return {};
  line = line.substr(2);
  std::string_view program;
  while (!line.empty() && (program.empty() || program == "env" || program.starts_with('-'))) {
    line = line.substr(std::min(line.find_first_not_of(' '), line.size()));
    const std::string_view word = line.substr(0, line.find(' '));
    line = line.substr(word.size());
    program = word.substr(word.rfind('/') + 1);
  }
  return program;
}

}  // namespace

std::span<const Language> languages() {
  return language_rows;
}

const Language* find_language(std::string_view name) {
  const auto at = std::ranges::find(language_rows, name, &Language::name);
  return at == language_rows.end() ? nullptr : &*at;
}

const Language& language_of(std::string_view path, BytesView bytes) {
  const std::string_view file = name_in(path);
  const Language* named = nullptr;
  std::size_t longest = 0;
  for (const Language& language : language_rows)
    for (const std::string& name : language.file_names)
      if (name.size() > longest && matches(file, name)) {
        named = &language;
        longest = name.size();
      }
  if (named) return *named;
  const std::string_view first_line = bytes.substr(0, std::min<std::size_t>(bytes.find('\n'), 200));
  const std::string_view program = program_of(first_line);
  for (const Language& language : language_rows) {
    for (const std::string& name : language.programs)
      if (program.starts_with(name)) return language;
    for (const std::string& opening : language.first_lines)
      if (first_line.contains(opening)) return language;
  }
  return *find_language("brackets");
}

bool deletes_only_by_default(const Language& language, std::string_view path) {
  const std::string_view file = name_in(path);
  return language.profile.delete_only || file.ends_with(".lock") || file.contains("-lock.") ||
         file == "npm-shrinkwrap.json";
}

Language user_language(std::string_view module_and_name) {
  std::string_view module = module_and_name;
  std::string_view name;
  if (const std::size_t colon = module.rfind(':'); colon != std::string_view::npos) {
    name = module.substr(colon + 1);
    module = module.substr(0, colon);
  } else {
    name = module.substr(module.rfind('/') + 1);
    name = name.substr(0, name.find('.'));
    for (std::string_view prefix : {"libtree-sitter-", "tree-sitter-", "lib"})
      if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  }
  Language language;
  language.name = name;
  language.parser = tree_sitter;
  language.grammar = name;
  std::ranges::replace(language.grammar, '-', '_');
  language.module = module;
  Profile& profile = language.profile;
  if (const Language* known = find_language(name))
    profile = known->profile;
  else
    for (const Language& row : language_rows)
      profile.kinds.insert(profile.kinds.end(), row.profile.kinds.begin(), row.profile.kinds.end());
  // A dialect of any of the languages that these passes are made for.
  profile.dialects |= Dialect::includes | Dialect::types_in_place | Dialect::access_labels;
  return language;
}

}  // namespace whittle
