# `make deb`: a Debian package of the programs, the grammars, the manual page and the completions. The library is
# not part of it.
if(NOT WHITTLE_DEBIAN)
  return()
endif()
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME whittle)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "the whittle developers <whittle@packages.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "finds the smallest input that still shows a property")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "whittle takes an input that shows a property (a program that crashes a compiler, a file
that breaks a parser) and a test for that property. It makes the input as small
as it can while the test still finds the property.
.
It reads some forty languages, runs tests on all cores, and gives the same
result every time. It can be called in place of C-Reduce and C-Vise.")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "bubblewrap, clang-format, libclang1, cvise")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL Unspecified)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_NAME whittle)
set(CPACK_DEBIAN_UNSPECIFIED_FILE_NAME whittle_${PROJECT_VERSION}_amd64.deb)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
  WORLD_READ WORLD_EXECUTE)

# What Debian's policy asks for in every package.
set(doc ${PROJECT_BINARY_DIR}/doc)
file(MAKE_DIRECTORY ${doc})
configure_file(packaging/debian/copyright ${doc}/copyright COPYONLY)
file(GLOB_RECURSE licences ${grammars_sources}/*/LICENSE*)
list(SORT licences)
foreach(licence ${licences})
  file(RELATIVE_PATH package ${grammars_sources} ${licence})
  if(package MATCHES "tree-sitter")
    file(READ ${licence} text)
    string(REGEX REPLACE "\n+$" "" text "${text}")
    string(REPLACE "\n" "\n " text "${text}")
    string(REGEX REPLACE "\n +\n" "\n .\n" text "\n ${text}\n")
    string(REGEX REPLACE "\n +\n" "\n .\n" text "${text}")
    file(APPEND ${doc}/copyright "\n------\nThe licence of ${package}:\n${text}")
  endif()
endforeach()
execute_process(COMMAND gzip -9nc ${PROJECT_SOURCE_DIR}/packaging/debian/changelog OUTPUT_FILE ${doc}/changelog.gz)
install(FILES ${doc}/copyright ${doc}/changelog.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/whittle)
include(CPack)
