// Reduces a document in memory with the default plan and a test of your own: no files, no
// processes. Shows its progress in a callback and can be stopped.
//
//     $ ./document 2000        # stops after 2,000 tests
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <whittle/oracle/function_oracle.h>
#include <whittle/run/reduce_document.h>
#include <whittle/run/stop.h>
#include <whittle/syntax/grammar_folder.h>

/// What is looked for: a JSON parser of ours that recurses too deep, say. Here: four levels of
/// lists, with the brackets in order.
bool overflows(const whittle::Document& candidate, std::stop_token) {
  int depth = 0, deepest = 0;
  for (const char c : candidate.bytes(0)) {
    depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    if (depth < 0) return false;
    deepest = std::max(deepest, depth);
  }
  return depth == 0 && deepest >= 4;
}

/// Prints each smaller version as it is found, and presses the switch after a number of tests.
class Progress : public whittle::Observer {
 public:
  Progress(whittle::StopSwitch& stop, long most) : stop_(stop), most_(most) {}

  void interesting(const whittle::Document& candidate) override {
    std::printf("%5ld tests: %zu bytes\n", tests_, candidate.size());
  }
  void told(const whittle::Told&) override {
    if (++tests_ == most_) stop_.stop();
  }

 private:
  whittle::StopSwitch& stop_;
  long most_, tests_ = 0;
};

int main(int argc, char** argv) {
  std::string text = R"({"name": "whittle", "nested": [)";
  for (int i = 0; i < 40; ++i)
    text += "[" + std::to_string(i) + R"(, {"list": [[], [)" + (i == 17 ? "[1], 2" : "1") + "]]}],";
  text += "[]]}";

  whittle::use_grammars_in(WHITTLE_GRAMMARS);
  whittle::StopSwitch stop;
  Progress progress(stop, argc > 1 ? std::atol(argv[1]) : -1);
  whittle::FunctionOracle oracle(overflows, {.slots = 2, .interrupt_fd = stop.fd()});
  const auto report = whittle::reduce_document(whittle::Document::single("deep.json", text), oracle,
                                               {}, progress, &stop);
  if (!report) return std::fprintf(stderr, "%s\n", report.error().message.c_str()), 1;
  std::printf("%s: %s\n",
              report->ending == whittle::RunEnding::finished ? "smallest" : "stopped, best so far",
              report->result.bytes(0).c_str());
}
