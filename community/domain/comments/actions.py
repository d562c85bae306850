"""Writing, changing and removing comments."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select
from sqlmodel import delete as delete_rows

from community import urls
from community.core import clock, events, markup
from community.core.actor import Actor
from community.core.errors import Conflict, Invalid, NotAllowed
from community.core.locks import one_at_a_time
from community.domain import posts, site, uploads
from community.domain.comments import counters, policies, queries
from community.domain.comments.events import CommentEdited, CommentPinned, CommentPosted
from community.domain.comments.holding import hold
from community.domain.comments.resending import find_sent
from community.domain.comments.thread import branch_range, path_below
from community.models import Comment, CommentMedia, CommentRevision, Mention, Post, User


async def reply(
    session: AsyncSession,
    actor: Actor,
    *,
    post_id: int,
    text: str,
    parent_id: int | None = None,
    media: Sequence[UUID] = (),
    client_id: UUID | None = None,
) -> Comment:
    """Comment on a post, or answer another comment there.

    Args:
        media: up to four of the actor's own uploads.
        client_id: made by the sender; the same words with it again answer with the first comment.

    Raises:
        NotFound: the post, or the parent, is not there for this actor.
        NotAllowed: guests, banned people, closed discussions, restrictions of the site.
        Invalid: nothing written, too long, too many images.
        Conflict: another comment was sent with that client id.
    """
    post = await posts.get_readable(session, actor, post_id)
    await posts.ensure_may_comment(session, actor, post)
    kept = policies.checked_text(text, has_media=bool(media))
    if client_id is not None:
        sent = await find_sent(
            session, actor, client_id, post_id=post.id, parent_id=parent_id, text=kept
        )
        if sent is not None:
            return sent
    parent = None if parent_id is None else await _answerable(session, actor, post, parent_id)
    comment = Comment(post_id=post.id, author_id=actor.id, client_id=client_id)
    if parent is not None:
        comment.parent_id, comment.depth = parent.id, parent.depth + 1
    session.add(comment)
    await session.flush()
    comment.path = path_below(parent.path if parent else "", comment.id)
    comment.branch_id = (parent.branch_id or parent.id) if parent else comment.id
    await _write(session, comment, kept)
    await _attach(session, actor, comment, media)
    await counters.enter(session, comment)
    events.record(session, CommentPosted(comment.id, post.id, comment.parent_id, actor.id))
    return comment


async def edit(
    session: AsyncSession,
    actor: Actor,
    *,
    comment_id: int,
    text: str,
    base_version: int | None = None,
) -> Comment:
    """Change the text; what it said before is kept in its history.

    Args:
        base_version: the version that the words were changed from; None to write over any.

    Raises:
        NotAllowed: `edit_window_expired`, or somebody else's comment: moderators hide those, and
            only administrators change them.
        Conflict: somebody, perhaps the same person in another window, was first; `details` has
            the current `version`.
    """
    comment, post = await queries.get_for_change(session, actor, comment_id)
    content = await site.content(session)
    policies.ensure_may_edit(
        actor,
        comment,
        moderates=await posts.may_moderate(session, actor, post),
        window_minutes=content.comment_edit_minutes,
    )
    kept = policies.checked_text(text, has_media=await queries.has_media(session, comment.id))
    if kept == comment.text:
        return comment
    policies.ensure_current(comment, base_version)
    session.add(CommentRevision(comment_id=comment.id, editor_id=actor.id, text=comment.text))
    if clock.now() - comment.created_at > policies.QUIET_EDIT:
        comment.edited_at = clock.now()
    comment.version += 1
    before = set(
        await session.scalars(
            delete_rows(Mention)
            .where(col(Mention.comment_id) == comment.id)
            .returning(col(Mention.user_id))
        )
    )
    named = await _write(session, comment, kept)
    added = tuple(user_id for user_id in named if user_id not in before)
    events.record(session, CommentEdited(comment.id, comment.post_id, added))
    return comment


async def delete(session: AsyncSession, actor: Actor, *, comment_id: int) -> bool:
    """Delete one comment. With living answers it leaves a stub without text or author.

    Returns:
        Whether anything changed: deleting twice does nothing.
    """
    comment, post = await queries.get_for_counting(session, actor, comment_id)
    if comment.moderation_status == "deleted":
        return False
    if not policies.may_delete(
        actor, comment, moderates=await posts.may_moderate(session, actor, post)
    ):
        raise NotAllowed("Only its author or a moderator can delete a comment.")
    await _mark_deleted(session, actor, comment)
    return True


async def destroy_branch(session: AsyncSession, actor: Actor, *, comment_id: int) -> int:
    """Delete a comment with everything below it.

    A moderator may do that to any branch; the author of its first comment only while nobody
    else has written in it.

    Returns:
        How many comments were deleted.
    """
    comment, post = await queries.get_for_counting(session, actor, comment_id)
    low, high = branch_range(comment.path)
    branch = await hold(
        session,
        col(Comment.post_id) == post.id,
        col(Comment.path) >= low,
        col(Comment.path) < high,
        col(Comment.moderation_status) != "deleted",
    )
    if not await posts.may_moderate(session, actor, post):
        if not actor.is_person(comment.author_id):
            raise NotAllowed("Only its author or a moderator can delete a thread.")
        if any(not actor.is_person(each.author_id) for each in branch):
            raise NotAllowed(
                "Others have answered here: you can delete your own comment, not the thread."
            )
    # From below, so that each stub that nobody answers any more is counted out with its answers.
    for each in sorted(branch, key=lambda each: each.path, reverse=True):
        await _mark_deleted(session, actor, each)
    return len(branch)


async def restore(session: AsyncSession, actor: Actor, *, comment_id: int) -> bool:
    """Bring a deleted comment back: a moderator any, the author what the author deleted.

    What waited for a moderator when its author deleted it waits again.
    """
    comment, post = await queries.get_for_counting(session, actor, comment_id)
    policies.ensure_not_banned(actor)
    if comment.moderation_status == "published":
        return False
    own = actor.is_person(comment.author_id) and actor.is_person(comment.deleted_by_id)
    moderates = await posts.may_moderate(session, actor, post)
    if not own and not moderates:
        raise NotAllowed("Only a moderator can bring this comment back.")
    if comment.deleted_from == "on_moderation" and not moderates:
        await counters.hide(session, comment, "on_moderation")
    else:
        await counters.show(session, comment)
    comment.deleted_at = comment.deleted_by_id = comment.deleted_from = None
    return True


async def pin(session: AsyncSession, actor: Actor, *, comment_id: int) -> bool:
    """Put a comment at the top of its discussion, in place of the one that was there."""
    post_id = (await queries.get_readable(session, actor, comment_id)).post_id
    await one_at_a_time(session, f"pinned comment of {post_id}")
    pinned = await hold(
        session,
        col(Comment.post_id) == post_id,
        or_(col(Comment.pinned_at).is_not(None), col(Comment.id) == comment_id),
    )
    comment, post = await queries.get_for_change(session, actor, comment_id)
    await _ensure_may_pin(session, actor, comment, post)
    if comment.pinned_at is not None:
        return False
    for each in pinned:
        each.pinned_at = None
    await session.flush()
    comment.pinned_at = clock.now()
    events.record(session, CommentPinned(comment.id, post.id))
    return True


async def unpin(session: AsyncSession, actor: Actor, *, comment_id: int) -> bool:
    """Take a comment from the top."""
    comment, post = await queries.get_for_change(session, actor, comment_id)
    await _ensure_may_pin(session, actor, comment, post)
    if comment.pinned_at is None:
        return False
    comment.pinned_at = None
    events.record(session, CommentPinned(comment.id, post.id))
    return True


async def set_reactions(session: AsyncSession, comment: Comment, counts: dict[str, int]) -> None:
    """Keep the numbers of reactions, and the order that follows from them, on the row."""
    counters.set_reactions(comment, counts)
    await session.flush()


async def _answerable(session: AsyncSession, actor: Actor, post: Post, parent_id: int) -> Comment:
    parent = await queries.find_in_post(session, post.id, parent_id)
    if parent is None or not policies.may_read(actor, parent):
        raise Invalid.field("parent_id", "The comment you answer is not there any more.")
    return parent


async def _write(session: AsyncSession, comment: Comment, text: str) -> list[int]:
    """Text, its HTML and the people named in it, whose ids are returned."""
    named = markup.mentions(text)
    people = (
        await session.scalars(
            select(User).where(func.lower(User.slug).in_(named), col(User.deleted_at).is_(None))
        )
        if named
        else ()
    )
    found = {person.slug.lower(): person for person in people}
    comment.text = text
    comment.html = markup.render_comment(
        text, {slug: urls.profile(user.slug) for slug, user in found.items()}
    )
    told = [found[slug].id for slug in named if slug in found][: policies.MENTIONS_TOLD]
    session.add_all(Mention(comment_id=comment.id, user_id=user_id) for user_id in told)
    return told


async def _attach(
    session: AsyncSession, actor: Actor, comment: Comment, media: Sequence[UUID]
) -> None:
    policies.ensure_images_fit(len(media))
    if media:
        for position, upload in enumerate(await uploads.attach(session, actor, media)):
            session.add(CommentMedia(comment_id=comment.id, position=position, upload_id=upload.id))


async def _mark_deleted(session: AsyncSession, actor: Actor, comment: Comment) -> None:
    comment.deleted_from = comment.moderation_status
    await counters.hide(session, comment, "deleted")
    comment.deleted_at, comment.deleted_by_id = clock.now(), actor.id


async def _ensure_may_pin(
    session: AsyncSession, actor: Actor, comment: Comment, post: Post
) -> None:
    policies.ensure_not_banned(actor)
    moderates = await posts.may_moderate(session, actor, post)
    if not (moderates or actor.is_person(post.author_id)):
        raise NotAllowed("Only the author of the post or a moderator can pin a comment.")
    if not policies.may_pin(actor, comment, post_author_id=post.author_id, moderates=moderates):
        raise Conflict("Only a published comment can be pinned.")
