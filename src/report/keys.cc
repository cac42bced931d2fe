#include "report/keys.h"

#include <array>
#include <utility>

namespace whittle {
namespace {

constexpr std::array<std::pair<char, Key>, 16> letters{{{'v', Key::best},
                                                        {'d', Key::diff},
                                                        {'t', Key::table},
                                                        {'o', Key::output},
                                                        {'s', Key::skip},
                                                        {'p', Key::pause},
                                                        {'q', Key::quit},
                                                        {'?', Key::help},
                                                        {'h', Key::help},
                                                        {'k', Key::up},
                                                        {'j', Key::down},
                                                        {'b', Key::page_up},
                                                        {' ', Key::page_down},
                                                        {'g', Key::top},
                                                        {'G', Key::bottom},
                                                        {'\x1b', Key::escape}}};

/// The rest of a sequence after "\x1b[", with its last character.
constexpr std::array<std::pair<std::string_view, Key>, 10> sequences{{{"A", Key::up},
                                                                      {"B", Key::down},
                                                                      {"C", Key::right},
                                                                      {"D", Key::left},
                                                                      {"5~", Key::page_up},
                                                                      {"6~", Key::page_down},
                                                                      {"H", Key::top},
                                                                      {"F", Key::bottom},
                                                                      {"1~", Key::top},
                                                                      {"4~", Key::bottom}}};

}  // namespace

std::vector<Key> keys_in(std::string_view typed) {
  std::vector<Key> keys;
  const auto add = [&](const auto& table, auto name) {
    for (const auto& [known, key] : table)
      if (known == name) return keys.push_back(key);
    keys.push_back(Key::other);
  };
  while (!typed.empty()) {
    if (typed.starts_with("\x1b[") || typed.starts_with("\x1bO")) {
      typed.remove_prefix(2);
      std::size_t end = 0;  // of the sequence: parameters, then a letter or ~
      while (end < typed.size() && typed[end] < '@') ++end;
      end = std::min(end + 1, typed.size());
      add(sequences, typed.substr(0, end));
      typed.remove_prefix(end);
    } else {
      add(letters, typed.front());
      typed.remove_prefix(1);
    }
  }
  return keys;
}

}  // namespace whittle
