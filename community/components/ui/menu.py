"""Menus. A menu is a native popover that appears below the button that opens it."""

from typing import Any

import reflex as rx

from community.components.ui.icon import icon
from community.components.ui.props import Child, Text
from community.styles import overlay as styles
from community.styles.icons import IconName


def menu(
    button: rx.Component, *items: rx.Component, id: Text, label: Text, class_name: str = styles.MENU
) -> rx.Component:
    """Return a button together with the menu that it opens.

    Create `button` with `custom_attrs=menu_button_attrs(id)`.
    """
    return rx.fragment(
        button,
        rx.el.div(
            *items,
            id=id,
            class_name=class_name,
            custom_attrs={"popover": "auto", "role": "group", "aria-label": label},
        ),
    )


def menu_button_attrs(id: Text) -> dict[str, Any]:
    """Return the HTML attributes of a button that opens the menu with this `id`."""
    return {"popoverTarget": id}


def menu_link(text: Child, *, href: Text, icon_name: IconName, **props: Any) -> rx.Component:
    return rx.el.a(
        icon(icon_name, styles.MENU_ICON),
        text,
        href=href,
        class_name=styles.MENU_ITEM,
        custom_attrs={"data-close-popover": ""},
        **props,
    )


def menu_action(
    text: Child, *, icon_name: IconName, is_danger: bool = False, **props: Any
) -> rx.Component:
    attrs = {"data-close-popover": "", **props.pop("custom_attrs", {})}
    return rx.el.button(
        icon(icon_name, "icon" if is_danger else styles.MENU_ICON),
        text,
        type="button",
        class_name=styles.MENU_ITEM_DANGER if is_danger else styles.MENU_ITEM,
        custom_attrs=attrs,
        **props,
    )


def menu_separator() -> rx.Component:
    return rx.el.div(class_name=styles.MENU_SEPARATOR)


def menu_title(text: Text) -> rx.Component:
    return rx.el.div(text, class_name=styles.MENU_TITLE)
