"""Finding posts and drafts."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from sqlalchemy import and_, bindparam, or_, tuple_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import pagination
from community.core.actor import Actor
from community.core.errors import NotFound, unauthenticated
from community.core.locks import HELD
from community.core.pagination import Page
from community.domain import communities
from community.domain.posts import policies, views
from community.domain.posts.schemas import DraftCard, DraftView, PostView
from community.models import Post, PostDraft
from community.models.columns import bring, leave_out

# With its author and community, in one query.
_WHOLE = (
    select(Post)
    .where(col(Post.id) == bindparam("post_id"))
    .options(bring(Post.author), bring(Post.community))
)

UNFINISHED = ("draft", "scheduled", "unpublished")


async def get_readable(session: AsyncSession, actor: Actor, post_id: int) -> Post:
    """A post that this actor may read, with its author and community.

    Raises:
        NotFound: there is none, or it is not for this actor.
    """
    post: Post | None = await session.scalar(_WHOLE, {"post_id": post_id})
    if post is None or not policies.may_read(actor, post):
        raise _no_such_post()
    return post


async def get_for_change(
    session: AsyncSession,
    actor: Actor,
    post_id: int,
    *,
    also: Literal["unpublished", "deleted"] | None = None,
) -> Post:
    """The same for somebody signed in, held until the end of the transaction.

    Args:
        also: posts of that status are found too: unpublished ones that were taken down by
            moderators, deleted ones by their authors, and by administrators if readers had seen
            them.
    """
    if actor.is_guest:
        raise unauthenticated()
    query = _WHOLE.with_for_update(of=Post, **HELD).execution_options(populate_existing=True)
    post: Post | None = await session.scalar(query, {"post_id": post_id})
    if post is None or not await _finds(session, actor, post, also):
        raise _no_such_post()
    return post


async def get_view(session: AsyncSession, actor: Actor, post_id: int) -> PostView:
    """A post with its text, as this actor sees it. At most four queries.

    Raises:
        NotFound: there is none, or it is not for this actor.
    """
    post = await get_readable(session, actor, post_id)
    return await views.whole(
        session, actor, post, moderates=await may_moderate(session, actor, post)
    )


async def get_draft(session: AsyncSession, actor: Actor, post_id: int) -> DraftView:
    """A post as its author edits it, with what was saved but not yet published.

    Raises:
        NotFound: it is not there for this actor.
        NotAllowed: they may read it, but not edit it.
    """
    post = await get_readable(session, actor, post_id)
    policies.ensure_may_edit(actor, post)
    own = actor.is_person(post.author_id)
    return views.draft(post, await session.get(PostDraft, post.id) if own else None)


async def drafts(
    session: AsyncSession,
    actor: Actor,
    *,
    cursor: str | None = None,
    limit: int = pagination.DEFAULT_LIMIT,
) -> Page[DraftCard]:
    """What the actor has to finish: drafts, unpublished posts and changes, last saved first."""
    aside = col(PostDraft.post_id)
    status = col(Post.status)
    query = (
        select(Post, PostDraft)
        .outerjoin(PostDraft, aside == col(Post.id))
        .where(col(Post.author_id) == actor.id)
        .where(or_(status.in_(UNFINISHED), and_(status == "published", aside.is_not(None))))
        .options(*map(leave_out, (Post.text, Post.html, PostDraft.text)), bring(Post.community))
    )
    order = (col(Post.saved_at), col(Post.id))
    if start := pagination.decode(cursor, datetime, int):
        query = query.where(tuple_(*order) < start)
    query = query.order_by(*(each.desc() for each in order)).limit(limit + 1)
    rows = (await session.execute(query)).all()
    page, following = pagination.cut(rows, limit, lambda row: (row[0].saved_at, row[0].id))
    return Page(items=[views.draft_card(post, kept) for post, kept in page], next_cursor=following)


async def find_begun(session: AsyncSession, actor: Actor, client_id: UUID) -> int | None:
    """The post that the actor began under this id of their browser."""
    return await session.scalar(
        select(Post.id).where(col(Post.author_id) == actor.id, col(Post.client_id) == client_id)
    )


async def may_moderate(session: AsyncSession, actor: Actor, post: Post) -> bool:
    """Administrators, and the owner and moderators of the community that the post stands in.

    Args:
        post: with its community loaded.
    """
    if actor.is_admin or post.community is None:
        return actor.is_admin
    return await communities.may_moderate(session, actor, post.community)


async def _finds(session: AsyncSession, actor: Actor, post: Post, also: str | None) -> bool:
    if policies.may_read(actor, post):
        return True
    if post.status != also:
        return False
    if post.status == "deleted":
        was_seen = post.published_at is not None
        return actor.is_person(post.author_id) or (actor.is_admin and was_seen)
    return policies.is_taken_down(post) and await may_moderate(session, actor, post)


def _no_such_post() -> NotFound:
    return NotFound("There is no such post. It may have been taken down.")
