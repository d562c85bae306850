"""What becomes of the data of users: in the archive with their data, in a merge, and in the purge.

Each subject declares every column of its tables with ids of users, in its `PERSONAL_DATA`. A text
in a declaration tells why nothing happens, or why ids stay.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Protocol

from sqlalchemy import delete, inspect, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncSession

from community.core.db.export_parts import ExportPart


class MoveRows(Protocol):
    """Moves up to `limit` rows from the source to the target, and returns their number."""

    async def __call__(
        self, session: AsyncSession, /, *, source_id: int, target_id: int, limit: int
    ) -> int: ...


class EraseRows(Protocol):
    """Erases up to `limit` rows of the users, and returns their number."""

    async def __call__(
        self, session: AsyncSession, /, *, user_ids: Collection[int], limit: int
    ) -> int: ...


@dataclass(frozen=True, slots=True)
class Move:
    """In a merge: replace the source by the target, and set other columns to `values`.

    Rows are deleted if the target has one with the same value in a column of `unique_with`.
    """

    values: dict[str, Any] = field(default_factory=dict)
    unique_with: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Delete:
    """Delete the rows: of the source in a merge, or of the users in the purge.

    A column with ids of others too has a condition, which only the purge knows.
    """

    where: Any = None  # which rows, if the column contains other ids as well


@dataclass(frozen=True, slots=True)
class Clear:
    """In the purge: set the column to NULL, and other columns to `values`."""

    values: dict[str, Any] = field(default_factory=dict)


Export = str | ExportPart
Merge = str | Move | Delete | MoveRows
Erase = str | Clear | Delete | EraseRows


@dataclass(frozen=True, slots=True)
class PersonalData:
    """A column with ids of users, and what becomes of its rows.

    A function runs once for all columns that name it. The purge calls functions first, in batches,
    and then follows the other rules in the transaction that empties the rows of the users.
    """

    column: Any
    export: Export | tuple[Export, ...]
    merge: Merge | tuple[Merge, ...]
    erase: Erase | tuple[Erase, ...]

    @property
    def name(self) -> str:
        """The name of the column, for example `posts.author_id`."""
        column = self.column.property.columns[0]
        return f"{column.table.name}.{column.name}"


def nothing(*columns: Any, because: str) -> tuple[PersonalData, ...]:
    """Declare columns that neither the archive nor a merge nor the purge regards."""
    return tuple(PersonalData(column, because, because, because) for column in columns)


def list_export_parts(declarations: Iterable[PersonalData]) -> tuple[ExportPart, ...]:
    return tuple(
        replace(part, user=data.column)
        for data in declarations
        for part in as_tuple(data.export)
        if isinstance(part, ExportPart)
    )


def list_merge_steps(declarations: Iterable[PersonalData]) -> tuple[tuple[str, MoveRows], ...]:
    """Return the steps in the order of the declarations, each with the name of its table."""
    steps: dict[MoveRows, str] = {}
    for data in declarations:
        for rule in as_tuple(data.merge):
            table = data.name.partition(".")[0]
            if isinstance(rule, Move | Delete):
                steps[partial(_move_rows, data.column, rule)] = table
            elif callable(rule):
                steps.setdefault(rule, table)
    return tuple((table, step) for step, table in steps.items())


def list_erase_steps(declarations: Iterable[PersonalData]) -> tuple[EraseRows, ...]:
    rules = (rule for data in declarations for rule in as_tuple(data.erase))
    return tuple(dict.fromkeys(rule for rule in rules if callable(rule)))


async def erase_rows(
    session: AsyncSession, declarations: Iterable[PersonalData], *, user_ids: Collection[int]
) -> None:
    """Follow the rules of the declarations that are no functions."""
    for data in declarations:
        table, is_theirs = data.column.class_, data.column.in_(user_ids)
        for rule in as_tuple(data.erase):
            if isinstance(rule, Delete):
                statement = delete(table).where(is_theirs)
                if rule.where is not None:
                    statement = statement.where(rule.where)
                await _execute(session, statement)
            elif isinstance(rule, Clear):
                values = {data.column.key: None, **rule.values}
                await _execute(session, update(table).where(is_theirs).values(values))


def as_tuple(rules: Any) -> tuple[Any, ...]:
    return rules if isinstance(rules, tuple) else (rules,)


async def _move_rows(
    column: Any,
    rule: Move | Delete,
    session: AsyncSession,
    *,
    source_id: int,
    target_id: int,
    limit: int,
) -> int:
    table = column.class_
    key = inspect(table).primary_key
    found = await session.execute(select(*key).where(column == source_id).limit(limit))
    rows = [tuple(row) for row in found]
    is_moved = (column == source_id, tuple_(*key).in_(rows))
    if isinstance(rule, Delete):
        await _execute(session, delete(table).where(*is_moved))
        return len(rows)
    for other in rule.unique_with:
        duplicates = select(other).where(column == target_id, other.is_not(None))
        await _execute(session, delete(table).where(*is_moved, other.in_(duplicates)))
    await _execute(
        session, update(table).where(*is_moved).values({column.key: target_id, **rule.values})
    )
    return len(rows)


async def _execute(session: AsyncSession, statement: Any) -> None:
    await session.execute(statement.execution_options(synchronize_session=False))
