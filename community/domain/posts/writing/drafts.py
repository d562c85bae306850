"""Actions that create drafts, and that save or discard unpublished changes and their images."""

from typing import Unpack
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select

from community.core import clock, errors
from community.core.actor import Actor
from community.core.db.statements import acquire_advisory_lock
from community.domain import uploads
from community.domain.posts import policies, schemas
from community.domain.posts.reading import queries
from community.domain.posts.writing import content, limits, screening
from community.i18n import gettext as _, ngettext
from community.models import Post, PostDraft


async def create_draft(
    session: AsyncSession,
    actor: Actor,
    *,
    client_id: UUID | None = None,
    **changes: Unpack[schemas.PostChanges],
) -> Post:
    """Create a post that only the actor can see. All fields may be empty.

    Args:
        client_id: An id that the client generated. If the actor already created a post with this
            id, the changes are saved to that post.

    Raises:
        NotFound: The post with this `client_id` is deleted.
        Conflict: The actor already has `MAX_DRAFTS` drafts, or the post with this `client_id` was
            changed after it was created.
    """
    policies.ensure_may_write(actor)
    existing_id = None
    if client_id is not None:
        await acquire_advisory_lock(session, f"post {actor.id} {client_id}")
        existing_id = await queries.find_by_client_id(session, actor, client_id)
    if existing_id is not None:
        return await save_draft(
            session,
            actor,
            post_id=existing_id,
            base_version=policies.INITIAL_VERSION,
            **changes,
        )
    if await _count_drafts(session, actor) >= policies.MAX_DRAFTS:
        raise errors.Conflict(
            ngettext(
                "You have {n} draft. Publish or delete it first.",
                "You have {n} drafts. Publish or delete some of them first.",
                policies.MAX_DRAFTS,
            )
        )
    cleaned = content.clean_changes(changes, await limits.PostLimits.load(session, actor))
    await screening.ensure_community_exists(session, cleaned.get("community_id"))
    now = clock.now()
    post = Post(
        author_id=actor.id,
        client_id=client_id,
        title="",
        slug="",
        created_at=now,
        saved_at=now,
    )
    content.apply_changes(post, cleaned)
    post.slug = content.build_slug(post)
    session.add(post)
    await session.flush()
    await update_references(session, actor, post, former_ids=set())
    return await queries.get_for_update(session, actor, post.id, with_content=True)


async def save_draft(
    session: AsyncSession,
    actor: Actor,
    *,
    post_id: int,
    base_version: int | None = None,
    **changes: Unpack[schemas.PostChanges],
) -> Post:
    """Save changes to a post of the actor without publishing them.

    Readers see the changes only after a call of `publish`. If the post already has the new values,
    the function does nothing and never raises `Conflict`. For a published post, `community_id` and
    `comments_enabled` are ignored; use `edit` to change them.

    Raises:
        PermissionDenied: The actor is not the author, or moves a post that a moderator unpublished,
            which only administrators may.
        Conflict: The post was saved since `base_version`.
    """
    post = await queries.get_for_update(session, actor, post_id, with_content=True)
    policies.ensure_may_write(actor)
    if not actor.is_user(post.author_id):
        raise errors.PermissionDenied(_("Only the author can edit drafts of this post."))
    cleaned = content.clean_changes(changes, await limits.PostLimits.load(session, actor))
    row = await _get_or_build_draft_row(session, actor, post)
    if isinstance(row, PostDraft):
        cleaned = _select_draft_fields(cleaned)
    if not content.would_change(row, cleaned):
        return post
    content.ensure_version_matches(post, base_version)
    if post.community_id != cleaned.get("community_id", post.community_id):
        policies.ensure_may_change_community(actor, post)
        await screening.ensure_community_exists(session, cleaned["community_id"])
    former_ids = list_shown_ids(row) if row in session else set()
    content.apply_changes(row, cleaned)
    await _mark_saved(session, post, row)
    await update_references(session, actor, row, former_ids=former_ids)
    if "community_id" not in cleaned:
        return post
    return await queries.get_for_update(session, actor, post.id, with_content=True)


async def discard_changes(session: AsyncSession, actor: Actor, *, post_id: int) -> bool:
    """Delete the unpublished changes of a published post if the actor is the author."""
    post = await queries.get_for_update(session, actor, post_id)
    pending = await session.get(PostDraft, post.id)
    if pending is None or not actor.is_user(post.author_id):
        return False
    await delete_draft_row(session, actor, pending)
    post.version += 1
    await session.flush()
    return True


async def merge_pending(session: AsyncSession, actor: Actor, post: Post) -> None:
    """Move the changes that were not published before the post was unpublished into the post."""
    if post.status == "draft":  # It never had such changes.
        return
    pending = await session.get(PostDraft, post.id)
    if pending is None:
        return
    former_ids = list_shown_ids(post)
    content.apply_changes(post, content.get_draft_columns(pending))
    await delete_draft_row(session, actor, pending)
    await session.flush()
    await update_references(session, actor, post, former_ids=former_ids)


def list_shown_ids(draft: Post | PostDraft) -> set[UUID]:
    return content.extract_upload_ids(draft.text, draft.cover)


async def update_references(
    session: AsyncSession, actor: Actor, draft: Post | PostDraft, *, former_ids: set[UUID]
) -> None:
    """Store which uploads the text and the cover show, unless this did not change.

    Args:
        former_ids: The ids of the uploads that the stored version shows. Empty if there is none.
    """
    shown_ids = list_shown_ids(draft)
    if shown_ids == former_ids:
        return
    await uploads.set_references(
        session,
        actor,
        owner=("post", draft.id) if isinstance(draft, Post) else ("post_draft", draft.post_id),
        upload_ids=sorted(shown_ids),
        form_field=None,
    )


async def delete_draft_row(session: AsyncSession, actor: Actor, draft: PostDraft) -> None:
    """Delete the unpublished changes of a post and the references to their uploads."""
    if list_shown_ids(draft):
        await uploads.set_references(
            session, actor, owner=("post_draft", draft.post_id), upload_ids=()
        )
    await session.delete(draft)


async def _get_or_build_draft_row(
    session: AsyncSession, actor: Actor, post: Post
) -> Post | PostDraft:
    """Return the object in which unpublished changes are stored.

    For a post that is published or waits for a moderator, this is a `PostDraft`. Otherwise it is
    the post.
    """
    if not policies.is_submitted(post):
        await merge_pending(session, actor, post)
        return post
    pending = await session.get(PostDraft, post.id)
    if pending is not None:
        return pending
    draft = PostDraft(post_id=post.id, title=post.title, saved_at=post.saved_at)
    content.apply_changes(draft, content.get_draft_columns(post))
    return draft


def _select_draft_fields(changes: schemas.PostColumns) -> schemas.PostColumns:
    selected = schemas.PostColumns(**changes)
    selected.pop("community_id", None)
    selected.pop("comments_enabled", None)
    return selected


async def _mark_saved(session: AsyncSession, post: Post, draft: Post | PostDraft) -> None:
    draft.saved_at = post.saved_at = clock.now()
    post.version += 1
    if isinstance(draft, Post):
        draft.slug = content.build_slug(draft)
    session.add(draft)
    await session.flush()


async def _count_drafts(session: AsyncSession, actor: Actor) -> int:
    query = (
        select(func.count())
        .select_from(Post)
        .where(col(Post.author_id) == actor.id, col(Post.status) == "draft")
    )
    return await session.scalar(query) or 0
