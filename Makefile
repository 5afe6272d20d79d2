# Everything works in .venv; nothing is installed outside this folder.
#
#   make play    set up and start the daemon on the simulated wooden board, with its page
#   make test    set up, lint, check types and walls, run all tests
#   make bench   print each figure beside its target
#   make kernel  the installed daemon on a real kernel's GPIO lines, in a virtual machine (root)
#   make soak    the long runs (SOAK=minutes bounds them)
#   make lint    ruff, mypy --strict and the import contract only
#   make lock    renew requirements/*.txt from pyproject.toml
#   make wheels  ask the package index what a Pi must compile (requirements/binary.toml)

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUN := $(VENV)/.run-ready
DEV := $(VENV)/.dev-ready
INTERPRETER := tests/firmware/interpreter
MICROPYTHON := $(VENV)/micropython/.ready
GAME ?= kalah
SOAK ?= 30

.DEFAULT_GOAL := help
.PHONY: micropython help play test lint bench soak kernel lock wheels clean

help:
	@sed -n 's/^#  *make/  make/p' Makefile

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Lunka needs Python 3.11 or newer: make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)

$(RUN): requirements/run.txt pyproject.toml | $(BIN)/python
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/run.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --editable .
	@touch $@

$(DEV): requirements/dev.txt $(RUN)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@

# MicroPython, which the firmware's tests run in (an npm package, pinned by its hash).
$(MICROPYTHON): $(INTERPRETER)/package.json $(INTERPRETER)/package-lock.json | $(BIN)/python
	@command -v npm >/dev/null || { echo "The firmware's tests need node and npm: install nodejs and npm."; exit 1; }
	mkdir -p $(VENV)/micropython
	cp $(INTERPRETER)/package.json $(INTERPRETER)/package-lock.json $(VENV)/micropython/
	npm ci --prefix $(VENV)/micropython --silent --no-audit --no-fund
	@touch $@

micropython: $(MICROPYTHON)

play: $(RUN)
	$(BIN)/lunka play $(GAME)

lint: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Every record is written through to its disk: where memory has 4 GB of room, the tests' lie there.
ROOM := $(shell test "$$(df -k --output=avail /dev/shm 2>/dev/null | tail -1)" -gt 4000000 2>/dev/null && echo TMPDIR=/dev/shm)

test: lint $(MICROPYTHON)
	$(ROOM) $(BIN)/pytest -n 3 -m "not soak and not browser" --durations=15
	# Playwright keeps an event loop running in its process: the browser has one of its own.
	$(ROOM) $(BIN)/pytest -n 2 -m "browser and not soak"

bench: $(DEV) $(MICROPYTHON)
	$(BIN)/python -m tests.benchmarks

soak: $(DEV) $(MICROPYTHON)
	LUNKA_SOAK_MINUTES=$(SOAK) $(BIN)/pytest -m soak -s

# Debian's packages, Python's index and half an hour; the image stays in ~/.cache/lunka.
kernel: $(DEV)
	LUNKA_KERNEL=1 $(BIN)/pytest -s -x tests/kernel

lock: $(DEV)
	$(BIN)/uv pip compile -q pyproject.toml $(LOCK) -o requirements/run.txt
	$(BIN)/uv pip compile -q pyproject.toml $(LOCK) --group dev -c requirements/run.txt -o requirements/dev.txt
	for extra in pi pi5 spi serial sheets hub; do \
	    $(BIN)/uv pip compile -q pyproject.toml $(LOCK) --extra $$extra -c requirements/dev.txt -o requirements/$$extra.txt || exit 1; \
	done
LOCK := --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate

wheels: $(DEV)
	$(BIN)/python -m tests.packaging.wheels

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
