"""Short quotes of comments, for example for notifications."""

from collections.abc import Collection
from typing import Final

from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.text.excerpts import MAX_HTML_LENGTH, excerpt_html
from community.domain import follows, posts
from community.domain.comments import policies
from community.models import Comment, Post

QUOTE_LENGTH: Final = 160


async def find_quotes(
    session: AsyncSession, actor: Actor, comment_ids: Collection[int]
) -> dict[int, str]:
    """Return the beginnings of comments as plain text, by comment id. Runs at most one query.

    Comments without text are left out, and so are comments that are not published, whose post the
    actor may not read, or whose author the actor ignores.
    """
    if not comment_ids:
        return {}
    rows = await session.execute(
        select(Comment.id, func.substr(col(Comment.html), 1, MAX_HTML_LENGTH))
        .join(Post, col(Post.id) == col(Comment.post_id))
        .where(
            col(Comment.id).in_(comment_ids),
            policies.has_published_status(),
            posts.readable_by(actor),
            follows.build_ignored_author_filter(actor, col(Comment.author_id)),
        )
    )
    quotes = {comment_id: excerpt_html(html, QUOTE_LENGTH) for comment_id, html in rows}
    return {comment_id: quote for comment_id, quote in quotes.items() if quote}
