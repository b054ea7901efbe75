# The front door: each target installs the Debian packages it needs, configures, builds and does its
# job. The build itself is CMakeLists.txt with the presets of CMakePresets.json.

PREFIX ?= /usr/local
DESTDIR ?=
JOBS ?= 2
TRIALS ?= 10
FUZZERS ?= $(patsubst fuzz/%.c,%,$(wildcard fuzz/fuzz_*.c))
export DESTDIR JOBS

DEMO := build/demo
GALLERY := build/gallery

.PHONY: help build demo gallery pictures check test verify install soak arrivals fuzz format clean packages \
    test-packages verify-packages viewer viewer-packages

help:
	@echo 'make build     build the tool (build/wend) and the libraries'
	@echo 'make demo      run scenarios/demo.yaml: a page for the browser, summary, trajectories and'
	@echo '               picture in $(DEMO)'
	@echo 'make viewer    build the page of the viewer: build/viewer/viewer.html'
	@echo 'make gallery   a site of all scenarios, with a page for each, in $(GALLERY)'
	@echo 'make pictures  run all scenarios and renew their pictures in docs/pictures'
	@echo 'make check     quick checks, and the tests of what changed with the sanitizers (3 minutes)'
	@echo 'make test      all tests in one optimised build (8 minutes on two cores)'
	@echo 'make verify    the rest: other builds, sanitizers, clang-tidy, determinism, fuzzers'
	@echo 'make install   install tool, libraries and headers [PREFIX=/usr/local] [DESTDIR=]'
	@echo 'make soak      run the long tests, and the random trials [TRIALS=10] times as often'
	@echo 'make arrivals  count the agents that arrive in random worlds [ARRIVALS="--seeds 1..100"]'
	@echo 'make fuzz      run the fuzzers until interrupted [FUZZERS="fuzz_a fuzz_b"]'
	@echo 'make format    rewrite the sources with clang-format'
	@echo 'make clean     remove build/'
	@echo 'JOBS=n sets how many compilers and tests run at a time (default 2).'

packages:
	@tools/install-packages build

test-packages:
	@tools/install-packages build test viewer

verify-packages:
	@tools/install-packages build test verify viewer browser

viewer-packages:
	@tools/install-packages build viewer

build: packages
	@tools/build release
	@echo 'the tool is build/wend, the libraries are build/libwend*'

viewer: viewer-packages
	@tools/build-viewer
	@echo 'the page of the viewer is build/viewer/viewer.html'

# The summary goes through a file, because a pipe would hide the exit status of the run.
demo: packages viewer
	@tools/build release
	@mkdir -p $(DEMO)
	@build/wend run scenarios/demo.yaml -o $(DEMO)/demo.html -o $(DEMO)/demo.csv \
	    -o $(DEMO)/demo.png >$(DEMO)/summary.txt; status=$$?; cat $(DEMO)/summary.txt; exit $$status
	@echo
	@echo 'summary:      $(DEMO)/summary.txt'
	@echo 'trajectories: $(DEMO)/demo.csv'
	@echo 'picture:      $(DEMO)/demo.png'
	@echo 'page:         $(DEMO)/demo.html (open it in a browser: xdg-open $(DEMO)/demo.html)'

gallery: test-packages viewer
	@tools/build release
	@tools/make-gallery build/wend $(GALLERY)

pictures: packages
	@tools/build release
	@tools/make-pictures build/wend

check: verify-packages
	@tools/check

test: test-packages
	@tools/test

verify: verify-packages
	@tools/verify

install: packages
	@tools/build release
	@cmake --install build --prefix '$(PREFIX)'
	@if [ -z '$(DESTDIR)' ] && [ "$$(id -u)" = 0 ]; then ldconfig; fi

# A trial that hangs is ended by check, after a time that grows with their number.
soak: test-packages
	@tools/build release-tests all tests
	@WEND_TRIALS='$(TRIALS)' CK_TIMEOUT_MULTIPLIER='$(TRIALS)' ctest --test-dir build -L 'soak|trials' \
	    -j $(JOBS) --output-on-failure --no-tests=error

# Options of the program: build/tests/arrivals --help, docs/arrival.md.
ARRIVALS ?= --seeds 1..100 --steer default
arrivals: test-packages
	@tools/build release-tests arrivals
	@build/tests/arrivals $(ARRIVALS)

# One after another for ten minutes each, round and round; finds lie in build/fuzz/tests/*.work/found.
fuzz: verify-packages
	@tools/build fuzz tests
	@while true; do \
	    for fuzzer in $(FUZZERS); do \
	        echo "== $$fuzzer"; \
	        tools/fuzz-once build/fuzz/tests/$$fuzzer -max_total_time=600 || exit 1; \
	    done; \
	done

format: verify-packages
	@tools/check-format --fix

clean:
	rm -rf build
