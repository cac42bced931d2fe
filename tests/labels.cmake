# What a test needs beyond a minute and two cores. `ctest -L quick` runs the others; `ctest -LE 'browser|cluster'` leaves some out.
#
# A test that takes long has a cost, so that ctest starts it first. Without costs, the last test may begin when all others have ended,
# and a fresh clone has no times of an earlier run.

# whittle_label(LABEL COST TEST...): leaves out tests that this build does not have.
function(whittle_label label cost)
  get_property(known DIRECTORY PROPERTY TESTS)
  foreach(test ${ARGN})
    if(test IN_LIST known)
      set_property(TEST ${test} APPEND PROPERTY LABELS ${label})
      set_property(TEST ${test} PROPERTY COST ${cost})
    endif()
  endforeach()
endfunction()

# Kill storms: a run is killed again and again, and resumed.
whittle_label(kill 90 cli/killed cli/killed_default_plan cli/killed_debloat cli/closure_second_search cli/listens cli/stages store)
# A page in Chromium, a terminal in tmux.
whittle_label(browser 80 page_in_a_browser)
whittle_label(terminal 80 cli/terminal)
# Fault injection: each system call fails once.
whittle_label(faults 70 faults)
whittle_label(lab 60 lab)
# A server and workers, which are processes here.
get_property(known DIRECTORY PROPERTY TESTS)
list(FILTER known INCLUDE REGEX "^remote/")
whittle_label(cluster 50 ${known})
whittle_label(install 40 install/embed install/empty_root)
# Everyday jobs with tools from npm and Debian.
get_property(known DIRECTORY PROPERTY TESTS)
list(FILTER known INCLUDE REGEX "^first_line/")
whittle_label(first_line 35 ${known})
# Tests that wait for limits most of the time: they begin early, beside others that compute.
whittle_label(slow 85 cli/totals cli/timeouts oracle page)
# Many runs, large inputs or real compilers.
whittle_label(slow 30 cli/same_answer cli/same_answer_default_plan cli/debloat cli/projects cli/deep_input cli/large_input cli/binary
  cli/json_events cli/lists cli/slow_start cli/closure_compiles cli/every_algorithm cli/view cli/valid cli/valid_pairs cli/docs_pages
  cli/docs_miscompilation cli/around cli/random_answers exhaustive schedule plan syntax algorithms)

get_property(known DIRECTORY PROPERTY TESTS)
foreach(test ${known})
  get_property(labels TEST ${test} PROPERTY LABELS)
  if(NOT labels)
    set_property(TEST ${test} PROPERTY LABELS quick)
  endif()
endforeach()
