"""Writing before readers see it: saved every few seconds, published when it is ready."""

from typing import Unpack
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select

from community.core import clock
from community.core.actor import Actor
from community.core.errors import Conflict, NotAllowed
from community.core.locks import one_at_a_time
from community.domain.posts import content, placing, policies, queries
from community.domain.posts.content import WRITTEN
from community.domain.posts.pictures import keep_pictures
from community.domain.posts.schemas import PostChanges
from community.models import Post, PostDraft


async def start_draft(
    session: AsyncSession,
    actor: Actor,
    *,
    client_id: UUID | None = None,
    **changes: Unpack[PostChanges],
) -> Post:
    """A new post, which nobody but the actor can see; everything in it may still be empty.

    Args:
        client_id: made by the sender; the same one again goes on with the post that it began.

    Raises:
        NotAllowed: guests and banned people.
        NotFound: the post that it began is deleted.
        Invalid: with a sentence for each field.
        Conflict: the actor has `MAX_DRAFTS` drafts already, or it was saved elsewhere since.
    """
    policies.ensure_may_write(actor)
    begun = None
    if client_id is not None:
        await one_at_a_time(session, f"post {actor.id} {client_id}")
        begun = await queries.find_begun(session, actor, client_id)
    if begun is not None:
        return await save_draft(
            session, actor, post_id=begun, base_version=policies.FIRST_VERSION, **changes
        )
    if await _count_drafts(session, actor) >= policies.MAX_DRAFTS:
        raise Conflict(f"You have {policies.MAX_DRAFTS} drafts. Publish or delete some first.")
    kept = content.checked(changes)
    await placing.ensure_exists(session, kept.get("community_id"))
    moment = clock.now()
    post = Post(
        author_id=actor.id,
        client_id=client_id,
        title="",
        slug="",
        created_at=moment,
        saved_at=moment,
    )
    content.apply(post, kept)
    post.slug = content.slug_of(post)
    session.add(post)
    await keep_pictures(session, actor, post)
    await session.flush()
    return await queries.get_for_change(session, actor, post.id)


async def save_draft(
    session: AsyncSession,
    actor: Actor,
    *,
    post_id: int,
    base_version: int | None = None,
    **changes: Unpack[PostChanges],
) -> Post:
    """Keep what was typed. Readers of a published post see nothing of it before `publish`.

    Saving the same again changes nothing and is never in conflict. The community and whether
    comments are open belong to `edit` once the post is published.

    Args:
        base_version: the version that the changes were made to.

    Raises:
        NotFound: it is not there for this actor.
        NotAllowed: everybody but the author; another community while a moderator has it down.
        Invalid: with a sentence for each field.
        Conflict: it was saved elsewhere in the meantime.
    """
    post = await queries.get_for_change(session, actor, post_id)
    policies.ensure_may_write(actor)
    if not actor.is_person(post.author_id):
        raise NotAllowed("Only its author has a draft of a post.")
    kept = content.checked(changes)
    row = await _row_of(session, post)
    if isinstance(row, PostDraft):
        kept = _written(kept)
    if not content.differs(row, kept):
        return post
    content.ensure_current(post, base_version)
    if post.community_id != kept.get("community_id", post.community_id):
        policies.ensure_may_move(actor, post)
        await placing.ensure_exists(session, kept["community_id"])
    content.apply(row, kept)
    await keep_pictures(session, actor, row)
    await _mark_saved(session, post, row)
    return await queries.get_for_change(session, actor, post.id) if "community_id" in kept else post


async def discard_changes(session: AsyncSession, actor: Actor, *, post_id: int) -> bool:
    """Drop what was saved but not published of a published post.

    Returns:
        Whether there was anything.
    """
    post = await queries.get_for_change(session, actor, post_id)
    aside = await session.get(PostDraft, post.id)
    if aside is None or not actor.is_person(post.author_id):
        return False
    await session.delete(aside)
    post.version += 1
    await session.flush()
    return True


async def _row_of(session: AsyncSession, post: Post) -> Post | PostDraft:
    """Where the draft is kept: in the post itself until readers can see it."""
    if post.status != "published":
        return post
    aside = await session.get(PostDraft, post.id)
    if aside is not None:
        return aside
    return PostDraft(
        post_id=post.id, saved_at=post.saved_at, **{name: getattr(post, name) for name in WRITTEN}
    )


def _written(changes: PostChanges) -> PostChanges:
    kept = PostChanges(**changes)
    kept.pop("community_id", None)
    kept.pop("comments_enabled", None)
    return kept


async def _mark_saved(session: AsyncSession, post: Post, row: Post | PostDraft) -> None:
    row.saved_at = post.saved_at = clock.now()
    post.version += 1
    if isinstance(row, Post):
        row.slug = content.slug_of(row)
    session.add(row)
    await session.flush()


async def _count_drafts(session: AsyncSession, actor: Actor) -> int:
    drafts = (
        select(func.count())
        .select_from(Post)
        .where(col(Post.author_id) == actor.id, col(Post.status) == "draft")
    )
    return await session.scalar(drafts) or 0
