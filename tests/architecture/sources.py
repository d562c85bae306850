"""Functions that list source files and their functions for the architecture tests."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE_DIR = ROOT / "community"

Function = ast.FunctionDef | ast.AsyncFunctionDef


def list_python_files(*directories: str) -> list[Path]:
    """Return all Python files in these directories and their subdirectories, sorted by path.

    The paths in `directories` are relative to the repository.
    """
    return sorted(file for directory in directories for file in (ROOT / directory).rglob("*.py"))


def iter_functions(file: Path) -> Iterator[Function]:
    """Yield all functions in a file, including methods and nested functions."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, Function):
            yield node


def get_relative_path(file: Path) -> str:
    """Return the path of a file relative to the repository, for use in failure messages."""
    return str(file.relative_to(ROOT))
