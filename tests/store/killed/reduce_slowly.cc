// A whittle in small, to be killed: `reduce_slowly FILE LOG` reduces the subject into FILE, or goes
// on with that, and appends to LOG the hash of every candidate before its test is started.
#include <chrono>
#include <cstdio>
#include <fcntl.h>
#include <string>
#include <thread>
#include <unistd.h>

#include "document/disk.h"
#include "report/run_log.h"
#include "schedule/scheduler.h"
#include "store/journal.h"
#include "store/killed/subject.h"
#include "support/scripted_oracle.h"

namespace whittle {
namespace {

/// Takes real time, and writes down what it is asked.
class SlowOracle : public Oracle {
 public:
  SlowOracle(Oracle& inner, int log) : inner_(inner), log_(log) {}
  std::size_t slots() const override { return inner_.slots(); }
  std::size_t free_slots() const override { return inner_.free_slots(); }
  Result<void> start(Ticket ticket, const Document& candidate) override {
    const std::string line = candidate.hash().hex() + "\n";
    if (::write(log_, line.data(), line.size()) != static_cast<ssize_t>(line.size()))
      return fail(ErrorKind::disk, "the log cannot be written");
    return inner_.start(ticket, candidate);
  }
  Result<Finished> wait() override {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return inner_.wait();
  }
  void cancel(Ticket ticket) override { inner_.cancel(ticket); }

 private:
  Oracle& inner_;
  int log_;
};

Result<RunFolder> open_folder(const std::string& path, const Document& original) {
  const RunIdentity identity{"reduce_slowly", "", hash_of("test"), original.hash()};
  if (RunFolder::has_journal(path)) {
    Result<RunFolder> resumed = RunFolder::resume(path);
    if (resumed) {
      if (const Result<void> same = resumed->check(identity); !same)
        return std::unexpected(same.error());
      return resumed;
    }
    // Killed before the journal was there whole: no test had been started.
    if (!resumed.error().message.starts_with("there is no unfinished run")) return resumed;
  }
  return RunFolder::create(path, identity, original);
}

Result<void> reduce(const std::string& file, const std::string& tests) {
  AnySearch search = subject_search();
  Result<RunFolder> folder = open_folder(RunFolder::beside(file), search.best());
  if (!folder) return std::unexpected(folder.error());
  Memo memo;
  if (const Result<std::size_t> known = folder->recall(memo); !known)
    return std::unexpected(known.error());
  {
    ScriptedOracle scripted(subject_outcome, 4);
    SlowOracle slow(scripted,
                    ::open(tests.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644));
    Journal journal(*folder,
                    [&](const Document& best) { return write_file(file, best.bytes(0), 0644); });
    RunLog log(journal);
    RunStart start;
    start.original = search.best();
    start.goal = Goal::bytes;
    log.started(start);
    if (const Result<Ending> ending = run(search, slow, memo, log); !ending)
      return std::unexpected(ending.error());
    if (Result<void> flushed = journal.flush(); !flushed) return flushed;
  }
  return folder->remove();
}

}  // namespace
}  // namespace whittle

int main(int, char** argv) {
  const whittle::Result<void> done = whittle::reduce(argv[1], argv[2]);
  if (done) return 0;
  std::fprintf(stderr, "%s\n", done.error().message.c_str());
  return 1;
}
