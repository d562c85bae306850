"""The data of the form in `confirmation.py`, for the State classes of sections."""

from pydantic import BaseModel, Field

from community.core.errors import Invalid
from community.domain.audit import REASON_MAX_LENGTH
from community.i18n import gettext as _
from community.state.runtime import forms


class ConfirmationForm(BaseModel):
    """What the user entered in a confirmation dialog.

    Attributes:
        reason: Why the user performs the action. It belongs in the audit log.
        confirmation: The name that the user typed.
    """

    reason: str = Field("", max_length=REASON_MAX_LENGTH)
    confirmation: str = Field("", max_length=forms.MAX_CONFIRMATION_LENGTH)


def parse_confirmation(
    data: object, *, needs_reason: bool = False, name: str = ""
) -> ConfirmationForm:
    """Validate the data of a confirmation dialog.

    Args:
        needs_reason: Whether the reason must not be empty.
        name: The name that the user must have typed, or "" if the dialog does not ask for one.

    Raises:
        Invalid: The reason is missing, or the typed text is not the name.
    """
    form = forms.parse(ConfirmationForm, data)
    if name:
        forms.ensure_name_confirmed(form.confirmation, name)
    if needs_reason and not form.reason.strip():
        raise Invalid.for_field("reason", _("Enter a reason."))
    return form
