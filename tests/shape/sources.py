"""What the rules are checked against: our own source files."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMMUNITY = ROOT / "community"

Function = ast.FunctionDef | ast.AsyncFunctionDef


def python_files(*folders: str) -> list[Path]:
    """Every Python file below these folders of the project, in order."""
    return sorted(file for folder in folders for file in (ROOT / folder).rglob("*.py"))


def functions(file: Path) -> Iterator[Function]:
    """Every function of a file, methods and inner ones too."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, Function):
            yield node


def name(file: Path) -> str:
    """How a file is called in a message."""
    return str(file.relative_to(ROOT))
