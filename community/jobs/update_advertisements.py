"""The tasks for advertisements that each web process runs every two seconds."""

from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.domain import advertising
from community.realtime import hub, messages

_checked_at = clock.now()


async def store_advertisement_counts() -> None:
    """Store the counts since the last call, in one transaction.

    If the transaction fails, or it is unknown whether it was committed, the next call stores the
    same batch, which is added only once.
    """
    while (batch := advertising.buffer.take()) is not None:
        async with unit_of_work() as session:
            await advertising.store_batch(session, batch)
        advertising.buffer.mark_stored(batch)


async def publish_scheduled_advertisements() -> None:
    """Tell the open pages of this process when the period of an advertisement begins or ends."""
    global _checked_at  # noqa: PLW0603  # each process has its own open pages
    now = clock.now()
    async with read_session() as session:
        has_changed = await advertising.has_started_or_ended(session, _checked_at, now)
    _checked_at = now
    if has_changed:
        hub.publish_locally(messages.AdvertisementsChanged())
