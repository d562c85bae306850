"""Functions that load and change the notification preferences of a user."""

from collections.abc import Mapping

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.db.upsert import insert
from community.core.errors import Invalid
from community.domain.notifications.kinds import NotificationKind
from community.domain.notifications.schemas import NotificationPreferences
from community.i18n import gettext as _
from community.models import NotificationSettings


async def get_preferences(session: AsyncSession, actor: Actor) -> NotificationPreferences:
    """Return the actor's preferences. By default all kinds are on and email is off."""
    row = await session.get(NotificationSettings, actor.id)
    return _build_view(row or NotificationSettings(user_id=actor.id))


async def update_preferences(
    session: AsyncSession,
    actor: Actor,
    *,
    email: bool | None = None,
    types: Mapping[str, bool] | None = None,
) -> NotificationPreferences:
    """Change the given notification preferences. The other preferences do not change.

    Args:
        email: Whether to send notifications by email too.
        types: Whether each kind of notification is on, by the name of the kind.

    Raises:
        Invalid: `types` contains an unknown kind.
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
    return _build_view(row)


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


def _build_view(row: NotificationSettings) -> NotificationPreferences:
    return NotificationPreferences(
        email=row.email,
        types={kind.value: kind not in row.muted_kinds for kind in NotificationKind},
    )
