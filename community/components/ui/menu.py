"""Menus: a native popover under the button that opens it."""

from typing import Any

import reflex as rx

from community.components.ui.icon import icon
from community.components.ui.props import Child, Text
from community.looks import overlay as looks
from community.looks.icons import IconName


def menu(
    opener: rx.Component, *items: rx.Component, id: Text, label: Text, class_name: str = looks.MENU
) -> rx.Component:
    """A button and the list that it opens. Give the button ``custom_attrs=opens_menu(id)``."""
    return rx.fragment(
        opener,
        rx.el.div(
            *items,
            id=id,
            class_name=class_name,
            custom_attrs={"popover": "auto", "role": "group", "aria-label": label},
        ),
    )


def opens_menu(id: Text) -> dict[str, Any]:
    """Attributes for the button that opens the menu `id`."""
    return {"popoverTarget": id}


def menu_link(text: Child, *, href: Text, icon_name: IconName, **props: Any) -> rx.Component:
    """A line of a menu that goes somewhere."""
    return rx.el.a(
        icon(icon_name, looks.MENU_ICON),
        text,
        href=href,
        class_name=looks.MENU_ITEM,
        custom_attrs={"data-closes": ""},
        **props,
    )


def menu_action(
    text: Child, *, icon_name: IconName, danger: bool = False, **props: Any
) -> rx.Component:
    """A line of a menu that does something, and closes the menu."""
    attrs = {"data-closes": "", **props.pop("custom_attrs", {})}
    return rx.el.button(
        icon(icon_name, "icon" if danger else looks.MENU_ICON),
        text,
        type="button",
        class_name=looks.MENU_ITEM_DANGER if danger else looks.MENU_ITEM,
        custom_attrs=attrs,
        **props,
    )


def menu_separator() -> rx.Component:
    """A line between two kinds of things."""
    return rx.el.div(class_name=looks.MENU_SEPARATOR)


def menu_title(text: Text) -> rx.Component:
    """A few quiet words above a group of lines."""
    return rx.el.div(text, class_name=looks.MENU_TITLE)
