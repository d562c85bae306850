"""The dialog that creates an invitation and then shows its link."""

from typing import Any

import reflex as rx

from community.admin.blocks.record_list.view import text_field
from community.admin.invitations.state import InvitationsState
from community.components import ui
from community.domain.accounts.invitations import DEFAULT_LIFETIME_DAYS, MAX_USES, NOTE_MAX_LENGTH
from community.gateways.mail import MAX_ADDRESS_LENGTH
from community.i18n import gettext as _, ngettext
from community.rendering import Node, choose, react_component
from community.styles import settings as settings_styles
from community.styles.ui import button, form, overlay

_State: Any = InvitationsState
_CopyField = react_component("copy_field.js", "CopyField")
_DIALOG_ID = "new-invitation"
_LIFETIMES = (1, DEFAULT_LIFETIME_DAYS, 30, 90, 0)


def create_dialog() -> rx.Component:
    is_created = _State.created_url != ""
    sent = _("We sent the link to {email}. You can also copy it.", email=_State.sent_to)
    done = rx.cond(
        _State.sent_to != "", sent, _("Copy the link now. You won't be able to see it again.")
    )
    return ui.dialog(
        rx.cond(is_created, _link(), _form()),
        id=_DIALOG_ID,
        title=rx.cond(is_created, _("Invitation created"), _("New invitation")),
        text=rx.cond(is_created, done, _("Anyone with the link can create an account.")),
        size="sm",
        open=_State.is_form_open,
        guards_input=True,
        on_close=_State.close_form,
    )


def _link() -> Node:
    return rx.el.div(
        _CopyField(
            ui.icon("copy"),
            ui.icon("check"),
            value=_State.created_url,
            label=_("Link"),
            class_names={
                "field": settings_styles.KEY_VALUE,
                "button": button.class_names("primary"),
            },
        ),
        class_name=f"{settings_styles.KEY_ROW} {overlay.DIALOG_BODY}",
    )


def _form() -> Node:
    return rx.el.form(
        *_fields(),
        rx.el.div(
            ui.button(_("Cancel"), custom_attrs=ui.command_attrs(_DIALOG_ID, "close")),
            ui.button(_("Create"), type="submit", variant="primary"),
            class_name=overlay.DIALOG_ACTIONS,
        ),
        key=choose(_State.is_form_open, "open", "closed"),
        on_submit=_State.save,
        class_name=f"{form.STACK} {overlay.DIALOG_BODY}",
    )


def _fields() -> list[Node]:
    lifetimes = [(str(days), _lifetime_label(days)) for days in _LIFETIMES]
    return [
        text_field(
            _State.errors,
            "note",
            _("Note"),
            hint=_("Only administrators see it."),
            optional=True,
            max_length=NOTE_MAX_LENGTH,
        ),
        text_field(
            _State.errors,
            "email",
            _("Email"),
            hint=_("We send the link there, and only this email can use it."),
            optional=True,
            type="email",
            max_length=MAX_ADDRESS_LENGTH,
        ),
        text_field(
            _State.errors,
            "max_uses",
            _("How many people can use it"),
            type="number",
            min=1,
            max=MAX_USES,
            default_value="1",
            input_mode="numeric",
        ),
        ui.field(
            _("Expiry"),
            ui.select(lifetimes, name="lifetime_days", default_value=str(DEFAULT_LIFETIME_DAYS)),
            name="lifetime_days",
            error=ui.error_message(_State.errors, "lifetime_days"),
        ),
    ]


def _lifetime_label(days: int) -> str:
    return ngettext("{n} day", "{n} days", days) if days else _("No expiry")
