# The front door: each target installs the Debian packages it needs, configures, builds and does its
# job. The build itself is CMakeLists.txt with the presets of CMakePresets.json.

PREFIX ?= /usr/local
DESTDIR ?=
JOBS ?= 2
FUZZERS ?= $(patsubst fuzz/%.c,%,$(wildcard fuzz/fuzz_*.c))
export DESTDIR JOBS

DEMO := build/demo

.PHONY: help build demo pictures test install soak arrivals fuzz format clean packages test-packages

help:
	@echo 'make build     build the tool (build/wend) and the libraries'
	@echo 'make demo      run scenarios/demo.yaml: summary, trajectories and picture in $(DEMO)'
	@echo 'make pictures  run all scenarios and renew their pictures in docs/pictures'
	@echo 'make test      build everything in all variants and run the whole suite'
	@echo 'make install   install tool, libraries and headers [PREFIX=/usr/local] [DESTDIR=]'
	@echo 'make soak      run the long tests'
	@echo 'make arrivals  count the agents that arrive in random worlds [ARRIVALS="--seeds 1..100"]'
	@echo 'make fuzz      run the fuzzers until interrupted [FUZZERS="fuzz_a fuzz_b"]'
	@echo 'make format    rewrite the sources with clang-format'
	@echo 'make clean     remove build/'
	@echo 'JOBS=n sets how many compilers and tests run at a time (default 2).'

packages:
	@tools/install-packages build

test-packages:
	@tools/install-packages build test

build: packages
	@tools/build release
	@echo 'the tool is build/wend, the libraries are build/libwend*'

# The summary goes through a file, because a pipe would hide the exit status of the run.
demo: packages
	@tools/build release
	@mkdir -p $(DEMO)
	@build/wend run scenarios/demo.yaml -o $(DEMO)/demo.csv -o $(DEMO)/demo.png \
	    >$(DEMO)/summary.txt; status=$$?; cat $(DEMO)/summary.txt; exit $$status
	@echo
	@echo 'summary:      $(DEMO)/summary.txt'
	@echo 'trajectories: $(DEMO)/demo.csv'
	@echo 'picture:      $(DEMO)/demo.png'

pictures: packages
	@tools/build release
	@tools/make-pictures build/wend

test: test-packages
	@tools/test

install: packages
	@tools/build release
	@cmake --install build --prefix '$(PREFIX)'
	@if [ -z '$(DESTDIR)' ] && [ "$$(id -u)" = 0 ]; then ldconfig; fi

soak: test-packages
	@tools/build release-tests all tests
	@ctest --test-dir build -L soak --output-on-failure --no-tests=error

# Options of the program: build/tests/arrivals --help, docs/arrival.md.
ARRIVALS ?= --seeds 1..100 --steer default
arrivals: test-packages
	@tools/build release-tests arrivals
	@build/tests/arrivals $(ARRIVALS)

# One after another for ten minutes each, round and round; finds lie in build/fuzz/tests/*.work/found.
fuzz: test-packages
	@tools/build fuzz tests
	@while true; do \
	    for fuzzer in $(FUZZERS); do \
	        echo "== $$fuzzer"; \
	        tools/fuzz-once build/fuzz/tests/$$fuzzer -max_total_time=600 || exit 1; \
	    done; \
	done

format: test-packages
	@tools/check-format --fix

clean:
	rm -rf build
