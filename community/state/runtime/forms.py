"""Types of the arguments of event handlers, and validation of the forms that they contain."""

from typing import Annotated, TypeVar

from pydantic import BaseModel, Field, ValidationError

from community.core.errors import DomainError, Invalid
from community.core.ids import UUID_LENGTH
from community.core.text.normalization import clean_search_term
from community.i18n import gettext as _

M = TypeVar("M", bound=BaseModel)

# The id of a database row. The limits are the range of primary keys.
Id = Annotated[int, Field(ge=1, le=2**63 - 1)]
# The id of a database row, or 0 for "no row".
IdOrZero = Annotated[int, Field(ge=0, le=2**63 - 1)]

# The id of a record of a table in the Admin Panel, which can be a UUID.
RecordKey = Id | Annotated[str, Field(max_length=UUID_LENGTH)]

MAX_CONFIRMATION_LENGTH = 1000


class ConfirmationData(BaseModel):
    """The form in which the user types a name to confirm an action."""

    confirmation: str = Field("", max_length=MAX_CONFIRMATION_LENGTH)


def invalid_request_message() -> str:
    return _("Invalid request. Reload the page and try again.")


def parse(model: type[M], data: object) -> M:
    """Validate the data that a browser sent, and return it as a model instance.

    Raise `Invalid` if the data does not match the model.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise Invalid(invalid_request_message()) from error


def ensure_name_confirmed(typed: str, name: str) -> None:
    """Check that the user typed a name to confirm an action.

    Raises:
        Invalid: The typed text is not the name. Case and surrounding spaces are ignored.
    """
    if clean_search_term(typed, max_length=MAX_CONFIRMATION_LENGTH).casefold() != name.casefold():
        raise Invalid.for_field("confirmation", _("Type the name exactly: {name}", name=name))


def get_first_error_messages(error: DomainError) -> dict[str, str]:
    return {name: messages[0] for name, messages in error.field_errors.items()}
