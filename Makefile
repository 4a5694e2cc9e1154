# Pipsqueak: `make demo` and `make test` are the two commands to know; `make help` lists the rest.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PACKAGE := $(VENV)/.package
DEVELOP := $(VENV)/.develop
LANDING := $(VENV)/.landing
TWIN := $(VENV)/.twin
SYSTEM_PACKAGES := python3-venv poppler-utils make gcc g++ gcc-avr avr-libc binutils-avr avrdude libsimavr-dev libelf-dev \
	libegl1 libgl1-mesa-dri libosmesa6 chromium-headless-shell espeak-ng prusa-slicer systemd
SEED ?= 3# another seed, another demo
SPEED ?= 8# the demo's table runs this much faster than a real one
FILM ?= recordings/twin-demo.mp4# or a lossless .mkv
KERF ?= 0.15# mm that the laser takes away; 0.1 to 0.2 is usual
EXTRAS = $(shell sed -n '/^\[project.optional-dependencies\]/,/^\[project.scripts\]/s/^\([a-z]*\) = .*/\1/p' pyproject.toml)

# What the program's messages say can be pasted once its folder is on the path.
define ONTO_PATH
@case ":$$PATH:" in *":$(CURDIR)/$(BIN):"*) ;; *) \
	echo "pipsqueak: to type 'pipsqueak' alone, run this, or add it to ~/.profile:" >&2; \
	echo "    export PATH=\"$(CURDIR)/$(BIN):\$$PATH\"" >&2;; esac
endef

.DEFAULT_GOAL := help
.PHONY: help setup add demo twin-demo pi test check lint bench cad guide files release soak system clean

help:    ## list the targets
	@sed -n 's/^\([a-z]*\): .*## \(.*\)/  make \1\t\2/p; s/^\([a-z]*\):  *## \(.*\)/  make \1\t\2/p' Makefile | sort -u | expand -t 20

setup: $(DEVELOP)    ## make .venv with the package and what `make test` needs
	$(ONTO_PATH)

add:    ## add an extra to .venv, such as make add EXTRA=learn
	@[ "$(words $(EXTRA)) $(filter $(EXTRA),$(EXTRAS))" = "1 $(EXTRA)" ] || \
		{ echo "pipsqueak: say which one: make add EXTRA=solve, learn, agent, twin, make or train" >&2; exit 2; }
	@PYTHON=$(PYTHON) sh .ci/environment $(VENV) $(EXTRA)
	@touch $(PACKAGE)

demo: $(PACKAGE)    ## play one game of Pig by itself on the simulated table
	@rm -rf recordings/demo
	@$(BIN)/pipsqueak play pig --players robot:optimal,robot:hold20 --seed $(SEED) --speed $(SPEED) \
		--record recordings/demo
	$(ONTO_PATH)

twin-demo: $(TWIN)    ## film a game of Yahtzee on the digital twin
	@mkdir -p recordings && rm -f recordings/twin-demo.mp4
	@$(BIN)/pipsqueak play yahtzee --table twin --players robot --seed $(SEED) --fast --film $(FILM)

pi:    ## on the robot's own Raspberry Pi: add its camera and its pins
	@PYTHON=$(PYTHON) sh .ci/environment $(VENV) pi
	@touch $(PACKAGE)
	$(ONTO_PATH)

# The tests start hundreds of programs: bytecode is kept, so that each module is compiled once. Some wait for a clock: one
# process more than processors, here as in `check`, works meanwhile.
test: $(DEVELOP) lint    ## first tier of tests: style, types, and what a change may break: four minutes
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -p tests.support.forks --forks $$(($$(nproc) + 1))

check: $(LANDING)    ## second tier: what landing needs beside it: browser, twin, firmware, solids: a quarter of an hour
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n $$(($$(nproc) + 1)) --dist worksteal -m 'check and not soak' --timeout 900

lint: $(DEVELOP)    ## style, types and the arrows between the rooms
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache

bench: $(LANDING)    ## how fast, beside the limit, on this machine
	@OPENBLAS_NUM_THREADS=1 $(BIN)/python -m tools.bench

cad: $(LANDING)    ## the machines' solids, the board, cut and print files and their checks in build/machine
	@$(BIN)/python -m tools.board
	@$(BIN)/python -m tools.cad --kerf $(KERF)

files: cad    ## all to build the machines from, the guide as a PDF too, in build/pipsqueak-files.zip
	@$(BIN)/python -m tools.files

release: files    ## wheel, sdist, archive and notes in build/release; plays a game from the wheel
	@$(BIN)/python -m tools.release

guide: $(LANDING)    ## the guide in docs/build, with its pictures, from the machine's parts
	@$(BIN)/python -m tools.guide

soak: $(LANDING)    ## third tier: the long seeded campaigns: hours
	@$(BIN)/python -m pytest -n auto -m soak --timeout 0 -s

system:    ## install the system packages (asks for root)
	@if [ "$$(id -u)" = 0 ]; then apt-get update && apt-get install -y $(SYSTEM_PACKAGES); \
	else sudo apt-get update && sudo apt-get install -y $(SYSTEM_PACKAGES); fi

clean:    ## remove what setup, tests and demo made
	@rm -rf $(VENV) build *.egg-info recordings .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(PACKAGE): pyproject.toml constraints.txt .ci/environment
	@PYTHON=$(PYTHON) sh .ci/environment $(VENV)
	@touch $@

$(TWIN): $(PACKAGE)
	@PYTHON=$(PYTHON) sh .ci/environment $(VENV) twin
	@touch $@

$(DEVELOP): $(PACKAGE)
	@PYTHON=$(PYTHON) sh .ci/environment $(VENV) dev
	@touch $@

$(LANDING): $(DEVELOP)
	@PYTHON=$(PYTHON) sh .ci/environment $(VENV) check
	@touch $@
