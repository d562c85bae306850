from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, not_, true
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import GUEST, Actor
from community.core.db import pagination
from community.core.db.pagination import Page
from community.core.errors import make_unauthenticated_error
from community.domain import follows, people, posts
from community.domain.discovery import personal_feed, schemas
from community.domain.discovery.keyword_filter import load_keyword_filter
from community.domain.discovery.ranking import Ranking, get_ranking
from community.i18n import gettext as _
from community.models import Post, PostTag

# Posts with ignored keywords are removed after the query. For readers with ignored keywords, the
# query therefore fetches this many times more rows, so that a page rarely has too few posts.
OVERFETCH_FACTOR = 3
MAX_CACHED_QUERIES = 200


async def get_feed(
    session: AsyncSession,
    actor: Actor,
    *,
    name: people.Feed = people.Feed.POPULAR,
    community_id: int | None = None,
    author_id: int | None = None,
    tag: str | None = None,
    cursor: str | None = None,
    limit: int = pagination.DEFAULT_LIMIT,
    include_pinned: bool = False,
) -> Page[posts.PostCard]:
    """Return one page of the published posts that the actor may read.

    Unless `author_id` is given, the page omits posts by ignored authors and posts with ignored
    keywords. A page can therefore be shorter than `limit` although another page follows.
    `next_cursor` is None only on the last page.

    The number of queries does not depend on `limit`: it is one for guests and four for signed-in
    users. For users with ignored keywords, up to four more queries read texts.

    Args:
        name: The feed. Popular is ordered by hotness score, New and Personal by publication time.
        include_pinned: Whether to include the pinned post of the community or profile in its
            regular position. By default it is omitted, because the page shows the post at the top
            (see `list_pinned_posts`).

    Raises:
        PermissionDenied: A guest requests the Personal feed (`unauthenticated`).
    """
    if name is people.Feed.PERSONAL and actor.is_guest:
        raise make_unauthenticated_error(_("Sign in to see your Personal feed."))
    # The Personal feed filters by tag in a subquery, the other feeds where they sort the posts.
    personal_tag, tag = (tag, None) if name is people.Feed.PERSONAL else (None, tag)
    ranking = get_ranking(name)
    start = ranking.decode_cursor(cursor)
    keywords = None if author_id is not None else await load_keyword_filter(session, actor)
    fetch_limit = (limit * OVERFETCH_FACTOR if keywords else limit) + 1

    def build_conditions(post: Any) -> list[ColumnElement[bool]]:
        return _build_feed_conditions(
            post,
            actor,
            community_id=community_id,
            author_id=author_id,
            tag=personal_tag,
            include_pinned=include_pinned,
        )

    tag = tag and posts.normalize_tag(tag)
    if name is people.Feed.PERSONAL:
        ids = personal_feed.select_newest_posts(
            session, actor, build_conditions, last_position=start, limit=fetch_limit
        )
        query = posts.select_card_rows().join(ids, ids.c.id == col(Post.id))
        query = ranking.paginate(query, start, fetch_limit)
    elif actor.is_guest and community_id is None and author_id is None:
        query = _select_guest_posts(name, tag, start, fetch_limit)
    else:
        query = posts.select_card_rows().where(*build_conditions(Post))
        query = ranking.paginate(query, start, fetch_limit, tag=tag)
    rows = await posts.load_card_rows(session, query)
    allowed_ids = await keywords.find_allowed_ids(session, rows, limit) if keywords else None
    page, next_cursor = _take_allowed_posts(
        rows, allowed_ids, ranking, limit=limit, fetch_limit=fetch_limit
    )
    return Page(items=await posts.build_cards(session, actor, page), next_cursor=next_cursor)


def get_default_feed(actor: Actor) -> people.Feed:
    """Return the feed that the home page shows first. For guests, this is Popular."""
    return people.Feed(actor.default_feed)


async def get_feed_items(
    session: AsyncSession,
    actor: Actor,
    *,
    name: people.Feed = people.Feed.POPULAR,
    community_id: int | None = None,
    author_id: int | None = None,
    tag: str | None = None,
    cursor: str | None = None,
) -> Page[schemas.FeedItem]:
    """Return one page of the items that a feed shows, with the pinned posts at the top.

    Only the first page of a community or profile has pinned posts. `get_feed` describes the other
    posts. Raise `PermissionDenied` if a guest requests the Personal feed (`unauthenticated`).
    """
    page = await get_feed(
        session,
        actor,
        name=name,
        community_id=community_id,
        author_id=author_id,
        tag=tag,
        cursor=cursor,
    )
    cards = page.items
    if not cursor and (community_id is not None or author_id is not None):
        pinned = await list_pinned_posts(
            session, actor, community_id=community_id, author_id=author_id
        )
        cards = [*pinned, *cards]
    items = [schemas.PostItem(id=f"post-{card.id}", post=card) for card in cards]
    return Page(items=items, next_cursor=page.next_cursor)


async def list_pinned_posts(
    session: AsyncSession,
    actor: Actor,
    *,
    community_id: int | None = None,
    author_id: int | None = None,
) -> list[posts.PostCard]:
    """Return the pinned posts of a community or a profile, the last pinned first.

    A community does not show the pinned post of a user whom the actor ignores.
    """
    is_in_place = (
        and_(col(Post.community_id).is_(None), col(Post.author_id) == author_id)
        if community_id is None
        else col(Post.community_id) == community_id
    )
    is_pinned = col(Post.pinned_at).is_not(None)
    is_shown = (
        true()
        if community_id is None
        else follows.build_ignored_author_filter(actor, col(Post.author_id))
    )
    conditions = is_in_place, posts.listed_for(actor), is_pinned, is_shown
    query = (
        posts.select_card_rows()
        .where(*conditions)
        .order_by(col(Post.pinned_at).desc(), col(Post.id).desc())
        .limit(posts.MAX_PINNED_ON_PROFILE)
    )
    rows = await posts.load_card_rows(session, query)
    return await posts.build_cards(session, actor, rows)


# Building a query takes longer than running it, so the queries of the feeds that all guests share
# are cached.
@lru_cache(maxsize=MAX_CACHED_QUERIES)
def _select_guest_posts(
    name: people.Feed, tag: str | None, start: tuple[Any, int] | None, limit: int
) -> Select[Any]:
    query = posts.select_card_rows().where(posts.listed_for(GUEST))
    return get_ranking(name).paginate(query, start, limit, tag=tag)


def _build_feed_conditions(
    post: Any,
    actor: Actor,
    *,
    community_id: int | None,
    author_id: int | None,
    tag: str | None,
    include_pinned: bool,
) -> list[ColumnElement[bool]]:
    conditions = [posts.listed_for(actor, post)]
    if author_id is None:
        conditions.append(follows.build_ignored_author_filter(actor, col(post.author_id)))
    else:
        conditions.append(col(post.author_id) == author_id)
    if community_id is not None:
        conditions.append(col(post.community_id) == community_id)
    if tag is not None:
        tagged_ids = select(PostTag.post_id).where(col(PostTag.tag) == posts.normalize_tag(tag))
        conditions.append(col(post.id).in_(tagged_ids))
    pinned = [] if include_pinned else _build_pinned_conditions(post, community_id, author_id)
    return [*conditions, *(not_(condition) for condition in pinned)]


def _build_pinned_conditions(
    post: Any, community_id: int | None, author_id: int | None
) -> list[ColumnElement[bool]]:
    is_pinned = col(post.pinned_at).is_not(None)
    conditions = [] if author_id is None else [and_(is_pinned, col(post.community_id).is_(None))]
    return conditions if community_id is None else [*conditions, is_pinned]


def _take_allowed_posts(
    rows: Sequence[Post],
    allowed_ids: set[int] | None,
    ranking: Ranking,
    *,
    limit: int,
    fetch_limit: int,
) -> tuple[list[Post], str | None]:
    """Return the first `limit` posts with allowed ids, and the cursor of the next page.

    The next page starts after the last examined row, even if this row was rejected. The cursor is
    None if no rows remain.

    Args:
        allowed_ids: The ids of the allowed posts. None allows all posts.
        fetch_limit: The LIMIT of the query that returned `rows`. If the query returned fewer rows,
            the database has no more rows.
    """
    page: list[Post] = []
    examined_count = 0
    for post in rows:
        if len(page) == limit:
            break
        examined_count += 1
        if allowed_ids is None or post.id in allowed_ids:
            page.append(post)
    is_last = examined_count == len(rows) < fetch_limit
    return page, None if is_last else ranking.encode_cursor_after(rows[examined_count - 1])
