"""What a browser sends, checked against the shape that a handler expects."""

from typing import Annotated, TypeVar

from pydantic import BaseModel, Field, ValidationError

from community.core.errors import Invalid, Refusal

M = TypeVar("M", bound=BaseModel)

MISSHAPEN = "That did not arrive as it should have. Reload the page and try again."

# What the database can hold as the id of a row.
Id = Annotated[int, Field(ge=1, le=2**63 - 1)]
# The same, or 0 where no row is meant.
IdOrNone = Annotated[int, Field(ge=0, le=2**63 - 1)]


def read(shape: type[M], message: object) -> M:
    """The message as a value of this shape.

    Raises:
        Invalid: something is missing, too much, or of another kind.
    """
    try:
        return shape.model_validate(message)
    except ValidationError as error:
        raise Invalid(MISSHAPEN) from error


def first_sentences(refusal: Refusal) -> dict[str, str]:
    """What is wrong, by field: one sentence beside each."""
    return {name: sentences[0] for name, sentences in refusal.fields.items()}
