"""What the forms of lists that are not tables share."""

from collections.abc import Awaitable
from typing import Any

from community.components import ui
from community.core.errors import DomainError
from community.rendering import Node
from community.state.runtime import forms


async def save_form(state: Any, action: Awaitable[Any]) -> bool:
    """Await the action of a form, and return whether it succeeded.

    If fields are invalid, the var `errors` of the State gets their error messages.
    """
    try:
        await action
    except DomainError as error:
        state.errors = forms.get_first_error_messages(error)
        if not state.errors:
            raise
        return False
    return True


def text_field(
    errors: Any,
    name: str,
    label: str,
    *,
    hint: str = "",
    optional: bool = False,
    control: Any = ui.text_input,
    **props: Any,
) -> Node:
    """Return a labelled input with its error message.

    Args:
        errors: The Var that maps names of fields to error messages.
        control: `ui.text_input`, or another function of `ui` that creates an input.
    """
    error = ui.error_message(errors, name)
    return ui.field(
        label,
        control(name=name, error=error, **props),
        name=name,
        hint=hint,
        error=error,
        optional=optional,
    )
