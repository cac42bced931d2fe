#include "syntax/languages.h"

#include <gtest/gtest.h>

#include "syntax/shortest_match.h"
#include "syntax/tree.h"

namespace whittle {
namespace {

TEST(Languages, AreToldByTheNameOfTheFile) {
  const auto name = [](std::string_view path) { return language_of(path, "").name; };
  EXPECT_EQ(name("a/b.c"), "c");
  EXPECT_EQ(name("b.C"), "cpp");
  EXPECT_EQ(name("inventory.cpp"), "cpp");
  EXPECT_EQ(name("dir.py/Makefile"), "make");
  EXPECT_EQ(name("x.tar.json"), "json");
  EXPECT_EQ(name("x.smt2"), "smtlib");
  EXPECT_EQ(name("config/.env"), "env");
  EXPECT_EQ(name("Cargo.lock"), "toml");  // the longer name, not `.lock`
  EXPECT_EQ(name("yarn.lock"), "text");
  EXPECT_EQ(name("people.csv"), "csv");
  EXPECT_EQ(name("people.headerless.csv"), "csv-headerless");
  EXPECT_EQ(name("core.1234"), "brackets");
}

TEST(Languages, OfDataThatIsReadForItsValuesAndLockfilesOnlyDelete) {
  const auto only_deletes = [](std::string_view path) {
    return deletes_only_by_default(language_of(path, ""), path);
  };
  for (const char* path : {"a.csv", "a.tsv", "a.jsonl", "a.log", "a.txt", "a.ini", ".env", "a.diff",
                           "yarn.lock", "web/package-lock.json", "pnpm-lock.yaml", "Cargo.lock",
                           "nginx.conf", "sshd_config", "orders.service", "crontab"})
    EXPECT_TRUE(only_deletes(path)) << path;
  for (const char* path : {"a.json", "a.yaml", "a.xml", "a.sql", "a.c", "a.unheard", "lock.json"})
    EXPECT_FALSE(only_deletes(path)) << path;
}

TEST(Languages, AreToldByTheFirstLineIfTheNameDoesNotTell) {
  const auto name = [](std::string_view text) { return language_of("input", text).name; };
  EXPECT_EQ(name("#!/usr/bin/env python3\nx"), "python");
  EXPECT_EQ(name("#!/bin/sh\n"), "bash");
  EXPECT_EQ(name("#! /usr/bin/env -S node --x\n"), "javascript");
  EXPECT_EQ(name("<?xml version=\"1.0\"?>\n"), "xml");
  EXPECT_EQ(name("digraph g {\n}"), "dot");
  EXPECT_EQ(name("(set-logic QF_LIA)\n"), "smtlib");
  EXPECT_EQ(name("; ModuleID = 'x'\n"), "llvm");
  EXPECT_EQ(name("plain words, python too\n"), "brackets");
  EXPECT_EQ(name(""), "brackets");
}

TEST(Languages, AGrammarOfTheUsersIsLoadedFromItsModule) {
  const std::string module = GRAMMARS "/json.so";
  const Language language = user_language(module);
  EXPECT_EQ(language.name, "json");
  const auto tree = parse(language, share("[1, 2]"));
  ASSERT_TRUE(tree) << tree.error().message;
  EXPECT_EQ((*tree)->errors(), 0u);
  EXPECT_NE((*tree)->syntax().grammar(), nullptr);
  EXPECT_EQ(user_language("/x/libtree-sitter-c-sharp.so").grammar, "c_sharp");
}

TEST(Languages, AGrammarOfTheUsersHasTheProfileOfTheLanguageOfItsName) {
  EXPECT_EQ(user_language("/x/libtree-sitter-python.so").profile.empty_block, "pass");
  EXPECT_EQ(user_language("/x/mine.so:php").profile.end_tag, "?>");
  EXPECT_EQ(user_language("/x/mine.so").profile.shortest_type, "");
}

TEST(Languages, WhatALanguageDoesNotSayIsTheDefault) {
  const Profile& unknown = find_language("brackets")->profile;
  EXPECT_EQ(unknown.least_body, "{}");
  EXPECT_EQ(unknown.least_bare_body, "");
  EXPECT_EQ(unknown.return_type, ReturnType::unknown);
  EXPECT_EQ(find_language("cpp")->profile.least_body, unknown.least_body);
}

TEST(Languages, WhatCannotBeLoadedIsSaid) {
  const auto absent = parse(user_language("/nowhere/thing.so"), share(""));
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().message, "/nowhere/thing.so does not exist");
  const auto misnamed = parse(user_language(GRAMMARS "/json.so:other"), share(""));
  ASSERT_FALSE(misnamed);
  EXPECT_EQ(misnamed.error().message, GRAMMARS "/json.so has no function tree_sitter_other");
}

TEST(ShortestMatch, IsWhatTheExpressionNeedsAtLeast) {
  EXPECT_EQ(shortest_match("[a-zA-Z_]\\w*"), "a");
  EXPECT_EQ(shortest_match("0[xX][0-9a-f]+|\\d+"), "0");
  EXPECT_EQ(shortest_match("(foo|ba){2}x?"), "baba");
  EXPECT_EQ(shortest_match("(((a{9999}){9999}){9999})|b"), "b");
  EXPECT_EQ(shortest_match("((a{9999}){9999}){9999}"), std::nullopt);
  EXPECT_EQ(shortest_match("(a*){2000000000}"), "");
  EXPECT_EQ(shortest_match("[^\"\\\\\\n]+"), "0");
  EXPECT_EQ(shortest_match("\\p{Lu}[\\p{L}\\d]*'"), "A'");
  EXPECT_EQ(shortest_match("#[\\u{0041}-\\x43]"), "#A");
  EXPECT_EQ(shortest_match("\\r?\\n"), "\n");
  EXPECT_EQ(shortest_match(""), "");
  EXPECT_EQ(shortest_match("(?=x)y"), std::nullopt);
  EXPECT_EQ(shortest_match("(unclosed"), std::nullopt);
}

}  // namespace
}  // namespace whittle
