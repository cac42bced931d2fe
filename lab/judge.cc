/// whittle-judge: runs whittle on a subject in one process, with the subject's test as a function
/// of a library. For `lab/`, where a test that starts shells and tools takes ten times as long.
///
///     whittle-judge OPTIONS-OF-WHITTLE SUBJECT.JSON FILE   reduces FILE, and writes the events of
///     --json and a file `times` whittle-judge --ask SUBJECT.JSON FILE                status 0 if
///     FILE is interesting
///
/// `judge` in subject.json is one of these; `test.sh` beside it says the same with programs, and
/// `lab/lab subjects` compares the two.
///
///     {"xml": "count(//a) > 1"}          libxml2 parses FILE without an error, and the XPath
///     expression holds
///     {"jq": ".. | numbers"}             FILE is one document, and the filter's first result is
///     true
///     {"sql": "both 1"}                  SQLite runs FILE without an error, and a result begins so
///     {"command": ["tcc", "-c", "-o", "prog.o", "@@"], "object": "prog.o", "symbols": ["f", "g"]}
///                                        the command succeeds on FILE, which @@ stands for, and
///                                        the object that it wrote has these symbols
///     {"command": ["tcc", "-run", "@@"], "status": 7}
///                                        the command ends with this status within a quarter of a
///                                        second of processor time
///
/// `times` has the size of each candidate and the microseconds of processor time that its test
/// took, so that other load does not change them; `own` has those of the search itself (matrix.py).
#include <chrono>
#include <csignal>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <functional>
#include <iterator>
extern "C" {  // libjq of Debian 12 does not say so itself
#include <jq.h>
}
#include <libxml/parser.h>
#include <libxml/xpath.h>
#include <mutex>
#include <nlohmann/json.hpp>
#include <sqlite3.h>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "cli/options.h"
#include "document/disk.h"
#include "document/document.h"
#include "oracle/function_oracle.h"
#include "report/json_log.h"
#include "report/report.h"
#include "run/reduce_document.h"
#include "run/stop.h"

namespace whittle {
namespace {

using nlohmann::json;
using std::string;

/// Whether a text is interesting, and the processor time of the processes that were started to find
/// out.
struct Judged {
  bool interesting = false;
  std::chrono::microseconds elsewhere{0};
};
using Judge = std::function<Judged(const string&)>;

Judge xml_judge(const string& expression) {
  return [expression](const string& text) -> Judged {
    xmlDoc* document =
        xmlReadMemory(text.data(), static_cast<int>(text.size()), "input.xml", nullptr,
                      XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NONET);
    if (!document) return {};
    xmlXPathContext* context = xmlXPathNewContext(document);
    xmlXPathObject* found =
        xmlXPathEval(reinterpret_cast<const xmlChar*>(expression.c_str()), context);
    const bool holds = found && xmlXPathCastToBoolean(found) == 1;
    xmlXPathFreeObject(found);
    xmlXPathFreeContext(context);
    xmlFreeDoc(document);
    return {.interesting = holds};
  };
}

Judge jq_judge(const string& filter) {
  jq_state* state = jq_init();  // for the whole run
  if (!state || !jq_compile(state, filter.c_str()))
    throw std::runtime_error("jq does not compile " + filter);
  return [state](const string& text) -> Judged {
    const jv document = jv_parse_sized(text.data(), static_cast<int>(text.size()));
    if (!jv_is_valid(document)) {
      jv_free(document);
      return {};
    }
    jq_start(state, document, 0);
    const jv result = jq_next(state);
    const bool holds = jv_get_kind(result) == JV_KIND_TRUE;
    jv_free(result);
    return {.interesting = holds};
  };
}

Judge sql_judge(const string& begin) {
  return [begin](const string& text) -> Judged {
    sqlite3* database = nullptr;
    if (sqlite3_open(":memory:", &database) != SQLITE_OK) throw std::runtime_error("no database");
    // A recursive query may not end.
    sqlite3_progress_handler(
        database, 50'000'000, [](void*) { return 1; }, nullptr);
    struct Search {
      const string& begin;
      bool found = false;
    } search{begin};
    const auto row = [](void* place, int, char** values, char**) {
      auto& here = *static_cast<Search*>(place);
      here.found = here.found || (values[0] && string(values[0]).starts_with(here.begin));
      return 0;
    };
    const bool ran = sqlite3_exec(database, text.c_str(), row, &search, nullptr) == SQLITE_OK;
    sqlite3_close(database);
    return {.interesting = ran && search.found};
  };
}

string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The status of a command, -1 if it was killed, as after a quarter of a second; and the processor
/// time that it used.
std::pair<int, std::chrono::microseconds> run_command(std::vector<string> words,
                                                      const string& folder) {
  std::vector<char*> arguments;
  for (string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    const itimerval time{.it_interval = {},
                         .it_value = {.tv_sec = 0, .tv_usec = 250'000}};  // stays after exec
    const rlimit size{1 << 26, 1 << 26};
    ::setitimer(ITIMER_PROF, &time, nullptr);
    ::setrlimit(RLIMIT_FSIZE, &size);
    const int nowhere = ::open("/dev/null", O_RDWR);
    for (const int file : {0, 1, 2}) ::dup2(nowhere, file);
    if (::chdir(folder.c_str()) == 0) ::execvp(arguments[0], arguments.data());
    ::_exit(127);
  }
  int status = 0;
  rusage used{};
  if (child < 0 || ::wait4(child, &status, 0, &used) < 0) throw std::runtime_error("no process");
  const auto micros = [](const timeval& time) {
    return std::chrono::microseconds(1'000'000 * time.tv_sec + time.tv_usec);
  };
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1,
          micros(used.ru_utime) + micros(used.ru_stime)};
}

Judge command_judge(const json& about, const string& input, const string& folder) {
  return [=](const string& text) -> Judged {
    const std::filesystem::path object =
        std::filesystem::path(folder) / about.value("object", "none");
    std::filesystem::remove(object);
    std::ofstream(std::filesystem::path(folder) / input, std::ios::binary) << text;
    std::vector<string> words = about.at("command");
    for (string& word : words)
      if (word == "@@") word = input;
    const auto [status, time] = run_command(std::move(words), folder);
    if (status != about.value("status", 0)) return {.interesting = false, .elsewhere = time};
    const string written = content(object);
    for (const string symbol : about.value(
             "symbols", json::array()))  // names lie between zeros in the table of an ELF file
      if (written.find('\0' + symbol + '\0') == string::npos)
        return {.interesting = false, .elsewhere = time};
    return {.interesting = true, .elsewhere = time};
  };
}

Judge judge_of(const json& subject, const string& folder) {
  const json& about = subject.at("judge");
  if (about.contains("xml")) return xml_judge(about["xml"]);
  if (about.contains("jq")) return jq_judge(about["jq"]);
  if (about.contains("sql")) return sql_judge(about["sql"]);
  return command_judge(about, subject.at("input"), folder);
}

/// A folder in memory that is removed in the end.
class MemoryFolder {
 public:
  MemoryFolder() {
    if (!::mkdtemp(path_.data())) throw std::runtime_error("no folder in /dev/shm");
  }
  ~MemoryFolder() { std::filesystem::remove_all(path_); }
  const string& path() const { return path_; }

 private:
  string path_ = "/dev/shm/whittle-judge-XXXXXX";
};

std::chrono::microseconds time_of(clockid_t clock) {
  timespec now{};
  ::clock_gettime(clock, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::microseconds(now.tv_nsec / 1000);
}

int reduce(const Options& options, const json& subject) {
  const MemoryFolder folder;
  const Judge judge = judge_of(subject, folder.path());
  const std::filesystem::path file = options.request.files.at(0);
  std::ofstream times(file.parent_path() / "times");
  StopSwitch stop;
  std::mutex one_at_a_time;
  std::chrono::microseconds in_tests{0};
  FunctionOracle oracle(
      [&](const Document& candidate, std::stop_token) {
        const std::scoped_lock guard(one_at_a_time);
        const auto began = time_of(CLOCK_THREAD_CPUTIME_ID);
        const string text(candidate.bytes(0));
        const Judged judged = judge(text);
        const auto here = time_of(CLOCK_THREAD_CPUTIME_ID) - began;
        in_tests += here;
        times << text.size() << ' ' << (here + judged.elsewhere).count() << " 0\n";
        return judged.interesting;
      },
      {.slots = slots_of(options.request), .interrupt_fd = stop.fd()});
  auto events = JsonLog::open(options.json.value(), {.weights = options.json_weights});
  if (!events) throw std::runtime_error(events.error().message);
  if (options.request.max_time) {
    static StopSwitch* switch_ = &stop;
    ::signal(SIGALRM, [](int) { switch_->stop(); });
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(*options.request.max_time);
    ::alarm(static_cast<unsigned>(seconds.count()));
  }
  const Document original = Document::single(file.filename(), content(file));
  const auto report = reduce_document(original, oracle, options.request.search, **events, &stop);
  if (!report) throw std::runtime_error(report.error().message);
  std::ofstream(file.parent_path() / "own")
      << (time_of(CLOCK_PROCESS_CPUTIME_ID) - in_tests).count() << '\n';
  return 0;
}

int run(std::vector<string> words) {
  if (words.size() == 3 && words[0] == "--ask") {
    const MemoryFolder folder;
    return judge_of(json::parse(content(words[1])), folder.path())(content(words[2])).interesting
               ? 0
               : 1;
  }
  Result<Options> options = parse(words);
  if (!options) throw std::runtime_error(options.error().message);
  if (options->request.files.size() != 1 || !options->json)
    throw std::runtime_error("usage: whittle-judge --json EVENTS OPTIONS SUBJECT.JSON FILE");
  return reduce(*options, json::parse(content(options->request.test.script)));
}

}  // namespace
}  // namespace whittle

int main(int count, char** arguments) {
  try {
    return whittle::run({arguments + 1, arguments + count});
  } catch (const std::exception& mistake) {
    fmt::print(stderr, "whittle-judge: error: {}\n", mistake.what());
    return 2;
  }
}
