"""Icons in the colour and size of the surrounding text."""

import reflex as rx

from community.styles import icons
from community.styles.icons import IconName


def icon(name: IconName, class_name: str = icons.ICON) -> rx.Component:
    """Return an icon. Screen readers skip it, so its button or link needs an accessible name."""
    return rx.el.svg(
        rx.el.path(d=icons.PATHS[name]),
        class_name=class_name,
        view_box=icons.VIEW_BOX,
        custom_attrs={"aria-hidden": "true"},
    )
