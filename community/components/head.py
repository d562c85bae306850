"""What stands in the head of every page, documents included: they are put into the same shell."""

import reflex as rx

from community.looks import sheets


def head() -> list[rx.Component]:
    """Fonts of the first screen, and what plain HTML cannot do."""
    return [
        *(
            rx.el.link(
                rel="preload",
                href=font,
                custom_attrs={"as": "font", "type": "font/woff2", "crossOrigin": "anonymous"},
            )
            for font in sheets.PRELOADED_FONTS
        ),
        rx.el.link(rel="icon", href=sheets.FAVICON, type="image/svg+xml"),
        rx.el.link(rel="apple-touch-icon", href=sheets.TOUCH_ICON),
        rx.el.script(src=sheets.BEHAVIOUR_SCRIPT, custom_attrs={"defer": True}),
        rx.el.script(src=sheets.SENDING_SCRIPT, custom_attrs={"defer": True}),
    ]
