# Each goal is complete on a fresh machine: it installs what is missing (see .ci/install) and says what it does.

SERVER = .build/release/pantograph
VECTORS = Tests/Conformance
RUNNER = Tests/Conformance/vectors.py
SCRIPT_LIMIT = 8192
RUNS = 100

CHAOS = .venv/bin/python Tests/Server/chaos.py

.PHONY: chaos run build test unit server-tests browser-tests typing conformance bench lint format clean

run: build
	$(SERVER) serve --web web

build:
	@.ci/install build
	swift build -c release --product pantograph

test: unit conformance server-tests browser-tests

unit:
	@.ci/install unit
	swift test

conformance: build
	python3 $(RUNNER) --command '$(SERVER) serve --port {port} --web web {flags}' $(VECTORS)/*.jsonl

server-tests: build
	@.ci/install test
	.venv/bin/pytest -q Tests/Server

browser-tests: build
	@.ci/install test
	.venv/bin/pytest -q Tests/Browser

typing: build
	@.ci/install test
	for run in $$(seq $(RUNS)); do .venv/bin/pytest -q -m typing Tests/Browser || exit 1; done

# A thousand faults: connections cut and frozen, servers killed and swapped, Redis restarted.
chaos: build
	@.ci/install test
	$(CHAOS) --store sqlite --faults 400
	$(CHAOS) --store redis --faults 800

bench: build
	swift build -c release
	.build/release/CoreBenchmark
	python3 Sources/Benchmarks/bench.py --server $(SERVER) --echo .build/release/BareEcho \
		--load .build/release/LoadGenerator --crowd .build/release/ReturningCrowd

lint:
	@.ci/install lint
	swift format lint --strict --parallel --recursive Package.swift Sources Tests
	tsc --project web
	@size=$$(cat web/pantograph/*.js | gzip -9 | wc -c); echo "client script: $$size bytes gzip"; test $$size -le $(SCRIPT_LIMIT)

format:
	swift format --in-place --parallel --recursive Package.swift Sources Tests

clean:
	rm -rf .build .venv
