# Workers on other hosts (src/remote), and nats.so, the module that knows libnats, if there is libnats.
whittle_layer(remote whittle_store whittle_oracle ${CMAKE_DL_LIBS} Threads::Threads)
target_compile_definitions(whittle_remote PRIVATE WHITTLE_LIBDIR="${CMAKE_INSTALL_LIBDIR}/"
  WHITTLE_VERSION="${PROJECT_VERSION}")
# A static program cannot load anything; src/http/README.md says why it is a module.
if(NOT WHITTLE_STATIC)
  pkg_check_modules(NATS IMPORTED_TARGET libnats)
endif()
if(NATS_FOUND)
  add_library(nats MODULE src/remote/module/nats_bus.cc)
  set_target_properties(nats PROPERTIES PREFIX "")
  target_include_directories(nats PRIVATE src)
  target_link_libraries(nats PRIVATE PkgConfig::NATS whittle_base whittle_flags)
  target_compile_definitions(whittle_remote PRIVATE WHITTLE_HAS_NATS)
  install(TARGETS nats DESTINATION ${CMAKE_INSTALL_LIBDIR}/whittle)
else()
  message(STATUS "No libnats: --workers, worker and cluster will say so")
endif()
