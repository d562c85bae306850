"""The settings section for the email of the account, which both addresses confirm."""

from typing import Any

import reflex as rx

from community import urls
from community.components import forms, ui
from community.components.settings.section import settings_section
from community.i18n import gettext as _
from community.rendering import Node
from community.state.pages.settings.account import EmailState
from community.state.pages.settings.page import SettingsState
from community.styles import settings as styles
from community.styles.ui import form

_State: Any = EmailState


def email_section() -> rx.Component:
    return settings_section(
        styles.EMAIL,
        _current_email(),
        rx.cond(_State.pending, _pending_change(_State.pending), _change_form()),
    )


def _current_email() -> Node:
    return rx.el.div(
        rx.el.span(ui.icon("mail"), class_name=styles.LIST_ICON),
        rx.el.div(
            rx.el.p(
                rx.el.span(_State.email, class_name=styles.LIST_NAME_TEXT),
                rx.cond(
                    _State.is_undeliverable,
                    ui.badge(_("Undeliverable"), tone="danger"),
                    rx.cond(
                        _State.is_verified,
                        ui.badge(_("Confirmed"), tone="success"),
                        ui.badge(_("Not confirmed")),
                    ),
                ),
                class_name=styles.LIST_NAME,
            ),
            rx.cond(
                _State.is_undeliverable,
                rx.el.p(
                    _("Our emails to this address come back. Check it, or confirm it again."),
                    class_name=styles.LIST_NOTE,
                ),
            ),
            class_name=styles.LIST_TEXT,
        ),
        rx.cond(
            _State.is_verified & ~_State.is_undeliverable,
            rx.fragment(),
            ui.native_form(
                ui.button(_("Send link"), type="submit", size="sm"),
                action=urls.REQUEST_VERIFICATION,
            ),
        ),
        class_name=styles.LIST_ROW,
    )


def _change_form() -> Node:
    error = ui.error_message(_State.errors, "email")
    control = ui.text_input(
        name="email", error=error, type="email", auto_complete="email", spell_check=False
    )
    return forms.draft_form(
        ui.field(
            _("New email"),
            control,
            name="email",
            hint=_("We send a link to the new address, and one to the old address if confirmed."),
            error=error,
        ),
        rx.el.div(
            ui.button(_("Change email"), type="submit", variant="primary"), class_name=form.ACTIONS
        ),
        draft_key=f"email-{SettingsState.user_id}",
        save_count=_State.save_count,
        errors=_State.errors,
        on_submit=_State.request_change,
    )


def _pending_change(pending: Any) -> Node:
    return rx.el.section(
        rx.el.h3(
            _("Confirm the change to {email}", email=pending.email), class_name=styles.KEY_TITLE
        ),
        rx.el.p(_("Open the links in the emails that we've sent."), class_name=styles.KEY_TEXT),
        rx.el.ul(
            rx.cond(pending.is_old_required, _confirmation(_State.email, pending.is_old_confirmed)),
            _confirmation(pending.email, pending.is_new_confirmed),
            class_name=styles.CONFIRMATIONS,
        ),
        rx.el.div(
            ui.button(_("Send again"), on_click=_State.resend),
            ui.button(_("Cancel the change"), variant="quiet", on_click=_State.cancel),
            class_name=styles.KEY_ROW,
        ),
        class_name=styles.KEY_PANEL,
    )


def _confirmation(email: Any, is_confirmed: Any) -> Node:
    return rx.el.li(
        rx.el.span(email, class_name=styles.LIST_NAME_TEXT),
        rx.cond(is_confirmed, ui.badge(_("Confirmed"), tone="success"), ui.badge(_("Waiting"))),
        class_name=styles.CONFIRMATION,
    )
