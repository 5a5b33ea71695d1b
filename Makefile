# Needs only Python 3.11 or newer with venv, make and git. `make` lists what it can do.

PYTHON ?= python3
BIN    := .venv/bin
STAMP  := .venv/.installed

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test soak lint bench release clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(STAMP) ## grade the sample class and print its table
	$(BIN)/grade run data/sample_class --out out/demo
	@echo "Feedback, one file a student and assignment: out/demo/feedback/"

test: lint ## lint, types and every test that belongs in CI
	$(BIN)/pytest -m "not soak" --numprocesses 2 --dist loadfile

soak: $(STAMP) ## the tests that take minutes
	-$(BIN)/python -m pip install --quiet atheris # where it is missing, fuzzing is skipped
	$(BIN)/pytest -m soak -rP

lint: $(STAMP) ## style and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

bench: $(STAMP) ## speed against peers and against the floor
	$(BIN)/python -m benchmarks

release: $(STAMP) ## bring assignments/ up to date and write the student kit to out/kit
	$(BIN)/grade release
	$(BIN)/grade release --out out/kit

clean: ## remove what the targets made, except .venv
	rm -rf out build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name .venv -prune -o -name __pycache__ -type d -exec rm -rf {} +

# The stamp is written last, so an interrupted installation is taken up again.
$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and \
	  f"Python 3.11 or newer is needed, {sys.executable} is {sys.version.split()[0]}. \
	Try: make PYTHON=python3.11")'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check \
	  --constraint constraints.txt --editable '.[all]'
	@touch $@
