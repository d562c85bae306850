"""Buttons, and links that look like buttons."""

from typing import Any

from community.components.ui.elements import Flag, Text, icon
from community.rendering import Node, el, when
from community.styles.ui import button as styles, display
from community.styles.ui.button import Size, Variant
from community.styles.ui.icons import IconName


def button(
    *children: Node,
    variant: Variant = "secondary",
    size: Size = "md",
    icon_name: IconName | None = None,
    loading: Flag = False,
    class_name: str = "",
    **props: Any,
) -> Node:
    """Return a button with a label. While `loading`, it shows a spinner and is disabled."""
    props.setdefault("type", "button")
    if loading is not False:
        props |= {"disabled": loading, "aria_busy": loading}
    return el.button(
        _icon_or_spinner(icon_name, loading),
        *children,
        class_name=f"{styles.class_names(variant, size)} {class_name}".rstrip(),
        **props,
    )


def multiline_label(text: Text) -> Node:
    return el.span(text, class_name=styles.MULTILINE_LABEL)


def icon_button(
    name: IconName,
    label: str,
    *,
    variant: Variant = "quiet",
    size: Size = "md",
    has_tooltip: bool = True,
    class_name: str = "",
    **props: Any,
) -> Node:
    """Return a round button with an icon.

    `label` is its accessible name, and also its tooltip unless `has_tooltip` is false.
    """
    props.setdefault("type", "button")
    classes = [styles.class_names(variant, size, icon_only=True), class_name]
    if has_tooltip:
        props["data_tooltip"] = label
        classes.append(display.TOOLTIP)
    return el.button(
        icon(name),
        class_name=" ".join(filter(None, classes)),
        aria_label=label,
        **props,
    )


def link_button(
    *children: Node,
    href: Text,
    variant: Variant = "secondary",
    size: Size = "md",
    icon_name: IconName | None = None,
    class_name: str = "",
    **props: Any,
) -> Node:
    return el.a(
        icon(icon_name) if icon_name else None,
        *children,
        href=href,
        class_name=f"{styles.class_names(variant, size)} {class_name}".rstrip(),
        **props,
    )


def text_button(
    *children: Node, icon_name: IconName | None = None, class_name: str = "", **props: Any
) -> Node:
    props.setdefault("type", "button")
    return el.button(
        icon(icon_name) if icon_name else None,
        *children,
        class_name=f"{styles.TEXT_BUTTON} {class_name}".rstrip(),
        **props,
    )


def link(*children: Node, href: Text, **props: Any) -> Node:
    return el.a(*children, href=href, class_name=styles.LINK, **props)


def _icon_or_spinner(icon_name: IconName | None, loading: Flag) -> Node:
    idle = icon(icon_name) if icon_name else None
    if loading is False:
        return idle
    return when(loading, spinner, lambda: idle)


def spinner() -> Node:
    return el.svg(
        el.path(d="M21 12a9 9 0 1 1-6.219-8.56"),
        class_name=styles.SPINNER,
        view_box="0 0 24 24",
        aria_hidden="true",
    )
