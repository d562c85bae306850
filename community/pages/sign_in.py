"""The pages that links in mails open, and the one that finishes a sign-in with another service."""

from typing import Any

import reflex as rx

from community.components import location, sign_in, skeletons, ui
from community.components.layout.page import page
from community.i18n import gettext as _
from community.state.pages.layout import LayoutState
from community.state.pages.sign_in.sign_in import FinishSignInState, LinkPageState
from community.styles import sign_in as styles

_FinishSignIn: Any = FinishSignInState

_LinkPage: Any = LinkPageState


def finish_sign_in_page() -> rx.Component:
    content = _FinishSignIn.content
    return page(
        rx.cond(
            content,
            sign_in.finish_page(
                content,
                agreement=sign_in.registration_agreement(LayoutState.site),
                connect=_connect_buttons,
            ),
            skeletons.list_skeleton(),
        ),
        location.redirect_component(_FinishSignIn.connected_url),
        sign_in.confirmation_dialog(),
        is_ready=content != None,  # noqa: E711  # compared in the browser
    )


def _connect_buttons(content: Any) -> rx.Component:
    return rx.el.div(
        ui.button(_("Connect"), variant="primary", size="lg", on_click=_FinishSignIn.connect),
        sign_in.not_now_link(content),
        class_name=styles.FORM_BUTTONS,
    )


def mail_link_page() -> rx.Component:
    content = _LinkPage.content
    return page(
        rx.cond(content, sign_in.link_page(content), skeletons.list_skeleton()),
        is_ready=content != None,  # noqa: E711  # compared in the browser
    )
