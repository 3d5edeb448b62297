# `make` sets up everything and builds the game; `make test` sets up everything and runs the checks,
# `make test-all` runs the slow ones too. README.md says more.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LOWEST := .venv-lowest
CONSTRAINTS := .ci/constraints.txt
PYTEST := python -m pytest -n auto --dist loadfile

.PHONY: all build games test test-all test-lowest lint bench docs pictures constraints audit clean

all: build

$(VENV)/.made:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	touch $@

# What a user gets: the newest versions that pyproject.toml allows.
$(VENV)/.ready: pyproject.toml setup.py | $(VENV)/.made
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

# What the checks run with: the versions that are written down, each file of which has the hash that is.
$(VENV)/.ready-dev: pyproject.toml setup.py $(CONSTRAINTS) | $(VENV)/.made
	$(BIN)/python -m pip install --quiet --require-hashes --requirement $(CONSTRAINTS)
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch $(VENV)/.ready $@

build: $(VENV)/.ready
	$(BIN)/pnp build

# Every folder under games/ that has a workbook; a game that fails does not keep the next one from its turn.
games: $(VENV)/.ready
	failed=0; for workbook in games/*/card_data.xlsx; do \
		game=$$(dirname "$$workbook"); test -f "$$workbook" || continue; \
		$(BIN)/pnp check --game "$$game" && $(BIN)/pnp build --game "$$game" || failed=1; \
	done; exit $$failed

test: $(VENV)/.ready-dev lint
	$(BIN)/$(PYTEST)

test-all: $(VENV)/.ready-dev lint
	PNP_REQUIRE=$${PNP_REQUIRE-all} $(BIN)/$(PYTEST) -m ""

# The quick tests with the lowest versions that pyproject.toml allows; not those of rooms that use no library.
$(LOWEST)/.ready: pyproject.toml setup.py .ci/lowest.py
	$(PYTHON) -m venv --clear $(LOWEST)
	$(LOWEST)/bin/python -m pip install --quiet --upgrade pip
	$(LOWEST)/bin/python .ci/lowest.py > $(LOWEST)/lowest.txt
	$(LOWEST)/bin/python -m pip install --quiet --constraint $(LOWEST)/lowest.txt --editable '.[dev,art,illustrate,cluster]'
	touch $@

test-lowest: $(LOWEST)/.ready
	$(LOWEST)/bin/$(PYTEST) $(foreach room,games players replay table,--ignore=tests/$(room))

lint: $(VENV)/.ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.ready-dev
	$(BIN)/python -m benchmarks

# Writes down today's newest versions, for the checks to run with from now on.
constraints:
	$(PYTHON) -m venv --clear $(VENV)-new
	$(VENV)-new/bin/python -m pip install --quiet --upgrade pip uv
	echo setuptools > $(VENV)-new/build.in
	echo '# What the checks run with, on any system; `make constraints` writes it anew.' > $(VENV)-new/made
	$(VENV)-new/bin/uv pip compile --quiet pyproject.toml $(VENV)-new/build.in --extra dev --extra art --extra illustrate --extra bench --extra cluster \
		--universal --python-version 3.11 --generate-hashes --no-header --no-annotate >> $(VENV)-new/made
	mv $(VENV)-new/made $(CONSTRAINTS)
	rm -rf $(VENV)-new

# Known holes in those versions; pip-audit lives in a folder of its own, and asks a database on the net.
audit:
	$(PYTHON) -m venv $(VENV)-audit
	$(VENV)-audit/bin/python -m pip install --quiet --upgrade pip-audit
	@$(VENV)-audit/bin/pip-audit --require-hashes --disable-pip --requirement $(CONSTRAINTS) > $(VENV)-audit/said 2>&1; \
	code=$$?; \
	if grep -qiE 'could not be audited|traceback|connection|resolve|timed out|proxy' $(VENV)-audit/said; then \
		echo 'The database of known holes cannot be reached from here: nothing was looked up.' >&2; exit 2; \
	fi; cat $(VENV)-audit/said; exit $$code

clean:
	rm -rf $(VENV) $(VENV)-audit $(LOWEST) build .pytest_cache .mypy_cache .ruff_cache tests/failed

# The manual's reference parts and pictures, made from the code.
docs: $(VENV)/.ready-dev
	$(BIN)/python -m docs.make_reference

pictures: $(VENV)/.ready-dev build
	$(BIN)/python docs/make_pictures.py
	$(BIN)/python docs/make_preview_picture.py
