"""A new password.

It goes over HTTP (`assets/sending.js`), because the answer brings a new session cookie; then the
page is loaded anew, with a socket that has it.
"""

import reflex as rx

from community import urls
from community.components import ui
from community.components.settings.section import section
from community.looks import form
from community.looks import settings as looks
from community.state.settings.page import Settings
from community.state.settings.profile import ProfileForm

FORM = "new-password"
DONE = "Your password is changed. You are signed in here only."


class _DoneNote(rx.Component):
    """What is said after the page was loaded anew; see `assets/ui/settings/done_note.js`."""

    library = "$/public/ui/settings/done_note.js"
    tag = "DoneNote"
    form: rx.Var[str]


def password() -> rx.Component:
    """The section."""
    return section(
        looks.PASSWORD,
        rx.cond(
            Settings.has_password,
            _form(),
            rx.el.p("You sign in without one.", class_name=looks.NOTHING),
        ),
        text="A new password signs you out on every other device.",
    )


def _form() -> rx.Component:
    return rx.el.form(
        _DoneNote.create(form=FORM, class_name=looks.DONE),
        rx.el.p(hidden=True, role="alert", class_name=form.ALERT, custom_attrs={"data-note": ""}),
        # For programs that keep passwords: they want to know whose it is.
        rx.el.input(
            type="text",
            name="username",
            value=ProfileForm.slug,
            read_only=True,
            hidden=True,
            auto_complete="username",
        ),
        _field("current_password", "Current password", "current-password"),
        _field("password", "New password", "new-password", "At least 8 characters."),
        rx.el.div(
            ui.button("Change the password", type="submit", variant="primary"),
            class_name=form.ACTIONS,
        ),
        action=f"{urls.SETTINGS}/password",
        method="post",
        class_name=looks.FORM,
        custom_attrs={"data-sends": FORM, "data-done": DONE, "noValidate": True},
    )


def _field(name: str, label: str, autocomplete: str, hint: str = "") -> rx.Component:
    field_id = f"{FORM}-{name}"
    return rx.el.div(
        rx.el.label(label, html_for=field_id, class_name=form.LABEL),
        rx.el.input(
            id=field_id,
            name=name,
            type="password",
            auto_complete=autocomplete,
            required=True,
            class_name=form.INPUT,
            custom_attrs={"aria-describedby": f"{field_id}-note {field_id}-hint"},
        ),
        rx.el.p(
            id=f"{field_id}-note",
            hidden=True,
            class_name=form.ERROR,
            custom_attrs={"data-note": name},
        ),
        rx.el.p(hint, id=f"{field_id}-hint", class_name=form.HINT),
        class_name=form.FIELD,
    )
