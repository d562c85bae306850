"""Ids as they come in a path or a body."""

from typing import Annotated

from pydantic import Field

# As large as the database can hold: a longer number would be an error there.
Id = Annotated[int, Field(ge=1, le=2**63 - 1)]
