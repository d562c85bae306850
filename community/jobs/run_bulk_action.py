"""The job that performs or undoes a bulk action, record by record."""

from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import DomainError
from community.domain import bulk_actions


async def run_bulk_action(bulk_action_id: int) -> None:
    """Perform or undo the action. After a crash, continue after the last stored record."""
    while (batch := await _read_batch(bulk_action_id)) is not None:
        if batch.items:
            await _run_batch(bulk_action_id, batch)
        else:
            async with unit_of_work() as session:
                await bulk_actions.finish(session, bulk_action_id, after=batch.position)


async def _read_batch(bulk_action_id: int) -> bulk_actions.Batch | None:
    async with read_session() as session:
        return await bulk_actions.read_batch(session, bulk_action_id)


async def _run_batch(bulk_action_id: int, batch: bulk_actions.Batch) -> None:
    position = batch.position
    for item in batch.items:
        if not await _run_item(bulk_action_id, item, position):
            return
        position = item.position


async def _run_item(bulk_action_id: int, item: bulk_actions.Item, position: str) -> bool:
    try:
        async with unit_of_work() as session:
            return await bulk_actions.perform(session, bulk_action_id, item, after=position)
    except DomainError as error:
        message = error.message
    async with unit_of_work() as session:
        return await bulk_actions.skip(session, bulk_action_id, item, message, after=position)
