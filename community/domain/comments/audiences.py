"""Whom a comment reaches: the users whom it addresses, and the viewers of open pages."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sqlalchemy import and_, bindparam
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from community.core.actor import GUEST, Actor
from community.core.db.columns import deferred
from community.domain import follows, posts
from community.domain.comments import policies, schemas
from community.domain.comments.threads import queries, serializers
from community.models import Comment, Mention, Reaction

_Parent = aliased(Comment)
# Built once, because building them takes as long as running them.
_COMMENT_AND_PARENT_AUTHOR = (
    select(Comment, _Parent.author_id)
    .join(
        _Parent,
        and_(col(_Parent.id) == col(Comment.parent_id), policies.has_published_status(_Parent)),
        isouter=True,
    )
    .where(col(Comment.id) == bindparam("comment_id"), policies.has_published_status())
    .options(deferred(Comment.text), deferred(Comment.html))
)
_MENTIONED_IDS = select(Mention.user_id).where(col(Mention.comment_id) == bindparam("comment_id"))


@dataclass(frozen=True, slots=True)
class Addressees:
    """A published comment and the users whom it addresses."""

    comment: Comment
    parent_author_id: int | None  # the author of the parent comment, if the parent is published
    mentioned_ids: Sequence[int]  # the users whom the comment mentions


@dataclass(frozen=True)
class Audience:
    """Viewers who see a comment in the same way."""

    view: schemas.CommentView
    actors: list[Actor] = field(default_factory=list)


@dataclass(frozen=True)
class CommentAudiences:
    comments_count: int
    audiences: list[Audience]


async def find_addressees(session: AsyncSession, comment_id: int) -> Addressees | None:
    """Return a comment without its text and the users whom it addresses, or None if unpublished."""
    parameters = {"comment_id": comment_id}
    row = (await session.execute(_COMMENT_AND_PARENT_AUTHOR, parameters)).one_or_none()
    if row is None:
        return None
    mentioned_ids = await session.scalars(_MENTIONED_IDS, parameters)
    return Addressees(row[0], row[1], mentioned_ids.all())


async def find_audiences(
    session: AsyncSession, comment_id: int, actors: Collection[Actor]
) -> CommentAudiences | None:
    """Return the comment as each of the actors sees it, or None if it does not exist.

    Actors who may not read the post are left out. To actors who may not read the comment, it
    appears without its author and text, unless it was never published. Then they are left out.
    The number of queries does not depend on the actors.
    """
    comment = await queries.find_with_relations(session, comment_id)
    if comment is None:
        return None
    readers = [actor for actor in actors if posts.may_read(actor, comment.post)]
    viewers = await _load_viewers(session, comment, readers)
    if comment.awaits_first_publication:
        viewers = [viewer for viewer in viewers if _may_read(viewer, comment)]
    reactions = await _get_reactions(session, comment, readers)
    return CommentAudiences(
        comments_count=comment.post.comments_count,
        audiences=await _build_audiences(session, comment, viewers, reactions),
    )


async def _load_viewers(
    session: AsyncSession, comment: Comment, readers: Collection[Actor]
) -> list[serializers.Viewer]:
    guest = await serializers.Viewer.load(session, GUEST, comment.post)
    scopes = await policies.load_scopes(session, readers, comment.post)
    ignoring_ids = await follows.filter_ignoring(session, readers, comment.author_id)
    author = frozenset({comment.author_id})
    return [
        replace(
            guest,
            actor=actor,
            scope=scopes[actor],
            ignored_author_ids=author if actor.user_id in ignoring_ids else frozenset(),
        )
        for actor in readers
    ]


async def _get_reactions(
    session: AsyncSession, comment: Comment, readers: Collection[Actor]
) -> dict[int | None, str]:
    user_ids = [actor.user_id for actor in readers if actor.user_id is not None]
    if not comment.reactions_count or not user_ids:
        return {}
    rows = await session.execute(
        select(Reaction.user_id, Reaction.code).where(
            col(Reaction.comment_id) == comment.id, col(Reaction.user_id).in_(user_ids)
        )
    )
    return {row.user_id: row.code for row in rows}


async def _build_audiences(
    session: AsyncSession,
    comment: Comment,
    viewers: Collection[serializers.Viewer],
    reactions: Mapping[int | None, str],
) -> list[Audience]:
    """Build the comment once for all viewers who see it in the same way."""
    groups: dict[tuple[object, ...], list[serializers.Viewer]] = defaultdict(list)
    for viewer in viewers:
        may_read = _may_read(viewer, comment)
        permissions = serializers.build_permissions(viewer, comment)
        groups[
            permissions.model_dump_json(),
            may_read and comment.author_id not in viewer.ignored_author_ids,
            reactions.get(viewer.actor.user_id),
        ].append(viewer)
    related = await serializers.load_related_data(session, GUEST, [comment])
    audiences = []
    for group in groups.values():
        reaction = reactions.get(group[0].actor.user_id)
        own_reaction = {comment.id: reaction} if reaction is not None else {}
        view = serializers.build_view(
            group[0], replace(related, my_reactions=own_reaction), comment
        )
        audiences.append(Audience(view, [viewer.actor for viewer in group]))
    return audiences


def _may_read(viewer: serializers.Viewer, comment: Comment) -> bool:
    return policies.may_read(viewer.actor, comment, can_moderate=viewer.scope.covers(comment))
