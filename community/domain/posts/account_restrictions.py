"""The site settings that refuse or hold the comments of new and unverified accounts.

They do not apply to moderators and administrators.
"""

from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock
from community.core.actor import Actor
from community.core.errors import PermissionDenied
from community.domain import site
from community.domain.site.definitions import ContentSettings
from community.i18n import gettext as _
from community.i18n.formats import format_relative_time


def find_account_restriction(actor: Actor, content: ContentSettings) -> PermissionDenied | None:
    """Return an error with the reason why the account may not comment yet, or None."""
    if content.unverified_comments == "refuse" and not actor.is_email_verified:
        return PermissionDenied(_("Confirm your email to comment."), code="email_unverified")
    established_at = _find_establishment(actor, content)
    if established_at is None or content.new_account_comments != "refuse":
        return None
    return PermissionDenied(
        # Translators: {time} is for example "in 5 h" or "12 Nov".
        _(
            "Your account is too new to comment. Try again {time}.",
            time=format_relative_time(established_at, clock.now()),
        ),
        code="account_too_new",
        details={"available_at": clock.format_iso(established_at)},
    )


async def ensure_email_verified(session: AsyncSession, actor: Actor) -> None:
    """Check that the actor may post on a site that requires a confirmed email.

    Raises:
        PermissionDenied: The code is `email_unverified`.
    """
    auth = await site.get_settings_section(session, site.AuthSettings)
    if auth.require_verified_email and not (actor.is_email_verified or actor.is_admin):
        raise PermissionDenied(_("Confirm your email to post."), code="email_unverified")


def find_account_hold(actor: Actor, content: ContentSettings) -> str:
    """Return the rule that holds the comments of the account, or an empty string."""
    if content.unverified_comments == "hold" and not actor.is_email_verified:
        return "unverified_email"
    is_new = _find_establishment(actor, content) is not None
    return "new_account" if is_new and content.new_account_comments == "hold" else ""


def _find_establishment(actor: Actor, content: ContentSettings) -> datetime | None:
    """Return when the account stops being new, or None if it is not new."""
    if actor.joined_at is None:
        return None
    established_at = actor.joined_at + timedelta(hours=content.comments_need_account_hours)
    return established_at if clock.now() < established_at else None
