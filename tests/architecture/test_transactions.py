"""A test that slow functions are not called inside a transaction."""

import ast
from collections.abc import Iterator

from tests.architecture.sources import get_relative_path, list_python_files, walk

SLOW_FUNCTIONS = {
    "check_endpoint",
    "complete",
    "delete_files",
    "hash_password",
    "render_article",
    "render_message",
    "render_rules",
    "render_text",
    "store_files",
    "validate_registration",
    "verify_own_password",
    "verify_password",
}


def test_no_transaction_contains_a_call_of_a_slow_function() -> None:
    assert [
        f"{get_relative_path(file)}:{call.lineno}"
        for file in list_python_files("community")
        if "unit_of_work" in (source := file.read_text(encoding="utf-8"))
        for call in iter_calls_in_transactions(ast.parse(source))
        if ast.unparse(call.func).rpartition(".")[2] in SLOW_FUNCTIONS
    ] == []


def iter_calls_in_transactions(module: ast.Module) -> Iterator[ast.Call]:
    for node in walk(module):
        if isinstance(node, ast.AsyncWith) and "unit_of_work()" in ast.unparse(node.items[0]):
            yield from (child for child in walk(node) if isinstance(child, ast.Call))
