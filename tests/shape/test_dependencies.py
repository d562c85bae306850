"""What the code imports is what pyproject.toml names and the lock files pin."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions

from tests.shape.sources import ROOT, python_files

OURS = {"community", "tests", "alembic"}
# Parts of Reflex that it installs itself, in the version that belongs to it.
WITH_REFLEX = {"reflex_base", "reflex_components_core", "reflex_components_lucide"}
WITH_FASTAPI = {"starlette"}


def test_whatever_is_imported_is_named_as_a_dependency() -> None:
    providers = packages_distributions()
    named = _named()
    imported = _imported() - OURS - WITH_REFLEX - WITH_FASTAPI
    assert not [
        module
        for module in sorted(imported)
        if not named & {_normal(name) for name in providers.get(module, ())}
    ]


def test_whatever_is_named_is_pinned() -> None:
    locked = (ROOT / "requirements" / "run.txt").read_text("utf-8")
    assert _named() <= set(re.findall(r"^([a-z0-9-]+)==", locked, re.MULTILINE))


def test_the_lock_files_name_no_host() -> None:
    locks = [*(ROOT / "requirements").glob("*.txt"), *(ROOT / "reflex.lock").iterdir()]
    for lock in locks:
        resolved = re.findall(
            r'"resolved"|--(?:extra-)?index-url|@ (?:file|http)', lock.read_text()
        )
        assert not resolved, lock.name


def _named() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return {
        _normal(re.split(r"[\[<>=~! ]", line, maxsplit=1)[0]) for line in project["dependencies"]
    }


def _imported() -> set[str]:
    return {
        module.split(".")[0]
        for file in python_files("community")
        for module in _modules(ast.parse(file.read_text("utf-8")))
    } - sys.stdlib_module_names


def _modules(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
