/// The test a command line asks for: a script, or a command and what it must show.
#pragma once

#include <string>

#include "base/hash.h"
#include "base/result.h"
#include "cli/options.h"
#include "document/document.h"
#include "oracle/local_oracle.h"

namespace whittle {

struct ChosenTest {
  TestSpec spec;
  std::string name;      ///< for messages: the script, or the command
  std::string sentence;  ///< what a golden run found that must stay; empty if none was needed
  bool interrupted = false;
};

/// Runs the command once if the options do not say what to keep.
Result<ChosenTest> choose_test(const Options& options, const Document& original,
                               const LocalOracle::Options& oracle);

/// Whether a command hands the candidate to an interpreter, or runs it: a mutated program that may
/// do anything. Of what a script does with it nothing is known.
bool runs_candidates(const TestSpec& spec);

/// Of the script's content, or of the conditions: what a journal's outcomes hang on.
Result<Hash> hash_of_test(const ChosenTest& test);

}  // namespace whittle
