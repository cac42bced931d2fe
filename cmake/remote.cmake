# Workers on other hosts (src/remote), and nats.so, the module that knows libnats; src/http/README.md says why it is one.
whittle_layer(remote whittle_store whittle_oracle Threads::Threads)
target_compile_definitions(whittle_remote PRIVATE WHITTLE_VERSION="${PROJECT_VERSION}")
whittle_module(remote nats libnats nats_bus.cc)
if(TARGET nats)
  # Signatures are OpenSSL's, which libnats is built on.
  pkg_check_modules(CRYPTO REQUIRED IMPORTED_TARGET libcrypto)
  target_sources(nats PRIVATE src/remote/module/ed25519.cc)
  target_link_libraries(nats PRIVATE PkgConfig::CRYPTO)
endif()
