"""Filters that exclude content by ignored authors and posts with ignored keywords."""

import re
from collections.abc import Callable
from typing import Any

from sqlalchemy import ColumnElement, SQLColumnExpression, true
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.models import Ignore, Post, User


def build_ignored_author_filter(
    actor: Actor, author_id_column: SQLColumnExpression[Any]
) -> ColumnElement[bool]:
    """Return the SQL condition that excludes rows by authors whom the actor ignores.

    Args:
        author_id_column: The column that contains the id of the author.
    """
    if actor.user_id is None:
        return true()
    ignored_ids = select(Ignore.ignored_id).where(col(Ignore.user_id) == actor.user_id)
    return author_id_column.not_in(ignored_ids)


async def build_keyword_filter(
    session: AsyncSession, actor: Actor
) -> Callable[[Post], bool] | None:
    """Return a function that returns True if a post contains no keyword that the actor ignores.

    The comparison runs in Python and not in SQL, because SQLite is case-insensitive only for Latin
    letters.

    Returns:
        None if the actor is a guest or ignores no keywords.
    """
    if actor.user_id is None:
        return None
    keywords = await session.scalar(
        select(User.ignored_keywords).where(col(User.id) == actor.user_id)
    )
    patterns = [re.escape(keyword) for keyword in keywords or () if keyword.strip()]
    if not patterns:
        return None
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(patterns)})", re.IGNORECASE)
    return lambda post: not pattern.search("\n".join((post.title, post.intro, *post.tags)))
