"""Functions that load and change the notification preferences of a user."""

from collections.abc import Mapping

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.db.statements import insert
from community.core.errors import Invalid
from community.domain import mail
from community.domain.notifications.kinds import NotificationKind
from community.domain.notifications.schemas import EmailProblem, NotificationPreferences
from community.i18n import gettext as _
from community.models import NotificationSettings, User


async def get_preferences(session: AsyncSession, actor: Actor) -> NotificationPreferences:
    """Return the actor's preferences. By default all kinds are on and email is off."""
    row = await session.get(NotificationSettings, actor.id)
    return await _build_view(session, row or NotificationSettings(user_id=actor.id))


async def find_email_problem(session: AsyncSession, user: User) -> EmailProblem:
    """Return why the user cannot get notifications by email, or an empty string."""
    if user.email_verified_at is None:
        return "unverified"
    if user.email_undeliverable_at is not None:
        return "undeliverable"
    return "no_mail_server" if await mail.find_smtp_server(session) is None else ""


async def update_preferences(
    session: AsyncSession,
    actor: Actor,
    *,
    email: bool | None = None,
    types: Mapping[str, bool] | None = None,
) -> NotificationPreferences:
    """Change the given notification preferences. The other preferences do not change.

    Raise `Invalid` if `types` contains an unknown kind.
    """
    types = types or {}
    if unknown := sorted(types.keys() - set(NotificationKind)):
        raise Invalid.for_field("types", _("Unknown notification type: {name}", name=unknown[0]))
    row = await _get_or_create(session, actor)
    if email is not None:
        row.email = email
    muted = {kind for kind in row.muted_kinds if types.get(kind) is not True}
    muted |= {kind for kind, is_on in types.items() if not is_on}
    row.muted_kinds = sorted(muted)
    await session.flush()
    return await _build_view(session, row)


async def _get_or_create(session: AsyncSession, actor: Actor) -> NotificationSettings:
    """Return the actor's locked row. If the row does not exist, insert a row with the defaults."""
    assert actor.id
    row = await session.get(NotificationSettings, actor.id, with_for_update=True)
    if row is not None:
        return row
    defaults = NotificationSettings(user_id=actor.id).model_dump()
    await session.execute(
        insert(session, NotificationSettings).values(defaults).on_conflict_do_nothing()
    )
    return await session.get_one(NotificationSettings, actor.id, with_for_update=True)


async def _build_view(session: AsyncSession, row: NotificationSettings) -> NotificationPreferences:
    user = await session.get_one(User, row.user_id)
    return NotificationPreferences(
        email=row.email,
        email_problem=await find_email_problem(session, user),
        types={kind.value: kind not in row.muted_kinds for kind in NotificationKind},
    )
