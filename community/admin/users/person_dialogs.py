"""The dialogs of the acts on the user in the side sheet."""

from typing import Any

import reflex as rx

from community.admin.blocks.confirmation import confirmation_dialog
from community.admin.users.forms import BAN_TERMS
from community.admin.users.person_state import PersonState
from community.components import ui
from community.domain.accounts import BIO_MAX_LENGTH, NAME_MAX_LENGTH
from community.domain.audit import REASON_MAX_LENGTH
from community.i18n import gettext as _
from community.rendering import Node, react_component
from community.styles import settings as settings_styles
from community.styles.ui import button, form, overlay

_State: Any = PersonState
_CopyField = react_component("copy_field.js", "CopyField")


def person_dialogs() -> list[Node]:
    name = rx.cond(_State.person, _State.person.name, "")
    return [
        _ban_dialog(name),
        _edit_dialog(),
        _merge_dialog(),
        _reset_link_dialog(),
        *_confirmations(name),
    ]


def _confirmations(name: Any) -> list[Node]:
    return [
        _confirmation(
            "lift",
            _("Lift the ban of {name}?", name=name),
            _("They can post, comment and react again at once."),
            _("Lift ban"),
            _State.lift_ban,
            reason="optional",
            variant="primary",
        ),
        _confirmation(
            "sign_out",
            _("Sign {name} out everywhere?", name=name),
            _("All their devices are signed out and their access tokens are revoked."),
            _("Sign out everywhere"),
            _State.sign_out,
        ),
        _confirmation(
            "reset",
            _("Reset the password of {name}?", name=name),
            _("Their password stops working and all devices are signed out. You get a link."),
            _("Reset password"),
            _State.reset_password,
            reason="optional",
            is_open=(_State.dialog == "reset") & (_State.reset_url == ""),
        ),
        _confirmation(
            "view",
            _("View the site as {name}?", name=name),
            _("You can read, but not change anything. It ends after 30 minutes and is logged."),
            _("View as"),
            _State.view_as,
            reason="optional",
            variant="primary",
        ),
    ]


def _confirmation(
    dialog: str, title: Any, consequence: str, label: str, on_confirm: Any, **props: Any
) -> Node:
    return confirmation_dialog(
        dialog_id=f"person-{dialog}",
        title=title,
        consequence=consequence,
        confirm_label=label,
        on_confirm=on_confirm,
        on_close=_State.close_dialog,
        error=_State.error,
        **{"is_open": _State.dialog == dialog, **props},
    )


def _ban_dialog(name: Any) -> Node:
    terms = [(days, _(label)) for days, label in BAN_TERMS]
    return _form_dialog(
        "ban",
        _("Ban {name}?", name=name),
        _("They can read the site, but can't post, comment or react. They see the reason."),
        ui.field(_("Ends after"), ui.select(terms, name="days", default_value="7"), name="days"),
        ui.field(
            _("Reason"),
            ui.text_area(name="reason", required=True, max_length=REASON_MAX_LENGTH),
            name="reason",
        ),
        submit=_("Ban"),
        on_submit=_State.ban,
        variant="danger",
    )


def _edit_dialog() -> Node:
    person = _State.person
    return _form_dialog(
        "edit",
        _("Edit account"),
        _("The former username redirects to the new one. A new email is not verified."),
        rx.cond(
            person,
            rx.fragment(
                _text_field(_("Name"), "name", person.name, max_length=NAME_MAX_LENGTH),
                _text_field(_("Username"), "slug", person.slug, auto_capitalize="none"),
                _text_field(_("Email"), "email", person.email, type="email"),
                ui.field(
                    _("Bio"),
                    ui.text_area(name="bio", default_value=person.bio, max_length=BIO_MAX_LENGTH),
                    name="bio",
                ),
                rx.cond(person.avatar, ui.checkbox(_("Remove the avatar"), name="remove_avatar")),
                rx.cond(person.header, ui.checkbox(_("Remove the header"), name="remove_header")),
            ),
        ),
        submit=_("Save"),
        on_submit=_State.edit,
    )


def _merge_dialog() -> Node:
    slug = rx.cond(_State.person, _State.person.slug, "")
    return _form_dialog(
        "merge",
        _("Merge into another account"),
        _("Everything moves to the other account, and this one is closed. You can't undo this."),
        _text_field(_("Username of the other account"), "target", "", required=True),
        _text_field(_("Type {name} to confirm", name=slug), "confirmation", "", required=True),
        ui.field(
            _("Reason"),
            ui.text_area(name="reason", max_length=REASON_MAX_LENGTH),
            name="reason",
            optional=True,
        ),
        submit=_("Merge"),
        on_submit=_State.merge,
        variant="danger",
    )


def _reset_link_dialog() -> Node:
    return ui.dialog(
        rx.el.div(
            _CopyField(
                ui.icon("copy"),
                ui.icon("check"),
                value=_State.reset_url,
                label=_("Link"),
                class_names={
                    "field": settings_styles.KEY_VALUE,
                    "button": button.class_names("primary"),
                },
            ),
            class_name=overlay.DIALOG_BODY,
        ),
        id="person-reset-link",
        title=_("Send this link"),
        text=_("It works once, within 24 hours. You won't be able to see it again."),
        size="sm",
        open=_State.reset_url != "",
        on_close=_State.close_dialog,
    )


def _form_dialog(
    dialog: str,
    title: Any,
    text: str,
    *fields: Node,
    submit: str,
    on_submit: Any,
    variant: Any = "primary",
) -> Node:
    dialog_id = f"person-{dialog}"
    is_open = _State.dialog == dialog
    return ui.dialog(
        rx.el.form(
            ui.form_alert(_State.error),
            *fields,
            rx.el.div(
                ui.button(_("Cancel"), custom_attrs=ui.command_attrs(dialog_id, "close")),
                ui.button(submit, type="submit", variant=variant),
                class_name=overlay.DIALOG_ACTIONS,
            ),
            key=rx.cond(is_open, "open", "closed"),
            on_submit=on_submit,
            class_name=f"{form.STACK} {overlay.DIALOG_BODY}",
        ),
        id=dialog_id,
        title=title,
        text=text,
        size="sm",
        open=is_open,
        on_close=_State.close_dialog,
    )


def _text_field(label: Any, name: str, value: Any, **props: Any) -> Node:
    return ui.field(
        label,
        ui.text_input(name=name, default_value=value, auto_complete="off", **props),
        name=name,
    )
