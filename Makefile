# Everything a newcomer needs: `make demo`, `make test`, `make install PREFIX=...`.
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
STARTED := $(shell date +%s)

.PHONY: all demo test setup release dev asan tsan bench fuzz install format tidy clean check-sanitizers check-asan check-tsan \
  check-faults check-format check-tidy check-changed deb dist static check-packages lab

all: release

# One configuration of build/release serves `make demo`, `make test` and `make install`, so that the program is compiled once.
setup:  ## installs what the build needs, by package name
	@scripts/setup build

define configure
	@cmake --preset $(1) $(2) >build/$(1).log 2>&1 || { cat build/$(1).log; exit 1; }
endef

release: setup
	$(call configure,release)
	@cmake --build --preset release -j $(JOBS)

demo:  ## builds the program with its C grammar, and reduces a bundled example with a real compiler as the test
	@scripts/setup build
	$(call configure,release)
	@cmake --build --preset release -j $(JOBS) --target whittle grammar_c
	@examples/demo build/release/whittle
	@echo
	@echo "\`make\` builds the other languages and the manual page, \`make test\` runs all tests."
	@scripts/timed $(STARTED) "make demo"

# Two more than there are cores: many tests wait for a limit or a signal. Tests that repeat one thing many times (kills, small worlds) take a
# sample; `make test WHITTLE_QUICK=` repeats it as often as CI does.
test: export WHITTLE_QUICK ?= 1
test:  ## all tests; `make test TESTS='-L quick'` runs those of a minute
	@scripts/setup build test
	$(call configure,release,-DWHITTLE_TESTS=ON)
	@cmake --build --preset release -j $(JOBS)
	@ctest --preset release -j $$(($(JOBS) + 2)) $(TESTS); status=$$?; scripts/skipped build/release; \
	  scripts/timed $(STARTED) "make test"; exit $$status

dev asan tsan:  ## builds for people who change something: quick to compile again, or with sanitizers
	@scripts/setup build test check
	$(call configure,$@)
	@cmake --build --preset $@ -j $(JOBS)

check-sanitizers: check-asan check-tsan  ## all tests under asan and ubsan, what uses threads under tsan
# asan: all but those that tests/CMakeLists.txt leaves out, with the reasons.
check-asan: asan
	@WHITTLE_QUICK=1 ctest --preset asan -j $(JOBS)
# tsan: one thread drives a run, and another one only watches for signals. Several runs can work in one process; the server of a page has
# threads of its own.
# die_after_fork: tests of processes fork from a program with threads on purpose.
check-tsan: export TSAN_OPTIONS = die_after_fork=0 suppressions=$(CURDIR)/tests/tsan.supp
check-tsan:
	@scripts/setup build test
	$(call configure,tsan)
	@cmake --build --preset tsan -j $(JOBS) --target test_schedule test_process test_oracle test_page test_remote
	@WHITTLE_QUICK=1 build/tsan/tests/test_schedule --gtest_brief=1
	@build/tsan/tests/test_process --gtest_brief=1
	@build/tsan/tests/test_oracle --gtest_brief=1 --gtest_filter='SideBySide.*'
	@build/tsan/tests/test_page --gtest_brief=1 --gtest_filter='ServeTest.*'
	@build/tsan/tests/test_remote --gtest_brief=1

check-faults: release  ## every system call of two short runs fails once, and ends it once: about 3,300 runs
	@tests/faults/faults.py build/release/whittle

bench:  ## the programs behind docs/benchmarks.md
	@scripts/setup build check
	$(call configure,release,-DWHITTLE_BENCH=ON)
	@cmake --build --preset release -j $(JOBS) --target bench
	@echo "see bench/README.md; programs are in build/release/bench"

lab:  ## a short version of every paper's evaluation, in about ten minutes: build/lab/page.html
	@scripts/setup build test lab
	$(call configure,release,-DWHITTLE_BENCH=ON)
	@cmake --build --preset release -j $(JOBS) --target whittle whittle_grammars whittle_lists
	@lab/lab all --cache --limit 2m --jobs $(JOBS)

FUZZ_SECONDS ?= 600
FUZZ_TARGETS ?= $(patsubst tests/fuzz/%_fuzz.cc,%,$(wildcard tests/fuzz/*_fuzz.cc))
fuzz:  ## each fuzz target for ten minutes, one on each core; what is found is kept in build/fuzz. FUZZ_SECONDS=60 FUZZ_TARGETS="wire shelf" for less
	@scripts/setup build test check
	$(call configure,dev)
	@cmake --build --preset dev -j $(JOBS) --target fuzz
	@mkdir -p $(addprefix build/fuzz/,$(FUZZ_TARGETS))
	@echo $(FUZZ_TARGETS) | tr ' ' '\n' | xargs -P $(JOBS) -n 1 scripts/fuzz-one $(FUZZ_SECONDS)

install: release
	@cmake --install build/release --prefix $(PREFIX)

VERSION = $(shell awk '/^project.whittle VERSION/ { print $$3 }' CMakeLists.txt)
deb static:
	@scripts/setup build
	@cmake --preset $@ $(PACKAGE_OPTIONS) >build/$@.log 2>&1 || { cat build/$@.log; exit 1; }
	@cmake --build --preset $@ -j $(JOBS)
	@packaging/finish $@ $(VERSION)
deb:  ## a Debian package: build/whittle_VERSION_amd64.deb
static:  ## one program with all grammars, for any Linux: build/whittle-VERSION-linux-x86_64.tar.xz
dist:  ## the source with the grammars, which builds without a network: build/whittle-VERSION.tar.xz
	@mkdir -p build && scripts/make-dist build/whittle-$(VERSION).tar.xz

# `make check-packages PACKAGE_BUILD=dev` compiles with the options of `make dev`.
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
check-format:  ## fails if a file is not formatted
	@scripts/setup check
	@clang-format --dry-run -Werror $(SOURCES)

# clang-tidy 19: older ones cannot read std::expected of libstdc++.
# Its std::stable_sort calls what C++23 deprecates, which is no fault of ours. It reads files one at a time (cmake/unity.cmake).
TIDY = cmake --preset dev -B build/tidy -DWHITTLE_UNITY=0 >build/tidy-configure.log && \
  run-clang-tidy-19 -quiet -p build/tidy -j $(JOBS) -extra-arg=-Wno-deprecated-declarations
tidy:  ## clang-tidy with all checks of .clang-tidy
	@scripts/setup build test check
	@$(TIDY) $$(git ls-files 'src/*.cc') 2>build/tidy.log
check-tidy:  ## the same without the static analyzer, which takes more than half of the time
	@scripts/setup build test check
	@$(TIDY) -checks='-clang-analyzer-*' $$(git ls-files 'src/*.cc') 2>build/tidy.log

# CHANGED_SINCE: a revision; without one that is known here, all files.
CHANGED_SINCE ?= HEAD~1
check-changed:  ## clang-tidy on the files that were changed
	@scripts/setup build test check
	@files=$$(git diff --name-only --diff-filter=d $(CHANGED_SINCE) -- 'src/*.cc' 2>/dev/null || git ls-files 'src/*.cc'); \
	  [ -z "$$files" ] || { $(TIDY) $$files; } 2>build/tidy.log

clean:
	rm -rf build
