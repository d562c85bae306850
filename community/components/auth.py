"""The dialog for signing in and joining, in the frame of every page.

The forms go to `/login` and `/register` over HTTP (`assets/sending.js`), because only an HTTP
answer can set the session cookie; then the page is loaded anew, with a socket that has it.
"""

import reflex as rx

from community.components import ui
from community.looks import auth, button, form
from community.looks.entrance import LOGIN, REGISTER, Asked, Entrance
from community.looks.entrance import TITLE as DIALOG
from community.state.notice import Notice


def sign_in_dialog() -> rx.Component:
    """Opens by `/?modal=auth`, by "Sign in", and whenever something needs an account."""
    return ui.dialog(
        rx.cond(Notice.wants_to_join, _entrance(REGISTER), _entrance(LOGIN)),
        id="auth",
        title=rx.cond(Notice.wants_to_join, REGISTER.title, LOGIN.title),
        size="sm",
        open=Notice.wants_sign_in,
        on_close=Notice.stay_guest,
        custom_attrs={"aria-label": DIALOG},
    )


def _entrance(entrance: Entrance) -> rx.Component:
    return rx.fragment(
        rx.el.form(
            rx.el.p(
                hidden=True, role="alert", class_name=form.ALERT, custom_attrs={"data-note": ""}
            ),
            rx.el.input(type="hidden", name="next", value=Notice.leads_to),
            *(_field(entrance, asked) for asked in entrance.fields),
            ui.button(
                entrance.submit, type="submit", variant="primary", size="lg", class_name=auth.SUBMIT
            ),
            action=entrance.action,
            method="post",
            class_name=f"mt-6 {auth.FORM}",
            key=entrance.kind,
            custom_attrs={"data-sends": "", "noValidate": True},
        ),
        rx.el.p(
            f"{entrance.other} ",
            rx.el.button(
                entrance.other_link,
                type="button",
                class_name=button.LINK,
                on_click=Notice.turn_around,
            ),
            class_name=auth.SWITCH,
        ),
    )


def _field(entrance: Entrance, asked: Asked) -> rx.Component:
    field_id = f"{entrance.kind}-{asked.name}"
    return rx.el.div(
        rx.el.label(asked.label, html_for=field_id, class_name=form.LABEL),
        rx.el.input(
            id=field_id,
            name=asked.name,
            type=asked.type,
            auto_complete=asked.autocomplete,
            max_length=asked.maxlength,
            required=True,
            class_name=form.INPUT,
            custom_attrs={
                "aria-describedby": f"{field_id}-note {field_id}-hint",
                **({"data-first": ""} if asked is entrance.fields[0] else {}),
            },
        ),
        rx.el.p(
            id=f"{field_id}-note",
            hidden=True,
            class_name=form.ERROR,
            custom_attrs={"data-note": asked.name},
        ),
        rx.el.p(asked.hint, id=f"{field_id}-hint", class_name=form.HINT)
        if asked.hint
        else rx.fragment(),
        class_name=form.FIELD,
    )
