"""Who may follow and ignore whom."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.errors import Invalid, NotAllowed
from community.models import Ignore


def ensure_may_follow(actor: Actor, user_id: int) -> None:
    """
    Raises:
        NotAllowed: `unauthenticated` or `banned`.
        Invalid: oneself.
    """
    if actor.id == user_id:
        raise Invalid("You cannot follow yourself.")
    if actor.banned_at is not None:
        raise NotAllowed("Your account is banned: you can read, but not follow.", code="banned")


def ensure_may_ignore(actor: Actor, user_id: int) -> None:
    """Anybody who is signed in, banned people too: it changes only what they see themselves.

    Raises:
        NotAllowed: `unauthenticated`.
        Invalid: oneself.
    """
    if actor.id == user_id:
        raise Invalid("You cannot ignore yourself.")


async def ensure_not_ignored(session: AsyncSession, actor: Actor, user_id: int) -> None:
    """
    Raises:
        NotAllowed: `ignored`, when one of the two ignores the other.
    """
    if await session.get(Ignore, (actor.id, user_id)) is not None:
        raise NotAllowed("You ignore this person. Stop ignoring them first.", code="ignored")
    if await session.get(Ignore, (user_id, actor.id)) is not None:
        raise NotAllowed("This person does not want to hear from you.", code="ignored")
