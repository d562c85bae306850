"""Tests that only `community/reflex_adapter/` uses private members of Reflex.

Imports of internal modules are forbidden by ruff (`banned-api` in `pyproject.toml`).
"""

import ast
import inspect
from collections.abc import Iterator

import reflex as rx

from tests.architecture.sources import PACKAGE_DIR, get_relative_path, list_python_files, walk

ADAPTER_DIR = PACKAGE_DIR / "reflex_adapter"
# The classes of Reflex whose instances the application uses or whose subclasses it defines.
CLASSES = (rx.App, rx.Component, rx.State, rx.Var, rx.el.Div)
PRIVATE_NAMES = {
    name
    for reflex_class in CLASSES
    for name in (*dir(reflex_class), *inspect.signature(reflex_class.__init__).parameters)
    if name.startswith("_") and not name.startswith("__")
}
FILES = [
    file
    for file in list_python_files("community")
    if ADAPTER_DIR not in file.parents and "import reflex" in file.read_text("utf-8")
]


def list_private_members(source: str) -> list[str]:
    """Return the private members of Reflex that a module reads, passes or overrides."""
    return [name for name in _iter_member_names(ast.parse(source)) if name in PRIVATE_NAMES]


def _iter_member_names(tree: ast.AST) -> Iterator[str]:
    for node in walk(tree):
        if isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.keyword) and node.arg:
            yield node.arg
        elif isinstance(node, ast.ClassDef):
            for member in node.body:
                if isinstance(member, ast.FunctionDef | ast.AsyncFunctionDef):
                    yield member.name


def test_only_the_adapter_uses_private_members_of_reflex() -> None:
    found = {
        get_relative_path(file): members
        for file in FILES
        if (members := list_private_members(file.read_text("utf-8")))
    }
    assert len(FILES) > 200
    assert not found


def test_the_check_finds_private_members() -> None:
    assert list_private_members("state._clean()") == ["_clean"]
    assert list_private_members("rx.Var('x', _var_data=data)") == ["_var_data"]
    assert list_private_members("class A(rx.State):\n    def _clean(self): ...") == ["_clean"]
