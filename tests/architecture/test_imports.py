"""Tests that a name is imported from where it is defined or from the package that offers it.

The type checker allows re-exports everywhere, because packages offer names by importing them.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

from tests.architecture.sources import ROOT, get_relative_path, list_imports, list_python_files

# An import of this project in a program, at the start of a line or after a semicolon.
IMPORT = re.compile(r"(?:^|; *|\n *)from ((?:community|tests)[\w.]*) import ([\w ,]*\w)")


def test_no_name_is_imported_from_a_module_that_only_imports_it() -> None:
    found = [
        f"{get_relative_path(file)}: {module}.{name}"
        for file in list_python_files("community", "tests")
        for module, name in list_imports(file).names
        if (source := ROOT / f"{module.replace('.', '/')}.py").is_file()
        and name in _list_reexported_names(source)
    ]
    assert not found


def test_no_name_is_read_from_a_module_that_only_imports_it() -> None:
    found = [
        f"{get_relative_path(file)}: {module}.{name}.{attribute}"
        for file in list_python_files("community", "tests")
        for module, name in list_imports(file).names
        if (source := ROOT / f"{module.replace('.', '/')}/{name}.py").is_file()
        for attribute in _list_reexported_names(source)
        if (name, attribute) in list_imports(file).attributes
    ]
    assert not found


def test_programs_in_strings_import_what_exists() -> None:
    """Tests start such programs. The type checker does not read them."""
    missing = [
        f"{get_relative_path(file)}: {module}.{name}"
        for file in list_python_files("community", "scripts", "tests")
        if file.parent != Path(__file__).parent  # these contain examples
        for module, name in _list_imports_in_strings(list_imports(file).programs)
        if not _exists(module, name)
    ]
    assert not missing


def test_packages_name_their_contents_once() -> None:
    packages = [f for f in list_python_files("community", "tests") if f.name == "__init__.py"]
    assert not [get_relative_path(f) for f in packages if "__all__" in f.read_text("utf-8")]


def _list_imports_in_strings(programs: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the modules and the names that programs import from this project."""
    for program in programs:
        for module, names in IMPORT.findall(program):
            yield from ((module, name.split()[0]) for name in names.split(","))


def _exists(module: str, name: str) -> bool:
    try:
        return hasattr(import_module(module), name) or bool(import_module(f"{module}.{name}"))
    except ModuleNotFoundError:
        return False


@cache
def _list_reexported_names(file: Path) -> frozenset[str]:
    """Return the names that a module imports and that are not in its `__all__`."""
    tree = ast.parse(file.read_text("utf-8"))
    imported = {
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom | ast.Import)
        for alias in node.names
    }
    exported = [
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    ]
    return frozenset(imported.difference(*exported))
