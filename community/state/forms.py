"""What a browser sends, checked against the shape that a handler expects."""

from typing import TypeVar

from pydantic import BaseModel, ValidationError

from community.core.errors import Invalid

M = TypeVar("M", bound=BaseModel)


def read(shape: type[M], message: object) -> M:
    """The message as a value of this shape.

    Raises:
        Invalid: something is missing, too much, or of another kind.
    """
    try:
        return shape.model_validate(message)
    except ValidationError as error:
        raise Invalid("That did not arrive as it should have. Reload the page and try again.") from error
