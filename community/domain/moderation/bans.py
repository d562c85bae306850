"""Functions that ban users and lift bans.

Banned users can read the site and delete their content. They can write nothing, and change nothing
else that others see. A ban with a term ends by itself: `identity.build_actor` and
`people.is_listed` compare it with the current time (`is_ban_in_force` in `identity/policies.py`).
"""

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, Field
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, events
from community.core.actor import Actor
from community.core.clock import UtcTime, format_iso
from community.core.errors import Conflict, Invalid
from community.domain import accounts, identity, people
from community.domain.moderation import policies
from community.domain.moderation.events import BanLifted, UserBanned
from community.domain.moderation.locking import lock_managed_user, record
from community.i18n import formats, gettext as _
from community.models import Sanction, User


class ShownBan(BaseModel):
    """The ban of a user as the caller saw it. The default stands for a user who is not banned."""

    until: UtcTime | None = None
    reason: Annotated[str, Field(max_length=100_000)] = ""


async def ban(
    session: AsyncSession,
    actor: Actor,
    *,
    user_id: int,
    reason: str,
    until: datetime | None = None,
    shown: ShownBan | None = None,
) -> bool:
    """Ban a user, or replace the term and the reason of a ban that is in force.

    Args:
        shown: The ban that the caller saw and replaces. If None, any ban is replaced.

    Raises:
        Conflict: The user is the last full administrator, or someone else has banned them. Then
            `details` contains the `conflicts`.
    """
    reason = policies.clean_reason(reason)
    _ensure_valid_term(until)
    user = await lock_managed_user(session, actor, user_id)
    policies.ensure_confirmed(actor)
    if identity.is_banned(user) and (user.banned_until, user.ban_reason) == (until, reason):
        return False
    if shown is not None:
        _ensure_same_ban(user, shown, until=until, reason=reason)
    await accounts.ensure_not_last_full_administrator(session, user)
    before = _describe(user)
    await _close_sanctions(session, actor, user.id)
    now = clock.now()
    user.banned_at, user.banned_until, user.ban_reason = now, until, reason
    session.add(Sanction(user_id=user.id, reason=reason, until=until, created_by_id=actor.user_id))
    await session.flush()
    await record(
        session,
        actor,
        user,
        "banned",
        before=before,
        after=_describe(user),
        reason=reason,
    )
    events.record(session, UserBanned(user.id))
    return True


async def lift_ban(session: AsyncSession, actor: Actor, *, user_id: int, reason: str = "") -> bool:
    """End the ban of a user. Return False if the user is not banned."""
    reason = policies.clean_reason(reason, is_required=False)
    user = await lock_managed_user(session, actor, user_id)
    if not identity.is_banned(user):
        return False
    before = _describe(user)
    await _close_sanctions(session, actor, user.id, reason=reason)
    user.banned_at, user.banned_until, user.ban_reason = None, None, ""
    await session.flush()
    await record(
        session,
        actor,
        user,
        "unbanned",
        before=before,
        after=_describe(user),
        reason=reason,
    )
    events.record(session, BanLifted(user.id))
    return True


async def get_current_sanction(session: AsyncSession, user: User) -> Sanction | None:
    if not identity.is_banned(user):
        return None
    return await session.scalar(
        select(Sanction).where(Sanction.user_id == user.id, col(Sanction.lifted_at).is_(None))
    )


async def find_sanction_id(session: AsyncSession, user: User) -> int | None:
    sanction = await get_current_sanction(session, user)
    return None if sanction is None else sanction.id


async def find_ban_mark(session: AsyncSession, *, user_id: int) -> str:
    """Return a text that differs for each ban of a user, or "" if they are not banned."""
    users = await people.lock_users(session, [user_id])
    sanction_id = await find_sanction_id(session, users[user_id]) if users else None
    return "" if sanction_id is None else str(sanction_id)


async def _close_sanctions(
    session: AsyncSession, actor: Actor, user_id: int, *, reason: str = ""
) -> None:
    """Mark the last ban as ended. A ban whose term has passed ended at its own time."""
    await session.execute(
        update(Sanction)
        .where(col(Sanction.user_id) == user_id, col(Sanction.lifted_at).is_(None))
        .values(lifted_at=clock.now(), lifted_by_id=actor.user_id, lift_reason=reason)
        .execution_options(synchronize_session=False)
    )


def _ensure_valid_term(until: datetime | None) -> None:
    if until is None:
        return
    if until.tzinfo is None or until <= clock.now():
        raise Invalid.for_field("until", _("Choose a time in the future."))
    if until > clock.now() + policies.MAX_BAN:
        raise Invalid.for_field("until", _("Choose an earlier time, or ban without an end."))


def _describe(user: User) -> dict[str, str | None]:
    if not identity.is_banned(user):
        return {"banned": None}
    until = format_iso(user.banned_until) if user.banned_until else None
    return {"banned": "until" if until else "permanently", "until": until}


def _ensure_same_ban(user: User, shown: ShownBan, *, until: datetime | None, reason: str) -> None:
    """Check that a new ban replaces no ban that the caller did not see.

    Raises:
        Conflict: Someone else has banned the user. `details` has the `conflicts`: for the fields of
            `ShownBan`, the value that is `saved` and the one that was `submitted`.
    """
    saved_until, saved_reason = user.banned_until, user.ban_reason
    is_shown = (_format(saved_until), saved_reason) == (
        _format(shown.until),
        shown.reason,
    )
    if is_shown or not identity.is_banned(user):
        return
    values = {"reason": saved_reason}
    if saved_until is None:
        message = _(
            "Someone else has banned this user permanently. Their reason: {reason}. "
            "Ban again to replace it.",
            **values,
        )
    else:
        values["time"] = formats.format_full_time(saved_until)
        message = _(
            "Someone else has banned this user until {time}. Their reason: {reason}. "
            "Ban again to replace it.",
            **values,
        )
    conflicts = {
        "until": {
            "saved": _format(saved_until),
            "submitted": _format(until),
        },
        "reason": {"saved": saved_reason, "submitted": reason},
    }
    raise Conflict(message, details={"conflicts": conflicts})


def _format(time: datetime | None) -> str | None:
    return format_iso(time) if time is not None else None
