"""Light, dark, or as the system has it. Reflex's colour mode is the one place where it is kept."""

import reflex as rx
from reflex.style import (
    LiteralColorMode,
    color_mode,
    resolved_color_mode,
    set_color_mode,
    toggle_color_mode,
)

from community.components.ui.button import icon_button
from community.components.ui.icon import icon
from community.looks import bits as looks
from community.looks.icons import IconName

_CHOICES: tuple[tuple[LiteralColorMode, str, IconName], ...] = (
    ("system", "As the system", "system"),
    ("light", "Light", "sun"),
    ("dark", "Dark", "moon"),
)


def theme_choice() -> rx.Component:
    """The three choices side by side, for menus and settings."""
    return rx.el.div(
        *(
            rx.el.button(
                icon(drawing),
                type="button",
                title=words,
                on_click=set_color_mode(mode),
                class_name=looks.SEGMENT,
                custom_attrs={"aria-label": words, "aria-pressed": color_mode == mode},
            )
            for mode, words, drawing in _CHOICES
        ),
        class_name=looks.SEGMENTS,
        role="group",
        custom_attrs={"aria-label": "Colours of the page"},
    )


def theme_toggle() -> rx.Component:
    """One button that turns the light on and off."""
    return rx.cond(
        resolved_color_mode == "dark",
        icon_button("sun", "Light colours", on_click=toggle_color_mode),
        icon_button("moon", "Dark colours", on_click=toggle_color_mode),
    )
