"""Small UI components: badges, counts, cards, empty states, skeletons, tooltips, relative times."""

from typing import Any, cast

import reflex as rx

from community.components.ui.icon import icon
from community.components.ui.props import Child, Number, Text, has_content
from community.i18n.formats import format_short_count
from community.styles import display as styles
from community.styles.display import Tone
from community.styles.icons import IconName


def badge(*children: Child, tone: Tone = "neutral", **props: Any) -> rx.Component:
    return rx.el.span(*children, class_name=f"{styles.BADGE} {styles.TONES[tone]}", **props)


def count_badge(count: Number) -> rx.Component:
    """Return a badge that shows `count` at the corner of an icon.

    It shows nothing if `count` is 0, and "99+" if it is greater than 99.

    The parent element needs the class `relative`. It also needs a text for screen readers, because
    they skip the badge.
    """
    if isinstance(count, int):
        return (
            rx.el.span("99+" if count > 99 else str(count), **_COUNT_BADGE)
            if count
            else rx.fragment()
        )
    number = count.to(int)
    text = rx.cond(number > 99, "99+", number.to_string())
    return rx.cond(number > 0, rx.el.span(text, **_COUNT_BADGE), rx.fragment())


def card(*children: Child, title: Text = "", hint: Text = "") -> rx.Component:
    return rx.el.section(
        *([rx.el.h2(title, class_name=styles.CARD_TITLE)] if has_content(title) else []),
        *([rx.el.p(hint, class_name=styles.CARD_HINT)] if has_content(hint) else []),
        *children,
        class_name=styles.CARD,
    )


def empty_state(
    title: Text, text: Text, *, icon_name: IconName, action: rx.Component | None = None
) -> rx.Component:
    return rx.el.div(
        icon(icon_name, styles.EMPTY_ICON),
        rx.el.h2(title, class_name=styles.EMPTY_TITLE),
        rx.el.p(text, class_name=styles.EMPTY_TEXT),
        *([rx.el.div(action, class_name=styles.EMPTY_ACTION)] if action else []),
        class_name=styles.EMPTY,
    )


def skeleton(shape: str) -> rx.Component:
    """Return a placeholder for content that is loading.

    `shape` contains the class names that set its size and form.
    """
    return rx.el.div(class_name=f"{styles.SKELETON} {shape}", custom_attrs={"aria-hidden": "true"})


def tooltip(child: rx.Component, text: str) -> rx.Component:
    """Return `child` with a tooltip. Icon buttons have their own tooltip (`icon_button`)."""
    return rx.el.span(
        child, class_name=styles.TOOLTIP, tab_index=0, custom_attrs={"data-tooltip": text}
    )


class _RelativeTime(rx.Component):
    """`<time>` element whose text is updated in the browser (`assets/ui/relative_time.js`)."""

    library = "$/public/ui/relative_time.js"
    tag = "RelativeTime"
    at: rx.Var[Any]
    in_sentence: rx.Var[bool]


def relative_time(
    at: Any, class_name: str = styles.TIME, *, in_sentence: bool = False
) -> rx.Component:
    """Return a text that tells how long ago `at` was, with the full date as its tooltip.

    Args:
        at: A Reflex Var with a datetime, or an ISO 8601 string.
        class_name: The class names of the element.
        in_sentence: Whether the text is part of a sentence, so that it is "5 min ago" or
            "on 12 Nov" instead of "5 min" or "12 Nov".
    """
    return cast(
        "rx.Component", _RelativeTime.create(at=at, in_sentence=in_sentence, class_name=class_name)
    )


def compact_number(number: Number) -> rx.Component:
    """Return a number in short form, for example 950, 1.2K or 3.4M."""
    if isinstance(number, int):
        return rx.el.span(format_short_count(number), class_name=styles.COUNT)
    short_count_var: rx.vars.FunctionStringVar[Any] = rx.vars.FunctionStringVar.create(
        "shortCount",
        _var_data=rx.vars.VarData(
            imports={"$/public/ui/formats.js": [rx.ImportVar(tag="shortCount")]}
        ),
    )
    return rx.el.span(short_count_var.call(number), class_name=styles.COUNT)


_COUNT_BADGE: dict[str, Any] = {
    "class_name": styles.COUNT_BADGE,
    "custom_attrs": {"aria-hidden": "true"},
}
