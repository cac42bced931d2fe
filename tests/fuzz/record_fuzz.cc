// The record of a run that a page or a report is made of, damaged. The first byte chooses the file
// that the bytes become: events, refusals, or both with a line of dashes between them. Whatever is
// in them, a page is made, and what can be read as an event is written and read as the same event.
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "fuzz/must.h"

#include "page/feed.h"
#include "page/model.h"
#include "page/page.h"
#include "report/event_json.h"
#include "report/run_log.h"
#include "store/best_history.h"
#include "store/recorder.h"
#include "store/recording.h"

using namespace whittle;
namespace fs = std::filesystem;

namespace {

const Document original = Document::single("a.c", "int main() {\n  return 1;\n}\n");

/// A run folder with three bests, which goes with the process.
struct Folder {
  std::string path;
  Folder() {
    std::string name = (fs::temp_directory_path() / "fuzz-record-XXXXXX").string();
    must(mkdtemp(name.data()) != nullptr);
    path = name;
    Result<BestHistoryWriter> bests =
        BestHistoryWriter::open(Recording::bests_path(path), original);
    must(bests && bests->add(1, Document::single("a.c", "int main() {\n}\n")) &&
         bests->add(2, Document::single("a.c", "main() {\n}\n")) && bests->flush());
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
};

void check_line(std::string_view line) {
  const std::optional<RunEvent> event = event_of(line);
  if (!event) return;
  const auto written = [](const RunEvent& one) {
    return std::visit([](const auto& value) { return json_of(value); }, one);
  };
  const std::string once = written(*event);
  const std::optional<RunEvent> again = event_of(once);
  must(again.has_value() && again->index() == event->index());
}

void make_page(const std::string& folder) {
  Feed feed(folder);
  Model model;
  RunLog log(model, RunLog::Times::as_told);
  (void)feed.tell(log);
  (void)feed.give_bests(model);
  Model::Seen seen;
  must(!model.news(seen, log.state()).empty());
  must(!report_page(model, log.state(), "finished", feed.refusals()).empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Folder folder;
  if (size == 0) return 0;
  const BytesView bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::size_t middle = std::min(bytes.find("\n----\n"), bytes.size());
  const BytesView events = bytes.substr(0, middle);
  const BytesView refusals = middle == bytes.size() ? BytesView() : bytes.substr(middle + 6);
  std::ofstream(Recording::events_path(folder.path), std::ios::binary) << events << '\n';
  std::ofstream(Recording::refusals_path(folder.path), std::ios::binary) << refusals << '\n';
  for (std::size_t begin = 0; begin <= events.size();) {
    const std::size_t end = std::min(events.find('\n', begin), events.size());
    check_line(events.substr(begin, end - begin));
    begin = end + 1;
  }
  make_page(folder.path);
  if (data[0] % 2 == 0) return 0;
  // A run that continues cuts the record at the damage.
  const Recorder recorder(folder.path, original, Recorder::Mode::continues, true);
  must(recorder.earlier().size() <= events.size());
  return 0;
}
