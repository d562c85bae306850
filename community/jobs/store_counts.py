"""The task that stores the counts of advertisements of this process."""

from community.core.db.sessions import unit_of_work
from community.domain import advertising


async def store_advertisement_counts() -> None:
    """Store the counts since the last call, in one transaction.

    If the transaction fails, or it is unknown whether it was committed, the next call stores the
    same batch, which is added only once.
    """
    while (batch := advertising.buffer.take()) is not None:
        async with unit_of_work() as session:
            await advertising.store_batch(session, batch)
        advertising.buffer.mark_stored(batch)
