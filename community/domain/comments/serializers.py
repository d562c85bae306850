"""Functions that convert `Comment` rows to `CommentView` objects for one reader."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import urls
from community.core.actor import Actor
from community.domain import accounts, follows, posts, site, uploads
from community.domain.accounts.schemas import UserSummary
from community.domain.comments import policies
from community.domain.comments.schemas import CommentImage, CommentPermissions, CommentView
from community.domain.site.schemas import ReactionCount
from community.models import Comment, CommentMedia, Mention, Post, Reaction, Upload, User

_NO_PERMISSIONS = CommentPermissions()


@dataclass(frozen=True)
class Viewer:
    """The reader of a thread, with the data for permission checks on its comments."""

    actor: Actor
    post: Post
    can_moderate: bool
    edit_window_minutes: int
    ignored_author_ids: frozenset[int]

    @classmethod
    async def load(cls, session: AsyncSession, actor: Actor, post: Post) -> "Viewer":
        return cls(
            actor=actor,
            post=post,
            can_moderate=await posts.may_moderate(session, actor, post),
            edit_window_minutes=(await site.get_content_settings(session)).comment_edit_minutes,
            ignored_author_ids=await get_ignored_author_ids(session, actor),
        )


@dataclass(frozen=True)
class _RelatedData:
    """Data from other tables for several comments. The keys of each dictionary are comment ids."""

    my_reactions: dict[int, str]
    media: dict[int, list[CommentImage]]
    mentions: dict[int, list[UserSummary]]
    parent_author_names: dict[int, str]
    authors: dict[int, UserSummary]
    reactions: dict[int, list[ReactionCount]]


async def get_ignored_author_ids(session: AsyncSession, actor: Actor) -> frozenset[int]:
    """Return the ids of the users whom the actor ignores.

    Runs no query if the actor ignores neither users nor keywords.
    """
    return await follows.list_ignored_ids(session, actor) if actor.has_filters else frozenset()


async def build_views(
    session: AsyncSession, viewer: Viewer, comments: Sequence[Comment]
) -> list[CommentView]:
    """Return the `CommentView` of each comment, in the given order. Runs at most four queries.

    Args:
        comments: Comments whose `author` is already loaded.
    """
    related = await _load_related_data(session, viewer.actor, comments)
    return [_build_view(viewer, related, comment) for comment in comments]


def _build_view(viewer: Viewer, related: _RelatedData, comment: Comment) -> CommentView:
    base = {
        "id": comment.id,
        "post_id": comment.post_id,
        "parent_id": comment.parent_id,
        "branch_id": comment.branch_id or comment.id,
        "depth": comment.depth,
        "moderation_status": comment.moderation_status,
        "replies_count": comment.replies_count,
        "descendants_count": comment.descendants_count,
        "created_at": comment.created_at,
        "url": urls.comment(viewer.post.id, viewer.post.slug, comment.id),
        "can": _build_permissions(viewer, comment),
    }
    if comment.author_id in viewer.ignored_author_ids or not policies.may_read(
        viewer.actor, comment, can_moderate=viewer.can_moderate
    ):
        return CommentView(**base)
    return CommentView(
        **base,
        author=related.authors[comment.author_id],
        text=comment.text,
        html=comment.html,
        media=related.media.get(comment.id, []),
        mentions=related.mentions.get(comment.id, []),
        is_pinned=comment.pinned_at is not None,
        is_by_post_author=comment.author_id == viewer.post.author_id,
        reactions=related.reactions[comment.id],
        my_reaction=related.my_reactions.get(comment.id),
        parent_author_name=related.parent_author_names.get(comment.parent_id or 0),
        version=comment.version,
        edit_until=policies.get_edit_deadline(comment, viewer.edit_window_minutes),
        edited_at=comment.edited_at,
    )


def _build_permissions(viewer: Viewer, comment: Comment) -> CommentPermissions:
    actor, can_moderate = viewer.actor, viewer.can_moderate
    if actor.is_guest:
        return _NO_PERMISSIONS
    return CommentPermissions(
        edit=policies.may_edit(
            actor, comment, can_moderate=can_moderate, window_minutes=viewer.edit_window_minutes
        ),
        delete=policies.may_delete(actor, comment, can_moderate=can_moderate),
        pin=policies.may_pin(
            actor, comment, post_author_id=viewer.post.author_id, can_moderate=can_moderate
        ),
        moderate=can_moderate,
    )


async def _load_related_data(
    session: AsyncSession, actor: Actor, comments: Sequence[Comment]
) -> _RelatedData:
    # Reactions and mentions are loaded only for comments that can have them.
    with_reactions = [comment.id for comment in comments if comment.reactions_count]
    with_mentions = [comment.id for comment in comments if "@" in comment.text]
    return _RelatedData(
        my_reactions=await _get_my_reactions(session, actor, with_reactions),
        media=await _get_media(session, [comment.id for comment in comments]),
        mentions=await _get_mentions(session, with_mentions),
        parent_author_names=await _get_author_names(session, comments),
        authors={c.author_id: accounts.to_user_summary(c.author) for c in comments},
        reactions={
            comment.id: await site.build_reaction_counts(session, comment.reactions)
            for comment in comments
        },
    )


async def _get_my_reactions(
    session: AsyncSession, actor: Actor, ids: Sequence[int]
) -> dict[int, str]:
    if actor.is_guest or not ids:
        return {}
    rows = await session.execute(
        select(Reaction.comment_id, Reaction.code).where(
            Reaction.user_id == actor.id, col(Reaction.comment_id).in_(ids)
        )
    )
    return {comment_id: code for comment_id, code in rows if comment_id is not None}


async def _get_media(session: AsyncSession, ids: Sequence[int]) -> dict[int, list[CommentImage]]:
    rows = await session.execute(
        select(CommentMedia.comment_id, Upload)
        .join(Upload, col(Upload.id) == CommentMedia.upload_id)
        .where(col(CommentMedia.comment_id).in_(ids))
        .order_by(col(CommentMedia.comment_id), col(CommentMedia.position))
    )
    media: dict[int, list[CommentImage]] = defaultdict(list)
    for comment_id, upload in rows:
        media[comment_id].append(CommentImage.model_validate(uploads.to_media_view(upload)))
    return media


async def _get_mentions(session: AsyncSession, ids: Sequence[int]) -> dict[int, list[UserSummary]]:
    if not ids:
        return {}
    rows = await session.execute(
        select(Mention.comment_id, User)
        .join(User, col(User.id) == Mention.user_id)
        .where(col(Mention.comment_id).in_(ids))
    )
    mentions: dict[int, list[UserSummary]] = defaultdict(list)
    for comment_id, user in rows:
        mentions[comment_id].append(accounts.to_user_summary(user))
    return mentions


async def _get_author_names(session: AsyncSession, comments: Sequence[Comment]) -> dict[int, str]:
    parent_ids = {comment.parent_id for comment in comments if comment.parent_id}
    names = {
        comment.id: comment.author.name
        for comment in comments
        if comment.moderation_status == "published"
    }
    missing = parent_ids - names.keys()
    if missing:
        rows = await session.execute(
            select(Comment.id, User.name)
            .join(User, col(User.id) == Comment.author_id)
            .where(col(Comment.id).in_(missing), Comment.moderation_status == "published")
        )
        names |= {row[0]: row[1] for row in rows}
    return names
