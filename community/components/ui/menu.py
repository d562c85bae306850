"""Menus. A menu is a native popover that appears below the button that opens it."""

from typing import Any

from community.components.ui.elements import icon
from community.rendering import Node, el, group
from community.styles.ui import overlay as styles
from community.styles.ui.icons import ICON, IconName


def menu(button: Node, *items: Node, id: str, label: str, class_name: str = styles.MENU) -> Node:
    """Return a button together with the menu that it opens.

    Create `button` with the attributes `menu_button_attrs(id)`.
    """
    return group(
        button,
        el.div(
            *items,
            id=id,
            class_name=class_name,
            role="group",
            aria_label=label,
            popover="auto",
        ),
    )


def menu_button_attrs(id: str) -> dict[str, Any]:
    return {"popover_target": id}


def menu_link(text: Node, *, href: str, icon_name: IconName, **props: Any) -> Node:
    return el.a(
        icon(icon_name, styles.MENU_ICON),
        text,
        href=href,
        class_name=styles.MENU_ITEM,
        data_close_popover="",
        **props,
    )


def menu_action(text: Node, *, icon_name: IconName, is_danger: bool = False, **props: Any) -> Node:
    return el.button(
        icon(icon_name, ICON if is_danger else styles.MENU_ICON),
        text,
        type="button",
        class_name=styles.MENU_ITEM_DANGER if is_danger else styles.MENU_ITEM,
        data_close_popover="",
        **props,
    )


def menu_separator() -> Node:
    return el.div(class_name=styles.MENU_SEPARATOR)


def menu_title(text: str) -> Node:
    return el.div(text, class_name=styles.MENU_TITLE)
