/// A loaded language: the kinds of its nodes, its fields, the parser and, on demand, the grammar.
/// Loaded once and shared by all trees of the language.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "syntax/languages.h"

struct TSLanguage;

namespace whittle {

using KindId = std::uint16_t;

/// Node kinds by number. A keyword and a rule of the same name are two kinds: only the rule's is
/// named.
class Kinds {
 public:
  struct Kind {
    std::string name;
    bool named;
  };
  static constexpr KindId none = 0xffff;

  /// The number of a kind; a new number if the kind is new.
  KindId intern(std::string_view name, bool named);
  /// `none` if there is no such kind.
  KindId find(std::string_view name, bool named) const;
  const Kind& operator[](KindId kind) const { return kinds_[kind]; }
  std::size_t size() const { return kinds_.size(); }

 private:
  std::vector<Kind> kinds_;
  std::map<std::pair<std::string, bool>, KindId> by_name_;
};

class Grammar;

class Syntax {
 public:
  /// Loads `language`, or returns it if it is already loaded.
  static Result<std::shared_ptr<const Syntax>> load(const Language& language);
  ~Syntax();

  const Language& language() const { return language_; }
  const Kinds& kinds() const { return kinds_; }
  const std::vector<std::string>& fields() const { return fields_; }
  /// The grammar, read when it is first needed. Null for built-in parsers, and for a user's parser
  /// without a `grammar.json`.
  const Grammar* grammar() const;

  /// The parser, and the meaning of its symbols. For tree.cc and grammar.cc.
  const TSLanguage* parser() const { return parser_; }
  KindId kind_of_symbol(std::uint16_t symbol) const {
    return symbol < kind_of_symbol_.size() ? kind_of_symbol_[symbol] : error_;
  }
  /// The rule that makes nodes of this symbol, before any alias; empty if it is not known.
  std::string_view rule_of_symbol(std::uint16_t symbol) const {
    return symbol < rule_of_symbol_.size() ? std::string_view(rule_of_symbol_[symbol]) : "";
  }

 private:
  explicit Syntax(Language language);
  Result<void> load_parser();
  Result<void> load_module();
  void take_symbols(std::istream& names);

  Language language_;
  Kinds kinds_;
  KindId error_ = 0;
  std::vector<std::string> fields_{""};  // by number; 0 is "no field"
  const TSLanguage* parser_ = nullptr;
  std::vector<KindId> kind_of_symbol_;
  std::vector<std::string> rule_of_symbol_;
  std::string grammar_path_;
  std::string_view grammar_text_;  // of a grammar that is linked in
  mutable std::unique_ptr<Grammar> grammar_;
  mutable bool grammar_read_ = false;
};

}  // namespace whittle
