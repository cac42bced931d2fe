#include "oracle/pattern.h"

#include <fmt/format.h>
#include <regex.h>

namespace whittle {

struct Pattern::Compiled {
  regex_t regex{};
  ~Compiled() { ::regfree(&regex); }
};

Result<Pattern> Pattern::compile(std::string text) {
  auto compiled = std::make_shared<Compiled>();
  const int problem = ::regcomp(&compiled->regex, text.c_str(), REG_EXTENDED | REG_NEWLINE);
  if (problem) {
    char reason[200];
    ::regerror(problem, &compiled->regex, reason, sizeof reason);
    return fail(ErrorKind::usage, fmt::format("bad regular expression '{}': {}", text, reason));
  }
  Pattern pattern;
  pattern.text_ = std::move(text);
  pattern.compiled_ = std::move(compiled);
  return pattern;
}

bool Pattern::found_in(BytesView bytes) const {
  regmatch_t match{.rm_so = 0, .rm_eo = static_cast<regoff_t>(bytes.size())};
  // The C library wants an address even if there is nothing to look at.
  const char* begin = bytes.empty() ? "" : bytes.data();
  return ::regexec(&compiled_->regex, begin, 1, &match, REG_STARTEND) == 0;
}

}  // namespace whittle
