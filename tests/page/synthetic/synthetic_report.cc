// synthetic_report QUERIES OUTPUT.html: the report of a run that never was, with so many queries.
// For the size of a long run's report, and how fast it opens.
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <string>
#include <vector>

#include "base/random.h"
#include "page/model.h"
#include "page/page.h"
#include "report/event_json.h"
#include "report/run_log.h"

using namespace whittle;

namespace {

std::string function(std::size_t number) {
  return fmt::format(
      "/* what number {0} is for */\n"
      "static int handle_{0}(struct request *request, const char *name) {{\n"
      "  if (request->count > {0} && strcmp(name, \"item-{0}\") == 0)\n"
      "    return request->values[{0}] + 0x{0:x};\n"
      "  for (unsigned i = 0; i < request->count; ++i)\n"
      "    request->values[i] ^= {0};\n"
      "  return -1;\n"
      "}}\n\n",
      number);
}

Document document_of(const std::vector<std::size_t>& functions) {
  std::string text =
      "#include <string.h>\n\nstruct request { unsigned count; int values[512]; };\n\n";
  for (std::size_t number : functions) text += function(number);
  return Document::single("long.c", text);
}

/// As many refusals of the last best as a page can have, each with as much output: what
/// `Feed::refusals` gives.
std::string refusals_of(std::size_t best, std::size_t bytes) {
  constexpr std::size_t most = 2000, most_output = 600;
  std::string rows;
  for (std::size_t i = 0; i < most; ++i) {
    const std::size_t begin = i * bytes / most;
    std::string output = fmt::format("long.c:{}: error: 'handle_{}' is not declared ", i, i);
    output.resize(most_output, 'x');
    rows += fmt::format(R"({}["lines",1,0,"{}",[[{},{},""]]])", i ? "," : "", output, begin,
                        begin + 20);
  }
  return fmt::format(R"({{"best":{},"rows":[{}]}})", best, rows);
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  const std::size_t queries = std::strtoull(arguments[1], nullptr, 10);
  constexpr const char* stages[] = {"with-orphans/gallop",  "children/gallop", "lines/gallop",
                                    "token-windows/gallop", "hoist/gallop",    "names/gallop",
                                    "numbers/gallop",       "layout/gallop"};
  std::vector<std::size_t> functions(400);
  for (std::size_t i = 0; i < functions.size(); ++i) functions[i] = i;
  Model model;
  RunLog log(model, RunLog::Times::as_told);
  const Document original = document_of(functions);
  const auto take = [&](const std::string& line) {
    std::optional<RunEvent> event = event_of(line);
    if (RunStart* start = std::get_if<RunStart>(&*event)) start->original = original;
    tell(log, *event);
  };
  take(fmt::format(
      R"({{"event":"start","schema":1,"version":"0.1.0","files":["long.c"],"command":["./crash.sh"],"options":["-j=4"],)"
      R"("plan":"auto","algorithm":"gallop","jobs":4,"tokens":{},"bytes":{}}})",
      functions.size() * 70, document_of(functions).size()));
  Random random(7);
  double at = 0;
  std::size_t list = 0, best = 0;
  std::vector<double> free(4, 0.0);
  for (std::size_t query = 0; query < queries; ++query) {
    const char* stage = stages[(query / (queries / 40 + 1)) % 8];
    if (query % 50 == 0)
      take(fmt::format(
          R"({{"event":"list","phase":"start","at":{:.6f},"list":{},"stage":"{}","elements":20,"weight":38}})",
          at, ++list, stage));
    const std::size_t slot = query % 4;
    const double seconds = 0.01 + 0.0001 * static_cast<double>(random.below(300));
    const bool ahead = random.below(3) > 0;
    const std::string candidate = fmt::format("{:032x}", query);
    take(fmt::format(
        R"({{"event":"slot","at":{:.6f},"slot":{},"phase":"start","ahead":{},"cancelled":false,"candidate":"{}"}})",
        at, slot, ahead, candidate));
    at += seconds / 4;
    const bool wasted = ahead && random.below(3) == 0;
    take(fmt::format(
        R"({{"event":"slot","at":{:.6f},"slot":{},"phase":"end","ahead":{},"cancelled":{},"candidate":"{}"}})",
        at, slot, ahead, wasted && random.below(2) == 0, candidate));
    // Gains become rare.
    const bool interesting =
        functions.size() > 3 &&
        random.below(queries) < 3 * (queries - query) * functions.size() / 100'000 + 1;
    take(fmt::format(
        R"({{"event":"query","at":{:.6f},"list":{},"stage":"{}","kind":"complement","round":1,"parts":4,"part":2,"step":0,)"
        R"("likelihood":0.25,"candidate":"{}","bytes":97,"interesting":{},"remembered":{},"timed_out":false,"seconds":{:.6f}}})",
        at, list, stage, wasted ? std::string(32, '0') : candidate, interesting,
        random.below(9) == 0, seconds));
    if (!interesting) continue;
    functions.erase(functions.begin() +
                    static_cast<std::ptrdiff_t>(random.below(functions.size())));
    const Document document = document_of(functions);
    take(fmt::format(
        R"({{"event":"best","at":{:.6f},"number":{},"list":{},"stage":"{}","tokens":{},"bytes":{},"lines":{}}})",
        at, ++best, list, stage, functions.size() * 70 + 20, document.size(),
        functions.size() * 9 + 4));
    model.take_best(best, document);
  }
  take(fmt::format(
      R"({{"event":"end","at":{:.3f},"ending":"finished","tokens":{},"bytes":{},"asked":{},"started":{},)"
      R"("slots":{{"testing":{},"told":{},"thinking":1,"nothing":2}}}})",
      at, functions.size() * 70 + 20, document_of(functions).size(), queries, queries, 4 * at,
      3 * at));
  std::ofstream(arguments[2]) << report_page(model, log.state(), "finished",
                                             refusals_of(best, document_of(functions).size()));
  fmt::print("{} bests\n", model.bests());
}
