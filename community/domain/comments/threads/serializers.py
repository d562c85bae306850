"""Functions that convert `Comment` rows to `CommentView` objects for one reader."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cachetools import LRUCache
from sqlalchemy import bindparam
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import urls
from community.core.actor import Actor
from community.domain import follows, identity, people, posts, site, uploads
from community.domain.comments import policies
from community.domain.comments.schemas import CommentImage, CommentPermissions, CommentView
from community.domain.comments.threads.rows import get_content_key
from community.domain.people.policies import may_report
from community.domain.people.schemas import UserSummary
from community.domain.site.schemas import ReactionCount
from community.models import Comment, CommentMedia, Mention, Post, Reaction, Upload, User

_NO_PERMISSIONS = CommentPermissions()
_MAX_CACHED_VIEWS = 2_000

# The views of the rows that were read last. The keys contain everything that a view depends on, so
# views are not invalidated.
_views: LRUCache[tuple[object, ...], CommentView] = LRUCache(_MAX_CACHED_VIEWS)

# Built once, because building a statement takes longer than running it.
_MEDIA = (
    select(CommentMedia.comment_id, Upload)
    .join(Upload, col(Upload.id) == CommentMedia.upload_id)
    .where(col(CommentMedia.comment_id).in_(bindparam("ids", expanding=True)))
    .order_by(col(CommentMedia.comment_id), col(CommentMedia.position))
)


@dataclass(frozen=True)
class Viewer:
    """The reader of a thread, with the data for permission checks on its comments."""

    actor: Actor
    post: Post
    scope: policies.ModerationScope
    edit_window_minutes: int
    ignored_author_ids: frozenset[int]

    @classmethod
    async def load(cls, session: AsyncSession, actor: Actor, post: Post) -> "Viewer":
        return cls(
            actor=actor,
            post=post,
            scope=await policies.ModerationScope.load(session, actor, post),
            edit_window_minutes=(await site.get_content_settings(session)).comment_edit_minutes,
            ignored_author_ids=await _get_ignored_author_ids(session, actor),
        )

    @classmethod
    async def load_for_posts(
        cls, session: AsyncSession, actor: Actor, posts_by_id: Mapping[int, Post]
    ) -> "dict[int, Viewer]":
        """Return the viewer of each post, with a number of queries that does not depend on it."""
        edit_window_minutes = (await site.get_content_settings(session)).comment_edit_minutes
        ignored_author_ids = await _get_ignored_author_ids(session, actor)
        return {
            post_id: cls(
                actor=actor,
                post=post,
                scope=policies.ModerationScope.build(
                    actor, post, moderates_community=actor.moderates(post.community_id)
                ),
                edit_window_minutes=edit_window_minutes,
                ignored_author_ids=ignored_author_ids,
            )
            for post_id, post in posts_by_id.items()
        }


@dataclass(frozen=True)
class RelatedData:
    """Data from other tables for several comments. The keys of each dictionary are comment ids."""

    my_reactions: dict[int, str]
    media: dict[int, list[CommentImage]]
    mentions: dict[int, list[UserSummary]]
    parent_author_names: dict[int, str]
    authors: dict[int, UserSummary]
    reactions: dict[int, list[ReactionCount]]


async def _get_ignored_author_ids(session: AsyncSession, actor: Actor) -> frozenset[int]:
    """Return the ids of the users whom the actor ignores, without a query if there are none."""
    return await follows.list_ignored_ids(session, actor) if actor.has_filters else frozenset()


async def build_views(
    session: AsyncSession, viewer: Viewer, comments: Sequence[Comment]
) -> list[CommentView]:
    """Return the `CommentView` of each comment, in the given order. Runs at most four queries."""
    related = await load_related_data(session, viewer.actor, comments)
    return [_get_view(viewer, related, comment) for comment in comments]


async def load_view(session: AsyncSession, viewer: Viewer, comment: Comment) -> CommentView:
    related = await load_related_data(session, viewer.actor, [comment])
    return build_view(viewer, related, comment)


def _get_view(viewer: Viewer, related: RelatedData, comment: Comment) -> CommentView:
    content = get_content_key(comment)
    if content is None or comment.id in related.media or comment.id in related.mentions:
        return build_view(viewer, related, comment)
    post, permissions = viewer.post, build_permissions(viewer, comment)
    key = (
        *content,
        *(post.slug, post.author_id, viewer.edit_window_minutes),
        *(permissions, _may_read(viewer, comment)),
        related.my_reactions.get(comment.id),
        related.parent_author_names.get(comment.parent_id or 0),
        *related.reactions.get(comment.id, ()),
    )
    try:  # `get` would look up the key twice.
        return _views[key]
    except KeyError:
        view = _views[key] = build_view(viewer, related, comment)
        return view


def build_view(viewer: Viewer, related: RelatedData, comment: Comment) -> CommentView:
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
        "can": build_permissions(viewer, comment),
    }
    if not _may_read(viewer, comment):
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
        reactions=related.reactions.get(comment.id, []),
        my_reaction=related.my_reactions.get(comment.id),
        parent_author_name=related.parent_author_names.get(comment.parent_id or 0),
        version=comment.version,
        edit_until=policies.get_edit_deadline(comment, viewer.edit_window_minutes),
        edited_at=comment.edited_at,
    )


def _may_read(viewer: Viewer, comment: Comment) -> bool:
    return comment.author_id not in viewer.ignored_author_ids and policies.may_read(
        viewer.actor, comment, can_moderate=viewer.scope.covers(comment)
    )


def build_permissions(viewer: Viewer, comment: Comment) -> CommentPermissions:
    actor, can_moderate = viewer.actor, viewer.scope.covers(comment)
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
        react=policies.is_published(comment)
        and posts.may_react(actor, author_id=comment.author_id),
        report=may_report(actor, comment.author_id)
        and policies.may_read(actor, comment, can_moderate=can_moderate),
        moderate=can_moderate,
    )


async def load_related_data(
    session: AsyncSession, actor: Actor, comments: Sequence[Comment]
) -> RelatedData:
    # Reactions, mentions and images are loaded only for comments that can have them.
    with_reactions = [comment.id for comment in comments if comment.reactions_count]
    with_mentions = [comment.id for comment in comments if "@" in comment.text]
    # Only rows have `has_media`, entities do not.
    with_media = [comment.id for comment in comments if getattr(comment, "has_media", True)]
    return RelatedData(
        my_reactions=await _get_my_reactions(session, actor, with_reactions),
        media=await get_media(session, with_media),
        mentions=await _get_mentions(session, with_mentions),
        parent_author_names=await _get_author_names(session, comments),
        authors={
            author.id: people.to_user_summary(author)
            for author in {comment.author_id: comment.author for comment in comments}.values()
        },
        reactions={
            comment.id: await site.build_reaction_counts(session, comment.reactions)
            for comment in comments
            if comment.reactions_count
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


async def get_media(session: AsyncSession, ids: Sequence[int]) -> dict[int, list[CommentImage]]:
    if not ids:
        return {}
    rows = await session.execute(_MEDIA, {"ids": ids})
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
        .where(col(Mention.comment_id).in_(ids), identity.is_active)
    )
    mentions: dict[int, list[UserSummary]] = defaultdict(list)
    for comment_id, user in rows:
        mentions[comment_id].append(people.to_user_summary(user))
    return mentions


async def _get_author_names(session: AsyncSession, comments: Sequence[Comment]) -> dict[int, str]:
    parent_ids = {comment.parent_id for comment in comments if comment.parent_id}
    names = {
        comment.id: people.to_user_summary(comment.author).name
        for comment in comments
        if comment.moderation_status == "published"
    }
    missing = parent_ids - names.keys()
    if missing:
        rows = await session.execute(
            select(Comment.id, User)
            .join(User, col(User.id) == Comment.author_id)
            .where(col(Comment.id).in_(missing), Comment.moderation_status == "published")
        )
        names |= {row[0]: people.to_user_summary(row[1]).name for row in rows}
    return names
