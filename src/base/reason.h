/// Every reason for an error or a notice that a program may want to say in its own terms.
///
/// The message of such an error names members of `Request`. `cli/advice.cc` has a row for each
/// reason, which names options instead. The comment of a reason lists the values of its `Cause`.
#pragma once

#include <cstdint>

namespace whittle {

enum class Reason : std::uint16_t {
  none,

  // Settings that do not fit.
  runs_another,
  conflict,  ///< two members of `Request`
  unknown_plan,
  unknown_pass,
  unknown_language,
  unknown_view,        ///< the names of all views
  view_needs_program,  ///< the name of the view, the program
  view_needs_one_file,
  view_fits,  ///< FILE, the kind of file, the name of the view
  build_files_stay,
  bad_keep_pattern,
  not_for_plan,  ///< the plan, a member, the plans that support it
  well_formed_needs_grammar,
  propose_needs_auto,
  output_must_be_one_file,
  output_is_test,       ///< the test
  output_exists,        ///< the file
  output_has_run,       ///< the file, the target of a run that can be continued
  around_is_no_folder,  ///< the folder
  around_is_elsewhere,  ///< the folder as given, the folder itself
  around_needs_path,    ///< the file whose path does not lie below the current folder
  around_has_tests,     ///< the folder, the folder of the tests
  memory_stops_sanitizer,
  batch_output_exists,
  reproducer_needs_command,
  reproducer_needs_one_file,
  reproducer_exists,  ///< the script

  // The test, before a search.
  test_was_refused,       ///< no test could be made of the request, or its command does not fail
  command_hangs,          ///< the command that was run
  command_is_missing,     ///< the exit status, the command that was run
  command_shows_nothing,  ///< the command that was run, and its output
  bug_shows_less,
  failure_drifted,  ///< the original's failure, the result's
  no_such_bug,      ///< the file
  no_sandbox,
  original_is_refused,       ///< the command that was run, and its output
  original_is_slow,          ///< the command that was run, and its output
  original_is_contradicted,  ///< the test, the file, the command that was run
  accepts_empty,
  file_out_of_reach,  ///< the file
  is_unconfined,
  command_is_slow,
  script_is_slow,

  // The test, during a search.
  contradiction,
  validity_was_lost,  ///< the compiler that says so
  no_compiler_to_ask,
  original_fails_too_seldom,  ///< the rate that was demanded
  program_changed,

  // The run folder.
  folder_is_full,      ///< the result can go to another folder
  has_unfinished_run,  ///< the target of a run that could have been continued
  file_has_changed,    ///< the target
  run_has_changed,
  no_unfinished_run,    ///< where it was looked for
  run_has_finished,     ///< the file
  journal_is_unusable,  ///< the file
  run_has_no_request,
  journal_is_full,  ///< the file
  no_record,        ///< where it was looked for

  foreign_grammars,
};

}  // namespace whittle
