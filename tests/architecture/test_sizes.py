"""Tests that limit the length of files and functions."""

import ast

from tests.architecture.sources import (
    Function,
    get_relative_path,
    iter_functions,
    list_python_files,
)

MAX_FILE_LINES = 500
MAX_FUNCTION_LINES = 40


def test_no_file_is_longer_than_500_lines() -> None:
    lengths = {
        get_relative_path(file): len(file.read_text("utf-8").splitlines())
        for file in list_python_files("community")
    }
    assert not {file: length for file, length in lengths.items() if length > MAX_FILE_LINES}


def test_no_function_is_longer_than_40_lines() -> None:
    lengths = {
        f"{get_relative_path(file)}:{function.lineno} {function.name}": _count_body_lines(function)
        for file in list_python_files("community", "scripts")
        for function in iter_functions(file)
    }
    assert not {name: length for name, length in lengths.items() if length > MAX_FUNCTION_LINES}


def _count_body_lines(function: Function) -> int:
    """Return the number of lines in the function body, without the docstring."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0
