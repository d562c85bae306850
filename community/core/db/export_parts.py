"""The parts of the archive with the personal data of a user. Each subject defines its own parts.

A part lists the columns that it contains, so that a new column with a secret is never exported by
accident.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock

# Texts of 100,000 characters are the largest rows, and a batch is in memory at once.
DEFAULT_BATCH_SIZE = 500
LARGE_TEXT_BATCH_SIZE = 20

ExportRow = dict[str, Any]
Complete = Callable[[AsyncSession, list[ExportRow]], Awaitable[None]]


class ExportBatch(NamedTuple):
    """Rows in the form of JSON, and the key after which the next batch begins. None at the end."""

    rows: list[ExportRow]
    next_key: Any


@dataclass(frozen=True, slots=True)
class ExportPart:
    """The rows of a table with the personal data of a user. They become a JSON file."""

    name: str  # the name of the file without its suffix
    title: str  # what the file contains, untranslated
    key: Any  # a column whose values differ among the rows of a user; it determines their order
    fields: tuple[Any, ...]  # the columns that the file contains
    # Which rows the file contains, and how other tables are joined
    conditions: tuple[Any, ...] = ()
    complete: Complete | None = None  # adds data of other tables to the rows of a batch
    batch_size: int = DEFAULT_BATCH_SIZE
    is_single: bool = False  # whether the file contains one object instead of a list
    user: Any = None  # the column with the id of the user, which the declaration adds

    @property
    def user_column(self) -> str:
        """The name of the column with the id of the user, for example `posts.author_id`."""
        column = self.user.property.columns[0]
        return f"{column.table.name}.{column.name}"

    async def read(self, session: AsyncSession, user_id: int, after: Any = None) -> ExportBatch:
        """Return the rows of the user that follow the key `after`, or the first ones."""
        is_theirs = (self.user == user_id, *self.conditions)
        keys = select(self.key).where(*is_theirs).order_by(self.key).limit(self.batch_size)
        if after is not None:
            keys = keys.where(self.key > after)
        # The keys come first. Otherwise SQLite reads the texts of all rows to sort them by key.
        is_in_batch = self.key.in_(keys.correlate(None))
        query = select(self.key, *self.fields).where(*is_theirs, is_in_batch).order_by(self.key)
        found = (await session.execute(query)).all()
        names = [field.key for field in self.fields]
        rows = [
            {name: _to_json(value) for name, value in zip(names, row[1:], strict=True)}
            for row in found
        ]
        if self.complete is not None:
            await self.complete(session, rows)
        return ExportBatch(rows, found[-1][0] if len(found) == self.batch_size else None)


def _to_json(value: Any) -> Any:
    if isinstance(value, datetime):
        return clock.format_iso(value)
    if isinstance(value, date):
        return value.isoformat()
    return str(value) if isinstance(value, UUID) else value
