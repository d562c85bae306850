"""The name of a user beside their posts and comments, which links to their profile."""

from typing import Any

from community import urls
from community.domain.accounts import UserSummary
from community.rendering import Node, el, when


def author_link(author: UserSummary | Any, *, class_name: str) -> Node:
    """Return the name with a link, or for a deleted account only the name."""
    return when(
        author.is_deleted,
        lambda: el.span(
            el.bdi(author.name), dir="auto", class_name=f"{class_name} pointer-events-none"
        ),
        lambda: el.a(
            el.bdi(author.name),
            href=urls.profile(author.slug),
            dir="auto",
            class_name=class_name,
        ),
    )
