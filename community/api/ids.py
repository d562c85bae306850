"""The type of database ids in URLs and request bodies."""

from typing import Annotated

from pydantic import Field

# The range of a 64-bit column. Larger numbers would cause a database error.
Id = Annotated[int, Field(ge=1, le=2**63 - 1)]
