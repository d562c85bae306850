"""Links in emails about notifications with which the recipient ends such emails.

A link works without signing in and for years, because people keep their emails. It contains what it
turns off, so that it cannot be used for anything else.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core import clock, errors, signed_tokens
from community.domain import identity
from community.domain.notifications.kinds import NotificationKind
from community.domain.notifications.preferences import update_preferences
from community.i18n import gettext as _
from community.models import User

_AUDIENCE = "unsubscribe"
LIFETIME = timedelta(days=5 * 365)


@dataclass(frozen=True, slots=True)
class Unsubscription:
    """What a link turns off.

    Attributes:
        scope: A kind of notification, or "" for all emails about notifications.
        kind: The only kind in the email, which the page also offers to turn off, or "".
    """

    user_id: int
    scope: str  # a kind of notification, or "" for all emails about notifications
    kind: str  # the only kind in the email, which the page also offers to turn off, or ""


def build_url(user_id: int, kinds: Collection[NotificationKind]) -> str:
    """Return the link for an email that contains notifications of the given kinds."""
    kind = next(iter(kinds)).value if len(kinds) == 1 else ""
    return urls.mail_link(urls.UNSUBSCRIBE, build_unsubscribe_token(user_id, kind=kind))


async def unsubscribe(session: AsyncSession, *, token: str) -> bool:
    """Turn off what the link is for. A repeated call changes nothing.

    Returns:
        Whether all emails about notifications are off. Otherwise one kind of notification is.

    Raises:
        Invalid: The token is not valid, or the account no longer exists.
    """
    link = read_unsubscribe_token(token)
    user = None if link is None else await session.get(User, link.user_id)
    if link is None or user is None:
        raise _make_invalid_error()
    actor = identity.build_actor(user)
    if link.scope:
        await update_preferences(session, actor, types={link.scope: False})
        return False
    await update_preferences(session, actor, email=False)
    return True


def build_unsubscribe_token(user_id: int, *, scope: str = "", kind: str = "") -> str:
    expires_at = clock.now() + LIFETIME
    return signed_tokens.build_token(
        _AUDIENCE, expires_at=expires_at, sub=str(user_id), scope=scope, kind=kind
    )


def read_unsubscribe_token(token: str | None) -> Unsubscription | None:
    """Return what a link turns off, or None if the token is not valid."""
    claims = signed_tokens.read_token(_AUDIENCE, token)
    if claims is None:
        return None
    return Unsubscription(int(claims["sub"]), claims["scope"], claims["kind"])


def _make_invalid_error() -> errors.Invalid:
    message = _("This link doesn't work. You can turn off emails in your settings.")
    return errors.Invalid.for_field("token", message)
