"""Switches and choices that hold at once: online status, default feed."""

from typing import Any

import reflex as rx

from community.components.settings.section import section
from community.domain.accounts import Feed
from community.looks import form
from community.looks import settings as looks
from community.state.notice import Notice
from community.state.settings.choices import Choices

_LIBRARY = "$/public/ui/settings/choices.js"
_LOOKS = {
    "text": form.CHOICE_TEXT,
    "label": form.CHOICE_LABEL,
    "hint": form.HINT,
    "switch": form.SWITCH,
    "switch_row": form.SWITCH_ROW,
    "stack": form.STACK,
    "choice": form.CHOICE,
    "radio": form.RADIO,
}
_FEEDS = (
    ("personal", "Personal", "New posts of the people and communities you follow."),
    ("popular", "Popular", "What people read and talk about now."),
    ("new", "New", "Everything that was published, newest first."),
)


def _is_on(is_on: rx.Var[bool]) -> tuple[rx.Var[bool]]:
    return (is_on,)


def _feed(feed: rx.Var[Feed]) -> tuple[rx.Var[Feed]]:
    return (feed,)


class _Switch(rx.Component):
    """On or off, shown at once; see `assets/ui/settings/choices.js`."""

    library = _LIBRARY
    tag = "Switch"
    label: rx.Var[str]
    hint: rx.Var[str]
    is_on: rx.Var[bool]
    settled: rx.Var[Any]
    looks: rx.Var[dict[str, str]]
    on_switch: rx.EventHandler[_is_on]  # type: ignore[type-arg,valid-type]


class _Choice(rx.Component):
    """One of a few, shown at once; see `assets/ui/settings/choices.js`."""

    library = _LIBRARY
    tag = "Choice"
    label: rx.Var[str]
    options: rx.Var[list[dict[str, str]]]
    value: rx.Var[str]
    settled: rx.Var[Any]
    looks: rx.Var[dict[str, str]]
    on_choose: rx.EventHandler[_feed]  # type: ignore[type-arg,valid-type]


def switch(label: str, *, hint: Any = "", is_on: Any, on_switch: Any) -> rx.Component:
    """A switch that shows a press before `is_on` does; a refusal takes the press back."""
    return _Switch.create(
        label=label,
        hint=hint,
        is_on=is_on,
        settled=Notice.toasts,
        looks=rx.Var.create(_LOOKS),
        on_switch=on_switch,
    )


def online_status() -> rx.Component:
    """The section."""
    return section(
        looks.ONLINE,
        switch(
            "Show when I am here",
            hint="A green dot stands at your picture while you use the site.",
            is_on=Choices.shows_online,
            on_switch=Choices.show_online,
        ),
    )


def default_feed() -> rx.Component:
    """The section."""
    options = [{"value": value, "label": label, "hint": hint} for value, label, hint in _FEEDS]
    return section(
        looks.FEED,
        _Choice.create(
            label=looks.FEED.name,
            options=rx.Var.create(options),
            value=Choices.feed,
            settled=Notice.toasts,
            looks=rx.Var.create(_LOOKS),
            on_choose=Choices.choose_feed,
        ),
    )
