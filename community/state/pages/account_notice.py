"""The notice about the account of the viewer, for example of a ban or an unpaid renewal."""

from typing import Literal
from uuid import UUID

from community import urls
from community.core.actor import Actor
from community.core.read_models import ReadModel
from community.i18n import formats, gettext as _


class AccountNotice(ReadModel):
    """A notice about the account of the viewer.

    The view of another user can be stopped, and users with an unconfirmed email can ask for a link.
    """

    kind: Literal["banned", "view", "unverified", "renewal"]
    title: str
    text: str
    url: str = ""  # the page on which the user can do something about it, or ""
    action: str = ""


def get_account_notice(
    actor: Actor, *, is_verification_required: bool = False
) -> AccountNotice | None:
    if actor.is_read_only:
        return AccountNotice(
            kind="view",
            title=_("You're viewing the site as {name}", name=actor.name),
            text=_("You can't change anything, and private drafts are hidden."),
        )
    if actor.banned_at is None and actor.overdue_payment_id is not None:
        return _make_renewal_notice(actor, actor.overdue_payment_id)
    if actor.banned_at is None:
        is_shown = is_verification_required and not (
            actor.is_guest or actor.is_email_verified or actor.is_admin
        )
        return _make_verification_notice() if is_shown else None
    return AccountNotice(kind="banned", title=_make_ban_title(actor), text=_make_ban_text(actor))


def _make_renewal_notice(actor: Actor, payment_id: UUID) -> AccountNotice:
    if actor.must_confirm_payment:
        return AccountNotice(
            kind="renewal",
            title=_("Confirm the renewal of your plan"),
            text=_("Your bank asks you to confirm the payment."),
            url=urls.payment(payment_id),
            action=_("Confirm payment"),
        )
    return AccountNotice(
        kind="renewal",
        title=_("Your plan could not be renewed"),
        text=_("Pay now to keep it."),
        url=urls.payment(payment_id),
        action=_("Pay now"),
    )


def _make_verification_notice() -> AccountNotice:
    return AccountNotice(
        kind="unverified",
        title=_("Confirm your email"),
        text=_("You can post and comment after you open the link that we send to you."),
    )


def _make_ban_title(actor: Actor) -> str:
    if actor.banned_until is None:
        return _("Your account is banned")
    return _(
        "Your account is banned until {time}", time=formats.format_full_time(actor.banned_until)
    )


def _make_ban_text(actor: Actor) -> str:
    if not actor.ban_reason:
        return _("You can read the site, but you can't post, comment or react.")
    return _(
        "Reason: {reason}. You can read the site, but you can't post, comment or react.",
        reason=actor.ban_reason.rstrip("."),
    )
