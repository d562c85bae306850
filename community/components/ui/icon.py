"""Icons: one path each, drawn in the colour and size of the text around them."""

import reflex as rx

from community.looks import icons
from community.looks.icons import IconName


def icon(name: IconName, class_name: str = icons.ICON) -> rx.Component:
    """A drawing, silent to screen readers: the words stand beside it or on its button."""
    return rx.el.svg(
        rx.el.path(d=icons.PATHS[name]),
        class_name=class_name,
        view_box=icons.VIEW_BOX,
        custom_attrs={"aria-hidden": "true"},
    )
