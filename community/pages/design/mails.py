"""The mails in the design gallery. Each is shown as wide as on a phone and wider."""

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from typing import Final

import reflex as rx

from community.domain import identity, mail, notifications
from community.domain.accounts import mails as account_mails
from community.domain.mail import MailBrand, Message
from community.domain.notifications import NotificationKind, NotificationTarget, NotificationView
from community.domain.people.schemas import UserSummary
from community.i18n import gettext as _

WIDTHS: Final = (390, 700)
_AT: Final = datetime(2026, 3, 14, 9, 26, tzinfo=UTC)
_URL: Final = "https://example.com/email?token=eyJhbGciOiJIUzI1NiJ9"
_FIREFOX: Final = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
_QUOTE: Final = "Twelve hours is right at 20 °C. In my kitchen it takes longer. I watch the dough."
_NAME, _EMAIL = "Maximiliane von Hohenstein-Zeitz", "maximiliane.von.hohenstein@example.com"


def build_sample_mails() -> Mapping[str, Message]:
    """Return a mail of each kind, with long values, by its name."""
    sign_in = {"user_agent": _FIREFOX, "address": "2001:db8:85a3:8d3:1319:8a2e:370:7348", "at": _AT}
    return {
        "Password reset": identity.mails.build_password_reset(_NAME, _URL),
        "Password changed": identity.mails.build_password_changed(_NAME, _AT),
        "Verification": account_mails.build_verification(_NAME, _URL),
        "Registration": account_mails.build_registration(_NAME, _URL),
        "Registration with a taken email": account_mails.build_registration_attempt(_NAME),
        "New device": identity.mails.build_new_device(_NAME, report_url=_URL, **sign_in),
        "Changed credentials": identity.mails.build_credential_change(
            _NAME,
            subject=_("A passkey was added"),
            text=_("Someone can now sign in to your account with another passkey."),
            report_url=_URL,
            **sign_in,
        ),
        "Second factor removed": identity.mails.build_second_factor_removed(_NAME, _AT),
        "Confirmation code": identity.mails.build_confirmation_code(_NAME, "482913"),
        "New email, to the old address": account_mails.build_confirmation_by_old(
            _NAME, _EMAIL, url=_URL, stop_url=_URL
        ),
        "New email, to the new address": account_mails.build_confirmation_by_new(_NAME, url=_URL),
        "New email that is taken": account_mails.build_email_taken(),
        **_build_notification_mails(),
        "Email changed": account_mails.build_email_changed(_NAME, _EMAIL),
    }


def _build_notification_mails() -> dict[str, Message]:
    reply = _make_notification(NotificationKind.COMMENT_REPLY, _QUOTE)
    reaction = _make_notification(NotificationKind.POST_REACTION)
    follower = _make_notification(NotificationKind.NEW_FOLLOWER)
    digest = [reply, _make_notification(NotificationKind.MENTION, "@maximiliane?"), follower]
    build = partial(
        notifications.build_message, site_name="Community", unsubscribe_url=f"{_URL}&unsubscribe"
    )
    return {
        "Notification of a reply": build([reply]),
        "Notification of a follower": build([follower]),
        "Notifications of a minute": build([*digest, reaction]),
        "Digest of an hour": build(digest * 4),
    }


def _make_notification(kind: NotificationKind, quote: str = "") -> NotificationView:
    is_about_user = kind == NotificationKind.NEW_FOLLOWER
    target = NotificationTarget(
        type="user" if is_about_user else "comment" if quote else "post",
        id=1,
        title=_NAME if is_about_user else "Why sourdough needs twelve hours, and what it costs",
        url="/p/1/why-sourdough",
    )
    actor = UserSummary(id=1, slug="maximiliane", name=_NAME)
    return NotificationView(
        id=1,
        kind=kind,
        actors=[actor],
        actors_count=1,
        target=target,
        text=notifications.render_text(kind, [_NAME], 1),
        quote=quote,
        created_at=_AT,
        bumped_at=_AT,
    )


def sample_mails() -> list[rx.Component]:
    brand = MailBrand("Community", "https://example.com/", "", "#9a3412", "#fdba74")
    return [
        _frame(name, mail.render(message, brand).html)
        for name, message in build_sample_mails().items()
    ]


def _frame(name: str, html: str) -> rx.Component:
    frames = [
        rx.el.iframe(
            src_doc=html,
            title=f"{name}, {width} px",
            class_name="max-w-full",
            # Reflex would make CSS properties of them, without a unit.
            custom_attrs={"width": str(width), "height": "640"},
        )
        for width in WIDTHS
    ]
    return rx.el.section(
        rx.el.h3(name), rx.el.div(*frames, class_name="flex flex-wrap gap-6"), class_name="mb-10"
    )
