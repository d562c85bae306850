"""The dialogs of the actions on the user in the side sheet."""

from typing import Any

import reflex as rx

from community.admin.blocks.confirmation import confirmation_dialog, labelled
from community.admin.users.bulk_actions import ban_term_field
from community.admin.users.person_state import PersonState
from community.components import ui
from community.domain import accounts, identity, people
from community.domain.accounts.deletions import RESTORE_PERIOD
from community.i18n import gettext as _
from community.rendering import Node, react_component
from community.styles import settings as settings_styles
from community.styles.ui import button, form, overlay

_State: Any = PersonState
_CopyField = react_component("copy_field.js", "CopyField")


def person_dialogs() -> list[Node]:
    name = rx.cond(_State.person, _State.person.name, "")
    return [
        _edit_dialog(),
        _reset_link_dialog(),
        *_account_confirmations(name),
        _deletion_confirmation(name),
        *_access_confirmations(name),
    ]


def _account_confirmations(name: Any) -> list[Node]:
    return [
        _confirmation(
            "ban",
            _("Ban {name}?", name=name),
            _("They can read the site, but can't post, comment or react. They see the reason."),
            _("Ban"),
            _State.ban,
            fields=(ban_term_field(),),
            reason="required",
        ),
        _confirmation(
            "merge",
            _("Merge into another account"),
            _(
                "Everything moves to the other account, and this one is closed. "
                "You can't undo this."
            ),
            _("Merge"),
            _State.merge,
            fields=(_target_field(),),
            typed_name=rx.cond(_State.person, _State.person.slug, ""),
            reason="optional",
        ),
        _confirmation(
            "lift",
            _("Lift the ban of {name}?", name=name),
            _("They can post, comment and react again at once."),
            _("Lift ban"),
            _State.lift_ban,
            reason="optional",
            variant="primary",
        ),
    ]


def _deletion_confirmation(name: Any) -> Node:
    choices = [
        (accounts.ContentChoice.KEEP.value, _("Keep posts and comments with the name")),
        (accounts.ContentChoice.ANONYMIZE.value, _("Keep posts and comments without the name")),
        (accounts.ContentChoice.DELETE.value, _("Delete posts and comments")),
    ]
    return _confirmation(
        "delete",
        _("Delete the account of {name}?", name=name),
        _(
            "They are signed out and get an email with a link that restores the account for "
            "{n} days. Then the data is erased.",
            n=RESTORE_PERIOD.days,
        ),
        _("Delete account"),
        _State.delete_account,
        fields=(
            labelled(
                _("Content"),
                ui.select(choices, name="content", id=None, default_value=choices[0][0]),
            ),
        ),
        typed_name=rx.cond(_State.person, _State.person.slug, ""),
        reason="required",
    )


def _access_confirmations(name: Any) -> list[Node]:
    return [
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
            "two_step",
            _("Switch off two-step sign-in of {name}?", name=name),
            _("Their password alone is then enough to sign in. They get an email about it."),
            _("Switch off"),
            _State.remove_second_factor,
            reason="required",
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


def _target_field() -> Node:
    return labelled(
        _("Username of the other account"),
        rx.el.input(
            type="text",
            name="target",
            required=True,
            auto_complete="off",
            auto_capitalize="none",
            spell_check=False,
            class_name=form.INPUT,
            custom_attrs={"data-autofocus": True},
        ),
    )


def _edit_dialog() -> Node:
    person = _State.person
    dialog_id = "person-edit"
    is_open = _State.dialog == "edit"
    return ui.dialog(
        rx.el.form(
            ui.form_alert(_State.error),
            rx.cond(person, rx.fragment(*_edit_fields(person))),
            rx.el.div(
                ui.button(_("Cancel"), custom_attrs=ui.command_attrs(dialog_id, "close")),
                ui.button(_("Save"), type="submit", variant="primary"),
                class_name=overlay.DIALOG_ACTIONS,
            ),
            key=rx.cond(is_open, "open", "closed"),
            on_submit=_State.edit,
            class_name=f"{form.STACK} {overlay.DIALOG_BODY}",
        ),
        id=dialog_id,
        title=_("Edit account"),
        text=_("The former username redirects to the new one. A new email is not verified."),
        size="sm",
        open=is_open,
        guards_input=True,
        on_close=_State.close_dialog,
    )


def _edit_fields(person: Any) -> list[Node]:
    bio_error = ui.error_message(_State.errors, "bio")
    bio = ui.text_area(
        name="bio", error=bio_error, default_value=person.bio, max_length=people.BIO_MAX_LENGTH
    )
    return [
        _text_field(_("Name"), "name", person.name, max_length=identity.NAME_MAX_LENGTH),
        _text_field(
            _("Username"),
            "slug",
            person.slug,
            max_length=identity.SLUG_MAX_LENGTH,
            auto_capitalize="none",
            spell_check=False,
        ),
        rx.cond(
            person.is_bot,
            rx.fragment(),
            _text_field(_("Email"), "email", person.email, type="email"),
        ),
        ui.field(_("Bio"), bio, name="bio", error=bio_error),
        rx.cond(person.avatar, ui.checkbox(_("Remove the avatar"), name="remove_avatar")),
        rx.cond(person.header, ui.checkbox(_("Remove the header"), name="remove_header")),
    ]


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
            class_name=f"{settings_styles.KEY_ROW} {overlay.DIALOG_BODY}",
        ),
        id="person-reset-link",
        title=_("Send this link"),
        text=_("It works once, within 24 hours. You won't be able to see it again."),
        size="sm",
        open=_State.reset_url != "",
        on_close=_State.close_dialog,
    )


def _text_field(label: Any, name: str, value: Any, **props: Any) -> Node:
    error = ui.error_message(_State.errors, name)
    control = ui.text_input(
        name=name, error=error, default_value=value, auto_complete="off", **props
    )
    return ui.field(label, control, name=name, error=error)
