"""The job that performs or undoes an act on all records that match, record by record."""

from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import DomainError
from community.domain import bulk_acts
from community.domain.bulk_acts import Batch, Item


async def run_bulk_act(bulk_act_id: int) -> None:
    """Perform or undo the act on all records. After a crash, continue after the last one stored."""
    while (batch := await _read_batch(bulk_act_id)) is not None:
        if batch.items:
            await _run_batch(bulk_act_id, batch)
        else:
            async with unit_of_work() as session:
                await bulk_acts.finish(session, bulk_act_id, after=batch.position)


async def _read_batch(bulk_act_id: int) -> Batch | None:
    async with read_session() as session:
        return await bulk_acts.read_batch(session, bulk_act_id)


async def _run_batch(bulk_act_id: int, batch: Batch) -> None:
    position = batch.position
    for item in batch.items:
        if not await _run_item(bulk_act_id, item, position):
            return
        position = item.position


async def _run_item(bulk_act_id: int, item: Item, position: str) -> bool:
    try:
        async with unit_of_work() as session:
            return await bulk_acts.perform(session, bulk_act_id, item, after=position)
    except DomainError as error:
        message = error.message
    async with unit_of_work() as session:
        return await bulk_acts.skip(session, bulk_act_id, item, message, after=position)
