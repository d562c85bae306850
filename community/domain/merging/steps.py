"""The steps of the job that moves the content of a closed account to another account."""

from collections.abc import Awaitable, Callable, Iterable

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock, events
from community.core.db.personal_data import PersonalData, list_merge_steps
from community.domain import (
    ai,
    chat,
    comments,
    communities,
    follows,
    moderation,
    notifications,
    posts,
    reactions,
    subscriptions,
    uploads,
)
from community.domain.merging.events import MergeFinished
from community.models import AccountMerge

BATCH_SIZE = 200
# Moves up to `BATCH_SIZE` rows from the first user to the second, and returns their number.
Step = Callable[[AsyncSession, int, int], Awaitable[int]]


async def run_merge_step(session: AsyncSession, merge_id: int, after: int = 0) -> int | None:
    """Move one batch. Return the number of the next step, or None when everything is moved."""
    row = await session.get(AccountMerge, merge_id, with_for_update=True)
    if row is None or row.finished_at is not None:
        return None
    if after >= len(STEPS):
        row.finished_at = clock.now()
        events.record(session, MergeFinished(row.source_id, row.target_id))
        return None
    kind, step = STEPS[after]
    moved = await step(session, row.source_id, row.target_id)
    if moved:
        row.moved = {**row.moved, kind: row.moved.get(kind, 0) + moved}
    # A step that moves everything at once is called again, and then finds nothing.
    return after if moved else after + 1


async def _move_subscriptions(session: AsyncSession, source_id: int, target_id: int) -> int:
    return await notifications.move_subscriptions(session, source_id=source_id, target_id=target_id)


async def _move_plans(session: AsyncSession, source_id: int, target_id: int) -> int:
    return await subscriptions.move_subscriptions(session, source_id=source_id, target_id=target_id)


async def _move_sanctions(session: AsyncSession, source_id: int, target_id: int) -> int:
    return await moderation.move_sanctions(session, source_id=source_id, target_id=target_id)


async def _delete_own_notifications(session: AsyncSession, _: int, target_id: int) -> int:
    return await notifications.delete_own_notifications(
        session, user_id=target_id, limit=BATCH_SIZE
    )


def _in_batches(move: Callable[..., Awaitable[int]]) -> Step:
    async def step(session: AsyncSession, source_id: int, target_id: int) -> int:
        return await move(session, source_id=source_id, target_id=target_id, limit=BATCH_SIZE)

    return step


def _list_steps(declarations: Iterable[PersonalData]) -> list[tuple[str, Step]]:
    return [(table, _in_batches(move)) for table, move in list_merge_steps(declarations)]


# Content first, so that reactions and notifications of a user to themselves are found afterwards.
STEPS: tuple[tuple[str, Step], ...] = (
    *_list_steps(posts.PERSONAL_DATA),
    *_list_steps(comments.PERSONAL_DATA),
    *_list_steps(uploads.PERSONAL_DATA),
    *_list_steps(reactions.PERSONAL_DATA),
    *_list_steps(follows.PERSONAL_DATA),
    ("chat_notifications", _in_batches(notifications.move_chat_notifications)),
    *_list_steps(chat.PERSONAL_DATA),
    *_list_steps(communities.PERSONAL_DATA),
    ("notifications", _in_batches(notifications.move_inbox)),
    ("notification_actors", _in_batches(notifications.move_actors)),
    ("own_notifications", _delete_own_notifications),
    ("subscriptions", _move_subscriptions),
    ("plans", _move_plans),
    *_list_steps(ai.PERSONAL_DATA),
    ("sanctions", _move_sanctions),
    ("reports", _in_batches(moderation.reports.move_reports)),
)
