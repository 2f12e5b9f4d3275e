# Everything a developer, CI or somebody who just wants the server types. `make help` lists it.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:

# A toolchain unpacked in its usual place need not be on PATH.
ifeq (,$(shell command -v swift))
  ifneq (,$(wildcard /opt/swift/usr/bin/swift))
    export PATH := /opt/swift/usr/bin:$(PATH)
  endif
endif

# `make serve LISTEN=127.0.0.1:9000 DATA=/srv/colabel`: the command's own defaults when they are empty.
LISTEN ?=
DATA ?=
# `make bench ROUNDS=5 ONLY="join storm"`: only what has one of these words in its name.
ONLY ?=
# `make bench-peers HARNESS=FOLDER ROUNDS=5`: the folder of the load generator, beside the project when it is empty.
HARNESS ?=
ROUNDS ?= 5
# `make simulate SEEDS=20000 STEPS=500`: seeds from FIRST on, on JOBS threads.
SEEDS ?= 2000
STEPS ?= 500
FIRST ?= 0
JOBS ?= 2
# `make soak MINUTES=3 SEED=1`
MINUTES ?= 3
SEED ?= 1
# The tests of the command and of the page run on so many workers; they mostly wait.
WORKERS ?= 2
# `make sanitize TESTS=NetworkTests,LabelStoreTests`: only these test targets.
TESTS ?=

SWIFT_SOURCES := Sources Tests Package.swift
WEB_TESTS = $(shell find Tests/Web -name '*.test.js' | sort)

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: serve
serve: packages release ## Install what is missing, build a release and serve it (LISTEN=HOST:PORT DATA=FOLDER)
	@exec .build/release/colabel serve $(if $(LISTEN),--listen "$(LISTEN)") $(if $(DATA),--data "$(DATA)")

.PHONY: test
test: lint types test-web test-swift test-system test-browser bench-check ## Install what the tests need and run every check

.PHONY: build
build: packages ## Build everything for debugging, tests included
	@tools/step "Swift build, debug" swift build --build-tests

.PHONY: release
release: packages ## Build the command as users run it
	@tools/step "Swift build, release" swift build -c release --product colabel

.PHONY: test-swift
test-swift: build ## Swift tests
	@tools/step "Swift tests" swift test --skip-build --disable-xctest --skip SimulationTests
	@tools/step "Simulation, a share" swift test --skip-build --disable-xctest --filter SimulationTests

.PHONY: test-web
test-web: test-packages ## JavaScript unit tests
	@tools/step "JavaScript tests" node --experimental-global-webcrypto --test --test-reporter=spec $(or $(WEB_TESTS),$(error no tests in Tests/Web))

.PHONY: types
types: test-packages ## JavaScript types
	@tools/step "JavaScript types" tsc -p web

.PHONY: test-system
test-system: test-packages .venv/installed build ## Tests of the whole command: crashes, disk faults, hostile peers
	@COLABEL_BINARY="$(CURDIR)/.build/debug/colabel" tools/step "System tests" .venv/bin/pytest -n $(WORKERS) Tests/System

.PHONY: test-browser
test-browser: test-packages .venv/installed release ## Browser tests, against the release build
	@COLABEL_BINARY="$(CURDIR)/.build/release/colabel" tools/step "Browser tests" .venv/bin/pytest -n $(WORKERS) Tests/Browser

.PHONY: smoke-firefox
smoke-firefox: test-packages .venv/installed release ## The article's seven steps in Firefox
	@COLABEL_BINARY="$(CURDIR)/.build/release/colabel" tools/step "Smoke run in Firefox" .venv/bin/pytest Tests/Browser/test_firefox.py

.PHONY: screenshots
screenshots: test-packages .venv/installed release ## Take the pictures of docs/images
	@COLABEL_BINARY="$(CURDIR)/.build/release/colabel" tools/step "Screenshots" .venv/bin/python Tests/Browser/screenshots.py

.PHONY: icons
icons: test-packages .venv/installed ## Draw the PNG icons of web/icons from the SVGs
	@.venv/bin/python tools/make-icons

.PHONY: soak
soak: export COLABEL_BINARY := $(CURDIR)/.build/release/colabel
soak: test-packages .venv/installed release ## Edit for minutes over links that fail, then every check in every trouble (MINUTES=3 SEED=1)
	@SOAK_SECONDS=$$((60 * $(MINUTES))) SOAK_SEED="$(SEED)" tools/step "Endurance, seed $(SEED)" .venv/bin/pytest -s Tests/Browser/test_endurance.py
	@tools/step "Every check in every trouble" .venv/bin/pytest -n $(WORKERS) -m "soak or not soak" Tests/Browser/test_bad_network.py Tests/Browser/test_languages.py

.PHONY: mutations
mutations: test-packages .venv/installed release ## Break the page's rules one by one; the test of each must notice
	@COLABEL_BINARY="$(CURDIR)/.build/release/colabel" .venv/bin/python Tests/Browser/mutations.py

.PHONY: lint
lint: test-packages .venv/installed ## Check format and style: Swift, JavaScript
	@tools/step "Swift format" swift format lint --strict --parallel -r $(SWIFT_SOURCES)
	@tools/step "JavaScript lint" .venv/bin/oxlint --config tools/oxlint.json --deny-warnings web Tests/Web
	@tools/step "Rules that tests break" sh -c 'python3 Tests/Simulation/mutations.py --check && .venv/bin/python Tests/Browser/mutations.py --check'

.PHONY: format
format: packages ## Format the Swift sources in place
	swift format --in-place --parallel -r $(SWIFT_SOURCES)

.PHONY: sanitize
sanitize: sanitize-thread sanitize-address ## Swift tests under ThreadSanitizer and AddressSanitizer (TESTS=TARGET,TARGET)

# Leaks are not looked for: Swift keeps pointers in forms that LeakSanitizer does not recognise (side tables of weak
# references, spare bits of enums), so what it reports is alive. Not in parallel: instrumented, one test's load would
# be another's missed deadline.
sanitize-address: export ASAN_OPTIONS := detect_leaks=0

.PHONY: sanitize-thread sanitize-address
sanitize-thread sanitize-address: sanitize-%: packages
	@TEST_TARGETS="$(TESTS)" tools/step "Swift tests, $* sanitizer" swift test --disable-xctest --no-parallel --sanitize=$* \
	  --scratch-path .build/sanitize-$*

.PHONY: coverage
coverage: test-packages ## Which lines the Swift and the JavaScript unit tests reach, file by file
	@tools/step "Swift coverage" tools/swift-coverage
	@tools/step "JavaScript coverage" node --experimental-global-webcrypto --test --test-reporter=spec --experimental-test-coverage $(or $(WEB_TESTS),$(error no tests in Tests/Web))

.PHONY: bench
bench: release ## Load servers in many ways, judge what they did, and print one table (ROUNDS=5 ONLY=WORDS)
	@COLABEL_BINARY="$(CURDIR)/.build/release/colabel" tools/bench --rounds "$(ROUNDS)" --only $(ONLY)

.PHONY: bench-check
bench-check: release ## The judgement of `make bench` alone, in half a minute
	@COLABEL_BINARY="$(CURDIR)/.build/release/colabel" tools/step "Load, judged" tools/bench --check

.PHONY: bench-peers
bench-peers: test-packages peer-packages .venv/installed release ## The same work on Colabel and on peers, one after the other (HARNESS=FOLDER ROUNDS=5)
	@COLABEL_BINARY=$(CURDIR)/.build/release/colabel .venv/bin/python Tests/Peers/bench_peers.py --rounds "$(ROUNDS)" $(if $(HARNESS),--harness "$(HARNESS)")

.PHONY: bench-page
bench-page: test-packages .venv/installed release ## Measure the page with 100,000 labels and print a table
	@COLABEL_BINARY=$(CURDIR)/.build/release/colabel .venv/bin/python Tests/Browser/bench_page.py

.PHONY: simulate
simulate: packages ## Play schedules of the deterministic simulation (SEEDS=20000 STEPS=500 FIRST=0 JOBS=2)
	@swift build -c release --product simulate
	@tools/step "Simulation" .build/release/simulate --seeds "$(SEEDS)" --steps "$(STEPS)" --first "$(FIRST)" --jobs "$(JOBS)"

.PHONY: simulate-mutations
simulate-mutations: packages ## Break the rules of engine, store and server one by one; simulation or tests must notice each
	@python3 Tests/Simulation/mutations.py

.PHONY: packages
packages:
	@tools/install-packages build

.PHONY: test-packages
test-packages:
	@tools/install-packages build test

.PHONY: peer-packages
peer-packages:
	@tools/install-packages peers

# The marker is written last, so an interrupted installation starts again from an empty folder.
.venv/installed: Tests/Browser/requirements.txt Tests/System/requirements.txt tools/requirements.txt | test-packages
	@echo "Installing the Python packages of the tests into .venv"
	python3 -m venv --clear .venv
	.venv/bin/pip install --quiet $(addprefix -r ,$^)
	touch $@

.PHONY: clean
clean: ## Remove everything that builds and tests made
	rm -rf .build .venv Tests/Browser/results
