/// The test that a request asks for: a script, or a command and what it must show.
#pragma once

#include <string>

#include "run/request.h"

#include "base/hash.h"
#include "base/result.h"
#include "document/document.h"
#include "oracle/local_oracle.h"

namespace whittle {

struct ChosenTest {
  TestSpec spec;
  std::string name;      ///< for messages: the script, or the command
  std::string sentence;  ///< what a golden run showed and is kept; empty if none was needed
  bool interrupted = false;
};

/// Runs the command once on the original if the options do not say what to keep.
Result<ChosenTest> choose_test(const TestOptions& options, const Document& original,
                               const LocalOracle::Options& oracle);

/// Whether a command hands the candidate to an interpreter: a mutated program then runs, and may do
/// anything. What a script does with the candidate is not known.
bool runs_candidates(const TestSpec& spec);

/// Identifies the script's content, or the conditions: outcomes are valid for this test only.
Result<Hash> hash_of_test(const ChosenTest& test);

}  // namespace whittle
