# The page that shows a run in a browser (src/page/web and uPlot, as one string), and http.so, the web server, if there is
# cpp-httplib.
set(page_web ${PROJECT_SOURCE_DIR}/src/page/web)
if(EXISTS ${PROJECT_SOURCE_DIR}/uplot)  # of a source tarball
  set(page_uplot ${PROJECT_SOURCE_DIR}/uplot)
else()
  execute_process(COMMAND ${PROJECT_SOURCE_DIR}/scripts/fetch-modules.sh ${page_web} ${PROJECT_SOURCE_DIR}/build/page
    RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "uPlot could not be fetched; without a network, build from the source tarball (`make dist`)")
  endif()
  set(page_uplot ${PROJECT_SOURCE_DIR}/build/page/node_modules/uplot)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page_web}/package-lock.json)
endif()
set(page_source ${PROJECT_BINARY_DIR}/page_template.cc)
file(GLOB page_files CONFIGURE_DEPENDS ${page_web}/*.js ${page_web}/*.css ${page_web}/*.html)
add_custom_command(OUTPUT ${page_source}
  COMMAND ${CMAKE_COMMAND} -P ${PROJECT_SOURCE_DIR}/cmake/make_page.cmake ${page_source} ${page_web} ${page_uplot}
  DEPENDS cmake/make_page.cmake ${page_files} ${page_uplot}/dist/uPlot.iife.min.js VERBATIM)

whittle_layer(http whittle_base)
whittle_layer(page whittle_store whittle_syntax whittle_http nlohmann_json::nlohmann_json Threads::Threads)
target_sources(whittle_page PRIVATE ${page_source})

whittle_module(http http cpp-httplib httplib_server.cc)  # src/http/README.md says why
