"""Permission checks for following and ignoring users."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor, make_banned_error
from community.core.errors import Invalid, PermissionDenied
from community.i18n import gettext as _
from community.models import Ignore


def ensure_may_follow(actor: Actor, user_id: int) -> None:
    """Raise an error if the actor is a guest, is banned or is the user.

    The caller must also call `ensure_not_ignored`, because this function does not query the
    database.
    """
    if actor.id == user_id:
        raise Invalid(_("You can't follow yourself."))
    if actor.banned_at is not None:
        raise make_banned_error(actor, _("You can't follow anyone while your account is banned."))


def ensure_may_ignore(actor: Actor, user_id: int) -> None:
    """Raise an error if the actor is a guest or the user. Banned actors may ignore users too."""
    if actor.id == user_id:
        raise Invalid(_("You can't ignore yourself."))


async def ensure_not_ignored(session: AsyncSession, actor: Actor, user_id: int) -> None:
    """Raise `PermissionDenied` (`ignored`) if one of the two users ignores the other."""
    if await session.get(Ignore, (actor.id, user_id)) is not None:
        raise PermissionDenied(
            _("You're ignoring this person. Stop ignoring them first."), code="ignored"
        )
    if await session.get(Ignore, (user_id, actor.id)) is not None:
        raise PermissionDenied(_("This person is ignoring you."), code="ignored")
