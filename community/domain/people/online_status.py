"""Who may see whether a user is online."""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.db.statements import has_not_ended, is_one_of
from community.domain.people import policies
from community.models import Ignore, User
from community.realtime.presence import get_presence


@dataclass(frozen=True, slots=True)
class OnlineVisibility:
    """Which of some users share their online status, and which of them ignore each other."""

    # The users who share their online status. Banned users do not.
    sharing_ids: frozenset[int] = frozenset()
    # Pairs of a user and a user whom they ignore
    ignoring: frozenset[tuple[int, int]] = frozenset()

    def may_see(self, viewer_id: int, user_id: int) -> bool:
        """Return whether the viewer may see if the user is online.

        Only users who share their own status see that of others. If one of two users ignores the
        other, neither sees the status of the other.
        """
        return (
            viewer_id in self.sharing_ids
            and user_id in self.sharing_ids
            and (viewer_id, user_id) not in self.ignoring
            and (user_id, viewer_id) not in self.ignoring
        )


async def load_online_visibility(
    session: AsyncSession, user_ids: Collection[int]
) -> OnlineVisibility:
    """Load what `OnlineVisibility.may_see` needs for these users, in two queries."""
    sharing = await session.scalars(
        select(User.id).where(
            is_one_of(col(User.id), user_ids),
            col(User.shows_online),
            policies.is_listed,
        )
    )
    ignoring = await session.execute(
        select(Ignore.user_id, Ignore.ignored_id).where(
            is_one_of(col(Ignore.user_id), user_ids),
            is_one_of(col(Ignore.ignored_id), user_ids),
            has_not_ended(col(Ignore.until)),
        )
    )
    return OnlineVisibility(
        frozenset(sharing), frozenset((row[0], row[1]) for row in ignoring.all())
    )


async def find_online_status(session: AsyncSession, actor: Actor, user_id: int) -> bool | None:
    """Return whether the user is online, or None if the actor may not know it."""
    if actor.is_guest or actor.is_read_only:
        return None
    visibility = await load_online_visibility(session, {actor.id, user_id})
    if not visibility.may_see(actor.id, user_id):
        return None
    return bool(get_presence().find_present([user_id]))
