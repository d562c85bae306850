"""The base of all read models: what a query answers, the API sends and a page shows."""

from datetime import UTC, datetime
from typing import Annotated

from pydantic import BaseModel, ConfigDict, PlainSerializer


class View(BaseModel):
    """A frozen value. The same class is the JSON of the interface and a var of a State."""

    model_config = ConfigDict(frozen=True, from_attributes=True)


def _iso(value: datetime) -> str:
    return value.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


# ISO 8601 in UTC with `Z` and milliseconds, as decisions.md has it.
Timestamp = Annotated[datetime, PlainSerializer(_iso, return_type=str)]
