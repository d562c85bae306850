"""The settings section for access tokens."""

from typing import Any

import reflex as rx

from community.components import forms, ui
from community.components.settings import section
from community.i18n import gettext as _, ngettext, pgettext
from community.rendering import Node, el, present, react_component
from community.state.pages.settings.page import SettingsState
from community.state.pages.settings.security import TokensState
from community.styles import settings as styles
from community.styles.ui import button, form

# In days. With 0 the token does not expire.
_LIFETIMES = (30, 90, 365, 0)

# A read-only field with a button that copies its value.
_CopyField = react_component("copy_field.js", "CopyField")


def tokens_section() -> rx.Component:
    rows: Any = TokensState.tokens
    return section.settings_section(
        styles.TOKENS,
        rx.cond(
            rows.length() > 0,
            section.focus_managed_list(
                styles.TOKENS, rx.foreach(rows, _token_row), class_name=styles.LIST
            ),
            rx.el.p(_("No tokens yet"), class_name=styles.EMPTY),
        ),
        section.settings_group(
            _("New token"),
            _("Grant only the permissions that the program needs"),
            section.focus_managed_list(
                styles.TOKENS,
                rx.cond(TokensState.created, _created_token(TokensState.created)),
                class_name="",
            ),
            _token_form(),
        ),
        _revoke_dialog(),
    )


def _token_form() -> rx.Component:
    errors = TokensState.errors
    name_error, scopes_error = (ui.error_message(errors, name) for name in ("name", "scopes"))
    lifetimes = [(str(days), _lifetime_label(days)) for days in _LIFETIMES]
    return forms.draft_form(
        ui.field(
            pgettext("token", "Name"),
            ui.text_input(name="token_name", error=name_error, type="text", auto_complete="off"),
            name="token_name",
            hint=_("A name you'll recognise"),
            error=name_error,
        ),
        _scope_field(scopes_error),
        ui.field(
            _("Expiry"),
            ui.select(lifetimes, name="token_days", default_value=lifetimes[1][0]),
            name="token_days",
            error=ui.error_message(errors, "expires_at"),
        ),
        rx.el.div(ui.button(_("Create token"), type="submit", variant="primary")),
        draft_key=f"token-{SettingsState.user_id}",
        save_count=TokensState.save_count,
        errors=errors,
        on_submit=TokensState.create,
        reset_on_save=True,
    )


def _scope_field(error: Any) -> Node:
    # A new key resets the choices after a token was created.
    return el.fieldset(
        el.legend(_("Permissions"), class_name=styles.LEGEND),
        _scope_checkbox(
            "read",
            pgettext("token", "Read"),
            _("Everything you can read: posts, discussions, your notifications"),
            error,
        ),
        _scope_checkbox(
            "write",
            pgettext("token", "Write"),
            _("Publish, comment, react and follow as you"),
            error,
        ),
        present(error, lambda text: el.p(text, role="alert", class_name=form.ERROR)),
        key=f"scopes-{TokensState.save_count}",
        class_name=form.FIELD,
    )


def _scope_checkbox(scope: str, label: str, hint: str, error: Any) -> Node:
    return ui.checkbox(
        label,
        hint=hint,
        id=f"scope-{scope}",
        name=scope,
        default_checked=scope == "read",
        aria_invalid=error != "",
    )


def _created_token(token: Any) -> rx.Component:
    class_names = {"field": styles.KEY_VALUE, "button": button.class_names("primary")}
    return rx.el.section(
        rx.el.h3(_("Token “{name}” created", name=token.name), class_name=styles.KEY_TITLE),
        rx.el.p(_("Copy it now. You won't be able to see it again."), class_name=styles.KEY_TEXT),
        rx.el.div(
            _CopyField(
                ui.icon("copy"),
                ui.icon("check"),
                value=token.secret,
                label=_("Token"),
                class_names=class_names,
            ),
            ui.button(_("Done"), variant="quiet", on_click=TokensState.dismiss_created),
            class_name=styles.KEY_ROW,
        ),
        class_name=styles.KEY_PANEL,
    )


def _lifetime_label(days: int) -> str:
    return ngettext("{n} day", "{n} days", days) if days else _("No expiry")


def _token_row(token: Any) -> rx.Component:
    last_used = ui.rich_text(
        _("Last used {time}"), time=ui.relative_time(token.last_used_at, in_sentence=True)
    )
    return rx.el.div(
        rx.el.span(ui.icon("key"), class_name=styles.LIST_ICON),
        rx.el.div(
            rx.el.p(token.name, class_name=f"{styles.LIST_NAME} {styles.LIST_NAME_TEXT}"),
            rx.el.p(
                f"{token.scopes_text} · {token.expiry_text} · ",
                rx.cond(token.last_used_at, last_used, _("Never used")),
                class_name=styles.LIST_NOTE,
            ),
            class_name=styles.LIST_TEXT,
        ),
        ui.button(
            _("Revoke"),
            size="sm",
            on_click=TokensState.show_revoke_dialog(token.id),
            custom_attrs={"aria-description": token.name},
        ),
        key=token.id,
        class_name=styles.LIST_ROW,
    )


def _revoke_dialog() -> rx.Component:
    return ui.confirm_dialog(
        id="revoke-token-dialog",
        title=_("Revoke this token?"),
        description=_(
            "Programs that use “{name}” lose access immediately. You can't undo this.",
            name=TokensState.revoke_target_name,
        ),
        confirm_label=_("Revoke"),
        on_confirm=TokensState.revoke,
        open=TokensState.revoke_target_id != 0,
        on_close=TokensState.show_revoke_dialog(0),
    )
