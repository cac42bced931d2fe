// The tests of the default plan after its last gains: what the end of a run costs, and what it
// finds.
//
//     ends [--full] [--without=PART] [--seeds=N] [--lists] FILE...
//
// Each file is reduced in memory by the default plan, against the predicate of a compiler: a
// candidate must have no more syntax errors than the file, each of its names must first
// occur behind the same token as in the file (as a declaration does), and three of the file's words
// must occur in their order; each seed chooses other words. There is no process and no clock, so
// the counts are the same on any machine. With --lists, one line for each list.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "document/lexer.h"
#include "support/reduce_with_plan.h"
#include "syntax/errors.h"

namespace whittle {
namespace {

using Words = std::vector<std::string_view>;

std::vector<std::pair<std::string_view, bool>> tokens_of(BytesView bytes) {
  std::vector<std::pair<std::string_view, bool>> tokens;
  for (const Lexeme& token : lex(bytes))
    tokens.emplace_back(token.in(bytes), token.kind == TokenKind::word);
  return tokens;
}

/// The token before the first occurrence of each name.
std::map<std::string_view, std::string_view> first_places(BytesView bytes) {
  std::map<std::string_view, std::string_view> places;
  std::string_view before;
  for (const auto& [text, is_word] : tokens_of(bytes)) {
    if (is_word) places.emplace(text, before);
    before = text;
  }
  return places;
}

class Compiler {
 public:
  Compiler(const Document& document, std::size_t seed)
      : text_(document.files()[0].bytes),
        errors_(language_of(document.files()[0].path, *text_), text_),
        places_(first_places(*text_)) {
    Words words;
    for (const auto& [text, is_word] : tokens_of(*text_))
      if (is_word && text.size() > 2) words.push_back(text);
    std::vector<std::size_t> places;
    for (const std::size_t part : {1, 2, 3})
      if (!words.empty()) places.push_back((words.size() * part / 4 + seed * 7919) % words.size());
    std::ranges::sort(places);
    for (const std::size_t place : places) needed_.push_back(words[place]);
  }

  bool accepts(const Document& candidate) const {
    if (candidate.files().empty()) return false;
    const SharedBytes& text = candidate.files()[0].bytes;
    std::size_t at = 0;
    for (const std::string_view word : needed_) {
      at = text->find(word, at);
      if (at == Bytes::npos) return false;
      at += word.size();
    }
    for (const auto& [name, before] : first_places(*text)) {
      const auto known = places_.find(name);
      if (known == places_.end() || known->second != before) return false;
    }
    return errors_.errors_in(text) <= errors_.errors();
  }

 private:
  SharedBytes text_;
  ErrorCounter errors_;
  std::map<std::string_view, std::string_view> places_;
  Words needed_;
};

struct Gains : Observer {
  struct List {
    std::string_view stage;
    std::size_t tests = 0, gained = 0, tokens = 0;
  };
  std::size_t tests = 0, tokens = 0, last_gain = 0, last_large_gain = 0;
  std::map<std::size_t, List> lists;

  std::size_t late() const { return tests - last_large_gain; }

  void told(const Told& event) override {
    List& list = lists[event.list];
    list.stage = event.stage;
    if (!event.remembered) ++tests, ++list.tests;
    if (event.outcome != Outcome::interesting) return;
    const Document candidate = event.render();
    const std::size_t now = candidate.files().empty() ? 0 : count_tokens(candidate.bytes(0));
    if (now >= tokens) return;
    const std::size_t gain = tokens - now;
    list.gained += gain;
    last_gain = tests;
    if (gain > 1) last_large_gain = tests;
    tokens = now;
    list.tokens = tokens;
  }
};

struct Options {
  Effort effort = Effort::normal;
  std::vector<std::string> without;
  bool lists = false;
  std::size_t seeds = 1;
};

struct Sum {
  std::size_t runs = 0, tests = 0, late = 0, tokens = 0;
  double logarithms = 0;
};

void reduce(const std::string& path, std::size_t seed, const Options& options, Sum& sum) {
  std::ifstream file(path, std::ios::binary);
  const Document start = Document::single(std::filesystem::path(path).filename(),
                                          Bytes(std::istreambuf_iterator<char>(file), {}));
  const Compiler compiler(start, seed);
  if (!compiler.accepts(start)) return;
  auto maker = std::make_shared<StageMaker>(*stage_maker_with("gallop"));
  maker->effort = options.effort;
  maker->without = options.without;
  Gains gains;
  gains.tokens = count_tokens(start.bytes(0));
  const std::size_t before = gains.tokens;
  ScriptedOracle oracle([&](const Document& d) { return outcome_of(compiler.accepts(d)); });
  oracle.keep_no_candidates();
  Memo memo;
  AnySearch search = StagedSearch(start, (*find_plan("auto"))->make(maker));
  if (!run(search, oracle, memo, gains)) std::abort();
  const std::size_t left = count_tokens(search.best().bytes(0)), late = gains.late();
  fmt::print(
      "{:<24} {:>6} -> {:>4} tokens, {:>4} bytes; {:>5} tests, {:>5} after the last gain, "
      "{:>5} after the last above one\n",
      start.files()[0].path, before, left, search.best().size(), gains.tests,
      gains.tests - gains.last_gain, late);
  std::fflush(stdout);
  if (options.lists)
    for (const auto& [number, list] : gains.lists)
      fmt::print("    {:>4} {:<40} {:>4} tests {:>5} tokens gained {:>5}\n", number, list.stage,
                 list.tests, list.gained, list.tokens);
  ++sum.runs;
  sum.tests += gains.tests;
  sum.late += late;
  sum.tokens += left;
  sum.logarithms += std::log(static_cast<double>(gains.tests));
}

}  // namespace
}  // namespace whittle

int main(int argc, char** argv) {
  using namespace whittle;
  Options options;
  std::vector<std::string> files;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const std::string value = argument.substr(argument.find('=') + 1);
    if (argument == "--full")
      options.effort = Effort::full;
    else if (argument == "--lists")
      options.lists = true;
    else if (argument.starts_with("--seeds="))
      options.seeds = std::stoul(value);
    else if (argument.starts_with("--without="))
      options.without.push_back(value);
    else
      files.push_back(argument);
  }
  Sum sum;
  for (const std::string& file : files)
    for (std::size_t seed = 0; seed < options.seeds; ++seed) reduce(file, seed, options, sum);
  fmt::print(
      "{} runs: {} tests (geometric mean {:.1f}), {} after the last gain above one, {} tokens "
      "left\n",
      sum.runs, sum.tests, std::exp(sum.logarithms / static_cast<double>(sum.runs)), sum.late,
      sum.tokens);
}
