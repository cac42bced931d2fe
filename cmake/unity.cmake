# The files of a folder are compiled together, WHITTLE_UNITY at a time: nearly all of a file's four seconds go into the headers of the
# standard library and fmt, and into templates that several files instantiate (bench/results/build.csv).
#
# So a name in an anonymous namespace must be unique in its folder, and -Wshadow, which would compare names of different files, is off.
# 0 compiles each file alone; clang-tidy needs that, and it shows that each file includes what it uses.
set(WHITTLE_UNITY 18 CACHE STRING "How many files of a folder are compiled together; 0: each alone")

function(whittle_unity target)
  if(WHITTLE_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${WHITTLE_UNITY})
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)  # a file that is included looks like a header
  endif()
endfunction()
