"""Functions that list administrators and change which sections of the Admin Panel they may open."""

from collections.abc import Collection
from dataclasses import replace

from sqlalchemy import not_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, errors, events
from community.core.actor import ALL_SECTIONS, Actor
from community.core.db.statements import acquire_advisory_lock
from community.domain import audit, identity, people
from community.domain.accounts.administration import admin_sections
from community.domain.accounts.events import AdminSectionsChanged
from community.domain.accounts.schemas import Administrator
from community.domain.people import UserSummary
from community.i18n import gettext as _
from community.models import User

# Changes wait for each other, so that two of them cannot remove the last two full administrators.
_LOCK = "administrators"


async def list_administrators(session: AsyncSession, actor: Actor) -> list[Administrator]:
    """Return all administrators, those with the longest membership first."""
    actor.ensure_section(admin_sections.PERMISSIONS)
    return [_to_administrator(user, actor) for user in await _load_administrators(session)]


async def suggest_administrators(
    session: AsyncSession, actor: Actor, term: str
) -> list[UserSummary]:
    """Return users who are not administrators and whose username starts with `term`."""
    actor.ensure_section(admin_sections.PERMISSIONS)
    known = {user.id for user in await _load_administrators(session)}
    term = term.strip().removeprefix("@")
    found = await people.suggest_users(session, term, not_(col(User.is_bot)))
    return [user for user in found if user.id not in known]


async def set_admin_sections(
    session: AsyncSession, actor: Actor, *, user_id: int, sections: Collection[str]
) -> bool:
    """Replace the sections that a user may open. Return False if nothing changed.

    A user without sections is made an administrator, who may open only the dashboard.

    Raises:
        Invalid: The user is banned, or is the assistant.
        Conflict: The user is the last full administrator.
    """
    admin_sections.ensure_may_manage_roles(actor)
    identity.ensure_recently_confirmed(actor)
    after = admin_sections.clean_sections(sections)
    actor = await _lock_and_reload(session, actor)
    user = await people.get_user(session, user_id)
    before = _get_sections(user)
    admin_sections.ensure_may_change(actor, user.id, before, after)
    if before != after or user.admin_since is None:
        _ensure_not_banned(user)
        _ensure_not_bot(user)
    return await _store(session, actor, user, after)


async def toggle_admin_section(
    session: AsyncSession, actor: Actor, *, user_id: int, section: str, is_granted: bool
) -> bool:
    """Add a section to those of an administrator, or remove it. Return False if nothing changed."""
    admin_sections.ensure_may_manage_roles(actor)
    actor = await _lock_and_reload(session, actor)
    before = _get_sections(await people.get_user(session, user_id))
    if ALL_SECTIONS in before and section != ALL_SECTIONS:
        return False
    after = before | {section} if is_granted else before - {section}
    return await set_admin_sections(session, actor, user_id=user_id, sections=after)


async def remove_administrator(session: AsyncSession, actor: Actor, *, user_id: int) -> bool:
    """Make an administrator an ordinary user. Return False if the user is not an administrator."""
    admin_sections.ensure_may_manage_roles(actor)
    identity.ensure_recently_confirmed(actor)
    actor = await _lock_and_reload(session, actor)
    user = await people.get_user(session, user_id)
    admin_sections.ensure_may_change(actor, user.id, _get_sections(user), ())
    return await _store(session, actor, user, None)


async def grant_admin(
    session: AsyncSession, user: User, sections: Collection[str] = (ALL_SECTIONS,)
) -> bool:
    """Make `user` an administrator with these sections. Return False if nothing changed.

    This function does not check permissions, because only a command on the server calls it. Raise
    `Invalid` if the user is the assistant.
    """
    await acquire_advisory_lock(session, _LOCK)
    cleaned = admin_sections.clean_sections(sections)
    _ensure_not_bot(user)
    return await _store(session, OPERATOR, user, cleaned)


async def revoke_admin(session: AsyncSession, user: User) -> bool:
    """Make an administrator an ordinary user. Return False if the user is not an administrator.

    This function does not check permissions, because only a command on the server calls it. Raise
    `Conflict` if the user is the last full administrator.
    """
    await acquire_advisory_lock(session, _LOCK)
    return await _store(session, OPERATOR, user, None)


async def ensure_not_last_full_administrator(session: AsyncSession, user: User) -> None:
    """Raise `Conflict` if the site would have no full administrator without this user.

    Actions that ban or delete an account call this function first, and have locked the user. Thus
    the lock of all changes is needed only if the user is a full administrator.
    """
    if not _is_full(user):
        return
    await acquire_advisory_lock(session, _LOCK)
    if await is_last_full_administrator(session, user):
        raise admin_sections.make_last_full_admin_error()


async def is_last_full_administrator(session: AsyncSession, user: User) -> bool:
    if not _is_full(user):
        return False
    others = await _load_administrators(session)
    return not any(_is_full(other) for other in others if other.id != user.id)


# The actor of commands that an operator runs on the server.
OPERATOR = Actor(is_admin=True, sections=frozenset({ALL_SECTIONS}))


async def _lock_and_reload(session: AsyncSession, actor: Actor) -> Actor:
    """Let changes of rights wait for each other. Return the actor with their present sections.

    Another administrator can have taken the rights of the actor since the request began.
    """
    await acquire_advisory_lock(session, _LOCK)
    if actor.user_id is None:
        return actor
    user = await people.get_user(session, actor.user_id)
    banned_at = user.banned_at if identity.is_banned(user) else None
    return replace(
        actor,
        is_admin=user.admin_since is not None,
        sections=_get_sections(user),
        banned_at=banned_at,
    )


async def _store(
    session: AsyncSession, actor: Actor, user: User, sections: frozenset[str] | None
) -> bool:
    before = None if user.admin_since is None else sorted(_get_sections(user))
    after = None if sections is None else sorted(sections)
    if before == after:
        return False
    if ALL_SECTIONS not in (after or ()):
        await ensure_not_last_full_administrator(session, user)
    user.admin_sections = after or []
    user.admin_since = None if after is None else user.admin_since or clock.now()
    await session.flush()
    await audit.record(
        session,
        actor,
        _get_action(before, after),
        target_kind="user",
        target_id=user.id,
        target_name=user.name,
        before=None if before is None else {"sections": before},
        after=None if after is None else {"sections": after},
    )
    events.record(session, AdminSectionsChanged(user.id))
    return True


def _get_action(before: list[str] | None, after: list[str] | None) -> str:
    if before is None:
        return "administrator.added"
    return "administrator.removed" if after is None else "administrator.changed"


async def _load_administrators(session: AsyncSession) -> list[User]:
    result = await session.scalars(
        select(User)
        .where(col(User.admin_since).is_not(None), identity.is_active)
        .order_by(col(User.admin_since), col(User.id))
    )
    return list(result)


def _get_sections(user: User) -> frozenset[str]:
    return frozenset() if user.admin_since is None else frozenset(user.admin_sections)


def _is_full(user: User) -> bool:
    return not identity.is_banned(user) and ALL_SECTIONS in _get_sections(user)


def _ensure_not_bot(user: User) -> None:
    if user.is_bot:
        raise errors.Invalid(_("The site writes with this account. It can't be an administrator."))


def _ensure_not_banned(user: User) -> None:
    if identity.is_banned(user):
        raise errors.Invalid(_("A banned user can't be an administrator."))


def _to_administrator(user: User, viewer: Actor) -> Administrator:
    sections = _get_sections(user)
    return Administrator(
        id=user.id,
        slug=user.slug,
        name=user.name,
        avatar=user.avatar,
        is_full=ALL_SECTIONS in sections,
        is_banned=identity.is_banned(user),
        is_self=viewer.is_user(user.id),
        sections=[code for code in admin_sections.SECTIONS if code in sections],
    )
