/// Makes the test that a request describes: a script, or a command and the conditions on it.
#pragma once

#include <string>
#include <vector>

#include "base/hash.h"
#include "base/result.h"
#include "document/document.h"
#include "oracle/local_oracle.h"
#include "report/event.h"
#include "run/request.h"

namespace whittle {

/// How often the original is run until it fails, if its failure comes and goes.
constexpr std::size_t most_first_runs = 200;

struct ChosenTest {
  TestSpec spec;
  std::string name;          ///< for messages: the script, or the command
  std::string sentence;      ///< the failure to keep in words; empty if there was no golden run
  Failure failure = {};      ///< the failure that the golden runs showed
  bool interrupted = false;  ///< during the golden run; then there is no test
};

/// Runs the command on the original if the options do not name the failure to keep (a golden run).
/// Files in `fixed` are not reduced.
Result<ChosenTest> choose_test(const TestOptions& options, const Document& original,
                               const LocalOracle::Options& oracle,
                               const std::vector<std::string>& fixed = {});

/// A command as a user types it: the text for the shell in quotes, with @@ for the candidate.
std::string as_typed(const std::vector<std::string>& command);

/// Whether a command passes the candidate to an interpreter. If so, a mutated program is executed,
/// which may do anything. Of a script it is not known how it uses the candidate.
bool runs_candidates(const TestSpec& spec);

/// Notices about the test that the user should see before it is used.
std::vector<Notice> notices_about(const ChosenTest& test, const TestOptions& options,
                                  const Document& document);

/// Identifies the test by its conditions and by the content of its scripts. Outcomes are valid only
/// for the same test.
Result<Hash> hash_of_test(const ChosenTest& test);

}  // namespace whittle
