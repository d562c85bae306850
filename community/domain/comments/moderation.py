"""Which comments on a post a user may moderate."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Self

from sqlalchemy import ColumnElement, false, true
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core.actor import Actor
from community.domain import posts
from community.models import Comment, Post


@dataclass(frozen=True, slots=True)
class ModerationScope:
    """The comments on a post that a user may moderate.

    A moderator of a community may moderate the comments that were written while the post was in the
    community. Authors choose the community of their posts, and anyone can create a community.
    Therefore moving a post gives the moderators no rights over the comments it already had.

    Attributes:
        covers_all: Whether the user may moderate all comments, as administrators may.
        community_id: The community of the post if the user moderates it, else None.
    """

    covers_all: bool = False
    community_id: int | None = None

    @classmethod
    def build(cls, actor: Actor, post: Post, *, moderates_community: bool) -> Self:
        return cls(
            covers_all=actor.is_admin,
            community_id=post.community_id if moderates_community else None,
        )

    @classmethod
    async def load(cls, session: AsyncSession, actor: Actor, post: Post) -> Self:
        moderates_community = await posts.may_moderate(session, actor, post)
        return cls.build(actor, post, moderates_community=moderates_community)

    def covers(self, comment: Comment) -> bool:
        return self.covers_all or (
            self.community_id is not None and comment.community_id == self.community_id
        )

    def build_condition(self) -> ColumnElement[bool]:
        """Return the SQL condition that selects the comments for which `covers` is true."""
        if self.covers_all:
            return true()
        return (
            false() if self.community_id is None else col(Comment.community_id) == self.community_id
        )


NO_MODERATION = ModerationScope()


async def may_moderate(session: AsyncSession, actor: Actor, comment: Comment, post: Post) -> bool:
    return (await ModerationScope.load(session, actor, post)).covers(comment)


async def load_scopes(
    session: AsyncSession, actors: Iterable[Actor], post: Post
) -> Mapping[Actor, ModerationScope]:
    """Return the scope of each actor. Runs at most one query."""
    actors = list(actors)
    moderator_ids = await posts.filter_moderators(session, actors, post)
    return {
        actor: ModerationScope.build(
            actor, post, moderates_community=actor.user_id in moderator_ids
        )
        for actor in actors
    }
