"""The settings section for access tokens.

It contains the list of tokens, the form that creates a token, and the dialog in which the user
confirms that a token is revoked.
"""

from typing import Any

import reflex as rx

from community import urls
from community.components import ui
from community.components.settings.section import (
    focus_managed_list,
    settings_group,
    settings_section,
)
from community.i18n import gettext as _
from community.i18n import ngettext, pgettext
from community.state.settings.tokens import TokensState
from community.styles import button, form, icons
from community.styles import settings as styles

# In days. With 0 the token does not expire.
_LIFETIMES = (30, 90, 365, 0)
_CLASS_NAMES = {
    "form": styles.FORM,
    "alert": form.ALERT,
    "field": form.FIELD,
    "label": form.LABEL,
    "legend": f"{form.LABEL} mb-2.5",
    "input": form.INPUT,
    "error": form.ERROR,
    "hint": form.HINT,
    "choice": form.CHOICE,
    "choice_text": form.CHOICE_TEXT,
    "choice_label": form.CHOICE_LABEL,
    "checkbox": form.CHECKBOX,
    "select_frame": form.SELECT_FRAME,
    "select": form.SELECT,
    "select_arrow": form.SELECT_ARROW,
    "submit": button.class_names("primary"),
    "secret": styles.KEY_PANEL,
    "secret_title": styles.KEY_TITLE,
    "secret_text": styles.KEY_TEXT,
    "secret_row": styles.KEY_ROW,
    "secret_value": styles.KEY_VALUE,
    "copy": button.class_names("primary"),
    "done": button.class_names("quiet"),
}
_ICONS = {
    "arrow": icons.PATHS["chevron_down"],
    "copy": icons.PATHS["copy"],
    "check": icons.PATHS["check"],
}


class _TokenForm(rx.Component):
    """Form that creates an access token and shows the secret value of the token once.

    Its script is `assets/ui/settings/token_form.jsx`.
    """

    library = "$/public/ui/settings/token_form.jsx"
    tag = "TokenForm"
    url: rx.Var[str]
    scopes: rx.Var[list[dict[str, str]]]
    lifetimes: rx.Var[list[list[str]]]
    class_names: rx.Var[dict[str, str]]
    icons: rx.Var[dict[str, str]]
    on_created: rx.EventHandler[rx.event.no_args_event_spec]  # type: ignore[type-arg,valid-type]


def tokens_section() -> rx.Component:
    rows: Any = TokensState.tokens
    return settings_section(
        styles.TOKENS,
        rx.cond(
            rows.length() > 0,
            focus_managed_list(styles.TOKENS, rx.foreach(rows, _token_row), class_name=styles.LIST),
            rx.el.p(_("No tokens yet"), class_name=styles.EMPTY),
        ),
        settings_group(
            _("New token"), _("Grant only the permissions that the program needs"), _token_form()
        ),
        _revoke_dialog(),
    )


def _token_form() -> rx.Component:
    scopes = [
        {
            "value": "read",
            "label": pgettext("token", "Read"),
            "hint": _("Everything you can read: posts, discussions, your notifications"),
        },
        {
            "value": "write",
            "label": pgettext("token", "Write"),
            "hint": _("Publish, comment, react and follow as you"),
        },
    ]
    return _TokenForm.create(
        url=f"{urls.SETTINGS}/tokens",
        scopes=rx.Var.create(scopes),
        lifetimes=rx.Var.create([[str(days), _lifetime_label(days)] for days in _LIFETIMES]),
        class_names=rx.Var.create(_CLASS_NAMES),
        icons=rx.Var.create(_ICONS),
        on_created=TokensState.refresh,
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
