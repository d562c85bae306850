"""Which kinds somebody wants to be told of, and whether by e-mail too."""

from collections.abc import Mapping

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.errors import Invalid
from community.core.upsert import insert
from community.domain.notifications.kinds import Kind
from community.domain.notifications.schemas import NotificationSwitches
from community.models import NotificationSettings


async def switches(session: AsyncSession, actor: Actor) -> NotificationSwitches:
    """What is on for this actor; without a choice everything but e-mail."""
    row = await session.get(NotificationSettings, actor.id)
    return _view(row or NotificationSettings(user_id=actor.id))


async def switch(
    session: AsyncSession,
    actor: Actor,
    *,
    email: bool | None = None,
    types: Mapping[str, bool] | None = None,
) -> NotificationSwitches:
    """Change what is given and leave the rest as it is.

    Raises:
        NotAllowed: guests.
        Invalid: there is no such kind.
    """
    types = types or {}
    if unknown := sorted(types.keys() - set(Kind)):
        raise Invalid.field("types", f"There is no kind of notification called “{unknown[0]}”.")
    row = await _own(session, actor)
    if email is not None:
        row.email = email
    off = {kind for kind in row.muted_kinds if types.get(kind) is not True}
    off |= {kind for kind, is_on in types.items() if not is_on}
    row.muted_kinds = sorted(off)
    await session.flush()
    return _view(row)


async def _own(session: AsyncSession, actor: Actor) -> NotificationSettings:
    """The row of this actor, locked; of two who make it at once one finds that of the other."""
    assert actor.id
    row = await session.get(NotificationSettings, actor.id, with_for_update=True)
    if row is not None:
        return row
    first = NotificationSettings(user_id=actor.id).model_dump()
    await session.execute(
        insert(session, NotificationSettings).values(first).on_conflict_do_nothing()
    )
    return await session.get_one(NotificationSettings, actor.id, with_for_update=True)


def _view(row: NotificationSettings) -> NotificationSwitches:
    return NotificationSwitches(
        email=row.email, types={kind.value: kind not in row.muted_kinds for kind in Kind}
    )
