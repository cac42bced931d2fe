# Everything a newcomer needs: `make demo`, `make test`, `make install PREFIX=...`.
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)

.PHONY: all demo test setup release dev asan tsan bench install format tidy clean check-sanitizers

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

test: dev  ## all tests
	@ctest --preset dev -j $(JOBS)

# Only the layers where memory and threads can go wrong without a process or a grammar: two
# configurations of everything would take longer to build than all tests take to run.
SANITIZED = test_base test_algorithms test_document test_schedule
check-sanitizers: setup  ## the scheduler, documents and algorithms under asan, ubsan and tsan
	@for kind in asan tsan; do \
	  cmake --preset $$kind >build/$$kind.log 2>&1 || { cat build/$$kind.log; exit 1; }; \
	  cmake --build --preset $$kind -j $(JOBS) --target $(SANITIZED) || exit 1; \
	  for test in $(SANITIZED); do \
	    echo "$$kind: $$test"; WHITTLE_QUICK=1 build/$$kind/tests/$$test --gtest_brief=1 || exit 1; \
	  done; \
	done

bench: dev  ## the programs behind docs/benchmarks.md
	@echo "see bench/README.md; programs are in build/dev/bench"

install: release
	@cmake --install build/release --prefix $(PREFIX)

format:
	@clang-format -i $$(git ls-files '*.cc' '*.h')

tidy: dev
	@run-clang-tidy -quiet -p build/dev $$(git ls-files 'src/*.cc')

clean:
	rm -rf build
