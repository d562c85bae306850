"""Small primitives: badge, counter, card, empty state, skeleton, tooltip, time, count."""

from typing import Any, cast

import reflex as rx

from community.components.ui.icon import icon
from community.components.ui.props import Child, Number, Text, given
from community.looks import bits as looks
from community.looks.bits import Tone
from community.looks.icons import IconName
from community.looks.words import short_count


def badge(*children: Child, tone: Tone = "neutral", **props: Any) -> rx.Component:
    """A word or two about the thing beside it."""
    return rx.el.span(*children, class_name=f"{looks.BADGE} {looks.TONES[tone]}", **props)


def counter(number: Number) -> rx.Component:
    """A number in the corner of an icon; nothing at zero, "99+" above ninety-nine.

    Its frame must be ``relative``, and say the number in words for screen readers.
    """
    if isinstance(number, int):
        return rx.el.span(_capped(number), **_COUNTER) if number else rx.fragment()
    waiting = number.to(int)
    shown = rx.cond(waiting > 99, "99+", waiting.to_string())
    return rx.cond(waiting > 0, rx.el.span(shown, **_COUNTER), rx.fragment())


def card(*children: Child, title: Text = "", hint: Text = "") -> rx.Component:
    """A framed group, for settings and the Admin Panel; a feed has no frames."""
    return rx.el.section(
        *([rx.el.h2(title, class_name=looks.CARD_TITLE)] if given(title) else []),
        *([rx.el.p(hint, class_name=looks.CARD_HINT)] if given(hint) else []),
        *children,
        class_name=looks.CARD,
    )


def empty_state(
    title: Text, text: Text, *, icon_name: IconName, action: rx.Component | None = None
) -> rx.Component:
    """An invitation where nothing is yet: what will stand here, and how to begin."""
    return rx.el.div(
        icon(icon_name, looks.EMPTY_ICON),
        rx.el.h2(title, class_name=looks.EMPTY_TITLE),
        rx.el.p(text, class_name=looks.EMPTY_TEXT),
        *([rx.el.div(action, class_name=looks.EMPTY_ACTION)] if action else []),
        class_name=looks.EMPTY,
    )


def skeleton(shape: str) -> rx.Component:
    """A quiet block of `shape` (its size, as classes) that keeps the place of what is coming."""
    return rx.el.div(class_name=f"{looks.SKELETON} {shape}", custom_attrs={"aria-hidden": "true"})


def tooltip(child: rx.Component, text: str) -> rx.Component:
    """A few words about something that has no room for them; for a button use `icon_button`."""
    return rx.el.span(child, class_name=looks.TOOLTIP, tab_index=0, custom_attrs={"data-tip": text})


class _RelativeTime(rx.Component):
    """A <time> that stays true; see `assets/ui/time.js`."""

    library = "$/public/ui/time.js"
    tag = "RelativeTime"
    at: rx.Var[Any]
    in_sentence: rx.Var[bool]


def time(at: Any, class_name: str = looks.TIME, *, in_sentence: bool = False) -> rx.Component:
    """How long ago `at` (a datetime var or ISO text) was, with the whole date in its title.

    Args:
        in_sentence: "5 min ago" or "on 12 Nov" and not the bare "5 min" or "12 Nov".
    """
    return cast(
        "rx.Component", _RelativeTime.create(at=at, in_sentence=in_sentence, class_name=class_name)
    )


def count(number: Number) -> rx.Component:
    """A number as short as it can be said: 950, 1.2K, 3.4M."""
    if isinstance(number, int):
        return rx.el.span(short_count(number), class_name=looks.COUNT)
    words: rx.vars.FunctionStringVar[Any] = rx.vars.FunctionStringVar.create(
        "shortCount",
        _var_data=rx.vars.VarData(
            imports={"$/public/ui/words.js": [rx.ImportVar(tag="shortCount")]}
        ),
    )
    return rx.el.span(words.call(number), class_name=looks.COUNT)


_COUNTER: dict[str, Any] = {
    "class_name": looks.COUNTER,
    "custom_attrs": {"aria-hidden": "true"},
}


def _capped(number: int) -> str:
    return "99+" if number > 99 else str(number)
