"""The merge of two accounts of one person. It cannot be undone.

`merge` closes the account `source` at once. A job then moves its content to `target`, step by step
and in batches, so that a crash or a restart continues where the job stopped.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, events
from community.core.actor import Actor
from community.core.db.personal_data import MoveRows, list_merge_steps, nothing
from community.core.errors import NotFound
from community.core.events import DomainEvent
from community.core.read_models import ReadModel, Timestamp
from community.domain import accounts, chat, moderation, notifications, personal_data, ratings
from community.domain.jobs import outbox
from community.i18n import gettext as _
from community.models import AccountMerge

# Longer than any process caches an actor. After that time the closed account creates nothing.
_START_DELAY = timedelta(seconds=5)
BATCH_SIZE = 200


@dataclass(frozen=True, slots=True)
class AccountsMerged(DomainEvent):
    """The account `source_id` was closed, and its content begins to move to `target_id`."""

    source_id: int
    target_id: int


@dataclass(frozen=True, slots=True)
class MergeFinished(DomainEvent):
    """All content of the account `source_id` belongs to `target_id`."""

    source_id: int
    target_id: int


class MergeView(ReadModel):
    """The progress of a merge. `moved` contains the number of moved rows by kind."""

    id: int
    source_id: int
    target_id: int
    moved: dict[str, int]
    created_at: Timestamp
    finished_at: Timestamp | None = None


async def get_merge(session: AsyncSession, actor: Actor, *, merge_id: int) -> MergeView:
    moderation.ensure_may_moderate_users(actor)
    row = await session.get(AccountMerge, merge_id)
    if row is None:
        raise NotFound(_("Merge not found."))
    return MergeView.model_validate(row)


async def list_source_ids(session: AsyncSession, target_ids: Collection[int]) -> list[int]:
    """Return the ids of the accounts that were merged into these accounts, at any distance."""
    found: set[int] = set()
    targets = set(target_ids)
    while targets:
        query = select(AccountMerge.source_id).where(col(AccountMerge.target_id).in_(targets))
        targets = set(await session.scalars(query)) - found
        found |= targets
    return sorted(found)


PERSONAL_DATA: Final = (
    *nothing(AccountMerge.created_by_id, because="What the user did as an administrator."),
    *nothing(
        AccountMerge.source_id,
        AccountMerge.target_id,
        because="Which accounts were one. The closed account has no content.",
    ),
)


def _list_steps() -> Iterator[tuple[str, MoveRows]]:
    for table, move in list_merge_steps(personal_data.DECLARATIONS):
        if move is chat.move_chats:
            # Which chats the next step merges can be seen only before it.
            yield "notifications", notifications.move_chat_notifications
        yield table, move


STEPS: Final = tuple(_list_steps())


async def merge(
    session: AsyncSession, actor: Actor, *, source_id: int, target_id: int, reason: str = ""
) -> MergeView:
    """Close the account `source_id`, and let a job move its content to `target_id`.

    The username of the source redirects to the target. The target keeps their profile, their
    password and their settings. This cannot be undone. Raise `Conflict` if the source is banned.
    """
    source, target = await moderation.lock_users_for_merge(
        session, actor, source_id=source_id, target_id=target_id
    )
    row = AccountMerge(source_id=source_id, target_id=target_id, created_by_id=actor.user_id)
    session.add(row)
    await session.flush()
    await moderation.record_merge(session, actor, source=source, target=target, reason=reason)
    await ratings.erase_places(session, user_ids=[source_id])
    await accounts.close_merged_account(session, actor, source, target)
    outbox.enqueue(session, "merge_accounts", due_at=clock.now() + _START_DELAY, merge_id=row.id)
    events.record(session, AccountsMerged(source_id, target_id))
    return MergeView.model_validate(row)


async def run_merge_step(session: AsyncSession, merge_id: int, after: int = 0) -> int | None:
    """Move one batch. Return the number of the next step, or None when everything is moved."""
    row = await session.get(AccountMerge, merge_id, with_for_update=True)
    if row is None or row.finished_at is not None:
        return None
    if after >= len(STEPS):
        row.finished_at = clock.now()
        events.record(session, MergeFinished(row.source_id, row.target_id))
        return None
    table, move = STEPS[after]
    moved = await move(session, source_id=row.source_id, target_id=row.target_id, limit=BATCH_SIZE)
    if moved:
        row.moved = {**row.moved, table: row.moved.get(table, 0) + moved}
    # A step that moves everything at once is called again, and then finds nothing.
    return after if moved else after + 1
