"""Feeds: pages of posts in an order, without what the reader ignores."""

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, literal_column, not_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import pagination
from community.core.actor import Actor
from community.core.errors import unauthenticated
from community.core.pagination import Page
from community.domain import posts
from community.domain.accounts import Feed
from community.domain.discovery import personal
from community.domain.discovery.ignoring import keyword_filter, not_ignored
from community.domain.discovery.ranking import Ranking, ranking_of
from community.domain.posts import PostCard
from community.models import Post, PostTag
from community.models.columns import bring, leave_out

# Somebody who ignores words gets more rows to choose from, so that a page is seldom short.
SPARE = 3


async def feed(
    session: AsyncSession,
    actor: Actor,
    *,
    name: Feed = Feed.POPULAR,
    community_id: int | None = None,
    author_id: int | None = None,
    tag: str | None = None,
    cursor: str | None = None,
    limit: int = pagination.DEFAULT_LIMIT,
    is_plain: bool = False,
) -> Page[PostCard]:
    """A page of published posts: four queries, one for guests, however long it is.

    Ignored authors and words are left out, except on an author's own profile. A page may be
    shorter than `limit`: `next_cursor` alone says whether there is more. What is pinned in a
    community or on a profile comes from `pinned` and is not repeated here.

    Args:
        name: Popular goes by `posts.hotness`, New and Personal by the moment of publication.
        is_plain: what is pinned keeps its place among the others, for a reader of a list and not
            of a page.

    Raises:
        NotAllowed: `unauthenticated`, for a guest who asks for Personal.
        Invalid: the cursor is not one of this feed.
    """
    if name is Feed.PERSONAL and actor.is_guest:
        raise unauthenticated("Sign in to have a feed of your own.")
    ranking = ranking_of(name)
    start = ranking.start(cursor)
    wanted = None if author_id is not None else await keyword_filter(session, actor)
    rows = (limit * SPARE if wanted else limit) + 1

    def rules(post: Any) -> list[ColumnElement[bool]]:
        found = _rules(post, actor, community_id=community_id, author_id=author_id, tag=tag)
        apart = [] if is_plain else _stands_apart(post, community_id, author_id)
        return [*found, *(not_(each) for each in apart)]

    query = _cards()
    if name is Feed.PERSONAL:
        ids = personal.newest(session, actor, rules, before=start, limit=rows)
        query = query.join(ids, ids.c.id == col(Post.id))
    else:
        query = query.where(*rules(Post))
    found = (await session.scalars(ranking.page(query, start, rows))).all()
    page, following = _choose(found, wanted, ranking, limit=limit, rows=rows)
    return Page(items=await posts.cards(session, actor, page), next_cursor=following)


def default_feed(actor: Actor) -> Feed:
    """The feed that the actor wants to begin with; Popular for guests."""
    return Feed(actor.feed)


async def page(
    session: AsyncSession,
    actor: Actor,
    *,
    name: Feed = Feed.POPULAR,
    community_id: int | None = None,
    author_id: int | None = None,
    tag: str | None = None,
    cursor: str | None = None,
) -> Page[PostCard]:
    """A page of a feed as it is read: what is pinned in its place stands on top of the first one.

    Raises:
        NotAllowed, Invalid: as `feed`.
    """
    found = await feed(
        session,
        actor,
        name=name,
        community_id=community_id,
        author_id=author_id,
        tag=tag,
        cursor=cursor,
    )
    if cursor or (community_id is None and author_id is None):
        return found
    top = await pinned(session, actor, community_id=community_id, author_id=author_id)
    return found if top is None else Page(items=[top, *found.items], next_cursor=found.next_cursor)


async def pinned(
    session: AsyncSession,
    actor: Actor,
    *,
    community_id: int | None = None,
    author_id: int | None = None,
) -> PostCard | None:
    """What stands on top of a community or of a profile."""
    place = (
        and_(col(Post.community_id).is_(None), col(Post.author_id) == author_id)
        if community_id is None
        else col(Post.community_id) == community_id
    )
    query = _cards().where(place, posts.is_published, col(Post.pinned_at).is_not(None)).limit(1)
    found = (await session.scalars(query)).all()
    return next(iter(await posts.cards(session, actor, found)), None)


async def published_among(session: AsyncSession, post_ids: Sequence[int]) -> set[int]:
    """Which of the posts everybody can read still."""
    query = select(Post.id).where(posts.is_published, col(Post.id).in_(post_ids))
    return set((await session.scalars(query)).all())


def _cards() -> Select[Any]:
    return select(Post).options(
        bring(Post.author), bring(Post.community), leave_out(Post.text), leave_out(Post.html)
    )


def _rules(
    post: Any, actor: Actor, *, community_id: int | None, author_id: int | None, tag: str | None
) -> list[ColumnElement[bool]]:
    rules = [col(post.status) == literal_column("'published'")]
    if author_id is None:
        rules.append(not_ignored(actor, col(post.author_id)))
    else:
        rules.append(col(post.author_id) == author_id)
    if community_id is not None:
        rules.append(col(post.community_id) == community_id)
    if tag is not None:
        tagged = select(PostTag.post_id).where(col(PostTag.tag) == posts.tag_of(tag))
        rules.append(col(post.id).in_(tagged))
    return rules


def _stands_apart(
    post: Any, community_id: int | None, author_id: int | None
) -> list[ColumnElement[bool]]:
    """What is shown on top of a community, or of a profile, and so not below."""
    pinned = col(post.pinned_at).is_not(None)
    apart = [] if author_id is None else [and_(pinned, col(post.community_id).is_(None))]
    return apart if community_id is None else [*apart, pinned]


def _choose(
    found: Sequence[Post],
    wanted: Callable[[Post], bool] | None,
    ranking: Ranking,
    *,
    limit: int,
    rows: int,
) -> tuple[list[Post], str | None]:
    """Up to `limit` wanted ones of the `rows` asked for, and the cursor behind the last seen."""
    page: list[Post] = []
    seen = 0
    for post in found:
        if len(page) == limit:
            break
        seen += 1
        if wanted is None or wanted(post):
            page.append(post)
    is_last = seen == len(found) < rows
    return page, None if is_last else ranking.cursor_behind(found[seen - 1])
