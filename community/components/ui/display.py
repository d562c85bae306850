"""Small UI components: badges, counts, empty states, skeletons and tooltips."""

from typing import Any

from community.components.ui.elements import icon
from community.rendering import Node, choose, el, short_count, when
from community.styles.ui import display as styles
from community.styles.ui.display import Tone
from community.styles.ui.icons import IconName


def badge(*children: Node, tone: Tone = "neutral", **props: Any) -> Node:
    return el.span(*children, class_name=f"{styles.BADGE} {styles.TONES[tone]}", **props)


def count_badge(count: int) -> Node:
    """Return a badge that shows `count` at the corner of an icon.

    It shows nothing if `count` is 0, and "99+" if it is greater than 99.

    The parent element needs the class `relative`. Screen readers skip the badge, so the parent
    element also needs a text for them.
    """
    return when(
        count > 0,
        lambda: el.span(
            choose(count > 99, "99+", count), class_name=styles.COUNT_BADGE, aria_hidden="true"
        ),
    )


def empty_state(
    title: str,
    text: str,
    *,
    icon_name: IconName,
    action: Node = None,
    is_whole_page: bool = False,
) -> Node:
    """Return a message in place of missing content.

    If `is_whole_page` is true, the page shows nothing else, and its title is the heading of the
    page.
    """
    heading = el.h1 if is_whole_page else el.h2
    return el.div(
        icon(icon_name, styles.EMPTY_ICON),
        heading(title, class_name=styles.EMPTY_TITLE),
        el.p(text, class_name=styles.EMPTY_TEXT),
        el.div(action, class_name=styles.EMPTY_ACTION) if action else None,
        class_name=styles.EMPTY,
    )


def skeleton(shape: str) -> Node:
    """Return a placeholder for content that is loading.

    `shape` contains the class names that set its size and form.
    """
    return el.div(class_name=f"{styles.SKELETON} {shape}", aria_hidden="true")


def tooltip(child: Node, text: str) -> Node:
    """Return `child` with a tooltip. Icon buttons have their own tooltip (`icon_button`)."""
    return el.span(child, class_name=styles.TOOLTIP, tab_index=0, data_tooltip=text)


def compact_number(number: int) -> Node:
    """Return a number in short form, for example 950, 1.2K or 3.4M."""
    return el.span(short_count(number), class_name=styles.COUNT)
