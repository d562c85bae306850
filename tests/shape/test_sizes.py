"""Small rooms: a long file or function is two that live in one."""

import ast

from tests.shape.sources import Function, functions, name, python_files

LONGEST_FILE = 300
LONGEST_FUNCTION = 40


def test_no_file_is_longer_than_300_lines() -> None:
    lengths = {name(file): _lines(file.read_text("utf-8")) for file in python_files("community")}
    assert not {file: length for file, length in lengths.items() if length > LONGEST_FILE}


def test_no_function_is_longer_than_40_lines() -> None:
    lengths = {
        f"{name(file)}:{function.lineno} {function.name}": _length(function)
        for file in python_files("community", "scripts")
        for function in functions(file)
    }
    assert not {place: length for place, length in lengths.items() if length > LONGEST_FUNCTION}


def _lines(text: str) -> int:
    return len(text.splitlines())


def _length(function: Function) -> int:
    """Lines of the body; what is said about the function does not make it longer."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0
