"""Controls for choosing the theme: light, dark or system. Reflex stores it as its colour mode."""

import reflex as rx
from reflex.style import (
    LiteralColorMode,
    color_mode,
    resolved_color_mode,
    set_color_mode,
    toggle_color_mode,
)

from community.components.ui.button import icon_button
from community.components.ui.elements import icon
from community.i18n import gettext as _, noop
from community.styles.ui import display as styles
from community.styles.ui.icons import IconName

_MODES: tuple[tuple[LiteralColorMode, str, IconName], ...] = (
    ("system", noop("System"), "system"),
    ("light", noop("Light"), "sun"),
    ("dark", noop("Dark"), "moon"),
)


def theme_select() -> rx.Component:
    return rx.el.div(
        *(
            rx.el.button(
                icon(icon_name),
                type="button",
                title=_(label),
                on_click=set_color_mode(mode),
                class_name=styles.SEGMENT,
                custom_attrs={"aria-label": _(label), "aria-pressed": color_mode == mode},
            )
            for mode, label, icon_name in _MODES
        ),
        class_name=styles.SEGMENTS,
        role="group",
        custom_attrs={"aria-label": _("Theme")},
    )


def theme_toggle() -> rx.Component:
    return rx.cond(
        resolved_color_mode == "dark",
        icon_button("sun", _("Light theme"), on_click=toggle_color_mode),
        icon_button("moon", _("Dark theme"), on_click=toggle_color_mode),
    )
