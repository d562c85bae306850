"""Converts the texts that a search found to its results."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.text.safe_html import extract_plain_text
from community.domain import comments, posts
from community.domain.search.schemas import CommentResult, PostResult, SearchResult
from community.domain.search.texts.candidates import Candidate
from community.domain.search.texts.excerpts import MAX_SEARCHED_LENGTH, make_excerpt, to_html
from community.models import Comment, Post

# Longer than the HTML of most texts whose beginning is searched for an excerpt.
MAX_HTML_LENGTH: Final = 2 * MAX_SEARCHED_LENGTH
MAX_TITLE_LENGTH: Final = 255


async def build_results(
    session: AsyncSession, actor: Actor, rows: Sequence[Candidate], stems: Collection[str]
) -> list[SearchResult]:
    """Return the results in the given order, as the actor sees them."""
    post_ids = [row.post_id for row in rows if row.comment_id is None]
    comment_ids = [row.comment_id for row in rows if row.comment_id is not None]
    cards = await _load_cards(session, actor, post_ids)
    views = await comments.load_found(session, actor, comment_ids)
    texts = await load_texts(session, rows)
    results: list[SearchResult] = []
    for row in rows:
        *titles, text = texts.get(row.id, ("",))
        excerpt = make_excerpt(text, stems)
        if row.comment_id is None and row.post_id in cards:
            title = make_excerpt(titles[0] if titles else "", stems, length=MAX_TITLE_LENGTH)
            results.append(
                PostResult(
                    target=cards[row.post_id],
                    title_html=to_html(title),
                    excerpt_html=to_html(excerpt),
                    matches=len(title.stems | excerpt.stems),
                )
            )
        elif row.comment_id in views:
            view, post = views[row.comment_id]
            results.append(
                CommentResult(
                    target=view,
                    post=post,
                    excerpt_html=to_html(excerpt),
                    matches=len(excerpt.stems),
                )
            )
    return results


async def load_texts(
    session: AsyncSession, rows: Iterable[Candidate]
) -> dict[int, tuple[str, ...]]:
    """Return the title, if any, and the beginning of the text of each document, by its id."""
    by_post = {row.post_id: row.id for row in rows if row.comment_id is None}
    by_comment = {row.comment_id: row.id for row in rows if row.comment_id is not None}
    texts: dict[int, tuple[str, ...]] = {}
    connection = await session.connection()
    if by_post:
        html = func.substr(Post.html, 1, MAX_HTML_LENGTH)
        query = select(Post.id, Post.title, Post.intro, html)
        for post_id, title, intro, start in await connection.execute(
            query.where(col(Post.id).in_(by_post))
        ):
            text = " ".join(f"{intro} {extract_plain_text(start)}".split())
            texts[by_post[post_id]] = (title, text)
    if by_comment:
        comment_query = select(Comment.id, func.substr(Comment.html, 1, MAX_HTML_LENGTH))
        for comment_id, start in await connection.execute(
            comment_query.where(col(Comment.id).in_(by_comment))
        ):
            texts[by_comment[comment_id]] = (" ".join(extract_plain_text(start).split()),)
    return texts


async def _load_cards(
    session: AsyncSession, actor: Actor, post_ids: Collection[int]
) -> dict[int, posts.PostCard]:
    if not post_ids:
        return {}
    query = posts.select_card_rows().where(col(Post.id).in_(post_ids))
    cards = await posts.build_cards(session, actor, await posts.load_card_rows(session, query))
    return {card.id: card for card in cards}
