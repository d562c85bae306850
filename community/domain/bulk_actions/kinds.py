"""What an action on a record needs, and the function that makes one of a domain action."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from pydantic import BaseModel
from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor


class NoOptions(BaseModel):
    """The form of the action has no fields besides the reason."""


class BanOptions(BaseModel):
    until: datetime | None = None


class ExtensionOptions(BaseModel):
    """A number of days, or the last day."""

    days: int = 0
    until: date | None = None


@dataclass(frozen=True, slots=True)
class RecordCall:
    """An action on a record, or its undoing."""

    session: AsyncSession
    actor: Actor
    id: Any  # the id of the record, of the type `Table.id_type`
    reason: str
    options: Any = None
    mark: str = ""  # what the action has stored of the record, for its undoing


# Performs an action on a record. Returns what the undoing needs to know of it, at most 40
# characters, or None if the record did not change.
Perform = Callable[[RecordCall], Awaitable[str | None]]


@dataclass(frozen=True, slots=True)
class BulkActionKind:
    """An action that can be performed on all records that match."""

    perform: Perform
    undo: Perform | None = None  # undoes the action on a record; None if it cannot be undone
    needs_password: bool = False  # whether the administrator must have confirmed their password
    needs_reason: bool = False
    # The type of what the administrator enters besides the reason
    options: type[BaseModel] = NoOptions


def of(
    action: Callable[..., Awaitable[Any]], id_name: str, *, has_reason: bool = True, **fixed: Any
) -> Perform:
    """Return a function that calls a domain action, which returns False if nothing changed."""

    async def perform(call: RecordCall) -> str | None:
        arguments = {id_name: call.id, **fixed}
        if has_reason:
            arguments["reason"] = call.reason
        result = await action(call.session, call.actor, **arguments)
        return None if result is False else ""

    return perform
