"""Tests that a subject of the domain reads only its own tables.

The tables in `community/models/<subject>.py`, or in the package of this name, belong to the
subject. Other subjects call its functions, or use the SQL conditions that it exports. Annotations
and `isinstance` may name any model, because the functions of a subject return its rows.
"""

import ast
import inspect
from collections.abc import Iterator

from community import models
from tests.architecture.sources import PACKAGE_DIR, list_python_files

OWNERS = {
    name: cls.__module__.split(".")[2] for name, cls in inspect.getmembers(models, inspect.isclass)
}

# Joins that replace several queries. Each condition on the state of a foreign row, for example on
# whether it is deleted, is an SQL condition that the owner of the table exports.
EXCEPTIONS: dict[str, set[tuple[str, str]]] = {
    "Feeds, the sidebar and the sitemap are read-only joins of several subjects.": {
        *(("discovery", name) for name in ("Comment", "Community", "Post", "PostTag", "User")),
        *(("discovery", name) for name in ("Follow", "Membership")),
    },
    "Every query of the search joins its index with what the viewer may read.": {
        *(
            ("search", name)
            for name in ("Comment", "CommentMedia", "Community", "Post", "PostTag", "User")
        ),
    },
    "The formula of the rating is a single query of the responses to posts, comments and users.": {
        *(("ratings", name) for name in ("Comment", "Follow", "Post", "Reaction")),
    },
    "The row of a user contains the password and the email, the profile, and the state of the "
    "account.": {("accounts", "User"), ("identity", "User")},
    "The daily statistics count visits by users and by their sessions.": {
        ("accounts", "UserSession")
    },
    "Lists of users, and rows with their authors and communities, are joined with them.": {
        *(
            (subject, "User")
            for subject in (
                *("chat", "comments", "communities", "follows", "posts", "ratings", "uploads"),
            )
        ),
        ("posts", "Community"),
        ("notifications", "User"),
        ("subscriptions", "User"),
        ("comments", "Post"),
    },
    "Read models contain what the viewer did, such as their reaction. Its subject is in an upper "
    "layer and cannot be called.": {
        *(("people", name) for name in ("Follow", "Ignore", "NotificationSubscription")),
        *(("posts", name) for name in ("PostWatch", "Reaction")),
        ("comments", "Reaction"),
        ("communities", "NotificationSubscription"),
    },
    "Profiles contain the place of the user, which an upper layer computes.": {
        ("people", "RatingPlace")
    },
    "Names of the moderators of communities, an upper layer, are protected.": {
        ("people", "Community"),
        ("people", "Membership"),
    },
    "The table contains the former slugs of users and of communities.": {
        ("communities", "FormerSlug")
    },
    "Posts and comments show reactions, so their kinds are read in a lower layer than the one that "
    "knows which kinds are in use. Those of private messages are used in an upper layer.": {
        ("reactions", "ReactionKind"),
        ("reactions", "MessageReaction"),
    },
    "The images of comments are joined with their uploads.": {("comments", "Upload")},
}


def test_subjects_use_only_their_own_models() -> None:
    used = {
        (subject, node.id)
        for file in list_python_files("community/domain")
        for subject in [file.relative_to(PACKAGE_DIR / "domain").parts[0].removesuffix(".py")]
        for node in _iter_names(ast.parse(file.read_text(encoding="utf-8")))
        if OWNERS.get(node.id, subject) != subject
    }
    assert used == set().union(*EXCEPTIONS.values())


def _iter_names(node: ast.AST) -> Iterator[ast.Name]:
    """Yield all names below the node, except in annotations and in calls of `isinstance`."""
    if isinstance(node, ast.Name):
        yield node
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance":
        return
    for field, value in ast.iter_fields(node):
        if field not in {"annotation", "returns"}:
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _iter_names(child)
