"""Tests that only policies decide by status whether users may see a post or a comment.

Everything else calls `may_read`, `readable_by` or `listed_for` of `posts`, and the functions in
`comments/policies.py`. `tests/private_community.py` tests that all reads follow these functions.
"""

import ast
from pathlib import Path

from tests.architecture.sources import get_relative_path, list_python_files, walk

STATUSES = {"draft", "scheduled", "published", "unpublished", "deleted", "on_moderation"}
# Their states have nothing to do with visibility.
OTHER_MODELS = {
    "ChatMember",
    *("Payment", "PaymentDispute", "PaymentMethodSetup", "PaymentRefund", "UserSubscription"),
}
STATUS_NAMES = {"status", "moderation_status"}
POLICIES = {
    "domain/comments/policies.py",
    "domain/comments/moderation/transition_policies.py",
    "domain/posts/policies.py",
}
# Actions that change the status, and the queries that find the rows for them.
STATUS_CHANGES = {
    "api/routes/posts.py",
    "domain/comments/writing.py",
    "domain/comments/moderation/hiding.py",
    "domain/comments/threads/queries.py",
    "domain/comments/moderation/status_changes.py",
    "domain/posts/moderation/hiding.py",
    "domain/posts/writing/deletion.py",
    "domain/posts/writing/drafts.py",
    "domain/posts/moderation/actions.py",
    "domain/posts/writing/publishing.py",
    "domain/posts/reading/queries.py",
}
# Code that shows the status of a post or comment that the viewer may see.
PRESENTATION = {
    "admin/posts.py",
    "admin/reports/sheet.py",
    "components/comments/comment_row.py",
    "components/posts/article.py",
    "components/posts/live_article.py",
    "components/writing/drafts.py",
    "domain/comments/moderation/comment_table.py",
    "domain/comments/threads/serializers.py",
    "domain/posts/moderation/post_table.py",
    "ssr/pages/post.py",
}


def test_only_policies_and_status_changes_depend_on_the_status() -> None:
    found = {
        get_relative_path(file).removeprefix("community/")
        for file in list_python_files("community")
        if _depends_on_status(file)
    }
    assert found == POLICIES | STATUS_CHANGES | PRESENTATION


def test_only_identity_decides_which_users_are_deleted() -> None:
    """`people` selects the column, because `to_user_summary` shows deleted authors differently."""
    files = [
        get_relative_path(file)
        for file in list_python_files("community")
        if "User.deleted_at" in file.read_text(encoding="utf-8")
    ]
    assert files == [
        "community/domain/identity/policies.py",
        "community/domain/people/policies.py",
    ]


def _depends_on_status(file: Path) -> bool:
    source = file.read_text(encoding="utf-8")
    return "status" in source and any(
        _is_status_column(node) or _compares_status(node) for node in walk(ast.parse(source))
    )


def _is_status_column(node: ast.AST) -> bool:
    """Return whether the node is for example `col(Post.status)`."""
    return (
        isinstance(node, ast.Call)
        and ast.unparse(node.func) == "col"
        and isinstance(node.args[0], ast.Attribute)
        and node.args[0].attr in STATUS_NAMES
        and ast.unparse(node.args[0].value) not in OTHER_MODELS
    )


def _compares_status(node: ast.AST) -> bool:
    """Return whether the node is for example `post.status == "published"`."""
    if not isinstance(node, ast.Compare):
        return False
    parts = list(ast.walk(node))
    names = {part.attr for part in parts if isinstance(part, ast.Attribute)}
    names |= {part.id for part in parts if isinstance(part, ast.Name)}
    values = {part.value for part in parts if isinstance(part, ast.Constant)}
    return bool(names & STATUS_NAMES and values & STATUSES)
