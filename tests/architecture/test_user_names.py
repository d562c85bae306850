"""Tests that code which writes the name of a user also writes its skeleton.

The type checker requires the skeleton of a new user, and `tests/conftest.py` checks the rows that
tests write.
"""

import ast
import re

from tests.architecture.sources import get_relative_path, iter_functions, list_python_files, walk

# The functions that set the name of something else.
OTHER_NAMES = {
    "community/domain/chat/conversations.py": {"edit_group"},
    "community/domain/identity/passkeys.py": {"rename"},
    "community/domain/identity/providers/connections.py": {"record_sign_in"},
    "community/domain/reactions/kinds.py": {"edit_kind"},
    "community/domain/subscriptions/billing_details.py": {"change_billing_details"},
    "community/domain/subscriptions/features.py": {"edit_feature"},
    "community/domain/subscriptions/plans/actions.py": {"edit_plan"},
}


def test_only_one_function_sets_the_name_of_a_user() -> None:
    found: dict[str, set[str]] = {}
    for file in list_python_files("community/domain"):
        for function in iter_functions(file):
            if any(map(_sets_name, walk(function))):
                found.setdefault(get_relative_path(file), set()).add(function.name)
    assert found == {**OTHER_NAMES, "community/domain/people/names.py": {"set_name"}}


def test_statements_that_write_the_names_of_users_write_the_skeletons() -> None:
    for file in list_python_files("community"):
        if not re.search(r"(?:insert|update)\(\s*User\b", file.read_text("utf-8")):
            continue
        for function in iter_functions(file):
            source = ast.unparse(function)
            if "update(User)" in source or "insert(User)" in source:
                has_name = "'name'" in source or "name=" in source
                assert not has_name or "name_skeleton" in source, function.name


def _sets_name(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Attribute) and node.attr == "name" and isinstance(node.ctx, ast.Store)
    )
