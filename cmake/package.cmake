# libwhittle: everything but cli/ as one static library, its public headers, and what find_package(whittle) and
# pkg-config need. docs/library.md is the page for users.

# A header is public if it is listed here. It may include other public headers only. They are installed as
# <whittle/FOLDER/NAME.h>, with their includes rewritten to that form.
set(public_headers
  algorithms/choices.h algorithms/reduction.h algorithms/registry.h
  base/any_value.h base/bytes.h base/hash.h base/lack.h base/outcome.h base/query_role.h base/reason.h base/result.h base/subset.h
  base/unambiguity.h base/poll_flag.h base/unique_fd.h base/rate.h base/verdict.h
  document/document.h document/edit.h document/goal.h document/lexer.h document/units.h
  failure/same_bug_level.h
  oracle/conditions.h oracle/function_oracle.h oracle/oracle.h
  plan/effort.h
  report/event.h report/observers.h report/report.h report/tally.h
  plan/debloat/debloat_options.h
  run/batch.h run/reduce.h run/reduce_document.h run/reduce_list.h run/request.h run/request_json.h run/stop.h
  run/unfinished.h run/until.h
  syntax/grammar_folder.h)

set(public_folder ${PROJECT_BINARY_DIR}/include/whittle)
file(REMOVE_RECURSE ${public_folder})
foreach(header ${public_headers})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${header})
  file(READ ${PROJECT_SOURCE_DIR}/src/${header} text)
  string(REGEX MATCHALL "#include \"[^\"]+\"" included "${text}")
  foreach(line ${included})
    string(REGEX REPLACE "#include \"([^\"]+)\"" "\\1" name "${line}")
    if(NOT name IN_LIST public_headers)
      message(FATAL_ERROR "${header} is public and includes ${name}, which is not (cmake/package.cmake)")
    endif()
  endforeach()
  string(REGEX REPLACE "#include \"([^\"]+)\"" "#include <whittle/\\1>" text "${text}")
  file(WRITE ${public_folder}/${header} "${text}")
endforeach()
install(DIRECTORY ${public_folder} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library)

# The objects of all layers together: one file to link with.
set(objects)
foreach(layer base graph algorithms document learn syntax process failure passes closure probe oracle report schedule store plan run)
  list(APPEND objects $<TARGET_OBJECTS:whittle_${layer}>)
endforeach()
add_library(libwhittle STATIC ${objects} $<TARGET_OBJECTS:tree_sitter>)
set_target_properties(libwhittle PROPERTIES OUTPUT_NAME whittle LINKER_LANGUAGE CXX)
install(TARGETS libwhittle DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)

include(CMakePackageConfigHelpers)
configure_package_config_file(cmake/whittleConfig.cmake.in ${PROJECT_BINARY_DIR}/whittleConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/whittle PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/whittleConfigVersion.cmake COMPATIBILITY SameMinorVersion)
configure_file(cmake/whittle.pc.in ${PROJECT_BINARY_DIR}/whittle.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/whittleConfig.cmake ${PROJECT_BINARY_DIR}/whittleConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/whittle COMPONENT library)
install(FILES ${PROJECT_BINARY_DIR}/whittle.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT library)
