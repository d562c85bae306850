"""Permission checks for following and ignoring users."""

from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock, errors
from community.core.actor import Actor, make_banned_error
from community.i18n import gettext as _
from community.models import Ignore, User


class IgnoreTerm(StrEnum):
    """For how long a user ignores another one."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    FOREVER = "forever"

    def get_end(self) -> datetime | None:
        """Return the end of a term that starts now, or None if it does not end."""
        length = _TERM_LENGTHS.get(self)
        return None if length is None else clock.now() + length


_TERM_LENGTHS = {
    IgnoreTerm.DAY: timedelta(days=1),
    IgnoreTerm.WEEK: timedelta(days=7),
    IgnoreTerm.MONTH: timedelta(days=30),
}


def ensure_may_follow(actor: Actor, user_id: int) -> None:
    """Raise an error if the actor is a guest, is banned or is the user.

    The caller must also call `ensure_not_ignored`, because this function does not query the
    database.
    """
    if actor.id == user_id:
        raise errors.Invalid(_("You can't follow yourself."))
    if actor.banned_at is not None:
        raise make_banned_error(actor)


def ensure_no_bot(user: User) -> None:
    """Raise `Invalid` for the account of the assistant, which writes no posts."""
    if user.is_bot:
        raise errors.Invalid(_("You can't follow the assistant."))


def ensure_may_ignore(actor: Actor, user_id: int) -> None:
    """Raise an error if the actor is a guest or the user. Banned actors may ignore users too."""
    if actor.id == user_id:
        raise errors.Invalid(_("You can't ignore yourself."))


async def ensure_not_ignored(session: AsyncSession, actor: Actor, user_id: int) -> None:
    """Raise `PermissionDenied` (`ignored`) if one of the two users ignores the other."""
    if await _is_ignoring(session, actor.id, user_id):
        raise errors.PermissionDenied(
            _("You're ignoring this person. Stop ignoring them first."), code="ignored"
        )
    if await _is_ignoring(session, user_id, actor.id):
        raise errors.PermissionDenied(_("This person is ignoring you."), code="ignored")


async def _is_ignoring(session: AsyncSession, user_id: int, ignored_id: int) -> bool:
    row = await session.get(Ignore, (user_id, ignored_id))
    return row is not None and not clock.is_past(row.until)
