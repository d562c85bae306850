"""The page at `/email/reset`, on which a user chooses a new password with a link."""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.auth import sign_in_button
from community.components.layout.page import page
from community.components.page_heading import page_heading
from community.domain.accounts import PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH
from community.i18n import gettext as _
from community.i18n import ngettext
from community.rendering import Node
from community.state.pages.layout import LayoutState
from community.state.pages.password_reset import PasswordResetState
from community.styles.ui import form

_State: Any = PasswordResetState


def password_reset_page() -> rx.Component:
    return page(
        page_heading(_("Choose a new password")),
        rx.cond(
            _State.is_done,
            ui.empty_state(
                _("Password changed"),
                _("Sign in with your new password."),
                icon_name="check",
                action=sign_in_button(),
            ),
            _form(),
        ),
        is_ready=LayoutState.is_loaded,
    )


def _form() -> Node:
    least = PASSWORD_MIN_LENGTH
    return rx.el.form(
        ui.form_alert(_State.error),
        ui.field(
            _("New password"),
            ui.text_input(
                name="password",
                type="password",
                required=True,
                auto_complete="new-password",
                max_length=PASSWORD_MAX_LENGTH,
            ),
            name="password",
            hint=ngettext("At least {n} character", "At least {n} characters", least),
        ),
        rx.el.div(ui.button(_("Save"), type="submit", variant="primary"), class_name=form.ACTIONS),
        on_submit=_State.submit,
        class_name=form.STACK,
    )
