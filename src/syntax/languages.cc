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

// Profiles that several languages share; those of one language stand in its row.
const Profile c_family{
    .shortest_type = "int", .body_can_go = true, .return_type = ReturnType::before};
const Profile cxx_family{.shortest_type = "int",
                         .body_can_go = true,
                         .return_type = ReturnType::before,
                         .null_value = "nullptr",
                         .default_value = "$()",
                         .hides_extensions = true};
const Profile typescript_family{.shortest_type = "any",
                                .least_body = "{ throw 0 }",
                                .least_bare_body = "{ throw 0 }",
                                .return_type = ReturnType::behind,
                                .interface_is_type = true,
                                .null_value = "null"};

// One row a language, by name: file names, programs, first lines, parser, comments, grammar,
// module, and what of its profile is not the default. A file name that stands in two rows belongs
// to the first of them.
// clang-format off
const std::vector<Language> table = {
    {"assembly", {".s", ".S", ".asm", ".nasm"}, {}, {}, assembly, semicolon, "", ""},
    {"bash", {".sh", ".bash", ".zsh"}, {"bash", "sh", "dash", "ksh", "zsh"}, {}, tree_sitter, hash, "bash", ""},
    {"brackets", {}, {}, {}, brackets, no_comments, "", ""},
    {"c", {".c", ".h", ".i"}, {}, {}, tree_sitter, c_like, "c", "",
     {.shortest_type = "int", .body_can_go = true, .return_type = ReturnType::before, .tag_keeps_word = true,
      .default_value = "($){0}", .hides_extensions = true}},
    {"csharp", {".cs"}, {}, {}, tree_sitter, c_like, "c_sharp", "",
     {.shortest_type = "int", .least_body = "{ throw null; }", .least_bare_body = "=> throw null",
      .return_type = ReturnType::before, .null_value = "null", .default_value = "default"}},
    {"cpp", {".cc", ".cpp", ".cxx", ".c++", ".C", ".hh", ".hpp", ".hxx", ".ii", ".ipp", ".inl"}, {}, {"-*- C++ -*-"},
     tree_sitter, c_like, "cpp", "",
     cxx_family},
    {"css", {".css"}, {}, {}, tree_sitter, {"", "/*", "*/"}, "css", "", {.is_data = true}},
    {"cuda", {".cu", ".cuh"}, {}, {}, tree_sitter, c_like, "cuda", "", cxx_family},
    {"d", {".d", ".di"}, {}, {}, tree_sitter, c_like, "d", "",
     {.shortest_type = "int", .least_body = "{ assert(0); }", .least_bare_body = "{ assert(0); }",
      .return_type = ReturnType::before, .null_value = "null", .default_value = "$.init"}},
    {"dot", {".dot", ".gv"}, {}, {"digraph", "strict graph", "strict digraph"}, tree_sitter, c_like, "dot", "", {.is_data = true}},
    {"glsl", {".glsl", ".vert", ".frag", ".comp", ".geom", ".tesc", ".tese"}, {}, {"#version "},
     tree_sitter, c_like, "glsl", "",
     c_family},
    {"go", {".go"}, {}, {}, tree_sitter, c_like, "go", "",
     {.shortest_type = "int", .least_body = "{ panic(0) }", .least_bare_body = "{ panic(0) }",
      .return_type = ReturnType::behind, .null_value = "nil", .default_value = "${}",
      .import_declares_last_part = true}},
    {"haskell", {".hs"}, {"runghc", "runhaskell"}, {}, tree_sitter, {"--", "{-", "-}"}, "haskell", ""},
    {"html", {".html", ".htm", ".xhtml"}, {}, {"<!DOCTYPE html", "<!doctype html", "<html"},
     tree_sitter, markup, "html", "",
     {.pair_kinds = {"attribute"}, .is_data = true, .is_markup = true}},
    {"java", {".java"}, {}, {}, tree_sitter, c_like, "java", "",
     {.shortest_type = "int", .least_body = "{ throw null; }", .least_bare_body = "{ throw null; }",
      .return_type = ReturnType::before, .null_value = "null"}},
    {"javascript", {".js", ".mjs", ".cjs", ".jsx"}, {"node"}, {}, tree_sitter, c_like, "javascript", "",
     {.least_bare_body = "{}", .return_type = ReturnType::none, .null_value = "null"}},
    {"json", {".json", ".jsonl", ".geojson", ".webmanifest"}, {}, {}, tree_sitter, no_comments, "json", "", {.is_data = true}},
    {"julia", {".jl"}, {"julia"}, {}, tree_sitter, {"#", "#=", "=#"}, "julia", ""},
    {"kotlin", {".kt", ".kts"}, {}, {}, tree_sitter, c_like, "kotlin", "",
     {.shortest_type = "Int", .least_body = "= TODO()", .least_bare_body = "= TODO()",
      .return_type = ReturnType::behind, .null_value = "null", .default_value = "$()"}},
    {"lisp", {".lisp", ".lsp", ".cl", ".el", ".scm", ".ss", ".rkt", ".clj", ".cljs", ".edn", ".sexp"}, {"sbcl", "guile", "emacs"}, {},
     s_expressions, semicolon, "", ""},
    {"llvm", {".ll"}, {}, {"; ModuleID"}, tree_sitter, semicolon, "llvm", ""},
    {"lua", {".lua"}, {"lua"}, {}, tree_sitter, {"--", "--[[", "]]"}, "lua", "",
     {.return_type = ReturnType::none, .pair_kinds = {"field"}, .null_value = "nil"}},
    {"make", {".mk", ".mak", "Makefile", "makefile", "GNUmakefile"}, {"make"}, {}, tree_sitter, hash, "make", "", {.is_data = true}},
    {"objc", {".m", ".mi"}, {}, {}, tree_sitter, c_like, "objc", "", c_family},
    {"ocaml", {".ml"}, {"ocaml"}, {}, tree_sitter, {"", "(*", "*)"}, "ocaml", ""},
    {"php", {".php", ".phtml"}, {"php"}, {"<?php"}, tree_sitter, c_like, "php", "",
     {.return_type = ReturnType::behind, .sign_before_name = true, .end_tag = "?>", .null_value = "null"}},
    {"python", {".py", ".pyi", ".pyw", "SConstruct"}, {"python"}, {}, tree_sitter, hash, "python", "",
     {.least_body = "pass", .least_bare_body = "pass", .empty_block = "pass", .return_type = ReturnType::none, .null_value = "None"}},
    {"regex", {".regex", ".re"}, {}, {}, tree_sitter, no_comments, "regex", ""},
    {"ruby", {".rb", ".rake", "Rakefile", "Gemfile"}, {"ruby"}, {}, tree_sitter, hash, "ruby", "",
     {.return_type = ReturnType::none, .null_value = "nil"}},
    {"rust", {".rs"}, {}, {}, tree_sitter, c_like, "rust", "",
     {.shortest_type = "u8", .least_body = "{ loop {} }", .least_bare_body = "{ loop {} }",
      .return_type = ReturnType::behind, .last_is_result = true, .null_value = "None", .default_value = "Default::default()"}},
    {"scala", {".scala", ".sc"}, {"scala"}, {}, tree_sitter, c_like, "scala", "",
     {.shortest_type = "Int", .least_body = "???", .least_bare_body = "???", .null_value = "null"}},
    {"smtlib", {".smt2", ".smt", ".sy"}, {}, {"(set-logic", "(set-info", "(set-option"},
     s_expressions, semicolon, "", "",
     {.backslash_escapes = false}},
    {"solidity", {".sol"}, {}, {"pragma solidity"}, tree_sitter, c_like, "solidity", "", {.shortest_type = "int"}},
    {"sql", {".sql"}, {}, {}, tree_sitter, {"--", "/*", "*/"}, "sql", "", {.is_data = true}},
    {"swift", {".swift"}, {"swift"}, {}, tree_sitter, c_like, "swift", "",
     {.shortest_type = "Int", .least_body = "{ fatalError() }", .least_bare_body = "{ fatalError() }",
      .return_type = ReturnType::behind, .null_value = "nil", .default_value = "$()"}},
    {"systemverilog", {".sv", ".svh", ".v", ".vh"}, {}, {}, tree_sitter, c_like, "systemverilog", ""},
    {"toml", {".toml", "Cargo.lock"}, {}, {}, tree_sitter, hash, "toml", "", {.is_data = true}},
    {"tsx", {".tsx"}, {}, {}, tree_sitter, c_like, "tsx", "", typescript_family},
    {"typescript", {".ts", ".mts", ".cts"}, {"deno", "ts-node"}, {}, tree_sitter, c_like, "typescript", "",
     typescript_family},
    {"wat", {".wat", ".wast"}, {}, {"(module"}, tree_sitter, {";;", "(;", ";)"}, "wat", ""},
    {"xml", {".xml", ".svg", ".xsd", ".xsl", ".xslt", ".rng", ".plist"}, {}, {"<?xml"}, tree_sitter, markup, "xml", "", {.is_data = true, .is_markup = true}},
    {"yaml", {".yaml", ".yml"}, {}, {"%YAML"}, tree_sitter, hash, "yaml", "", {.is_data = true}},
    {"zig", {".zig", ".zon"}, {}, {}, tree_sitter, {"//", "", ""}, "zig", "",
     {.shortest_type = "u8", .least_body = "{ unreachable; }", .least_bare_body = "{ unreachable; }", .null_value = "null", .default_value = "undefined"}},
};
// clang-format on

bool matches(std::string_view file, std::string_view pattern) {
  if (pattern.starts_with('.')) return file.size() > pattern.size() && file.ends_with(pattern);
  return file == pattern;
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
  return table;
}

const Language* find_language(std::string_view name) {
  const auto at = std::ranges::find(table, name, &Language::name);
  return at == table.end() ? nullptr : &*at;
}

const Language& language_of(std::string_view path, BytesView bytes) {
  const std::string_view file = path.substr(path.rfind('/') + 1);
  for (const Language& language : table)
    for (const std::string& name : language.file_names)
      if (matches(file, name)) return language;
  const std::string_view first_line = bytes.substr(0, std::min<std::size_t>(bytes.find('\n'), 200));
  const std::string_view program = program_of(first_line);
  for (const Language& language : table) {
    for (const std::string& name : language.programs)
      if (program.starts_with(name)) return language;
    for (const std::string& opening : language.first_lines)
      if (first_line.contains(opening)) return language;
  }
  return *find_language("brackets");
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
  if (const Language* known = find_language(name)) language.profile = known->profile;
  return language;
}

}  // namespace whittle
