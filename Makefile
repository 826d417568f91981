# Two commands matter: `make play` and `make test`. They need python3 (3.11 or newer) and make.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: help play test lint types unit bench chaos format lock ready client clean

help:
	@echo "make play    start the game and open it in the browser"
	@echo "make test    every check and every test, the browser's included"
	@echo "make bench   the figures in the docs, measured here"
	@echo "make chaos   kill the server hundreds of times under load"
	@echo "make format, make types, make lock: see CONTRIBUTING.md"

ready:
	@$(PYTHON) tools/bootstrap.py
	@$(BIN)/python tools/client.py build

play: ready
	@$(BIN)/quincunx serve --open

test: lint unit

lint: ready
	@echo "== format and lint" && $(BIN)/ruff format --check --quiet . && $(BIN)/ruff check --quiet .
	@echo "== types" && $(BIN)/mypy && $(BIN)/pyright --pythonpath $(BIN)/python
	@echo "== layers" && $(BIN)/lint-imports --no-logo
	@echo "== generated types" && $(BIN)/python tools/generate_types.py --check
	@echo "== client" && $(BIN)/python tools/client.py check

unit: ready
	@echo "== tests" && $(BIN)/python tools/browser.py > .venv/.chromium && $(BIN)/python -m pytest

format: ready
	@$(BIN)/ruff format . && $(BIN)/ruff check --fix .

types: ready
	@$(BIN)/python tools/generate_types.py

bench: ready
	@for program in benchmarks/[a-z]*.py; do $(BIN)/python -m benchmarks.$$(basename $$program .py) || exit 1; done

chaos: ready
	@$(BIN)/python -m tests.chaos --kills 300

# uv.lock names the registry it was made from, so what is kept is its export: versions and hashes.
lock: ready
	@UV_SYSTEM_CERTS=1 $(BIN)/python -m uv lock --upgrade
	@$(BIN)/python -m uv export --group dev --no-emit-project --no-header --quiet -o requirements.lock

clean:
	@rm -rf .venv src/quincunx/server/static web/node_modules
