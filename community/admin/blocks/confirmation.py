"""The dialog that names the consequence of an action and asks for the reason, and its form data."""

from collections.abc import Sequence
from typing import Any, Literal

import reflex as rx
from pydantic import BaseModel, Field

from community.components import ui
from community.core.errors import Invalid
from community.domain.audit import REASON_MAX_LENGTH
from community.i18n import gettext as _
from community.rendering import Node, choose
from community.state.runtime import forms
from community.styles.ui import form as form_styles, overlay
from community.styles.ui.button import Variant

ReasonField = Literal["none", "optional", "required"]


def confirmation_dialog(
    *,
    dialog_id: str,
    title: Any,
    consequence: Any,
    confirm_label: Any,
    on_confirm: Any,
    on_close: Any,
    is_open: Any,
    error: Any = "",
    fields: Sequence[Node] = (),
    reason: ReasonField = "none",
    typed_name: Any = None,
    variant: Variant = "danger",
) -> rx.Component:
    """Return a dialog that names the consequence of an action and asks for confirmation.

    Args:
        consequence: A sentence that says what the action changes.
        on_confirm: The handler that gets the data of the form. It validates them with
            `parse_confirmation`, performs the action and closes the dialog.
        reason: Whether the dialog has a field for the reason.
        typed_name: The name that the user must type, or None.
    """
    return ui.dialog(
        rx.el.form(
            ui.form_alert(error),
            *fields,
            None if typed_name is None else _name_field(typed_name),
            None if reason == "none" else _reason_field(is_required=reason == "required"),
            rx.el.div(
                ui.button(_("Cancel"), custom_attrs=ui.command_attrs(dialog_id, "close")),
                ui.button(confirm_label, type="submit", variant=variant),
                class_name=overlay.DIALOG_ACTIONS,
            ),
            key=choose(is_open, "open", "closed"),
            on_submit=on_confirm,
            class_name=f"{form_styles.STACK} {overlay.DIALOG_BODY}",
        ),
        id=dialog_id,
        title=title,
        text=consequence,
        size="sm",
        open=is_open,
        guards_input=True,
        on_close=on_close,
    )


def _name_field(name: Any) -> Node:
    return labelled(
        _("Type {name} to confirm", name=name),
        rx.el.input(
            type="text",
            name="confirmation",
            required=True,
            auto_complete="off",
            spell_check=False,
            class_name=form_styles.INPUT,
            custom_attrs={"data-autofocus": True, "dir": "auto"},
        ),
    )


def _reason_field(*, is_required: bool) -> Node:
    label = [_("Reason")] if is_required else [_("Reason"), ui.optional_label()]
    return labelled(
        label,
        rx.el.textarea(
            name="reason",
            required=is_required,
            max_length=REASON_MAX_LENGTH,
            class_name=form_styles.TEXTAREA,
            custom_attrs={"dir": "auto"},
        ),
    )


def labelled(label: Any, control: Node) -> Node:
    """Return a control in its label, for pages with several forms that have fields of one name."""
    parts = label if isinstance(label, list) else [label]
    return rx.el.label(
        rx.el.span(*parts, class_name=form_styles.LABEL), control, class_name=form_styles.FIELD
    )


class ConfirmationForm(BaseModel):
    # Why the user performs the action. It belongs in the audit log.
    reason: str = Field("", max_length=REASON_MAX_LENGTH)
    # The name that the user typed
    confirmation: str = Field("", max_length=forms.MAX_CONFIRMATION_LENGTH)


def parse_confirmation(
    data: object, *, needs_reason: bool = False, name: str = ""
) -> ConfirmationForm:
    """Validate the data of a confirmation dialog.

    Args:
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
