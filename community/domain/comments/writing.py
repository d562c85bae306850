"""Creating, editing and deleting comments, and the rules for their texts."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from sqlalchemy import bindparam
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, delete as delete_rows, select

from community import urls
from community.core import clock, events
from community.core.actor import Actor
from community.core.db.statements import acquire_advisory_lock
from community.core.errors import Conflict, Invalid, PermissionDenied
from community.core.read_models import ReadModel
from community.core.text import markup
from community.core.text.markup import RenderedMessage
from community.core.text.normalization import ensure_max_length
from community.core.text.safe_html import extract_link_urls, extract_plain_text
from community.domain import identity, people, posts, site, uploads
from community.domain.comments import counters, policies
from community.domain.comments.counters import lock_comments, lock_with_ancestors
from community.domain.comments.events import CommentEdited, CommentPosted
from community.domain.comments.moderation import status_changes
from community.domain.comments.policies import (
    MAX_MEDIA,
    MAX_TEXT_LENGTH,
    ModerationScope,
    may_moderate,
)
from community.domain.comments.threads import queries
from community.domain.comments.tree import build_path, get_branch_range
from community.domain.site import ContentSettings, WrittenText
from community.i18n import gettext as _, ngettext
from community.models import Comment, CommentMedia, CommentRevision, Mention, Post

# Built once, because building it takes as long as running it.
_COMMENT_WITH_CLIENT_ID = select(Comment).where(
    col(Comment.author_id) == bindparam("author_id"),
    col(Comment.client_id) == bindparam("client_id"),
)


class CommentFormRules(ReadModel):
    """What the page of a post says about new comments of the viewer."""

    can_comment: bool = False
    restriction: str = ""  # why the viewer may not comment, or ""
    needs_verification: bool = False  # whether the viewer can comment after confirming their email
    # Whether comments of the viewer wait for a moderator before they appear
    is_reviewed: bool = False
    max_length: int = MAX_TEXT_LENGTH
    max_images: int = MAX_MEDIA
    edit_minutes: int = 0  # how long authors may edit a comment; 0 means that there is no limit


async def get_form_rules(session: AsyncSession, actor: Actor, post_id: int) -> CommentFormRules:
    post = await posts.get_readable(session, actor, post_id)
    content = await site.get_content_settings(session)
    can_moderate = await posts.may_moderate(session, actor, post)
    restriction = posts.find_comment_restriction(actor, post, content, can_moderate=can_moderate)
    is_reviewed = restriction is None and not can_moderate
    return CommentFormRules(
        can_comment=restriction is None,
        restriction="" if restriction is None else restriction.message,
        needs_verification=restriction is not None and restriction.code == "email_unverified",
        is_reviewed=is_reviewed and bool(await policies.find_comment_hold(session, actor, post)),
        max_length=content.max_comment_length,
        max_images=content.max_comment_images,
        edit_minutes=content.comment_edit_minutes,
    )


async def render_text(text: str) -> RenderedMessage:
    """Validate and render the text of a comment. Call this function outside a transaction."""
    return await markup.render_message(policies.clean_text(text))


async def reply(
    session: AsyncSession,
    actor: Actor,
    *,
    post_id: int,
    text: RenderedMessage,
    parent_id: int | None = None,
    media: Sequence[UUID] = (),
    client_id: UUID | None = None,
) -> Comment:
    """Add a comment to a post, or a reply to another comment on the post.

    A rule of the site or of the community can hold the comment until a moderator publishes it.

    Args:
        media: The ids of up to `policies.MAX_MEDIA` uploads by the actor.
        parent_id: The id of the comment to reply to. If None, the new comment has no parent.
        client_id: An id that the client generated. A repeated call with the same id and content
            returns the existing comment.

    Raises:
        PermissionDenied: The actor is a guest or banned, comments are closed, or the site restricts
            commenting.
        Invalid: The comment has neither text nor images, exceeds a limit, contains a word or link
            that is not allowed, or the parent comment is not published.
        Conflict: The actor already sent a different comment with this `client_id`.
    """
    post = await posts.get_readable(session, actor, post_id)
    await posts.ensure_may_comment(session, actor, post)
    policies.ensure_not_empty(text.text, has_media=bool(media))
    if client_id is not None:
        duplicate = await _find_duplicate(
            session, actor, client_id, post_id=post.id, parent_id=parent_id, text=text.text
        )
        if duplicate is not None:
            return duplicate
    parent = None if parent_id is None else await _get_parent(session, post, parent_id)
    hold_rule = await _screen_new(session, actor, post, text, media_count=len(media))
    comment = Comment(
        post_id=post.id, author_id=actor.id, community_id=post.community_id, client_id=client_id
    )
    if parent is not None:
        comment.parent_id, comment.depth = parent.id, parent.depth + 1
    session.add(comment)
    await session.flush()
    comment.path = build_path(parent.path if parent else "", comment.id)
    comment.branch_id = (parent.branch_id or parent.id) if parent else comment.id
    mentioned = await _set_text(session, comment, text)
    await _attach_media(session, actor, comment, media)
    if hold_rule:
        status_changes.hold_new(session, comment, hold_rule)
    else:
        await counters.add_comment_to_counters(session, comment)
        ids = (comment.id, post.id, comment.parent_id, actor.id)
        events.record(session, CommentPosted(*ids, has_mentions=bool(mentioned)))
    await identity.ensure_not_banned_meanwhile(session, actor)
    return comment


async def edit(
    session: AsyncSession,
    actor: Actor,
    *,
    comment_id: int,
    text: RenderedMessage,
    base_version: int | None = None,
) -> Comment:
    """Change the text of a comment and store the previous text as a revision.

    A rule of the site or of the community can hold the comment after the edit.

    Raises:
        PermissionDenied: With the code `unauthenticated`, `edit_window_expired`, `banned` or
            `forbidden`. Only authors and administrators may edit a comment. Moderators may delete
            comments by others, but not edit them.
        Invalid: The comment has neither text nor images, exceeds a limit, or contains a new word or
            link that is not allowed.
        Conflict: The comment was edited after the client loaded `base_version`. `details` contains
            the current `version`.
    """
    hold_rule = await _screen_edit(session, actor, comment_id, text)
    if hold_rule:
        await lock_with_ancestors(session, comment_id)
    comment, post = await queries.get_for_update(session, actor, comment_id, with_text=True)
    content = await site.get_content_settings(session)
    policies.ensure_may_edit(
        actor,
        comment,
        can_moderate=await may_moderate(session, actor, comment, post),
        window_minutes=content.comment_edit_minutes,
    )
    policies.ensure_not_empty(text.text, has_media=await queries.has_media(session, comment.id))
    if text.text == comment.text:
        return comment
    policies.ensure_version_matches(comment, base_version)
    session.add(CommentRevision(comment_id=comment.id, editor_id=actor.id, text=comment.text))
    if clock.now() - comment.created_at > policies.EDIT_GRACE_PERIOD:
        comment.edited_at = clock.now()
    comment.version += 1
    previously_mentioned = set(
        await session.scalars(
            delete_rows(Mention)
            .where(col(Mention.comment_id) == comment.id)
            .returning(col(Mention.user_id))
        )
    )
    mentioned = await _set_text(session, comment, text)
    newly_mentioned = tuple(user_id for user_id in mentioned if user_id not in previously_mentioned)
    events.record(session, CommentEdited(comment.id, comment.post_id, newly_mentioned))
    if hold_rule and policies.is_published(comment):
        await status_changes.hide(session, comment, "on_moderation", actor_id=None, rule=hold_rule)
    await identity.ensure_not_banned_meanwhile(session, actor)
    return comment


async def delete(session: AsyncSession, actor: Actor, *, comment_id: int) -> bool:
    """Delete a comment, but not the replies to it.

    A deleted comment with published replies stays in the thread without its text and author.
    """
    comment, post = await queries.get_with_ancestors_for_update(session, actor, comment_id)
    can_moderate = await may_moderate(session, actor, comment, post)
    if not can_moderate and not actor.is_user(comment.author_id):
        raise PermissionDenied(_("Only the author or a moderator can delete this comment."))
    if comment.moderation_status == "deleted":
        return False
    await status_changes.hide(session, comment, "deleted", actor_id=actor.id)
    return True


async def destroy_branch(session: AsyncSession, actor: Actor, *, comment_id: int) -> int:
    """Delete a comment and all its descendants.

    The actor must be allowed to delete each of these comments: a moderator who may moderate them
    all (see `ModerationScope`), or the author of the comment if they also wrote all descendants.
    Descendants that are already deleted are not counted.
    """
    comment, post = await queries.get_with_ancestors_for_update(session, actor, comment_id)
    low, high = get_branch_range(comment.path)
    branch = await lock_comments(
        session,
        col(Comment.post_id) == post.id,
        col(Comment.path) >= low,
        col(Comment.path) < high,
        col(Comment.moderation_status) != "deleted",
    )
    scope = await ModerationScope.load(session, actor, post)
    policies.ensure_may_destroy_branch(actor, comment, branch, scope)
    # Descendants are deleted first, because a deleted comment is no longer counted as a reply when
    # it has no visible descendants.
    for descendant in sorted(branch, key=lambda row: row.path, reverse=True):
        await status_changes.hide(session, descendant, "deleted", actor_id=actor.id)
    return len(branch)


async def restore(session: AsyncSession, actor: Actor, *, comment_id: int) -> bool:
    """Restore a deleted comment.

    Only the author may restore a comment that the author deleted. Only moderators may restore a
    comment that a moderator deleted or that is held for moderation.

    The status of the comment becomes `published`. But if the comment was held for moderation before
    its deletion, and the actor is not a moderator, the status becomes `on_moderation`.
    """
    comment, post = await queries.get_with_ancestors_for_update(session, actor, comment_id)
    policies.ensure_not_banned(actor)
    if comment.moderation_status == "published":
        return False
    can_moderate = await may_moderate(session, actor, comment, post)
    policies.ensure_may_restore(actor, comment, can_moderate=can_moderate)
    if comment.status_before_deletion == "on_moderation" and not can_moderate:
        await status_changes.hide(session, comment, "on_moderation", actor_id=actor.id)
    else:
        await status_changes.publish(session, comment, actor_id=actor.id)
    return True


async def set_reaction_counts(
    session: AsyncSession, comment: Comment, counts: dict[str, int]
) -> None:
    counters.set_reaction_counts(comment, counts)
    await session.flush()


async def _get_parent(session: AsyncSession, post: Post, parent_id: int) -> Comment:
    parent = await queries.find_comment_in_post(session, post.id, parent_id)
    if parent is None or not policies.may_reply(parent):
        raise Invalid.for_field(
            "parent_id", _("The comment you're replying to is no longer available.")
        )
    return parent


async def _set_text(session: AsyncSession, comment: Comment, text: RenderedMessage) -> list[int]:
    """Store the text, its HTML and its mentions. Return the ids of the users to notify."""
    slugs = text.mentions
    users = await people.find_users_by_slug(session, slugs)
    comment.text = text.text
    comment.html = text.build_html({slug: urls.profile(users[slug].slug) for slug in users})
    mentioned = [users[slug].id for slug in slugs if slug in users]
    notified = mentioned[: policies.MAX_NOTIFIED_MENTIONS]
    session.add_all(Mention(comment_id=comment.id, user_id=user_id) for user_id in notified)
    return notified


async def _attach_media(
    session: AsyncSession, actor: Actor, comment: Comment, media: Sequence[UUID]
) -> None:
    policies.ensure_media_count(len(media))
    if media:
        await uploads.set_references(
            session, actor, owner=("comment", comment.id), upload_ids=media
        )
        session.add_all(
            CommentMedia(comment_id=comment.id, position=position, upload_id=upload_id)
            for position, upload_id in enumerate(media)
        )


async def _find_duplicate(
    session: AsyncSession,
    actor: Actor,
    client_id: UUID,
    *,
    post_id: int,
    parent_id: int | None,
    text: str,
) -> Comment | None:
    """Return the comment that the actor already sent with this `client_id`, or None.

    A client sends a comment again if it received no response. Of several concurrent requests with
    the same `client_id`, all but the first wait until the first transaction ends. Raise `Conflict`
    if the existing comment had another text, post or parent when the actor sent it.
    """
    await acquire_advisory_lock(session, f"comment {actor.id} {client_id}")
    parameters = {"author_id": actor.id, "client_id": client_id}
    earlier = await session.scalar(_COMMENT_WITH_CLIENT_ID, parameters)
    if earlier is None:
        return None
    original = (earlier.post_id, earlier.parent_id, await _get_original_text(session, earlier))
    if original != (post_id, parent_id, text):
        raise Conflict(
            _("You already sent a different comment from here. Send this one as a new comment.")
        )
    return earlier


async def _get_original_text(session: AsyncSession, comment: Comment) -> str:
    original = await session.scalar(
        select(CommentRevision.text)
        .where(CommentRevision.comment_id == comment.id)
        .order_by(col(CommentRevision.id))
        .limit(1)
    )
    return comment.text if original is None else original


async def _screen_new(
    session: AsyncSession, actor: Actor, post: Post, text: RenderedMessage, *, media_count: int
) -> str:
    """Return the rule that holds a new comment, or an empty string if it can be published.

    Raise `Invalid` if the comment exceeds a limit, or contains a word or link that is not allowed.
    """
    if await posts.may_moderate(session, actor, post):
        return ""
    content = await site.get_content_settings(session)
    _ensure_image_count(media_count, content)
    rule = await _find_text_hold(content, text)
    return rule or await policies.find_comment_hold(session, actor, post)


async def _screen_edit(
    session: AsyncSession, actor: Actor, comment_id: int, text: RenderedMessage
) -> str:
    """Return the rule that holds a comment after an edit, or an empty string.

    Words and links that the comment already contains have no effect. Raise `Invalid` if the comment
    exceeds a limit, or contains a new word or link that is not allowed.
    """
    comment = await queries.get_readable(session, actor, comment_id)
    if text.text == comment.text or await posts.may_moderate(session, actor, comment.post):
        return ""
    content = await site.get_content_settings(session)
    plain, links = extract_plain_text(comment.html), extract_link_urls(comment.html)
    rule = await _find_text_hold(content, text, former=[WrittenText("text", plain, links)])
    return rule or await policies.find_comment_hold(session, actor, comment.post)


async def _find_text_hold(
    content: ContentSettings, text: RenderedMessage, *, former: Iterable[WrittenText] = ()
) -> str:
    ensure_max_length(text.text, field="text", max_length=content.max_comment_length)
    _ensure_link_count(len(text.link_urls), content)
    written = WrittenText("text", text.plain_text, text.link_urls)
    return await site.find_text_hold(content, [written], former=former)


def _ensure_link_count(count: int, content: ContentSettings) -> None:
    limit = content.max_comment_links
    if count > limit:
        message = (
            ngettext("Use at most {n} link.", "Use at most {n} links.", limit)
            if limit
            else _("Links aren't allowed in comments.")
        )
        raise Invalid.for_field("text", message)


def _ensure_image_count(count: int, content: ContentSettings) -> None:
    limit = content.max_comment_images
    if count > limit:
        message = (
            ngettext("Add at most {n} image.", "Add at most {n} images.", limit)
            if limit
            else _("Images aren't allowed in comments.")
        )
        raise Invalid.for_field("media", message)
