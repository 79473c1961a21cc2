# Everything here needs only Python >= 3.11 (with venv and pip) and make; it all happens in .venv.
PYTHON ?=
PYTEST_ARGS ?=
COMPILED_TESTS := tests/algebra/test_classes_pairs.py tests/algebra/test_classes_tables.py
VENV := .venv
BIN := $(VENV)/bin
FIND_PYTHON := for p in $(PYTHON) python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done

# $(call install,EXTRAS): make sure that .venv works and holds lo-opt, installed from here with these extras.
define install
	@if ! $(BIN)/python -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
		python=$$($(FIND_PYTHON)); \
		if [ -z "$$python" ]; then \
			echo "lo-opt needs Python 3.11 or later with venv and pip; install it, or name it: make $@ PYTHON=/path/to/python3" >&2; \
			exit 1; \
		fi; \
		echo "Making $(VENV) with $$($$python --version)"; \
		rm -rf $(VENV) && $$python -m venv $(VENV); \
	fi
	@stamp="$(VENV)/installed-$(1)"; \
	if [ "$$(cat "$$stamp" 2>/dev/null)" != "$(CURDIR)" ] || [ pyproject.toml -nt "$$stamp" ]; then \
		echo "Installing lo-opt$(if $(1),[$(1)]) and what it needs into $(VENV); the first time takes a minute or two"; \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".$(if $(1),[$(1)])" \
			&& printf '%s' "$(CURDIR)" > "$$stamp"; \
	fi
endef

.PHONY: help demo test docs coverage lint format bench clean

help:
	@echo "make demo    solve the article's 5x5 board with SCIP"
	@echo "make test    run the whole test suite (PYTEST_ARGS=... to choose)"
	@echo "make coverage  the same with the branches it takes counted, and what it never runs listed"
	@echo "make lint    ruff and mypy"
	@echo "make docs    the guide and the reference as a site, in build/docs"
	@echo "make format  let ruff put the code in order"
	@echo "make bench   run the micro-benchmarks"
	@echo "make clean   remove .venv and everything else made here"

demo:
	$(call install,)
	@$(BIN)/lo-opt solve models/boards/article-5x5.toml --backend scip

test:
	$(call install,test)
	$(BIN)/python -m pytest -n 2 --dist loadfile $(PYTEST_ARGS)

# The compiled loops run once more as the Python they are written in, which is all that can be watched. What is watched
# writes files and answers SIGTERM itself, so tests of full disks, signals and dying workers are left out.
UNWATCHED := --ignore=tests/faults --deselect tests/cli/test_cli_workers.py::test_a_worker_that_dies_is_an_error_that_says_so \
	-k "not disk_that_fills"
coverage:
	$(call install,dev)
	$(BIN)/python -m coverage erase
	$(BIN)/python -m pytest -n 2 --dist loadfile --cov --cov-report= --cov-fail-under=0 $(UNWATCHED) $(PYTEST_ARGS)
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest --cov --cov-append --cov-report= --cov-fail-under=0 $(COMPILED_TESTS)
	$(BIN)/python -m coverage report

lint:
	$(call install,dev)
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m mypy

docs:
	$(call install,docs)
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet
	@echo "The site is build/docs/index.html"

format:
	$(call install,dev)
	$(BIN)/python -m ruff check --fix .
	$(BIN)/python -m ruff format .

bench:
	$(call install,dev)
	$(BIN)/python -m pytest benchmarks/micro/*.py --benchmark-disable-gc $(PYTEST_ARGS)

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks .coverage .coverage.*
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
