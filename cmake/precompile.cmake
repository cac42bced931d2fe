# Headers of the standard library and of fmt are precompiled where tests are built: reading them again and again took 15 to 30 % of the time of
# a first build. `make release` and the packages do without, and so see to it that each file includes what it uses.
option(WHITTLE_PRECOMPILE "Precompile the headers that most files include" ${WHITTLE_TESTS})
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
  get_property(first GLOBAL PROPERTY whittle_precompiled_${kind})
  if(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
  else()
    set_property(GLOBAL PROPERTY whittle_precompiled_${kind} ${target})
    target_precompile_headers(${target} PRIVATE <algorithm> <array> <chrono> <cstdint> <filesystem> <functional> <map> <memory> <optional>
      <ranges> <span> <string> <string_view> <unordered_map> <unordered_set> <utility> <vector> <fmt/format.h> ${ARGN})
  endif()
endfunction()
