# Workers on other hosts (src/remote), and nats.so, the module that knows libnats; src/http/README.md says why it is one.
whittle_layer(remote whittle_store whittle_oracle Threads::Threads)
target_compile_definitions(whittle_remote PRIVATE WHITTLE_VERSION="${PROJECT_VERSION}")
whittle_module(remote nats libnats nats_bus.cc)
