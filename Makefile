# Everything a newcomer needs: `make demo`, `make test`, `make install PREFIX=...`.
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)

.PHONY: all demo test setup release dev asan tsan bench fuzz install format tidy clean check-sanitizers check-asan check-tsan \
  check-format check-tidy deb dist static check-packages lab

all: release

setup:  ## installs what is missing, by package name
	@scripts/setup

release: setup
	@cmake --preset release >build/release.log 2>&1 || { cat build/release.log; exit 1; }
	@cmake --build --preset release -j $(JOBS)

demo: release  ## reduces a bundled example with a real compiler as the test
	@examples/demo build/release/whittle

dev asan tsan: setup
	@cmake --preset $@ >build/$@.log 2>&1 || { cat build/$@.log; exit 1; }
	@cmake --build --preset $@ -j $(JOBS)

# One more than there are cores: many tests wait for a limit or a signal.
test: dev  ## all tests
	@ctest --preset dev -j $$(($(JOBS) + 1))

check-sanitizers: check-asan check-tsan  ## all tests under asan and ubsan, what uses threads under tsan
# asan: all but the two scripts that tests/CMakeLists.txt leaves out, which check how long a run takes.
check-asan: asan
	@WHITTLE_QUICK=1 ctest --preset asan -j $(JOBS)
# tsan: one thread drives a run, and another one only watches for signals. Several runs can work in one process; the server of a page has
# threads of its own.
check-tsan: setup
	@cmake --preset tsan >build/tsan.log 2>&1 || { cat build/tsan.log; exit 1; }
	@cmake --build --preset tsan -j $(JOBS) --target test_schedule test_process test_oracle test_page
	@WHITTLE_QUICK=1 build/tsan/tests/test_schedule --gtest_brief=1
	@build/tsan/tests/test_process --gtest_brief=1
	@build/tsan/tests/test_oracle --gtest_brief=1 --gtest_filter='SideBySide.*'
	@build/tsan/tests/test_page --gtest_brief=1 --gtest_filter='ServeTest.*'

bench: dev  ## the programs behind docs/benchmarks.md
	@cmake --build --preset dev -j $(JOBS) --target bench
	@echo "see bench/README.md; programs are in build/dev/bench"

lab: setup  ## a short version of every paper's evaluation, in about ten minutes: build/lab/page.html
	@scripts/setup lab
	@cmake --preset dev >build/dev.log 2>&1 || { cat build/dev.log; exit 1; }
	@cmake --build --preset dev -j $(JOBS) --target whittle whittle_lists
	@lab/lab all --cache --limit 2m --jobs $(JOBS)

FUZZ_SECONDS ?= 600
fuzz: dev  ## each fuzz target for ten minutes; what is found is kept in build/fuzz
	@for target in grammar options stored text; do found=build/fuzz/$$target; mkdir -p $$found; \
	  seeds=tests/fuzz/corpus/$$target; [ -d $$seeds ] || seeds=tests/syntax/samples; \
	  build/dev/tests/fuzz/fuzz_$$target -max_total_time=$(FUZZ_SECONDS) -max_len=4096 -rss_limit_mb=2048 \
	    -artifact_prefix=build/fuzz/$$target- $$found $$seeds || exit 1; done

install: release
	@cmake --install build/release --prefix $(PREFIX)

VERSION = $(shell awk '/^project.whittle VERSION/ { print $$3 }' CMakeLists.txt)
deb static: setup
	@cmake --preset $@ $(PACKAGE_OPTIONS) >build/$@.log 2>&1 || { cat build/$@.log; exit 1; }
	@cmake --build --preset $@ -j $(JOBS)
	@packaging/finish $@ $(VERSION)
deb:  ## a Debian package: build/whittle_VERSION_amd64.deb
static:  ## one program with all grammars, for any Linux: build/whittle-VERSION-linux-x86_64.tar.xz
dist:  ## the source with the grammars, which builds without a network: build/whittle-VERSION.tar.xz
	@mkdir -p build && scripts/make-dist build/whittle-$(VERSION).tar.xz

# `make check-packages PACKAGE_BUILD=dev` compiles the grammars as `make test` does. Other objects are not shared with it: its headers are
# precompiled.
ifeq ($(PACKAGE_BUILD),dev)
PACKAGE_OPTIONS = -DCMAKE_BUILD_TYPE=Dev -DCMAKE_CXX_FLAGS_DEV="-O2 -g1" -DCMAKE_C_FLAGS_DEV=-O1
endif
deb static: export CCACHE_BASEDIR = $(CURDIR)
deb static: export CCACHE_NOHASHDIR = 1
check-packages: deb static dist  ## installs each in an empty root and reduces something there
	@scripts/setup packages
	@tests/install/deb.sh build/whittle_$(VERSION)_amd64.deb
	@tests/install/static.sh build/whittle-$(VERSION)-linux-x86_64.tar.xz
	@OPTIONS='$(PACKAGE_OPTIONS)' tests/install/dist.sh build/whittle-$(VERSION).tar.xz

# Samples of code are inputs of tests, and no code of ours.
SOURCES = $$(git ls-files '*.cc' '*.h' ':!tests/passes/code' ':!tests/syntax/samples')
format:  ## formats all files in place
	@clang-format -i $(SOURCES)
check-format: setup  ## fails if a file is not formatted
	@clang-format --dry-run -Werror $(SOURCES)

# clang-tidy 19: older ones cannot read std::expected of libstdc++.
# Its std::stable_sort calls what C++23 deprecates, which is no fault of ours. It reads files one at a time (cmake/precompile.cmake).
TIDY = cmake --preset dev -B build/tidy -DWHITTLE_PRECOMPILE=OFF >build/tidy-configure.log && \
  run-clang-tidy-19 -quiet -p build/tidy -j $(JOBS) -extra-arg=-Wno-deprecated-declarations
tidy: setup  ## clang-tidy with all checks of .clang-tidy
	@$(TIDY) $$(git ls-files 'src/*.cc') 2>build/tidy.log
check-tidy: setup  ## the same without the static analyzer, which takes more than half of the time
	@$(TIDY) -checks='-clang-analyzer-*' $$(git ls-files 'src/*.cc') 2>build/tidy.log

clean:
	rm -rf build
