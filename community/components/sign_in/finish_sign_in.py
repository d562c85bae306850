"""The page on which a person decides what happens with a new identity of another service.

The forms are sent over HTTP (`assets/ajax_forms.js`), so that they also work without JavaScript.
"""

from collections.abc import Callable
from typing import Any

from community import urls
from community.components import ui
from community.components.page_heading import page_heading
from community.components.sign_in import auth_forms
from community.components.sign_in.dialog import auth_form, form_error, form_fields
from community.components.sign_in.providers import provider_buttons
from community.core.http.form_flash import FormFlash
from community.domain.accounts.provider_registration import FinishPage
from community.i18n import gettext as _
from community.rendering import Node, el, when
from community.styles import sign_in as styles

FORM_ID = "finish"


def finish_page(
    content: FinishPage | Any,
    rejected: FormFlash | None = None,
    *,
    agreement: Node = None,
    connect: Callable[[FinishPage | Any], Node] | None = None,
) -> Node:
    """Return the content of the page.

    Args:
        agreement: The sentence about the terms and the privacy policy, below the form of a new
            account.
        connect: Returns the buttons of a user who can connect the service. By default, they are a
            form.
    """
    connect = connect or connect_form
    return el.div(
        page_heading(content.title, content.text),
        when(content.kind == "register", lambda: _registration_form(content, rejected, agreement)),
        when(content.kind == "sign_in", lambda: _sign_in_form(content)),
        when(content.kind == "connect", lambda: connect(content)),
        when(
            content.kind == "expired",
            lambda: ui.link_button(
                _("Sign in"),
                href=urls.SIGN_IN,
                variant="primary",
                custom_attrs={"reloadDocument": True},
            ),
        ),
        class_name=styles.LINK_PAGE,
    )


def _registration_form(
    content: FinishPage | Any, rejected: FormFlash | None, agreement: Node
) -> Node:
    fields = auth_forms.finish_fields(content.name, content.slug, content.email)
    return _form(
        form_error(rejected),
        form_fields(FORM_ID, fields, rejected),
        _submit(_("Create account")),
        agreement,
        action=urls.FINISH_SIGN_IN,
        next_path=content.next_path,
    )


def _sign_in_form(content: FinishPage | Any) -> Node:
    return el.div(
        provider_buttons(content.providers, next_url=content.next_path),
        auth_form(
            auth_forms.login_form(), next_url=content.next_path, class_name="", form_id=FORM_ID
        ),
    )


def connect_form(content: FinishPage | Any) -> Node:
    return _form(
        el.div(_submit(_("Connect")), not_now_link(content), class_name=styles.FORM_BUTTONS),
        action=urls.CONNECT_IDENTITY,
        next_path=content.next_path,
    )


def not_now_link(content: FinishPage | Any) -> Node:
    return ui.link_button(
        _("Not now"),
        href=content.next_path,
        size="lg",
        custom_attrs={"reloadDocument": True},
    )


def _submit(label: str) -> Node:
    return ui.button(label, type="submit", variant="primary", size="lg")


def _form(*children: Node, action: str, next_path: Any) -> Node:
    return el.form(
        el.input(type="hidden", name="next", value=next_path),
        *children,
        action=action,
        method="post",
        class_name=styles.FORM,
        data_ajax_form="",
        # The script shows the errors that the server returns.
        custom_attrs={"noValidate": True},
    )
