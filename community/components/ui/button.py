"""Buttons, and links that look like buttons."""

from typing import Any

import reflex as rx

from community.components.ui.icon import icon
from community.components.ui.props import Child, Flag, Text
from community.styles import button as styles
from community.styles import display
from community.styles.button import Size, Variant
from community.styles.icons import IconName


def button(
    *children: Child,
    variant: Variant = "secondary",
    size: Size = "md",
    icon_name: IconName | None = None,
    loading: Flag = False,
    class_name: str = "",
    **props: Any,
) -> rx.Component:
    """Return a button with a label. While `loading`, it shows a spinner and is disabled."""
    props.setdefault("type", "button")
    if loading is not False:
        props["disabled"] = loading
        attrs = props.setdefault("custom_attrs", {})
        attrs["aria-busy"] = loading
    return rx.el.button(
        _icon_or_spinner(icon_name, loading),
        *children,
        class_name=f"{styles.class_names(variant, size)} {class_name}".rstrip(),
        **props,
    )


def icon_button(
    name: IconName,
    label: str,
    *,
    variant: Variant = "quiet",
    size: Size = "md",
    has_tooltip: bool = True,
    class_name: str = "",
    **props: Any,
) -> rx.Component:
    """Return a round button with an icon.

    `label` is its accessible name, and also its tooltip unless `has_tooltip` is false.
    """
    props.setdefault("type", "button")
    attrs = {**props.pop("custom_attrs", {}), "aria-label": label}
    classes = [styles.class_names(variant, size, icon_only=True), class_name]
    if has_tooltip:
        attrs["data-tooltip"] = label
        classes.append(display.TOOLTIP)
    return rx.el.button(
        icon(name),
        class_name=" ".join(filter(None, classes)),
        custom_attrs=attrs,
        **props,
    )


def link_button(
    *children: Child,
    href: Text,
    variant: Variant = "secondary",
    size: Size = "md",
    icon_name: IconName | None = None,
    class_name: str = "",
    **props: Any,
) -> rx.Component:
    return rx.el.a(
        *([icon(icon_name)] if icon_name else []),
        *children,
        href=href,
        class_name=f"{styles.class_names(variant, size)} {class_name}".rstrip(),
        **props,
    )


def text_button(*children: Child, icon_name: IconName | None = None, **props: Any) -> rx.Component:
    props.setdefault("type", "button")
    return rx.el.button(
        *([icon(icon_name)] if icon_name else []), *children, class_name=styles.TEXT_BUTTON, **props
    )


def link(*children: Child, href: Text, **props: Any) -> rx.Component:
    return rx.el.a(*children, href=href, class_name=styles.LINK, **props)


def _icon_or_spinner(icon_name: IconName | None, loading: Flag) -> rx.Component:
    idle = icon(icon_name) if icon_name else rx.fragment()
    if loading is False:
        return idle
    spinner = rx.el.svg(
        rx.el.path(d="M21 12a9 9 0 1 1-6.219-8.56"),
        class_name=styles.SPINNER,
        view_box="0 0 24 24",
        custom_attrs={"aria-hidden": "true"},
    )
    return rx.cond(loading, spinner, idle)
