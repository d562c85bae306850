"""The settings sections for the online status and the default feed.

Each change is saved immediately, without a submit button.
"""

from typing import Any

import reflex as rx

from community.components.settings.section import settings_section
from community.domain.accounts import Feed
from community.i18n import gettext as _
from community.state.settings.preferences import PreferencesState
from community.state.toasts import ToastsState
from community.styles import form
from community.styles import settings as styles

_LIBRARY = "$/public/ui/settings/option_controls.js"
_CLASS_NAMES = {
    "text": form.CHOICE_TEXT,
    "label": form.CHOICE_LABEL,
    "hint": form.HINT,
    "switch": form.SWITCH,
    "switch_row": form.SWITCH_ROW,
    "stack": form.STACK,
    "choice": form.CHOICE,
    "radio": form.RADIO,
}


def _toggle_event_spec(is_on: rx.Var[bool]) -> tuple[rx.Var[bool]]:
    return (is_on,)


def _feed_event_spec(feed: rx.Var[Feed]) -> tuple[rx.Var[Feed]]:
    return (feed,)


class _Switch(rx.Component):
    library = _LIBRARY
    tag = "Switch"
    label: rx.Var[str]
    hint: rx.Var[str]
    is_on: rx.Var[bool]
    reset_key: rx.Var[Any]
    class_names: rx.Var[dict[str, str]]
    on_toggle: rx.EventHandler[_toggle_event_spec]  # type: ignore[type-arg,valid-type]


class _RadioGroup(rx.Component):
    library = _LIBRARY
    tag = "RadioGroup"
    label: rx.Var[str]
    options: rx.Var[list[dict[str, str]]]
    value: rx.Var[str]
    reset_key: rx.Var[Any]
    class_names: rx.Var[dict[str, str]]
    on_choose: rx.EventHandler[_feed_event_spec]  # type: ignore[type-arg,valid-type]


def switch(label: str, *, hint: Any = "", is_on: Any, on_toggle: Any) -> rx.Component:
    """Return a switch that shows a change before the server confirms it.

    If the server responds with an error, the switch returns to `is_on`.
    """
    return _Switch.create(
        label=label,
        hint=hint,
        is_on=is_on,
        reset_key=ToastsState.toasts,
        class_names=rx.Var.create(_CLASS_NAMES),
        on_toggle=on_toggle,
    )


def online_status_section() -> rx.Component:
    return settings_section(
        styles.ONLINE,
        switch(
            _("Show when I'm online"),
            hint=_("Show a green dot on your picture while you're on the site"),
            is_on=PreferencesState.is_online_visible,
            on_toggle=PreferencesState.set_online_visible,
        ),
    )


def default_feed_section() -> rx.Component:
    options = [
        {
            "value": Feed.PERSONAL.value,
            "label": _("Personal"),
            "hint": _("New posts from the people and communities you follow"),
        },
        {
            "value": Feed.POPULAR.value,
            "label": _("Popular"),
            "hint": _("What people are reading and discussing now"),
        },
        {"value": Feed.NEW.value, "label": _("New"), "hint": _("All posts, newest first")},
    ]
    return settings_section(
        styles.FEED,
        _RadioGroup.create(
            label=_(styles.FEED.name),
            options=rx.Var.create(options),
            value=PreferencesState.default_feed,
            reset_key=ToastsState.toasts,
            class_names=rx.Var.create(_CLASS_NAMES),
            on_choose=PreferencesState.set_default_feed,
        ),
    )
