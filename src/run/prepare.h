/// The first step of a run: loads the files, builds the search and the test, and tests the
/// original. Every mistake in a request is found here, before anything is changed.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <variant>

#include "oracle/witness.h"
#include "report/report.h"
#include "run/chosen_test.h"
#include "run/notices.h"
#include "run/request.h"
#include "run/run_files.h"
#include "run/searching.h"
#include "run/stop.h"
#include "store/run_folder.h"

namespace whittle {

/// All that a search is made from. A search that must begin again is made from it once more.
struct SearchRecipe {
  SearchOptions options;
  std::shared_ptr<Tools> tools;
  KnownTest test;
};

/// A run that can begin: nothing is wrong with the request, and the original is interesting.
struct Ready {
  Request request;  ///< as the view and the place of the result change it
  StopReasons stop;
  std::unique_ptr<RunFiles> files;  ///< never null
  Document original;  ///< as the files were when the run began, perhaps in another process
  SearchRecipe recipe;
  Prepared search;
  ChosenTest test;
  RunIdentity identity;
  std::unique_ptr<WitnessOracle> oracle;  ///< never null
  Verdict verdict_on_original;
  std::optional<KeptRate> rate = {};  ///< nothing: one run of a candidate decides
  Failure on_original = {};           ///< that the test showed on the original, if any
};

/// The run was stopped before it changed anything.
struct StoppedEarly {
  Report report;
};

using Preparation = std::variant<Ready, StoppedEarly>;

/// `notices` must outlive the returned value.
Result<Preparation> prepare(Request request, Notices& notices);

Result<Prepared> make_search(const SearchRecipe& recipe, const Document& original);

}  // namespace whittle
