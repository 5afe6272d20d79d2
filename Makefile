# Everything works in .venv. Outside of this folder only `make packages` installs something, and
# `make test`, which calls it (PACKAGES=no: not); a second Python may come in ~/.cache/lunka.
#
#   make play    set up and start the daemon on the simulated wooden board (GAME=short, PORT=8800)
#   make hall    a whole hall to look at: broker, hub, six tables, people who play (SPEED=5, PORT=8800)
#   make test    set up, lint, check types and walls, run all tests with Python 3.11 and 3.13
#   make packages  install the Debian packages that tests need, as root or by sudo
#   make words   bring the catalogues of words up to date (docs/words.md)
#   make sentences  print all that is said, in both languages, into docs/sentences.md
#   make bench   print each figure beside its target
#   make kernel  the installed daemon on a real kernel's GPIO lines, in a virtual machine (root)
#   make soak    the long runs (SOAK=minutes bounds them)
#   make lint    ruff, mypy --strict and the import contract only
#   make image   an SD-card image for a Raspberry Pi (root, Debian); make image-boot starts it in qemu
#   make lock    renew requirements/*.txt from pyproject.toml
#   make wheels  ask the package index what a Pi must compile (requirements/binary.toml)

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUN := $(VENV)/.run-ready
DEV := $(VENV)/.dev-ready
INTERPRETER := tests/firmware/interpreter
MICROPYTHON := $(VENV)/micropython/.ready
AXE := $(VENV)/axe/.ready
GAME ?= kalah
SOAK ?= 30

# Every test that starts a program, and every worker, would compile all of Lunka anew: bytecode is
# kept, whatever the environment says.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help play hall test test-again collect other-python packages micropython axe lint words sentences bench soak kernel lock wheels image image-boot clean

help:
	@sed -n 's/^#  *make/  make/p' Makefile

# The environment's Python; before there is one, the Python that it will be made with.
THIS = $(or $(wildcard $(BIN)/python),$(PYTHON))
define NEW_ENOUGH
@$(THIS) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
    echo "Lunka needs Python 3.11 or newer; $(THIS) is $$($(THIS) --version 2>/dev/null || echo missing)."; \
    echo "Debian 12, 13 and Raspberry Pi OS since 2023 have it: sudo apt-get install python3 python3-venv"; \
    echo "Another Python of this machine is taken by its name: make PYTHON=python3.11 $(MAKECMDGOALS)"; exit 1; }
endef

# An environment without pip would look whole to make: what it takes is looked at first.
$(BIN)/python:
	$(NEW_ENOUGH)
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	    echo "$(PYTHON) cannot make an environment for Lunka: sudo apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)

# What builds Lunka itself comes by its hashes too: pip would fetch it anew otherwise, from whoever answers.
$(RUN): requirements/run.txt requirements/build.txt pyproject.toml | $(BIN)/python
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/run.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/build.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

$(DEV): requirements/dev.txt $(RUN)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@

# MicroPython, which the firmware's tests run in (an npm package, pinned by its hash).
$(MICROPYTHON): $(INTERPRETER)/package.json $(INTERPRETER)/package-lock.json | $(BIN)/python
	@command -v npm >/dev/null || { echo "The firmware's tests need node and npm: sudo apt-get install nodejs npm"; exit 1; }
	mkdir -p $(VENV)/micropython
	cp $(INTERPRETER)/package.json $(INTERPRETER)/package-lock.json $(VENV)/micropython/
	npm ci --prefix $(VENV)/micropython --silent --no-audit --no-fund
	@touch $@

micropython: $(MICROPYTHON)

# axe, which looks at the pages for whatever keeps somebody out (npm too).
$(AXE): tests/browser/axe/package.json tests/browser/axe/package-lock.json | $(BIN)/python
	@command -v npm >/dev/null || { echo "axe comes from npm: sudo apt-get install nodejs npm"; exit 1; }
	mkdir -p $(VENV)/axe
	cp tests/browser/axe/package.json tests/browser/axe/package-lock.json $(VENV)/axe/
	npm ci --prefix $(VENV)/axe --silent --no-audit --no-fund
	@touch $@

axe: $(AXE)

play: $(RUN)
	$(BIN)/lunka play $(GAME) $(if $(PORT),--port $(PORT))

# The hub's own packages, where the tests' are not there already.
hall: $(RUN)
	@$(BIN)/python -c 'import fpdf, networkx, psycopg' 2>/dev/null || \
	    $(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/hub.txt
	$(BIN)/lunka hall demo $(if $(SPEED),--speed $(SPEED)) $(if $(PORT),--port $(PORT))

lint: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Every record is written through to its disk: where memory has 4 GB of room, the tests' lie there.
ROOM := $(shell test "$$(df -k --output=avail /dev/shm 2>/dev/null | tail -1)" -gt 4000000 2>/dev/null && echo TMPDIR=/dev/shm)

packages:
	$(NEW_ENOUGH)
	@$(THIS) -B -m tests.machine.packages

# Three workers on two cores: many tests wait for hands, lines and pages.
# One after another, so that the packages are there before anything is set up. Without npm there is
# no MicroPython and no axe, and the tests that need them are skipped by name.
test:
	$(NEW_ENOUGH)
	@test "$(PACKAGES)" = no || $(MAKE) --no-print-directory packages
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=target lint other-python collect
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory micropython axe; fi
	@rm -f $(LEFT_OUT)
	$(ROOM) $(GATHER) $(BIN)/pytest -n 3 -m "not soak and not browser" --durations=15
	@$(GATHER) $(BIN)/python -m tests.machine.other_python
	# Playwright keeps an event loop running in its process: the browser has one of its own.
	$(ROOM) $(GATHER) $(BIN)/pytest -n 2 -m "browser and not soak" tests/browser
	@$(GATHER) $(BIN)/python -m tests.machine.ending
LEFT_OUT := $(VENV)/not-tested.txt
GATHER := LUNKA_NOT_TESTED=$(LEFT_OUT)

# mypy keeps one core: beside it the other Python gets its environment, and the tests are compiled
# once instead of by every worker.
collect collect-again: $(DEV)
	@$(BIN)/pytest --collect-only -qq $(if $(filter %-again,$@),$(AGAIN)) >$(VENV)/collected.txt || { \
	    cat $(VENV)/collected.txt; exit 1; }

other-python:
	@env -u MAKEFLAGS $(THIS) -B -m tests.machine.other_python --ready

# What another Python could answer otherwise: everything is imported; programs, files, SQLite, event
# loops and lines run. Rules, words, tracking and arithmetic run in them, and are proved elsewhere.
test-again: $(DEV)
	$(ROOM) $(BIN)/pytest -n 3 -m "not soak and not browser" $(AGAIN)
# Of these what is long, and only counts on what the others have shown: kills by the dozen, a whole event, texts.
LOGIC := daemon/test_disk.py daemon/test_kill.py hub/test_event.py hub/test_fuzz.py publish/test_outbox.py \
    record/test_account.py record/test_dice.py record/test_exchange.py record/test_exchange_anything.py \
    record/test_exchange_reading.py record/test_exchange_setup.py record/test_line.py record/test_text.py service/test_install.py \
    service/test_renewal.py service/test_root.py service/test_card.py
AGAIN := $(addprefix tests/, cli daemon engines/test_worker.py examples guests hall hardware/test_backends.py \
    hardware/test_profile.py hub keys machine packaging publish record report/test_report.py serial/test_ports.py \
    serial/test_unplug.py service sheets/test_paper.py web) $(addprefix --ignore=tests/, $(LOGIC))

# The catalogues of words: what is to be translated, and what Lunka reads (docs/words.md).
words: $(DEV)
	$(BIN)/python -m tests.words.languages

# A few minutes of simulated evenings; then read the file.
sentences: $(DEV)
	$(ROOM) $(BIN)/python -m tests.words.sentences

bench: $(DEV) $(MICROPYTHON)
	$(BIN)/python -m tests.benchmarks

soak: $(DEV) $(MICROPYTHON)
	LUNKA_SOAK_MINUTES=$(SOAK) $(BIN)/pytest -m soak -s

# Debian's packages, Python's index and half an hour; the image stays in ~/.cache/lunka.
kernel:
	@test "$(PACKAGES)" = no || $(THIS) -B -m tests.machine.packages "kernel image" mmdebstrap card
	@$(MAKE) --no-print-directory $(DEV)
	LUNKA_KERNEL=1 $(BIN)/pytest -s -x tests/kernel

lock: $(DEV)
	$(BIN)/uv pip compile -q pyproject.toml $(LOCK) -o requirements/run.txt
	$(BIN)/uv pip compile -q pyproject.toml $(LOCK) --group dev -c requirements/run.txt -o requirements/dev.txt
	sed -n 's/^requires = \["\(.*\)"\]/\1/p' pyproject.toml | \
	    $(BIN)/uv pip compile -q - $(LOCK) -c requirements/dev.txt -o requirements/build.txt
	for extra in pi pi5 spi serial sheets hub; do \
	    $(BIN)/uv pip compile -q pyproject.toml $(LOCK) --extra $$extra -c requirements/dev.txt -o requirements/$$extra.txt || exit 1; \
	done
LOCK := --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate

wheels: $(DEV)
	$(BIN)/python -m tests.packaging.wheels

# Both take long, so neither is part of the tests. docs/flash.md says what is needed.
image:
	nice systemd/image/build.sh build/image

image-boot:
	nice systemd/image/boot.sh build/image

clean:
	rm -rf $(VENV) .venv-* build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
