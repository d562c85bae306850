# Everything that one does here by hand. `make help` lists it.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
COMMUNITY := $(BIN)/python -m community.cli

.DEFAULT_GOAL := help
.PHONY: help setup setup-dev run dev test check bench fix lock clean

help: ## List what can be done
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 20

setup: ## Set up the environment for running the site
	@$(PYTHON) scripts/setup.py run

setup-dev: ## Set up the environment for working on the site
	@$(PYTHON) scripts/setup.py dev

run: setup ## Serve the site at http://localhost:3000, with demo content on an empty database
	@$(COMMUNITY) migrate
	@$(COMMUNITY) demo --if-empty
	@$(COMMUNITY) build
	@exec $(COMMUNITY) serve

dev: setup-dev ## Serve the site with hot reload
	@$(COMMUNITY) migrate
	@$(COMMUNITY) demo --if-empty
	@exec $(BIN)/reflex run

test: setup-dev ## Run the tests, with all databases and browsers that are there (ARGS=… for pytest)
	@$(BIN)/python scripts/test.py $(ARGS)

check: setup-dev ## Everything that CI checks
	@$(BIN)/python scripts/check.py

bench: setup-dev ## Measure what the site costs: speed, memory, bytes (ARGS=--json, ARGS=--help)
	@$(COMMUNITY) build
	@$(BIN)/python -m tests.bench $(ARGS)

fix: setup-dev ## Format the code and mend what ruff can mend
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

lock: ## Compile the lock files from pyproject.toml, keeping the versions in place
	@scripts/lock

clean: ## Throw away everything that was made (the data of .data stays)
	rm -rf .venv .web .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
