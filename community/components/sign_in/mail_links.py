"""The pages that links in mails open: a text, and a form or a link below it.

The forms are sent over HTTP (`assets/ajax_forms.js`), so that they also work without JavaScript.
"""

from typing import Any

from community.components import ui
from community.components.page_heading import page_heading
from community.components.sign_in import auth_forms
from community.components.sign_in.dialog import form_error, form_fields
from community.core.http.form_flash import FormFlash
from community.i18n import gettext as _
from community.rendering import Node, el, group, when
from community.state.pages.sign_in.link_content import LinkPage
from community.state.pages.sign_in.sign_in import VerificationState
from community.styles import sign_in as styles
from community.styles.ui import button

FORM_ID = "mail-link"


def link_page(content: LinkPage | Any, rejected: FormFlash | None = None) -> Node:
    return el.div(
        page_heading(content.title, content.text),
        when(content.form != "", lambda: _form(content, rejected)),
        when(
            content.link_href != "",
            lambda: when(content.form != "", lambda: _link(content), lambda: _link_button(content)),
        ),
        class_name=styles.LINK_PAGE,
    )


def send_link_button() -> Node:
    """Return the button that sends another link to confirm the email of the viewer."""
    return ui.button(_("Send link"), size="sm", on_click=VerificationState.send_link)


def _form(content: LinkPage | Any, rejected: FormFlash | None) -> Node:
    return el.form(
        form_error(rejected),
        el.input(type="hidden", name="token", value=content.token),
        el.input(type="hidden", name="next", value=content.next_path),
        when(content.form == "email", lambda: _fields("email", rejected)),
        when(content.form == "password", lambda: _fields("password", rejected)),
        when(content.form == "code", lambda: _fields("code", rejected)),
        when(content.form == "recovery_code", lambda: _fields("recovery_code", rejected)),
        el.div(ui.button(content.submit, type="submit", variant="primary", size="lg")),
        action=content.action,
        method="post",
        class_name=styles.FORM,
        data_ajax_form="",
        # The script shows the errors that the server returns.
        custom_attrs={"noValidate": True},
    )


def _link_button(content: LinkPage | Any) -> Node:
    return ui.link_button(
        content.link_label,
        href=content.link_href,
        variant="primary",
        custom_attrs={"reloadDocument": True},
    )


def _link(content: LinkPage | Any) -> Node:
    return el.p(
        el.a(
            content.link_label,
            href=content.link_href,
            class_name=button.LINK,
            custom_attrs={"reloadDocument": True},
        ),
        class_name=styles.LINK_BELOW_FORM,
    )


def _fields(name: str, rejected: FormFlash | None) -> Node:
    return group(*form_fields(FORM_ID, auth_forms.link_page_fields(name), rejected))
