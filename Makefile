# Every command that a developer or CI types. Needs git, Python 3.11 or newer, make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: setup setup-run check test e2e fuzz demo bench simulate lock clean
.DEFAULT_GOAL := help

help:  ## what there is
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 12

$(VENV)/.run: requirements/lock.txt requirements/build.txt pyproject.toml
	@echo "setting up .venv (once; a minute or two)"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/lock.txt -r requirements/build.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.run requirements/dev.txt
	@echo "installing what checks and tests need (once)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@

setup: $(VENV)/.dev  ## install everything for development

demo: $(VENV)/.run  ## the main job on an example repository: no key, no Docker
	@$(BIN)/skilleval demo

check: $(VENV)/.dev  ## lint, types, layers
	@$(BIN)/ruff format --check --quiet . || { echo "run: .venv/bin/ruff format ."; exit 1; }
	@$(BIN)/ruff check --quiet .
	@PYTHONPATH=src $(BIN)/lint-imports --no-logo --no-cache
	@$(BIN)/mypy

test: $(VENV)/.dev  ## all tests; says what it skipped and why
	@$(BIN)/pytest -q -n 3 --dist worksteal tests

FUZZ_SECONDS ?= 300
fuzz: $(VENV)/.dev  ## the readers of foreign files on random input, FUZZ_SECONDS long; what fails is kept
	@$(BIN)/python scripts/fuzz.py --seconds $(FUZZ_SECONDS)

simulate: $(VENV)/.dev  ## operating characteristics of the bar: writes docs/simulation.md (minutes)
	@$(BIN)/python -m skilleval.simulation

bench: $(VENV)/.dev  ## benchmarks: what our own path costs
	@$(BIN)/python scripts/bench.py
	@$(BIN)/python -m tests.bench
	@PYTHONPATH=src $(BIN)/python scripts/bench_review.py

lock:  ## write the locks anew (needs uv)
	uv pip compile -q --generate-hashes --universal --python-version 3.11 --no-emit-index-url --no-emit-find-links --no-annotate pyproject.toml -o requirements/lock.txt
	uv pip compile -q --generate-hashes --universal --python-version 3.11 --no-emit-index-url --no-emit-find-links --no-annotate requirements/build.in -o requirements/build.txt
	uv pip compile -q --generate-hashes --universal --python-version 3.11 --no-emit-index-url --no-emit-find-links --no-annotate --extra documents pyproject.toml requirements/dev.in -o requirements/dev.txt
	uv pip compile -q --generate-hashes --universal --python-version 3.11 --no-emit-index-url --no-emit-find-links --no-annotate requirements/ci.in -o requirements/ci.txt

clean:  ## remove what setup and runs made
	rm -rf $(VENV) .skilleval .mypy_cache .ruff_cache .pytest_cache
