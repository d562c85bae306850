"""Buttons, and links that look like buttons."""

from typing import Any

import reflex as rx

from community.components.ui.icon import icon
from community.components.ui.props import Child, Flag, Text
from community.looks import bits
from community.looks import button as looks
from community.looks.button import Size, Variant
from community.looks.icons import IconName


def button(
    *children: Child,
    variant: Variant = "secondary",
    size: Size = "md",
    icon_name: IconName | None = None,
    loading: Flag = False,
    class_name: str = "",
    **props: Any,
) -> rx.Component:
    """A button with words on it. While `loading` it turns a wheel and takes no second press."""
    props.setdefault("type", "button")
    if loading is not False:
        props["disabled"] = loading
        attrs = props.setdefault("custom_attrs", {})
        attrs["aria-busy"] = loading
    drawing = icon(icon_name) if icon_name else None
    return rx.el.button(
        _wheel_or(drawing, loading),
        *children,
        class_name=f"{looks.look(variant, size)} {class_name}".rstrip(),
        **props,
    )


def icon_button(
    name: IconName,
    label: str,
    *,
    variant: Variant = "quiet",
    size: Size = "md",
    tip: bool = True,
    class_name: str = "",
    **props: Any,
) -> rx.Component:
    """A round button with a drawing; `label` is read aloud and, with `tip`, shown on hover."""
    props.setdefault("type", "button")
    attrs = {**props.pop("custom_attrs", {}), "aria-label": label}
    classes = [looks.look(variant, size, icon_only=True), class_name]
    if tip:
        attrs["data-tip"] = label
        classes.append(bits.TOOLTIP)
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
    """A link that looks like a button: it goes somewhere, it does nothing."""
    return rx.el.a(
        *([icon(icon_name)] if icon_name else []),
        *children,
        href=href,
        class_name=f"{looks.look(variant, size)} {class_name}".rstrip(),
        **props,
    )


def text_button(*children: Child, icon_name: IconName | None = None, **props: Any) -> rx.Component:
    """A bare word in a row of actions."""
    props.setdefault("type", "button")
    return rx.el.button(
        *([icon(icon_name)] if icon_name else []), *children, class_name=looks.TEXT, **props
    )


def link(*children: Child, href: Text, **props: Any) -> rx.Component:
    """A link in the colour of links."""
    return rx.el.a(*children, href=href, class_name=looks.LINK, **props)


def _wheel_or(drawing: rx.Component | None, loading: Flag) -> rx.Component:
    rest = drawing or rx.fragment()
    if loading is False:
        return rest
    wheel = rx.el.svg(
        rx.el.path(d="M21 12a9 9 0 1 1-6.219-8.56"),
        class_name=looks.SPINNER,
        view_box="0 0 24 24",
        custom_attrs={"aria-hidden": "true"},
    )
    return rx.cond(loading, wheel, rest)
