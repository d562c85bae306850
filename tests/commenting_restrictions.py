"""Users who may not comment, each for another reason, with the texts that they see."""

from dataclasses import dataclass
from datetime import timedelta

from community.core import clock
from community.core.actor import GUEST, Actor
from community.core.db.sessions import unit_of_work
from community.domain import site
from community.domain.site import ContentSettings
from community.i18n.formats import format_full_time
from community.models import User
from tests import factories
from tests.cast import Cast

REASONS = ("guest", "unverified", "new", "banned", "banned until")


@dataclass(frozen=True)
class RestrictedUser:
    """A user, and the error for a comment of them."""

    actor: Actor
    status: int
    code: str
    message: str
    details: dict[str, str | None]  # the details of the error that say when the user may comment


async def create_restricted_user(cast: Cast, reason: str) -> RestrictedUser:
    """Configure the restriction, and return a user to whom it applies."""
    if reason == "guest":
        return RestrictedUser(GUEST, 401, "unauthenticated", "Sign in to comment.", {})
    if reason == "unverified":
        await _configure(cast, ContentSettings(unverified_accounts="refuse"))
        actor = await factories.user("newcomer", email_verified_at=None)
        return RestrictedUser(actor, 403, "email_unverified", "Confirm your email to comment.", {})
    if reason == "new":
        await _configure(cast, ContentSettings(new_account_hours=24))
        created_at = clock.now() - timedelta(hours=18, minutes=30)
        actor = await factories.user("newcomer", created_at=created_at)
        return RestrictedUser(
            actor,
            403,
            "account_too_new",
            "Your account is too new to comment. Try again in 5 h.",
            {"available_at": clock.format_iso(created_at + timedelta(hours=24))},
        )
    until = clock.now() + timedelta(days=3) if reason == "banned until" else None
    async with unit_of_work() as session:
        row = await session.get_one(User, cast.mallory.id)
        row.banned_until, row.ban_reason = until, "Advertising"
    message = f"Your account is banned until {format_full_time(until)}." if until else ""
    return RestrictedUser(
        cast.mallory,
        403,
        "banned",
        f"{message or 'Your account is banned.'} You can only read the site.",
        {"until": clock.format_iso(until) if until else None, "reason": "Advertising"},
    )


async def _configure(cast: Cast, settings: ContentSettings) -> None:
    async with unit_of_work() as session:
        await site.update_settings(session, cast.olga, settings)
