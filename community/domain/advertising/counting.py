"""Counts of what readers saw and clicked, kept in memory and written to the database in batches.

A page view writes nothing to the database. Each process writes its batch every few seconds, in one
transaction: if the process dies, it loses what it has not written, and nothing is counted twice.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, Final, Literal, NamedTuple, TypeAlias
from uuid import UUID

from sqlalchemy import delete, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, events, ids
from community.core.db import statements
from community.core.db.export_parts import ExportPart
from community.core.db.personal_data import Delete, PersonalData, nothing
from community.core.events import DomainEvent
from community.domain import people
from community.domain.advertising.pacing import count_below_cap
from community.i18n import noop
from community.models import Advertisement, AdvertisementStatistics, MemberImpressions, StoredCounts

Measure: TypeAlias = Literal["shown", "impressions", "clicks"]
MEASURES: Final[tuple[Measure, ...]] = ("shown", "impressions", "clicks")
# Limits the memory of a process that cannot reach the database.
MAX_PENDING_KEYS: Final = 100_000
# Batches are repeated within minutes.
STORED_RETENTION: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class AdvertisementsChanged(DomainEvent):
    """An advertisement was added, changed, approved, moved or deleted, or its budget is used up."""


class Slot(NamedTuple):
    """Where and when an advertisement was shown. `community_id` is 0 for no community."""

    advertisement_id: int
    day: date
    place: str
    community_id: int = 0


class CountKey(NamedTuple):
    """What is counted together. `user_id` is None for guests, and where no daily limit holds."""

    slot: Slot
    measure: Measure
    user_id: int | None = None


class Limits(NamedTuple):
    """What limits the impressions of an advertisement, and how many it has had."""

    cap_per_day: int | None
    budget: int | None
    impressions: int

    def is_used_up_by(self, added: int) -> bool:
        """Return whether so many further impressions use up the budget, which had some left."""
        return (
            self.budget is not None and self.impressions < self.budget <= self.impressions + added
        )


@dataclass(frozen=True, slots=True)
class Batch:
    """Counts that are stored together, once."""

    counts: Mapping[CountKey, int]
    id: UUID = field(default_factory=ids.new_uuid)


class CountBuffer:
    """The counts of a process that are not stored yet.

    A batch that could not be stored is returned again by `take`, unchanged, until `mark_stored`.
    """

    def __init__(self) -> None:
        self._counts: Counter[CountKey] = Counter()
        self._batch: Batch | None = None

    def add(self, key: CountKey, count: int = 1) -> bool:
        if key not in self._counts and len(self._counts) >= MAX_PENDING_KEYS:
            return False
        self._counts[key] += count
        return True

    def take(self) -> Batch | None:
        """Return the batch to store next, or None if nothing was counted."""
        if self._batch is None and self._counts:
            self._batch, self._counts = Batch(self._counts), Counter()
        return self._batch

    def mark_stored(self, batch: Batch) -> None:
        if self._batch is batch:
            self._batch = None


buffer: Final = CountBuffer()


async def store_batch(session: AsyncSession, batch: Batch) -> bool:
    """Add the counts of a batch to the statistics.

    Impressions of a member above the daily limit are not counted. Counts of deleted advertisements
    are dropped. If a budget is used up, the event `AdvertisementsChanged` is recorded.
    """
    statement = statements.insert(session, StoredCounts).values(id=batch.id, stored_at=clock.now())
    inserted = await session.execute(
        statement.on_conflict_do_nothing().returning(col(StoredCounts.id))
    )
    if inserted.first() is None:
        return False
    limits = await _lock_advertisements(session, batch)
    counts = {key: n for key, n in batch.counts.items() if key.slot.advertisement_id in limits}
    counts = await _apply_caps(session, counts, limits)
    await _add_to_statistics(session, counts)
    await _add_to_totals(session, counts, limits)
    return True


async def delete_past_counts(session: AsyncSession) -> None:
    """Delete what limits the impressions of past days, and the ids of old batches."""
    today = clock.now().date()
    await session.execute(
        delete(MemberImpressions).where(col(MemberImpressions.day) < today - timedelta(days=1))
    )
    await session.execute(
        delete(StoredCounts).where(col(StoredCounts.stored_at) < clock.now() - STORED_RETENTION)
    )


async def _lock_advertisements(session: AsyncSession, batch: Batch) -> dict[int, Limits]:
    """Lock the advertisements of the batch. Return the limits of those that still exist.

    Other processes wait, so that the limits are exact. The rows are locked in the order of their
    ids, so that two processes do not deadlock.
    """
    wanted = {key.slot.advertisement_id for key in batch.counts}
    table = Advertisement
    rows = await session.execute(
        select(table.id, table.cap_per_day, table.budget_impressions, table.impressions)
        .where(col(table.id).in_(wanted))
        .order_by(col(table.id))
        .with_for_update(**statements.FOR_NO_KEY_UPDATE)
    )
    return {row[0]: Limits(*row[1:]) for row in rows}


async def _apply_caps(
    session: AsyncSession, counts: Mapping[CountKey, int], limits: Mapping[int, Limits]
) -> Counter[CountKey]:
    """Return the counts that remain under the daily limits, and remember those of members."""
    limited = {
        key: count
        for key, count in counts.items()
        if key.user_id is not None and key.measure == "impressions"
    }
    seen = await _load_seen(session, limited)
    remaining = Counter({key: count for key, count in counts.items() if key not in limited})
    added: Counter[tuple[int, date, int]] = Counter()
    for key, count in sorted(limited.items()):
        member = (key.user_id or 0, key.slot.day, key.slot.advertisement_id)
        already = seen[member] + added[member]
        cap = limits[key.slot.advertisement_id].cap_per_day
        counted = count_below_cap(already, count, cap)
        remaining[key] += counted
        added[member] += counted
    await _remember(session, added)
    return remaining


async def _load_seen(
    session: AsyncSession, keys: Iterable[CountKey]
) -> Counter[tuple[int, date, int]]:
    wanted = list(keys)
    if not wanted:
        return Counter()
    table = MemberImpressions
    rows = await session.execute(
        select(
            col(table.user_id), col(table.day), col(table.advertisement_id), col(table.impressions)
        ).where(
            col(table.user_id).in_({key.user_id for key in wanted}),
            col(table.day).in_({key.slot.day for key in wanted}),
            col(table.advertisement_id).in_({key.slot.advertisement_id for key in wanted}),
        )
    )
    return Counter({(user, day, shown): count for user, day, shown, count in rows})


async def _remember(session: AsyncSession, added: Counter[tuple[int, date, int]]) -> None:
    user_ids = {user_id for (user_id, _day, _id), count in added.items() if count}
    # Accounts may have been deleted since the impression.
    existing = await people.find_user_summaries(session, user_ids) if user_ids else {}
    rows = [
        {"user_id": user_id, "day": day, "advertisement_id": shown, "impressions": count}
        for (user_id, day, shown), count in sorted(added.items())
        if count and user_id in existing
    ]
    keys = ("user_id", "day", "advertisement_id")
    await _upsert(session, MemberImpressions, rows, keys, ("impressions",))


async def _add_to_statistics(session: AsyncSession, counts: Mapping[CountKey, int]) -> None:
    by_slot: dict[Slot, Counter[str]] = {}
    for key, count in counts.items():
        by_slot.setdefault(key.slot, Counter())[key.measure] += count
    rows = [
        {**slot._asdict(), **{measure: by_slot[slot][measure] for measure in MEASURES}}
        for slot in sorted(by_slot)
        if any(by_slot[slot].values())
    ]
    await _upsert(session, AdvertisementStatistics, rows, Slot._fields, MEASURES)


async def _add_to_totals(
    session: AsyncSession, counts: Mapping[CountKey, int], limits: Mapping[int, Limits]
) -> None:
    totals: dict[int, Counter[str]] = {}
    for key, count in counts.items():
        totals.setdefault(key.slot.advertisement_id, Counter())[key.measure] += count
    for advertisement_id, total in sorted(totals.items()):
        await session.execute(
            update(Advertisement)
            .where(col(Advertisement.id) == advertisement_id)
            .values({name: getattr(Advertisement, name) + total[name] for name in MEASURES})
            .execution_options(synchronize_session=False)
        )
        if limits[advertisement_id].is_used_up_by(total["impressions"]):
            events.record(session, AdvertisementsChanged())


async def _upsert(
    session: AsyncSession,
    model: Any,
    rows: Sequence[dict[str, Any]],
    keys: Sequence[str],
    added: Sequence[str],
) -> None:
    """Insert rows, or add the values of `added` to the existing rows with the same keys."""
    table = model.__table__
    for row in rows:
        statement = statements.insert(session, table).values(row)
        await session.execute(
            statement.on_conflict_do_update(
                index_elements=keys,
                set_={name: table.c[name] + statement.excluded[name] for name in added},
            )
        )


PERSONAL_DATA: Final = (
    PersonalData(
        MemberImpressions.user_id,
        export=ExportPart(
            "advertisements",
            noop("How often you saw advertisements with a daily limit, until the next day"),
            key=MemberImpressions.id,
            fields=(
                MemberImpressions.day,
                MemberImpressions.advertisement_id,
                MemberImpressions.impressions,
            ),
        ),
        merge="The counts are deleted on the next day.",
        erase=Delete(),
    ),
    *nothing(
        Advertisement.approved_by_id,
        Advertisement.changed_by_id,
        because="What the user did as an administrator.",
    ),
)
