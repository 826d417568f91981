# Two commands matter: `make play` and `make test`. They need python3 (3.11 or newer) and make.

PYTHON ?= python3
BIN := .venv/bin
# The number of processes that drive browsers.
BROWSERS ?= 2
# Some containers forbid Python to keep its compiled bytecode. Every process of the tests, and there are hundreds,
# would then compile all that it imports: twice the time.
export PYTHONDONTWRITEBYTECODE :=

EXPORT := $(BIN)/python -m uv export --locked --no-emit-project --no-header --quiet

.PHONY: help play test quick nightly packages lint static precompile proxy types unit explore browser mutants bench chaos evening tournament format docs lock sbom release ready clean

help:
	@echo "make play    start the game and open it in the browser"
	@echo "make test    every check and every test, the browser's included"
	@echo "make quick   the rules, one table, one node: half a minute, no browser, no kernels, no databases"
	@echo "make nightly what is too slow for every change: slow tests, new examples, chaos, a tournament"
	@echo "make explore tries the properties on examples that nobody has seen yet"
	@echo "make mutants breaks the code in thousands of places, and lists what no test noticed"
	@echo "make bench   the figures in the docs, measured here"
	@echo "make tournament plays a whole tournament, browsers and all, on two nodes; one is killed"
	@echo "make evening a whole club night on two nodes: mail, links, a tournament whose host is gone, standings"
	@echo "make chaos   kill the server hundreds of times under load; then three nodes, database and bus, placed both ways"
	@echo "make docs    the documentation site, in src/quincunx/server/documents; a server shows it at /docs"
	@echo "make release wheel, source archive, bill of materials, notes, checksums, container: in dist/"
	@echo "make sbom    all components and their licences (CycloneDX)"
	@echo "make format, make types, make lock: see CONTRIBUTING.md"

packages:
	@$(PYTHON) tools/bootstrap.py

ready: packages
	@$(BIN)/python tools/client.py build

# Players need none of the developers' tools.
play:
	@$(PYTHON) tools/bootstrap.py --play
	@$(BIN)/python tools/client.py build
	@$(BIN)/quincunx serve --open

# Three things at once on two cores: something runs while a server is awaited, or a browser, or a disk. The unit tests
# have two processes (a third costs more than it gains), the browser's have one. All run to their end. What is found
# soonest is shown first.
test: packages
	@$(MAKE) --no-print-directory -j3 -k $(if $(filter output-sync,$(.FEATURES)),-O) BROWSERS=1 ready precompile lint unit browser

# What starts databases, compiles kernels or tries many records is left to `make test`.
quick: ready
	@QUINCUNX_TESTS_PROFILE=quick $(BIN)/python -m pytest -q -n 2 --dist worksteal -k "not Postgres and not longest_nonsense" \
		tests/core tests/games tests/table tests/node tests/contracts/test_games.py \
		--ignore=tests/table/wire/test_schemas.py --ignore=tests/node/events --ignore=tests/core/record/test_round_trip.py \
		--ignore-glob='tests/games/*/bots' --ignore-glob='tests/games/*/review' --ignore-glob='tests/games/*/puzzles' \
		--ignore-glob='tests/games/*/test_spiel.py' --ignore=tests/games/test_golden.py --ignore=tests/games/test_day.py

# What the bots need is compiled once for all the processes of the tests.
precompile: packages
	@echo "== kernels" && $(BIN)/quincunx precompile 2> /dev/null

# A proxy for the test of the example in deploy/; as root it is installed.
proxy: packages
	@$(BIN)/python tools/nginx.py

lint: static ready
	@echo "== generated files" && $(BIN)/python tools/generate_types.py --check && $(BIN)/python tools/generate_pictures.py --check \
		&& $(BIN)/python tools/generate_languages.py --check
	@echo "== client" && $(BIN)/python tools/client.py check

# What needs no client.
static: packages
	@echo "== format and lint" && $(BIN)/ruff format --check --quiet . && $(BIN)/ruff check --quiet .
	@echo "== types" && $(BIN)/mypy && $(BIN)/pyright --pythonpath $(BIN)/python
	@echo "== layers" && $(BIN)/lint-imports --no-logo

unit: ready proxy precompile
	@echo "== tests" && $(BIN)/python -m pytest -q -n 2 --dist worksteal --ignore tests/e2e

# What takes too long for every change.
nightly: ready precompile docs explore chaos evening tournament
	@$(BIN)/python -m pytest -q -n 2 --dist worksteal -m nightly

# The properties with examples that nobody has tried yet. What they find becomes an example in its test.
explore: ready
	@QUINCUNX_TESTS_PROFILE=explore $(BIN)/python -m pytest -q -n 2 --dist worksteal --ignore tests/e2e \
		$$(grep -rlE "^from hypothesis|^import hypothesis" tests --include='test_*.py')

browser: ready
	@echo "== tests in a browser" && $(BIN)/python tools/browser.py > .venv/.chromium
	@$(BIN)/python -m pytest -q -n $(BROWSERS) --dist worksteal tests/e2e

mutants: ready
	@$(BIN)/python tools/mutants.py

format: ready
	@$(BIN)/ruff format . && $(BIN)/ruff check --fix .

types: ready
	@$(BIN)/python tools/generate_types.py && $(BIN)/python tools/generate_pictures.py \
		&& $(BIN)/python tools/generate_languages.py

bench: ready
	@for program in benchmarks/[a-z]*.py; do $(BIN)/python -m benchmarks.$$(basename $$program .py) || exit 1; done

tournament: ready
	@$(BIN)/python -m tests.tournament

# A club night: 64 members register, confirm their addresses and join; 24 of them play while a node is killed.
evening: ready
	@$(BIN)/python -m tests.club_night

chaos: ready
	@$(BIN)/python -m tests.chaos --kills 300
	@$(BIN)/python -m tests.chaos --kills 150 --nodes 3 --placement hashed
	@$(BIN)/python -m tests.chaos --kills 150 --nodes 3 --placement random

# The server shows the site at /docs. Warnings are errors, and the notebooks run.
docs: ready
	@$(BIN)/python tools/documents.py

# uv.lock names the registry it was made from, so what is kept are its exports: versions and hashes.
lock: ready
	@UV_SYSTEM_CERTS=1 $(BIN)/python -m uv lock --upgrade
	@$(EXPORT) --all-extras --group dev -o requirements.lock
	@$(EXPORT) --extra server --extra bots --no-default-groups --group build -o requirements-play.lock

# What is in the package and in the client, as CycloneDX.
sbom: ready
	@mkdir -p dist && $(BIN)/python tools/sbom.py > dist/quincunx.cdx.json && echo "dist/quincunx.cdx.json"

# Needs a clean checkout, a final version, and its section in the changelog. `TRIAL=--trial` needs none of these.
release: ready
	@$(BIN)/python tools/release.py $(TRIAL)

clean:
	@rm -rf .venv src/quincunx/server/documents src/quincunx/server/static web/node_modules
