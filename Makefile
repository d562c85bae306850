# Commands for operators and developers. `make help` lists them.

# The newest Python that the locked packages support and that can create an environment.
PYTHON ?= $(shell for name in python3.14 python3.13 python3.12 python3.11 python3; do \
	$$name -c "import ensurepip, venv" 2>/dev/null && echo $$name && break; done)
BIN := .venv/bin
COMMUNITY := $(BIN)/python -m community.cli
# Commands start in half the time with compiled modules. Some environments turn them off.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup setup-dev run dev dev-providers test check harden bench fix lock clean

help: ## List the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 20

setup: ## Set up the environment for running the site
	@$(PYTHON) scripts/setup.py run

setup-dev: ## Set up the environment for development, and the commit-msg hook
	@$(PYTHON) scripts/setup.py dev

run: setup ## Serve the site at http://localhost:3000, with demo content on an empty database
	@$(COMMUNITY) serve --check-port
	@# At the same time, because each of them uses one processor. TERM: only one progress bar.
	@{ $(COMMUNITY) migrate && TERM=dumb $(COMMUNITY) demo --if-empty; } & filled=$$!; \
		$(COMMUNITY) build; built=$$?; wait $$filled && exit $$built
	@exec $(COMMUNITY) serve

dev: setup-dev ## Serve the site with hot reload
	@$(COMMUNITY) migrate
	@$(COMMUNITY) demo --if-empty
	@exec $(BIN)/reflex run

dev-providers: setup-dev ## Serve stand-ins for the payment providers and an AI endpoint (ARGS=--help)
	@$(BIN)/python -m tests.stand_ins $(ARGS)

test: setup-dev ## Run the tests with the available databases and browsers (ARGS=… for pytest)
	@$(BIN)/python scripts/test.py $(ARGS)

check: setup-dev ## Run everything that CI checks
	@$(BIN)/python scripts/check.py

harden: setup-dev ## Send hostile texts to every field of the site (ARGS="--only /comments", ARGS=--help)
	@$(COMMUNITY) build
	@$(BIN)/python -m tests.hardening $(ARGS)

bench: setup-dev ## Measure speed, memory and transferred bytes (ARGS=--json, ARGS=--help)
	@$(COMMUNITY) build
	@$(BIN)/python -m tests.bench $(ARGS)

fix: setup-dev ## Format the code and fix what ruff and ESLint can fix
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .
	@PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix browser --silent run fix

lock: ## Compile the lock files from pyproject.toml without upgrading packages
	@scripts/lock

clean: ## Delete all generated files, but not the data in .data
	rm -rf .venv .web browser/node_modules .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
