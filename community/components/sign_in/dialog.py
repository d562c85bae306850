"""The forms for signing in and registering, and the dialog with them.

Every live page contains the dialog. Its forms are sent to `/login` and `/register` over HTTP
(`assets/ajax_forms.js`), because only an HTTP response can set the session cookie. The browser then
reloads the page, so that its WebSocket connects with the new cookie. Without JavaScript, the
browser submits the same forms on a server-rendered page (`ssr/pages/sign_in.py`).
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

import reflex as rx

from community import urls
from community.components import ui
from community.components.sign_in import auth_forms
from community.components.sign_in.agreement import registration_agreement
from community.components.sign_in.auth_forms import AuthForm, FormField, RegistrationNotice
from community.components.sign_in.providers import provider_buttons, sign_in_problem
from community.core.http.form_flash import FormFlash
from community.domain.site import RegistrationMode
from community.i18n import gettext as _, pgettext
from community.rendering import Node, el, group, react_component, when
from community.rendering.elements import is_html_output
from community.state.pages.layout import LayoutState
from community.state.runtime.toasts import ToastsState
from community.styles import layout, sign_in as styles
from community.styles.ui import button, display, form, overlay

_SIGN_IN_PROPS: Final[dict[str, Any]] = {"variant": "quiet", "size": "sm"}
_JOIN_PROPS: Final[dict[str, Any]] = {"variant": "primary", "size": "sm"}


_PasskeySignIn = react_component("passkey_sign_in.js", "PasskeySignIn")


def sign_in_button(**props: Any) -> Node:
    return ui.button(
        _("Sign in"), **{"variant": "primary", **props}, on_click=ToastsState.open_sign_in_dialog
    )


def sign_in_link(next_path: str = "", **props: Any) -> Node:
    return ui.link_button(
        _("Sign in"), **{"variant": "primary", **props}, href=urls.sign_in(next_path)
    )


def header_buttons() -> list[Node]:
    join = ui.button(_join_label(), **_JOIN_PROPS, on_click=ToastsState.open_registration_dialog)
    return [_choose_guest_buttons(_registration(), sign_in_button, join)]


def header_links(registration: RegistrationMode) -> list[Node]:
    join = ui.link_button(_join_label(), **_JOIN_PROPS, href=urls.REGISTER)
    return [_choose_guest_buttons(registration, sign_in_link, join)]


def _choose_guest_buttons(registration: Any, sign_in: Callable[..., Node], join: Node) -> Node:
    """Return "Sign in" and "Join", or only "Sign in" if the registration is closed.

    Phones have room for one of them. The registration form has a link to the sign-in form.
    """
    return when(
        registration == "closed",
        lambda: sign_in(**_SIGN_IN_PROPS),
        lambda: group(sign_in(**_SIGN_IN_PROPS, class_name=layout.SIGN_IN_BESIDE_JOIN), join),
    )


def _registration() -> Any:
    """Return a Var with the setting that says who can create an account."""
    site: Any = LayoutState.site
    return site.registration


def _join_label() -> str:
    # Translators: the button with which guests create an account.
    return pgettext("account", "Join")


def sign_in_dialog() -> rx.Component:
    """Return the dialog with the sign-in form and the registration form.

    It opens when a guest clicks "Sign in" or an action that requires an account, and when the URL
    contains `?modal=auth`.
    """
    login, registration = auth_forms.login_form(), auth_forms.registration_form()
    closed = auth_forms.registration_closed_notice()
    uninvited = auth_forms.invitation_needed_notice()
    is_registering, mode = ToastsState.is_registering, _registration()
    needs_invitation = (mode == "invitation") & (
        (ToastsState.invitation == "") | (ToastsState.invitation_problem != "")
    )

    def by_mode(when_closed: Any, when_uninvited: Any, otherwise: Any) -> Any:
        return rx.cond(
            mode == "closed", when_closed, rx.cond(needs_invitation, when_uninvited, otherwise)
        )

    registration_part = by_mode(
        _dialog_notice(closed.text, registration),
        _dialog_notice(
            rx.cond(
                ToastsState.invitation_problem != "",
                ToastsState.invitation_problem,
                uninvited.text,
            ),
            registration,
        ),
        _dialog_form(registration),
    )
    title = by_mode(closed.title, uninvited.title, registration.title)
    return ui.dialog(
        rx.cond(is_registering, registration_part, _dialog_form(login)),
        id="auth",
        title=rx.cond(is_registering, title, login.title),
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
    invitation: str = "",
    heading: Node = None,
    rejected: FormFlash | None = None,
    form_id: str = "",
    agreement: Node = None,
) -> Node:
    """Return the sign-in or registration form.

    Args:
        form_id: The prefix of the ids of the fields, for a page that also has the dialog.
    """
    return el.form(
        heading,
        form_error(rejected),
        el.input(type="hidden", name="next", value=next_url),
        el.input(type="hidden", name="invitation", value=invitation)
        if definition.kind == "register"
        else None,
        form_fields(form_id or definition.kind, definition.fields, rejected),
        _forgot_password_link() if definition.kind == "login" else None,
        ui.button(
            definition.submit, type="submit", variant="primary", size="lg", class_name=styles.SUBMIT
        ),
        agreement,
        action=definition.action,
        method="post",
        class_name=f"{class_name} {styles.FORM}",
        data_ajax_form="",
        # The script shows the errors that the server returns.
        custom_attrs={"noValidate": True},
    )


def _forgot_password_link() -> Node:
    # The page opens as a new document, so that the dialog does not stay open above it.
    return el.a(
        _("Forgot your password?"),
        href=urls.RESET_PASSWORD_PAGE,
        class_name=f"{button.LINK} {styles.HELP_LINK}",
        custom_attrs={"reloadDocument": True},
    )


def _dialog_form(definition: AuthForm) -> rx.Component:
    switch = _form_switch(definition)
    site: Any = LayoutState.site
    return rx.fragment(
        rx.el.div(
            sign_in_problem(ToastsState.sign_in_problem),
            provider_buttons(
                site.sign_in_providers,
                next_url=ToastsState.next_url,
                invitation=ToastsState.invitation,
            ),
            auth_form(
                definition,
                next_url=ToastsState.next_url,
                class_name="",
                invitation=ToastsState.invitation,
                agreement=registration_agreement(site) if definition.kind == "register" else None,
            ),
            class_name=styles.DIALOG_BODY,
        ),
        _passkey_sign_in() if definition.kind == "login" else None,
        # The switch to a registration form that is closed would lead nowhere.
        switch if definition.kind == "register" else rx.cond(_registration() != "closed", switch),
        key=definition.kind,
    )


def _passkey_sign_in() -> rx.Component:
    return _PasskeySignIn(
        ui.icon("key"),
        next_url=ToastsState.next_url,
        class_names={
            "root": styles.PASSKEY,
            "divider": styles.DIVIDER,
            "button": f"{button.class_names('secondary', 'lg')} {styles.SUBMIT}",
            "error": form.ALERT,
        },
    )


def _dialog_notice(text: Any, definition: AuthForm) -> rx.Component:
    return rx.fragment(
        rx.el.p(text, role="status", class_name=overlay.DIALOG_TEXT), _form_switch(definition)
    )


def _form_switch(definition: AuthForm) -> rx.Component:
    return rx.el.p(
        definition.switch_text,
        " ",
        rx.el.button(
            definition.switch_link,
            type="button",
            class_name=button.LINK,
            on_click=ToastsState.toggle_registration_form,
        ),
        class_name=styles.FORM_SWITCH,
    )


def registration_notice(notice: RegistrationNotice) -> Node:
    """Return what server-rendered pages show in place of the registration form."""
    return el.div(
        el.h2(notice.title, class_name=display.CARD_TITLE),
        el.p(notice.text, class_name=overlay.DIALOG_TEXT),
    )


def form_error(rejected: FormFlash | None = None) -> Node:
    return el.p(
        rejected.message if rejected else None,
        hidden=rejected is None,
        role="alert",
        class_name=form.ALERT,
        data_error_for="",
    )


def form_fields(
    form_id: str, fields: Sequence[FormField], rejected: FormFlash | None = None
) -> list[Node]:
    return [_field(form_id, field, rejected, is_first=field is fields[0]) for field in fields]


def _initial_value(field: FormField, rejected: FormFlash | None) -> dict[str, Any]:
    if is_html_output():
        return {"value": rejected.values.get(field.name) if rejected else field.value}
    return {} if field.value is None else {"default_value": field.value}


def _field(form_id: str, field: FormField, rejected: FormFlash | None, *, is_first: bool) -> Node:
    field_id = f"{form_id}-{field.name}"
    errors = rejected.errors.get(field.name, []) if rejected else []
    return el.div(
        el.label(field.label, html_for=field_id, class_name=form.LABEL),
        el.input(
            id=field_id,
            name=field.name,
            type=field.type,
            **_initial_value(field, rejected),
            max_length=field.maxlength,
            required=field.is_required,
            class_name=form.INPUT,
            aria_describedby=f"{field_id}-note {field_id}-hint",
            aria_invalid="true" if errors else None,
            data_autofocus="" if is_first else None,
            auto_complete=field.autocomplete,
            input_mode=field.inputmode,
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
