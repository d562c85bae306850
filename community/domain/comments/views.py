"""Rows of comments made into what one viewer sees of them."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import urls
from community.core.actor import Actor
from community.domain import accounts, follows, posts, site, uploads
from community.domain.accounts.schemas import Person
from community.domain.comments import policies
from community.domain.comments.schemas import CommentCan, CommentView, Picture
from community.domain.site.schemas import ReactionCount
from community.models import Comment, CommentMedia, Mention, Post, Reaction, Upload, User


@dataclass(frozen=True)
class Viewer:
    """Somebody looking at one discussion, with what all its comments need to know of them.

    Attributes:
        ignores: whose words they do not want to read.
    """

    actor: Actor
    post: Post
    moderates: bool
    edit_minutes: int
    ignores: frozenset[int]

    @classmethod
    async def of(cls, session: AsyncSession, actor: Actor, post: Post) -> "Viewer":
        return cls(
            actor=actor,
            post=post,
            moderates=await posts.may_moderate(session, actor, post),
            edit_minutes=(await site.content(session)).comment_edit_minutes,
            ignores=await unheard(session, actor),
        )


@dataclass(frozen=True)
class _Surroundings:
    """What belongs to a set of comments, fetched for all of them at once."""

    mine: dict[int, str]
    media: dict[int, list[Picture]]
    mentions: dict[int, list[Person]]
    names: dict[int, str]
    reactions: dict[int, list[ReactionCount]]


async def unheard(session: AsyncSession, actor: Actor) -> frozenset[int]:
    """Whose words this viewer does not want to read; most ask no database."""
    return await follows.ignored_ids(session, actor) if actor.filters else frozenset()


async def views(
    session: AsyncSession, viewer: Viewer, comments: Sequence[Comment]
) -> list[CommentView]:
    """What the viewer sees of each; authors must be loaded. At most four queries."""
    around = await _surroundings(session, viewer.actor, comments)
    return [_view(viewer, around, each) for each in comments]


def _view(viewer: Viewer, around: _Surroundings, comment: Comment) -> CommentView:
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
        "can": _can(viewer, comment),
    }
    if comment.author_id in viewer.ignores or not policies.may_read(
        viewer.actor, comment, moderates=viewer.moderates
    ):
        return CommentView(**base)
    return CommentView(
        **base,
        author=accounts.person_of(comment.author),
        text=comment.text,
        html=comment.html,
        media=around.media.get(comment.id, []),
        mentions=around.mentions.get(comment.id, []),
        is_pinned=comment.pinned_at is not None,
        is_by_post_author=comment.author_id == viewer.post.author_id,
        reactions=around.reactions[comment.id],
        my_reaction=around.mine.get(comment.id),
        answers=around.names.get(comment.parent_id or 0),
        version=comment.version,
        edit_until=policies.edit_until(comment, viewer.edit_minutes),
        edited_at=comment.edited_at,
    )


def _can(viewer: Viewer, comment: Comment) -> CommentCan:
    actor, moderates = viewer.actor, viewer.moderates
    if actor.is_guest:
        return CommentCan()
    return CommentCan(
        edit=policies.may_edit(
            actor, comment, moderates=moderates, window_minutes=viewer.edit_minutes
        ),
        delete=policies.may_delete(actor, comment, moderates=moderates),
        pin=policies.may_pin(
            actor, comment, post_author_id=viewer.post.author_id, moderates=moderates
        ),
        moderate=moderates,
    )


async def _surroundings(
    session: AsyncSession, actor: Actor, comments: Sequence[Comment]
) -> _Surroundings:
    # The rows tell which of them have nothing to ask for.
    return _Surroundings(
        mine=await _mine(session, actor, [each.id for each in comments if each.reactions_count]),
        media=await _media(session, [each.id for each in comments]),
        mentions=await _mentions(session, [each.id for each in comments if "@" in each.text]),
        names=await _parent_names(session, comments),
        reactions={each.id: await site.counts(session, each.reactions) for each in comments},
    )


async def _mine(session: AsyncSession, actor: Actor, ids: Sequence[int]) -> dict[int, str]:
    if actor.is_guest or not ids:
        return {}
    rows = await session.execute(
        select(Reaction.comment_id, Reaction.code).where(
            Reaction.user_id == actor.id, col(Reaction.comment_id).in_(ids)
        )
    )
    return {comment_id: code for comment_id, code in rows if comment_id is not None}


async def _media(session: AsyncSession, ids: Sequence[int]) -> dict[int, list[Picture]]:
    rows = await session.execute(
        select(CommentMedia.comment_id, Upload)
        .join(Upload, col(Upload.id) == CommentMedia.upload_id)
        .where(col(CommentMedia.comment_id).in_(ids))
        .order_by(col(CommentMedia.comment_id), col(CommentMedia.position))
    )
    found: dict[int, list[Picture]] = defaultdict(list)
    for comment_id, upload in rows:
        found[comment_id].append(Picture.model_validate(uploads.view_of(upload)))
    return found


async def _mentions(session: AsyncSession, ids: Sequence[int]) -> dict[int, list[Person]]:
    if not ids:
        return {}
    rows = await session.execute(
        select(Mention.comment_id, User)
        .join(User, col(User.id) == Mention.user_id)
        .where(col(Mention.comment_id).in_(ids))
    )
    found: dict[int, list[Person]] = defaultdict(list)
    for comment_id, user in rows:
        found[comment_id].append(accounts.person_of(user))
    return found


async def _parent_names(session: AsyncSession, comments: Sequence[Comment]) -> dict[int, str]:
    """Names of the authors of parents; those on the page are known already."""
    wanted = {each.parent_id for each in comments if each.parent_id}
    names = {
        each.id: each.author.name for each in comments if each.moderation_status == "published"
    }
    missing = wanted - names.keys()
    if missing:
        rows = await session.execute(
            select(Comment.id, User.name)
            .join(User, col(User.id) == Comment.author_id)
            .where(col(Comment.id).in_(missing), Comment.moderation_status == "published")
        )
        names |= {row[0]: row[1] for row in rows}
    return names
