"""Links in emails about notifications with which the recipient ends such emails.

A link works without signing in and for years, because people keep their emails. It contains what it
turns off, so that it cannot be used for anything else.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core import clock
from community.core.errors import Invalid
from community.core.signed_tokens import build_token, read_token
from community.domain import identity
from community.domain.accounts.link_pages import LinkPage, build_note_page
from community.domain.notifications.kinds import NotificationKind, get_label
from community.domain.notifications.preferences import update_preferences
from community.i18n import gettext as _
from community.models import User

_AUDIENCE = "unsubscribe"
LIFETIME = timedelta(days=5 * 365)


@dataclass(frozen=True, slots=True)
class _Unsubscription:
    """What a link turns off.

    Attributes:
        scope: A kind of notification, or "" for all emails about notifications.
        kind: The only kind in the email, which the page also offers to turn off, or "".
    """

    user_id: int
    scope: str
    kind: str


def build_url(user_id: int, kinds: Collection[NotificationKind]) -> str:
    """Return the link for an email that contains notifications of the given kinds."""
    kind = next(iter(kinds)).value if len(kinds) == 1 else ""
    return urls.mail_link(urls.UNSUBSCRIBE, _build_token(user_id, kind=kind))


async def unsubscribe(session: AsyncSession, *, token: str) -> bool:
    """Turn off what the link is for. A repeated call changes nothing.

    Returns:
        Whether all emails about notifications are off. Otherwise one kind of notification is.

    Raises:
        Invalid: The token is not valid, or the account no longer exists.
    """
    link = _read_token(token)
    user = None if link is None else await session.get(User, link.user_id)
    if link is None or user is None:
        raise _make_invalid_error()
    actor = identity.build_actor(user)
    if link.scope:
        await update_preferences(session, actor, types={link.scope: False})
        return False
    await update_preferences(session, actor, email=False)
    return True


def get_unsubscribe_page(params: Mapping[str, str]) -> LinkPage:
    """Return the page that asks for a click, or that reports the result.

    Args:
        params: The query parameters of the URL.
    """
    if "done" in params:
        return _build_result_page(is_all=params["done"] == "all")
    link = _read_token(params.get("token"))
    if link is None:
        page = build_note_page(
            _("This link doesn't work"),
            _("You can turn off emails in your settings."),
            link_label=_("Notification settings"),
            link_href=urls.NOTIFICATION_SETTINGS,
        )
        return page.model_copy(update={"is_link_invalid": True})
    return _build_kind_page(link) if link.scope else _build_page(link)


def _build_page(link: _Unsubscription) -> LinkPage:
    """Return the page for all emails, with a link to the page for the kind of the email."""
    page = LinkPage(
        title=_("Unsubscribe from notification emails?"),
        text=_("You'll still see all notifications on the site."),
        form="confirm",
        action=urls.UNSUBSCRIBE,
        submit=_("Unsubscribe"),
        token=_build_token(link.user_id, kind=link.kind),
        next_path=urls.UNSUBSCRIBED,
    )
    if not link.kind:
        return page
    token = _build_token(link.user_id, scope=link.kind)
    label = _("Only turn off notifications of the type “{kind}”", kind=get_label(link.kind))
    href = urls.with_token(urls.UNSUBSCRIBE, token)
    return page.model_copy(update={"link_label": label, "link_href": href})


def _build_kind_page(link: _Unsubscription) -> LinkPage:
    return LinkPage(
        title=_("Turn off notifications of the type “{kind}”?", kind=get_label(link.scope)),
        text=_("You'll no longer get them by email, and no longer see them on the site."),
        form="confirm",
        action=urls.UNSUBSCRIBE,
        submit=_("Turn off"),
        token=_build_token(link.user_id, scope=link.scope),
        next_path=urls.KIND_TURNED_OFF,
    )


def _build_result_page(*, is_all: bool) -> LinkPage:
    return build_note_page(
        _("You're unsubscribed") if is_all else _("Notifications turned off"),
        (
            _("You won't get notifications by email anymore.")
            if is_all
            else _("You won't get notifications of this type anymore.")
        ),
        link_label=_("Notification settings"),
        link_href=urls.NOTIFICATION_SETTINGS,
    )


def _build_token(user_id: int, *, scope: str = "", kind: str = "") -> str:
    expires_at = clock.now() + LIFETIME
    return build_token(_AUDIENCE, expires_at=expires_at, sub=str(user_id), scope=scope, kind=kind)


def _read_token(token: str | None) -> _Unsubscription | None:
    claims = read_token(_AUDIENCE, token)
    if claims is None:
        return None
    return _Unsubscription(int(claims["sub"]), claims["scope"], claims["kind"])


def _make_invalid_error() -> Invalid:
    message = _("This link doesn't work. You can turn off emails in your settings.")
    return Invalid.for_field("token", message)
