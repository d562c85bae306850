"""What somebody does not want to see in feeds."""

import re
from collections.abc import Callable
from typing import Any

from sqlalchemy import ColumnElement, SQLColumnExpression, true
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.models import Ignore, Post, User


def not_ignored(actor: Actor, author_id: SQLColumnExpression[Any]) -> ColumnElement[bool]:
    """Rows whose author this actor does not ignore."""
    if actor.user_id is None:
        return true()
    ignored = select(Ignore.ignored_id).where(col(Ignore.user_id) == actor.user_id)
    return author_id.not_in(ignored)


async def keyword_filter(session: AsyncSession, actor: Actor) -> Callable[[Post], bool] | None:
    """Whether a post has none of the words that this actor ignores; None if there are none.

    Words are compared here and not in SQL: SQLite folds the case of Latin letters only.
    """
    if actor.user_id is None:
        return None
    stored = await session.scalar(
        select(User.ignored_keywords).where(col(User.id) == actor.user_id)
    )
    words = [re.escape(word) for word in stored or () if word.strip()]
    if not words:
        return None
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(words)})", re.IGNORECASE)
    return lambda post: not pattern.search("\n".join((post.title, post.intro, *post.tags)))
