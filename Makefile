# `make` sets up everything and builds the game; `make test` sets up everything and runs every check.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: all build test lint bench pictures clean

all: build

$(VENV)/.ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(VENV)/.ready-dev: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet --editable '.[dev,art]'
	touch $@

build: $(VENV)/.ready
	$(BIN)/pnp build

test: $(VENV)/.ready-dev lint
	$(BIN)/python -m pytest -n auto --dist loadfile

lint: $(VENV)/.ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.ready-dev
	$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache tests/failed

pictures: $(VENV)/.ready-dev build
	$(BIN)/python docs/make_pictures.py
