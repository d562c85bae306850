"""The dialog for signing in and registering, which every page contains.

Its forms are sent to `/login` and `/register` over HTTP (`assets/ajax_forms.js`), because only an
HTTP response can set the session cookie. The browser then reloads the page, so that its WebSocket
connects with the new cookie.
"""

import reflex as rx

from community.components import ui
from community.state.toasts import ToastsState
from community.styles import auth, auth_forms, button, form
from community.styles.auth_forms import AuthForm, FormField


def sign_in_dialog() -> rx.Component:
    """Return the dialog with the sign-in form and the registration form.

    It opens when a guest clicks "Sign in" or an action that requires an account, and when the URL
    contains `?modal=auth`.
    """
    login, registration = auth_forms.login_form(), auth_forms.registration_form()
    is_registering = ToastsState.is_registering
    return ui.dialog(
        rx.cond(is_registering, _form(registration), _form(login)),
        id="auth",
        title=rx.cond(is_registering, registration.title, login.title),
        size="sm",
        open=ToastsState.is_sign_in_open,
        on_close=ToastsState.close_sign_in_dialog,
        custom_attrs={"aria-label": auth_forms.sign_in_dialog_title()},
    )


def _form(definition: AuthForm) -> rx.Component:
    return rx.fragment(
        rx.el.form(
            rx.el.p(
                hidden=True,
                role="alert",
                class_name=form.ALERT,
                custom_attrs={"data-error-for": ""},
            ),
            rx.el.input(type="hidden", name="next", value=ToastsState.next_url),
            *(_field(definition, field) for field in definition.fields),
            ui.button(
                definition.submit,
                type="submit",
                variant="primary",
                size="lg",
                class_name=auth.SUBMIT,
            ),
            action=definition.action,
            method="post",
            class_name=f"mt-6 {auth.FORM}",
            key=definition.kind,
            custom_attrs={"data-ajax-form": "", "noValidate": True},
        ),
        rx.el.p(
            definition.switch_text,
            " ",
            rx.el.button(
                definition.switch_link,
                type="button",
                class_name=button.LINK,
                on_click=ToastsState.toggle_registration_form,
            ),
            class_name=auth.FORM_SWITCH,
        ),
    )


def _field(definition: AuthForm, field: FormField) -> rx.Component:
    field_id = f"{definition.kind}-{field.name}"
    return rx.el.div(
        rx.el.label(field.label, html_for=field_id, class_name=form.LABEL),
        rx.el.input(
            id=field_id,
            name=field.name,
            type=field.type,
            auto_complete=field.autocomplete,
            max_length=field.maxlength,
            required=True,
            class_name=form.INPUT,
            custom_attrs={
                "aria-describedby": f"{field_id}-note {field_id}-hint",
                **({"data-autofocus": ""} if field is definition.fields[0] else {}),
            },
        ),
        rx.el.p(
            id=f"{field_id}-note",
            hidden=True,
            class_name=form.ERROR,
            custom_attrs={"data-error-for": field.name},
        ),
        rx.el.p(field.hint, id=f"{field_id}-hint", class_name=form.HINT)
        if field.hint
        else rx.fragment(),
        class_name=form.FIELD,
    )
