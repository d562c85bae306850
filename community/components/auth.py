"""The forms for signing in and registering, and the dialog with them.

Every live page contains the dialog. Its forms are sent to `/login` and `/register` over HTTP
(`assets/ajax_forms.js`), because only an HTTP response can set the session cookie. The browser then
reloads the page, so that its WebSocket connects with the new cookie. Without JavaScript, the
browser submits the same forms on a server-rendered page (`ssr/auth.py`).
"""

import reflex as rx

from community import urls
from community.components import ui
from community.core.form_flash import FormFlash
from community.i18n import gettext as _
from community.rendering import Node, el
from community.state.toasts import ToastsState
from community.styles import auth, auth_forms, button, form
from community.styles.auth_forms import AuthForm, FormField
from community.styles.button import Size


def sign_in_button(size: Size = "md") -> Node:
    """Return the button that opens the sign-in dialog."""
    return ui.button(
        _("Sign in"), variant="primary", size=size, on_click=ToastsState.open_sign_in_dialog
    )


def sign_in_link(next_path: str = "", size: Size = "md") -> Node:
    """Return the link to the sign-in forms, which looks like `sign_in_button`.

    After signing in, the user gets to `next_path`.
    """
    query = f"&{urls.encode_query(next=next_path)}" if next_path else ""
    return ui.link_button(_("Sign in"), href=f"{urls.SIGN_IN}{query}", variant="primary", size=size)


def sign_in_dialog() -> rx.Component:
    """Return the dialog with the sign-in form and the registration form.

    It opens when a guest clicks "Sign in" or an action that requires an account, and when the URL
    contains `?modal=auth`.
    """
    login, registration = auth_forms.login_form(), auth_forms.registration_form()
    is_registering = ToastsState.is_registering
    return ui.dialog(
        rx.cond(is_registering, _dialog_form(registration), _dialog_form(login)),
        id="auth",
        title=rx.cond(is_registering, registration.title, login.title),
        size="sm",
        open=ToastsState.is_sign_in_open,
        on_close=ToastsState.close_sign_in_dialog,
        custom_attrs={"aria-label": auth_forms.sign_in_dialog_title()},
    )


def auth_form(
    definition: AuthForm,
    *,
    next_url: str,
    class_name: str,
    heading: Node = None,
    rejected: FormFlash | None = None,
) -> Node:
    """Return the sign-in or registration form.

    Args:
        definition: The fields and texts of the form.
        next_url: The URL to which the user gets after signing in.
        class_name: Additional classes.
        heading: The heading of the form.
        rejected: The values and errors of the form if the server has rejected it.
    """
    return el.form(
        heading,
        el.p(
            rejected.message if rejected else None,
            hidden=rejected is None,
            role="alert",
            class_name=form.ALERT,
            data_error_for="",
        ),
        el.input(type="hidden", name="next", value=next_url),
        *(_field(definition, field, rejected) for field in definition.fields),
        ui.button(
            definition.submit, type="submit", variant="primary", size="lg", class_name=auth.SUBMIT
        ),
        action=definition.action,
        method="post",
        class_name=f"{class_name} {auth.FORM}",
        data_ajax_form="",
        # The script shows the errors that the server returns.
        custom_attrs={"noValidate": True},
    )


def _dialog_form(definition: AuthForm) -> rx.Component:
    return rx.fragment(
        auth_form(definition, next_url=ToastsState.next_url, class_name="mt-6"),
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
        key=definition.kind,
    )


def _field(definition: AuthForm, field: FormField, rejected: FormFlash | None) -> Node:
    field_id = f"{definition.kind}-{field.name}"
    errors = rejected.errors.get(field.name, []) if rejected else []
    return el.div(
        el.label(field.label, html_for=field_id, class_name=form.LABEL),
        el.input(
            id=field_id,
            name=field.name,
            type=field.type,
            value=rejected.values.get(field.name) if rejected else None,
            max_length=field.maxlength,
            required=True,
            class_name=form.INPUT,
            aria_describedby=f"{field_id}-note {field_id}-hint",
            aria_invalid="true" if errors else None,
            data_autofocus="" if field is definition.fields[0] else None,
            **ui.native_attrs(autoComplete=field.autocomplete),
        ),
        el.p(
            " ".join(errors) or None,
            id=f"{field_id}-note",
            hidden=not errors,
            class_name=form.ERROR,
            data_error_for=field.name,
        ),
        el.p(field.hint, id=f"{field_id}-hint", class_name=form.HINT) if field.hint else None,
        class_name=form.FIELD,
    )
