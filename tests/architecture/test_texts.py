"""Tests that gettext translates every user-visible text.

The argument of gettext must be a string literal, and no module may call gettext during import.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from community.core import errors
from tests.architecture.sources import PACKAGE_DIR, get_relative_path, list_python_files, walk

MARKERS = {"noop", "ngettext_noop"}
TRANSLATORS = {"_", "gettext", "ngettext", "pgettext", "plural_text", *MARKERS}
# In these packages, which render HTML, a capitalised word or sentence is a user-visible text.
RENDERING = ("admin", "components", "pages", "ssr", "state", "styles")
# The design gallery is skipped because it exists only in development.
EXEMPT_FOLDERS = ("pages/design/", "cli/")
TEXT = re.compile(r"[A-Z][a-z’']+(?:[ ,.…?:].*)?|.*[a-z]{2} [a-z]{2,}.*[.?…]", re.DOTALL)
# Capitalised constants that are not user-visible texts.
NOT_TEXTS = {
    *("Allow", "Article", "Chunk", "Disallow: ", "Link", "Location", "Person", "Sitemap: ", "Vary"),
}
ERRORS = {
    name
    for name, kind in vars(errors).items()
    if isinstance(kind, type) and issubclass(kind, errors.DomainError)
}
# Parsing a file takes much longer than searching it for names that it does not contain.
ERROR_NAME = re.compile("|".join(ERRORS))
TRANSLATOR_NAME = re.compile(r"\b_\(|gettext|plural_text")
ASSETS_DIR = PACKAGE_DIR.parent / "assets"
JAVASCRIPT_PLURAL = re.compile(r"""ngettext\("[^"]*", "[^"]*["]""")
JAVASCRIPT_TEXT = re.compile(r"""(?<!gettext\()(["'`])(?P<text>[A-Z][a-z’]+(?: [^"'`]*)?)\1""")


def get_called_name(call: ast.Call) -> str:
    function = call.func
    while isinstance(function, ast.Attribute) and function.attr in {"for_field", "create"}:
        function = function.value
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def find_docstring_node_ids(tree: ast.Module) -> set[int]:
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return {
        id(node.body[0].value)
        for node in walk(tree)
        if isinstance(node, kinds) and node.body and isinstance(node.body[0], ast.Expr)
    }


def iter_text_children(node: ast.AST, *skipped_functions: str) -> Iterator[ast.AST]:
    """Yield the child nodes of `node` that can contain user-visible texts.

    Yield no children of calls to the functions named in `skipped_functions`.
    """
    if isinstance(node, ast.Call) and get_called_name(node) in skipped_functions:
        return
    if isinstance(node, ast.Raise) and not (
        isinstance(node.exc, ast.Call) and get_called_name(node.exc) in ERRORS
    ):
        return
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in {"tag", "__all__"}:
        return
    if isinstance(node, ast.AnnAssign):
        if node.value is not None:
            yield node.value
        return
    yield from ast.iter_child_nodes(node)


def iter_string_constants(
    node: ast.AST, skipped_ids: set[int], *skipped_functions: str
) -> Iterator[ast.Constant]:
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str) and id(node) not in skipped_ids:
            yield node
        return
    for child in iter_text_children(node, *skipped_functions):
        yield from iter_string_constants(child, skipped_ids, *skipped_functions)


def is_user_visible_text(constant: ast.Constant) -> bool:
    text = str(constant.value)
    return TEXT.fullmatch(text.strip()) is not None and text not in NOT_TEXTS


def iter_element_texts(tree: ast.Module) -> Iterator[ast.Constant]:
    """Yield the strings that are children of HTML elements, as in `rx.el.span("new")`."""
    for node in walk(tree):
        parts: list[ast.expr] = []
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("rx.el."):
            parts = node.args
        elif isinstance(node, ast.Subscript) and ast.unparse(node.value).startswith("h."):
            parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        for part in parts:
            if isinstance(part, ast.Constant) and re.search(r"[a-z]{2}", str(part.value)):
                yield part


def iter_untranslated_strings(file: Path) -> Iterator[str]:
    tree = ast.parse(file.read_text())
    logs = {"debug", "info", "warning", "error", "exception"}
    names = {"TypeVar", "NewType", "create_model", "react_component"}
    found = [
        *(
            text
            for text in iter_string_constants(
                tree, find_docstring_node_ids(tree), *TRANSLATORS, *logs, *names
            )
            if is_user_visible_text(text)
        ),
        *iter_element_texts(tree),
    ]
    yield from (f"{get_relative_path(file)}:{text.lineno}: {text.value!r}" for text in found)


def list_files_that_render_html() -> list[Path]:
    return [
        file
        for package in RENDERING
        for file in list_python_files(f"community/{package}")
        if not any(folder in file.as_posix() for folder in EXEMPT_FOLDERS)
    ]


def test_rendered_texts_go_through_gettext() -> None:
    assert not [
        found for file in list_files_that_render_html() for found in iter_untranslated_strings(file)
    ]


def test_error_messages_go_through_gettext() -> None:
    found = [
        f"{get_relative_path(file)}:{argument.lineno}: {argument.value!r}"
        for file in list_python_files("community")
        if not any(folder in file.as_posix() for folder in EXEMPT_FOLDERS)
        if ERROR_NAME.search(source := file.read_text())
        for call in walk(ast.parse(source))
        if isinstance(call, ast.Call) and get_called_name(call) in ERRORS
        for argument in call.args
        if isinstance(argument, ast.Constant) and is_user_visible_text(argument)
    ]
    assert not found


def test_no_text_is_translated_at_import_time() -> None:
    """Check that no module calls gettext during import.

    A text that is translated during import would never change with the language of the request.
    """
    found = [
        f"{get_relative_path(file)}:{call.lineno}"
        for file in list_python_files("community")
        if TRANSLATOR_NAME.search(source := file.read_text())
        for statement in iter_import_time_expressions(ast.parse(source))
        for call in walk(statement)
        if isinstance(call, ast.Call) and get_called_name(call) in TRANSLATORS - MARKERS
    ]
    assert not found


def iter_import_time_expressions(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the expressions that Python evaluates when the module is imported."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from child.decorator_list
            yield from (default for default in child.args.defaults if default)
            yield from (default for default in child.args.kw_defaults if default)
        elif isinstance(child, ast.Lambda):
            continue
        elif isinstance(child, ast.expr):
            if not any(isinstance(part, ast.Lambda) for part in walk(child)):
                yield child
        else:
            yield from iter_import_time_expressions(child)


def test_plural_messages_are_string_literals() -> None:
    """Check that the messages passed to plural functions are string literals.

    The tool that extracts messages for translators finds only string literals.
    """
    found = [
        f"{get_relative_path(file)}:{call.lineno}"
        for file in list_python_files("community")
        if not {"i18n", "rendering"} & set(file.parts)
        if TRANSLATOR_NAME.search(source := file.read_text())
        for call in walk(ast.parse(source))
        if isinstance(call, ast.Call)
        and get_called_name(call) in {"ngettext", "ngettext_noop", "plural_text"}
        and not isinstance(call.args[0], ast.Starred)  # the result of `ngettext_noop`
        for argument in call.args[:2]
        if not isinstance(argument, ast.Constant)
    ]
    assert not found


@pytest.mark.parametrize("ending", ["js", "jsx"])
def test_texts_in_javascript_go_through_gettext(ending: str) -> None:
    found = [
        f"{file.relative_to(ASSETS_DIR)}:{number}: {match['text']!r}"
        for file in sorted(ASSETS_DIR.rglob(f"*.{ending}"))
        for number, line in enumerate(file.read_text().splitlines(), 1)
        for match in JAVASCRIPT_TEXT.finditer(JAVASCRIPT_PLURAL.sub("", line.split("//")[0]))
        if not re.match(r"\s*(/?\*|import )", line)
        and is_user_visible_javascript_text(match["text"])
    ]
    assert not found


def is_user_visible_javascript_text(text: str) -> bool:
    return " " in text or text in {"Image", "Close", "Cancel", "Send", "Undo"}
