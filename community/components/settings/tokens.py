"""Access tokens: made, listed, ended."""

from typing import Any

import reflex as rx

from community import urls
from community.components import ui
from community.components.settings.section import group, section, shrinking
from community.looks import button, form, icons
from community.looks import settings as looks
from community.state.settings.tokens import Tokens

_SCOPES = (
    ("read", "Read", "What you can read: feeds, posts, discussions, your notifications."),
    ("write", "Write", "Publish, comment, react and follow as you."),
)
# Days, and in words; 0 is without an end.
_TERMS = (("30", "30 days"), ("90", "90 days"), ("365", "A year"), ("0", "Until you revoke it"))
_LOOK = {
    "form": looks.FORM,
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
    "submit": button.look("primary"),
    "secret": looks.ONCE,
    "secret_title": looks.ONCE_TITLE,
    "secret_text": looks.ONCE_TEXT,
    "secret_row": looks.ONCE_ROW,
    "secret_value": looks.ONCE_VALUE,
    "copy": button.look("primary"),
    "done": button.look("quiet"),
}
_ICONS = {
    "arrow": icons.PATHS["chevron_down"],
    "copy": icons.PATHS["copy"],
    "check": icons.PATHS["check"],
}


class _TokenMaker(rx.Component):
    """The form, and the secret once; see `assets/ui/settings/token_maker.jsx`."""

    library = "$/public/ui/settings/token_maker.jsx"
    tag = "TokenMaker"
    address: rx.Var[str]
    scopes: rx.Var[list[dict[str, str]]]
    terms: rx.Var[list[list[str]]]
    look: rx.Var[dict[str, str]]
    icons: rx.Var[dict[str, str]]
    on_made: rx.EventHandler[rx.event.no_args_event_spec]  # type: ignore[type-arg,valid-type]


def tokens() -> rx.Component:
    """The section."""
    rows: Any = Tokens.rows
    return section(
        looks.TOKENS,
        rx.cond(
            rows.length() > 0,
            shrinking(looks.TOKENS, rx.foreach(rows, _row), class_name=looks.ROWS),
            rx.el.p("You have none.", class_name=looks.NOTHING),
        ),
        group("A new token", "Give it no more than the program needs.", _maker()),
        _confirmation(),
    )


def _maker() -> rx.Component:
    scopes = [{"value": value, "label": label, "hint": hint} for value, label, hint in _SCOPES]
    return _TokenMaker.create(
        address=f"{urls.SETTINGS}/tokens",
        scopes=rx.Var.create(scopes),
        terms=rx.Var.create([list(term) for term in _TERMS]),
        look=rx.Var.create(_LOOK),
        icons=rx.Var.create(_ICONS),
        on_made=Tokens.look,
    )


def _row(token: Any) -> rx.Component:
    return rx.el.div(
        rx.el.span(ui.icon("key"), class_name=looks.ROW_ICON),
        rx.el.div(
            rx.el.p(token.name, class_name=f"{looks.ROW_NAME} {looks.ROW_WORD}"),
            rx.el.p(
                f"{token.may} {token.ends} ",
                rx.cond(
                    token.last_used_at,
                    rx.fragment("Last used ", ui.time(token.last_used_at, in_sentence=True), "."),
                    "Never used.",
                ),
                class_name=looks.ROW_NOTE,
            ),
            class_name=looks.ROW_TEXT,
        ),
        ui.button(
            "Revoke",
            size="sm",
            on_click=Tokens.doom(token.id),
            custom_attrs={"aria-description": token.name},
        ),
        key=token.id,
        class_name=looks.ROW_ITEM,
    )


def _confirmation() -> rx.Component:
    return ui.confirmation(
        id="doomed-token",
        title="Revoke this token?",
        consequence=f"Programs that use “{Tokens.doomed_name}” are shut out at once, for good.",
        act="Revoke",
        on_confirm=Tokens.revoke,
        open=Tokens.doomed != 0,
        on_close=Tokens.doom(0),
    )
