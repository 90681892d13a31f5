# On a fresh machine: `make book`, `make test` and, now and then, `make weekly`. Each does its own set-up.
#   PYTHON=python3.12 make book     another interpreter for the set-up (3.11 or later)

ASKED_FOR := $(PYTHON)
PYTHON ?= python3
VENV := .venv
STAMP := $(VENV)/set-up-done
BIN := $(VENV)/bin
PY := $(BIN)/python
SITE := _build/html
CHROMIUM := $(shell for name in chromium chromium-browser google-chrome google-chrome-stable chrome; do command -v $$name; done; true)

# The same numbers on every run: one BLAS thread, and none of the user's own IPython or matplotlib settings.
export OMP_NUM_THREADS := 1
export OPENBLAS_NUM_THREADS := 1
export MKL_NUM_THREADS := 1
export IPYTHONDIR := $(CURDIR)/$(VENV)/ipython
export MPLCONFIGDIR := $(CURDIR)/$(VENV)/matplotlib
unexport MPLBACKEND PYTHONPATH PYTHONHOME VIRTUAL_ENV PYTHONDONTWRITEBYTECODE

# A .venv runs the code of the folder that it was made in, with the interpreter that it was made with: its stamp has both.
# Without PYTHON= any interpreter will do.
WHICH := import os, sys; print(os.path.realpath(sys.executable), sys.version.split()[0])
export CHECKOUT := $(CURDIR)
made-for = $(CURDIR), $(shell $(1) -c '$(WHICH)' 2>/dev/null)
MADE_FOR := $(shell cat $(STAMP) 2>/dev/null)
ifeq ($(MADE_FOR)|$(MADE_FOR),$(call made-for,$(PY))|$(call made-for,$(or $(ASKED_FOR),$(PY))))
FITS := yes
else
$(STAMP): made-for-another
made-for-another:
endif

# Before Python 3.13 the file that leads from .venv to this folder is read as the locale says, and written as UTF-8.
SPELLS := import os, sys; here = os.getcwdb(); \
  sys.exit(sys.version_info < (3, 13) and here.decode() != here.decode(open(os.devnull, encoding="locale").encoding, "replace"))

# $(call stage,name,command): says what runs, and names it if it fails.
define stage
@printf '\n== %s\n' '$(1)'
@$(2) || { printf '\n== FAILED: %s\n' '$(1)' >&2; exit 1; }
endef
build-pages := $(BIN)/jupyter-book build . --all -W -n --keep-going -q
# What `-n auto` means: a worker more than there are cores, as a kernel or a browser that starts mostly waits.
export PYTEST_XDIST_AUTO_NUM_WORKERS := $(shell echo $$(($$(getconf _NPROCESSORS_ONLN) + 1)))

# $(call at-once,targets): each of them uses one core, or little more.
at-once = @$(MAKE) --no-print-directory -j AT_ONCE=yes $(1)

.DEFAULT_GOAL := help
$(if $(AT_ONCE),,.NOTPARALLEL:)
.PHONY: help setup book execute test checks lint types pairs unit outputs site outputs-and-site browser weekly smoke-and-pages smoke single pdf site-beside pages heavy study lab bench wasm lock archive article wheel clean

help: ## this list
	@sed -nE 's/^([a-z-]+):[^#]*## (.*)/  make \1\t\2/p' Makefile | expand -t 22

setup: $(STAMP) ## .venv from requirements.lock, and the project in it

# Its last step compiles the library's loops, which are kept.
# Without its stamp a .venv is half made or another's and is made anew; with an older stamp it is brought up to the lock.
$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo 'gnode needs Python 3.11 or later; "$(PYTHON)" is not. Try: PYTHON=python3.12 make' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo '"$(PYTHON)" cannot make virtual environments. On Debian and Ubuntu: apt install python3-venv' >&2; exit 1; }
	@$(PYTHON) -c '$(SPELLS)' || { \
	  echo "This locale cannot spell the name of the folder $$CHECKOUT, and Python would not start in a set-up there. Try: LC_ALL=C.UTF-8 make" >&2; exit 1; }
	@printf '== set-up: %s\n' '$(VENV)'
	@if test -e $(STAMP) && test '$(FITS)'; then rm $(STAMP); else rm -rf $(VENV); $(PYTHON) -m venv $(VENV); fi
	@sed -n '/^uv==/,/[^\\]$$/p' requirements.lock > $(VENV)/uv.txt
	@$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r $(VENV)/uv.txt
	@$(PY) -m uv pip sync --python $(PY) --require-hashes requirements.lock
	@$(PY) -m uv pip install --quiet --python $(PY) --no-deps --no-build-isolation --editable .
	@mkdir -p $(IPYTHONDIR_MADE)
	@echo 'c.IPKernelApp.log_level = "CRITICAL"' > $(IPYTHONDIR_MADE)/ipython_kernel_config.py
	@$(PY) -c 'import matplotlib.font_manager'
	@$(PY) -W ignore tests/machine.py > /dev/null
	@echo "$$CHECKOUT, $$($(PY) -c '$(WHICH)')" > $(STAMP)
IPYTHONDIR_MADE := $(VENV)/ipython/profile_default

book: execute pages ## run every notebook, build the site, print where it is
	@printf '\nThe book is built: %s\n' "$$CHECKOUT/$(SITE)/index.html"

execute: $(STAMP)
	$(call stage,notebooks (papermill),$(PY) book/tools/execute.py)

test: checks unit outputs-and-site browser ## what must hold at every change
	@printf '\n== all tests pass\n'

weekly: smoke-and-pages heavy wheel ## what takes long, and nothing of `make test`: all experiments small, PDF, heavy tests, the wheel
	@printf '\n== all heavy tests pass\n'

checks: $(STAMP)
	$(call at-once,lint types pairs)

lint: $(STAMP)
	$(call stage,lint (ruff check),$(BIN)/ruff check .)
	$(call stage,lint (ruff format),$(BIN)/ruff format --check .)

types: $(STAMP)
	$(call stage,types (mypy),$(BIN)/mypy && $(BIN)/mypy --strict gnode)

pairs: $(STAMP)
	$(call stage,notebooks as committed (pairs and outputs),$(PY) book/tools/execute.py --check)

unit: $(STAMP)
	$(call stage,unit tests (pytest),$(PY) -m pytest -q -n auto --dist worksteal --ignore tests/book -m 'not weekly')

outputs: $(STAMP)
	$(call stage,notebooks give the outputs they show (nbval),env -u GNODE_DATA $(PY) -m pytest -q --nbval notebooks \
	  --nbval-sanitize-with tests/nbval_sanitize.cfg --nbval-cell-timeout 300 -n auto --dist loadfile)

outputs-and-site: $(STAMP)
	$(call at-once,outputs site)

# Runs of earlier code must not answer for this one's.
smoke: $(STAMP)
	@rm -rf results/smoke
	$(call stage,every experiment (small),env -u GNODE_DATA $(BIN)/gnode run --profile smoke)
	$(call stage,its tables and verdicts,$(BIN)/gnode report --profile smoke >/dev/null)

smoke-and-pages: $(STAMP)
	$(call at-once,smoke pages)

site: $(STAMP)
	$(call stage,site (strict build),$(build-pages))

single: $(STAMP)
	$(call stage,single page (strict build),$(build-pages) --builder singlehtml --path-output _build/print)

pdf: single ## _build/pdf/gnode.pdf: the whole book, printed by Chromium
	$(call stage,PDF,$(PY) book/tools/pdf.py)

# The site offers the article and the PDF, which are made beside it: without a Chromium there is no PDF. The PDF takes
# longest, so the other two give way.
PRINTS := _build/article/article.pdf $(if $(CHROMIUM),_build/pdf/gnode.pdf)

site-beside: $(STAMP)
	@rm -rf $(SITE)
	$(call stage,site (strict build),GNODE_PRINTS='$(notdir $(PRINTS))' nice $(build-pages))

pages: $(STAMP)
	$(call at-once,article site-beside $(if $(CHROMIUM),pdf))
	@cp $(PRINTS) $(SITE)

browser: $(STAMP)
	$(call stage,the site in a browser (pytest),$(PY) -m pytest -q -n auto --dist worksteal tests/book -m 'not weekly')

heavy: $(STAMP)
	$(call stage,heavy tests (pytest),$(PY) -m pytest -q -n auto --dist worksteal -m weekly)

# The runs of `timing` go first and alone; what is stored is not computed again.
study: $(STAMP) ## every run of the paper's experiments, then the verdicts and the notebooks (hours; needs the data)
	$(call stage,runs,$(BIN)/gnode run)
	$(call stage,verdicts,$(BIN)/gnode report --write)
	$(call stage,notebooks,$(PY) book/tools/execute.py)

lab: $(STAMP) ## JupyterLab on the book's first notebook
	@$(PY) -m uv pip install --quiet --python $(PY) --constraint requirements.lock --editable '.[lab]'
	@$(BIN)/jupyter lab notebooks/how_it_works.ipynb

# PyTorch's build without CUDA, unless UV_TORCH_BACKEND names another. ONLY=growth measures anew what has that in its name.
bench: export UV_TORCH_BACKEND ?= cpu
bench: $(STAMP) ## results/speed.json: speed, beside peers (installs PyTorch)
	@$(PY) -c 'import pytest_benchmark, torch' 2>/dev/null || \
	  $(PY) -m uv pip install --quiet --python $(PY) --constraint requirements.lock --editable '.[bench]'
	$(call stage,benchmarks,$(PY) -m pytest -W default benchmarks $(if $(ONLY),-k '$(ONLY)'))

wasm: $(STAMP) ## book/_static/play/kernels.wasm: the compiled loops for the page that trains (installs a linker)
	@$(PY) -c 'import ziglang' 2>/dev/null || \
	  $(PY) -m uv pip install --quiet --python $(PY) --constraint requirements.lock --editable '.[wasm]'
	$(call stage,kernels for the page,$(PY) book/tools/wasm.py)

lock: $(STAMP) ## requirements.lock from pyproject.toml; newest of all: make lock LOCK_FLAGS=--upgrade
	@$(PY) -m uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --quiet \
	  $(LOCK_FLAGS) --extra book --extra cluster --extra test --group setup -o requirements.lock pyproject.toml

# The site as committed, without the PDFs that it would offer. Unpacked elsewhere, `make site` gives the same site again.
archive: $(STAMP) ## _build/archive: a release as one file: source, results, site, checksums
	@changes=$$(git status --short) && test -z "$$changes" || { \
	  printf 'A release holds what is committed. Commit, ignore or stash:\n%s\n' "$$changes" >&2; exit 1; }
	@rm -rf $(SITE) _build/pdf _build/article
	$(call stage,site (strict build),env -u GNODE_DATA -u GNODE_RESULTS $(build-pages))
	$(call stage,archive,$(PY) book/tools/archive.py)

article: $(STAMP) ## _build/article/article.pdf: the study as a paper, by what the notebooks give
	$(call stage,article (Typst),nice $(PY) book/tools/article.py)

# Where the checkout is not seen: what the library promises, and the arrays that it must match.
wheel: PYTHONS ?= $(or $(ASKED_FOR),python3)
wheel: $(STAMP) ## the wheel away from the checkout, with the lowest and the newest packages allowed, under each of PYTHONS="python3.12 ..."
	@rm -rf _build/wheel && $(PY) -m hatchling build -t wheel -d _build/wheel >/dev/null
	@for python in $(PYTHONS); do for versions in lowest-direct highest; do \
	  printf '\n== the wheel, %s, %s versions\n' $$python $$versions; \
	  $(PY) -m uv venv --quiet --clear --python $$python _build/wheel/venv && \
	  $(PY) -m uv pip install --quiet --python _build/wheel/venv --only-binary :all: --resolution $$versions -r pyproject.toml && \
	  $(PY) -m uv pip install --quiet --python _build/wheel/venv --no-deps _build/wheel/*.whl && \
	  $(PY) -m uv pip list --quiet --python _build/wheel/venv && \
	  (cd _build/wheel && env -u GNODE_DATA venv/bin/python ../../tests/base_only.py) || exit 1; \
	  done; done

clean: ## remove all that make has made
	rm -rf $(VENV) _build .pytest_cache .ruff_cache .mypy_cache .hypothesis
