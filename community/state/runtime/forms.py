"""Validation of the data that browsers send to event handlers."""

import inspect
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, TypeVar, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from community.core.errors import DomainError, Invalid
from community.core.ids import UUID_LENGTH
from community.core.text.normalization import clean_search_term
from community.i18n import gettext as _
from community.reflex_adapter import events
from community.reflex_adapter.events import Event

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


def check_arguments(event: Event) -> None:
    """Validate the arguments in the event and convert them to the types the handler declares.

    Raise `Invalid` if an argument is missing, unknown or has the wrong type.
    """
    function = events.find_handler(event.name)
    if function is None or not function.__module__.startswith("community."):
        return
    arguments = parse(_build_arguments_model(function), dict(event.payload))
    event.payload.clear()
    event.payload.update({name: getattr(arguments, name) for name in type(arguments).model_fields})


@cache
def _build_arguments_model(function: Any) -> type[BaseModel]:
    original = inspect.unwrap(function)
    hints: Mapping[str, Any] = get_type_hints(original, include_extras=True)
    fields: dict[str, Any] = {}
    for name, parameter in list(inspect.signature(original).parameters.items())[1:]:
        default = ... if parameter.default is inspect.Parameter.empty else parameter.default
        fields[name] = (hints[name], default)
    return create_model(
        "Arguments", __config__=ConfigDict(extra="forbid", arbitrary_types_allowed=True), **fields
    )
