#include "page/page.h"

#include <cassert>
#include <fmt/format.h>
#include <sys/random.h>

namespace whittle {
namespace {

struct Filling {
  std::string_view mark, text;
};

std::string filled(std::initializer_list<Filling> fillings) {
  std::string page;
  std::string_view rest = page_template();
  // Left to right, so that a mark inside of the data is left alone.
  for (;;) {
    std::size_t first = rest.npos;
    const Filling* next = nullptr;
    for (const Filling& filling : fillings)
      if (const std::size_t at = rest.find(filling.mark); at < first) {
        first = at;
        next = &filling;
      }
    page += rest.substr(0, first);
    if (!next) return page;
    page += next->text;
    rest.remove_prefix(first + next->mark.size());
  }
}

/// JSON that can stand in a script element.
std::string without_tags(std::string json) {
  std::string safe;
  safe.reserve(json.size());
  for (char c : json) {
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  }
  return safe;
}

}  // namespace

std::string policy_of(std::string_view nonce, bool is_report) {
  return fmt::format(
      "default-src 'none'; script-src 'nonce-{0}'; style-src 'nonce-{0}'; img-src data:; "
      "connect-src {1}; "
      "base-uri 'none'; form-action 'none'",
      nonce, is_report ? "'none'" : "'self'");
}

std::string live_page(std::string_view nonce) {
  return filled({{"@NONCE@", nonce}, {"@POLICY@", ""}, {"@DATA@", ""}});
}

std::string report_page(const Model& model, const RunState& state, std::string_view status,
                        std::string_view refusals) {
  Model::Seen nothing;
  std::string news = model.news(nothing, state);
  assert(news.ends_with('}'));
  news.pop_back();
  const std::string nonce = random_token();
  const std::string policy = fmt::format(
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">", policy_of(nonce, true));
  const std::string data =
      without_tags(fmt::format(R"({{"news":{},"status":"{}"}},"text":{},"refusals":{}}})", news,
                               status, model.text(), refusals));
  return filled(
      {{"@NONCE@", nonce},
       {"@POLICY@", policy},
       {"@DATA@",
        fmt::format("<script type=\"application/json\" id=\"data\" nonce=\"{}\">{}</script>", nonce,
                    data)}});
}

std::string random_token() {
  unsigned char bytes[16];
  for (std::size_t got = 0; got < sizeof(bytes);) {
    const ssize_t more = ::getrandom(bytes + got, sizeof(bytes) - got, 0);
    if (more > 0) got += static_cast<std::size_t>(more);
  }
  std::string token;
  for (unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

}  // namespace whittle
