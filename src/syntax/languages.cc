#include "syntax/languages.h"

#include <algorithm>

namespace whittle {
namespace {

using enum Parser;

const Comments c_like{"//", "/*", "*/"};
const Comments hash{"#", "", ""};
const Comments semicolon{";", "", ""};
const Comments dashes{"--", "", ""};
const Comments markup{"", "<!--", "-->"};
const Comments no_comments{};

// clang-format off: one row a language, by name. A file name that stands in two rows belongs to the first of them.
const std::vector<Language> table = {
    {"assembly", {".s", ".S", ".asm", ".nasm"}, {}, {}, assembly, semicolon, "", ""},
    {"bash",
     {".sh", ".bash", ".zsh"},
     {"bash", "sh", "dash", "ksh", "zsh"},
     {},
     tree_sitter,
     hash,
     "bash",
     ""},
    {"brackets", {}, {}, {}, brackets, no_comments, "", ""},
    {"c", {".c", ".h", ".i"}, {}, {}, tree_sitter, c_like, "c", ""},
    {"csharp", {".cs"}, {}, {}, tree_sitter, c_like, "c_sharp", ""},
    {"cpp",
     {".cc", ".cpp", ".cxx", ".c++", ".C", ".hh", ".hpp", ".hxx", ".ii", ".ipp", ".inl"},
     {},
     {"-*- C++ -*-"},
     tree_sitter,
     c_like,
     "cpp",
     ""},
    {"css", {".css"}, {}, {}, tree_sitter, {"", "/*", "*/"}, "css", ""},
    {"cuda", {".cu", ".cuh"}, {}, {}, tree_sitter, c_like, "cuda", ""},
    {"d", {".d", ".di"}, {}, {}, tree_sitter, c_like, "d", ""},
    {"dot",
     {".dot", ".gv"},
     {},
     {"digraph", "strict graph", "strict digraph"},
     tree_sitter,
     c_like,
     "dot",
     ""},
    {"glsl",
     {".glsl", ".vert", ".frag", ".comp", ".geom", ".tesc", ".tese"},
     {},
     {"#version "},
     tree_sitter,
     c_like,
     "glsl",
     ""},
    {"go", {".go"}, {}, {}, tree_sitter, c_like, "go", ""},
    {"haskell",
     {".hs"},
     {"runghc", "runhaskell"},
     {},
     tree_sitter,
     {"--", "{-", "-}"},
     "haskell",
     ""},
    {"html",
     {".html", ".htm", ".xhtml"},
     {},
     {"<!DOCTYPE html", "<!doctype html", "<html"},
     tree_sitter,
     markup,
     "html",
     ""},
    {"java", {".java"}, {}, {}, tree_sitter, c_like, "java", ""},
    {"javascript",
     {".js", ".mjs", ".cjs", ".jsx"},
     {"node"},
     {},
     tree_sitter,
     c_like,
     "javascript",
     ""},
    {"json",
     {".json", ".jsonl", ".geojson", ".webmanifest"},
     {},
     {},
     tree_sitter,
     no_comments,
     "json",
     ""},
    {"julia", {".jl"}, {"julia"}, {}, tree_sitter, {"#", "#=", "=#"}, "julia", ""},
    {"kotlin", {".kt", ".kts"}, {}, {}, tree_sitter, c_like, "kotlin", ""},
    {"lisp",
     {".lisp", ".lsp", ".cl", ".el", ".scm", ".ss", ".rkt", ".clj", ".cljs", ".edn", ".sexp"},
     {"sbcl", "guile", "emacs"},
     {},
     s_expressions,
     semicolon,
     "",
     ""},
    {"llvm", {".ll"}, {}, {"; ModuleID"}, tree_sitter, semicolon, "llvm", ""},
    {"lua", {".lua"}, {"lua"}, {}, tree_sitter, {"--", "--[[", "]]"}, "lua", ""},
    {"make",
     {".mk", ".mak", "Makefile", "makefile", "GNUmakefile"},
     {"make"},
     {},
     tree_sitter,
     hash,
     "make",
     ""},
    {"objc", {".m", ".mi"}, {}, {}, tree_sitter, c_like, "objc", ""},
    {"ocaml", {".ml"}, {"ocaml"}, {}, tree_sitter, {"", "(*", "*)"}, "ocaml", ""},
    {"php", {".php", ".phtml"}, {"php"}, {"<?php"}, tree_sitter, c_like, "php", ""},
    {"python",
     {".py", ".pyi", ".pyw", "SConstruct"},
     {"python"},
     {},
     tree_sitter,
     hash,
     "python",
     ""},
    {"regex", {".regex", ".re"}, {}, {}, tree_sitter, no_comments, "regex", ""},
    {"ruby", {".rb", ".rake", "Rakefile", "Gemfile"}, {"ruby"}, {}, tree_sitter, hash, "ruby", ""},
    {"rust", {".rs"}, {}, {}, tree_sitter, c_like, "rust", ""},
    {"scala", {".scala", ".sc"}, {"scala"}, {}, tree_sitter, c_like, "scala", ""},
    {"smtlib",
     {".smt2", ".smt", ".sy"},
     {},
     {"(set-logic", "(set-info", "(set-option"},
     s_expressions,
     semicolon,
     "",
     ""},
    {"solidity", {".sol"}, {}, {"pragma solidity"}, tree_sitter, c_like, "solidity", ""},
    {"sql", {".sql"}, {}, {}, tree_sitter, {"--", "/*", "*/"}, "sql", ""},
    {"swift", {".swift"}, {"swift"}, {}, tree_sitter, c_like, "swift", ""},
    {"systemverilog",
     {".sv", ".svh", ".v", ".vh"},
     {},
     {},
     tree_sitter,
     c_like,
     "systemverilog",
     ""},
    {"toml", {".toml", "Cargo.lock"}, {}, {}, tree_sitter, hash, "toml", ""},
    {"tsx", {".tsx"}, {}, {}, tree_sitter, c_like, "tsx", ""},
    {"typescript",
     {".ts", ".mts", ".cts"},
     {"deno", "ts-node"},
     {},
     tree_sitter,
     c_like,
     "typescript",
     ""},
    {"wat", {".wat", ".wast"}, {}, {"(module"}, tree_sitter, {";;", "(;", ";)"}, "wat", ""},
    {"xml",
     {".xml", ".svg", ".xsd", ".xsl", ".xslt", ".rng", ".plist"},
     {},
     {"<?xml"},
     tree_sitter,
     markup,
     "xml",
     ""},
    {"yaml", {".yaml", ".yml"}, {}, {"%YAML"}, tree_sitter, hash, "yaml", ""},
    {"zig", {".zig", ".zon"}, {}, {}, tree_sitter, {"//", "", ""}, "zig", ""},
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
  return language;
}

}  // namespace whittle
