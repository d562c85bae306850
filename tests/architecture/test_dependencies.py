"""Tests that `pyproject.toml` declares every import and lock files pin every dependency."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions

from tests.architecture.sources import ROOT, list_python_files

OWN_PACKAGES = {"community", "tests", "alembic"}
# These packages are not declared, because Reflex installs matching versions of them.
REFLEX_PACKAGES = {"reflex_base", "reflex_components_core", "reflex_components_lucide"}
FASTAPI_PACKAGES = {"starlette"}


def test_every_import_is_a_declared_dependency() -> None:
    providers = packages_distributions()
    declared = _list_declared_packages()
    imported = _list_imported_packages() - OWN_PACKAGES - REFLEX_PACKAGES - FASTAPI_PACKAGES
    assert not [
        module
        for module in sorted(imported)
        if not declared & {_normalize_package_name(name) for name in providers.get(module, ())}
    ]


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


def _list_declared_packages() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return {
        _normalize_package_name(re.split(r"[\[<>=~! ]", line, maxsplit=1)[0])
        for line in project["dependencies"]
    }


def _list_imported_packages() -> set[str]:
    return {
        module.split(".")[0]
        for file in list_python_files("community")
        for module in _iter_imported_modules(ast.parse(file.read_text("utf-8")))
    } - sys.stdlib_module_names


def _iter_imported_modules(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def _normalize_package_name(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
