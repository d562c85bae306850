"""Filters that exclude content by ignored authors and posts with ignored keywords."""

import re
from collections.abc import Callable
from typing import Any

from sqlalchemy import ColumnElement, SQLColumnExpression, true
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.models import Ignore, Post, User


def author_not_ignored(actor: Actor, author_id: SQLColumnExpression[Any]) -> ColumnElement[bool]:
    """Return the SQL condition that the actor does not ignore the user in column `author_id`."""
    if actor.user_id is None:
        return true()
    ignored_ids = select(Ignore.ignored_id).where(col(Ignore.user_id) == actor.user_id)
    return author_id.not_in(ignored_ids)


async def build_keyword_filter(
    session: AsyncSession, actor: Actor
) -> Callable[[Post], bool] | None:
    """Return a function that checks whether a post contains none of the actor's ignored keywords.

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
