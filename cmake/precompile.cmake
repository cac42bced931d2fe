# Two things that make a first build shorter where tests are built. `make release` and the packages do without, and so check that each file
# includes what it uses.
# - Headers of the standard library, of fmt and of nlohmann's JSON are precompiled: reading them again and again took 15 to 30 % of the time.
# - The files of a layer are compiled six at a time, as one: templates that several of them use are then instantiated once. A name in an
#   anonymous namespace must therefore be unique in its folder; -Wshadow is off, since it would compare names of different files.
option(WHITTLE_PRECOMPILE "Precompile the headers that most files include, and compile several files at a time" ${WHITTLE_TESTS})
if(WHITTLE_PRECOMPILE AND CCACHE)
  # Otherwise ccache takes no file that uses a precompiled header. No macro of ours changes what these headers mean.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
endif()

# whittle_precompile(TARGET KIND [HEADER...]): the headers are compiled for the first target of each kind, and its other targets share
# them: they must have the same compiler options.
function(whittle_precompile target kind)
  if(NOT WHITTLE_PRECOMPILE)
    return()
  endif()
  if(kind STREQUAL layers)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 6)
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)  # here a file is taken for a header
  endif()
  get_property(first GLOBAL PROPERTY whittle_precompiled_${kind})
  if(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
  else()
    set_property(GLOBAL PROPERTY whittle_precompiled_${kind} ${target})
    target_precompile_headers(${target} PRIVATE <algorithm> <array> <chrono> <cstdint> <filesystem> <functional> <map> <memory> <optional>
      <ranges> <span> <string> <string_view> <unordered_map> <unordered_set> <utility> <vector> <fmt/format.h> <nlohmann/json.hpp> ${ARGN})
  endif()
endfunction()
