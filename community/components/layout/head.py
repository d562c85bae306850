"""The elements that every page has in its `<head>`, such as icons and scripts."""

import reflex as rx

from community.i18n import active_language
from community.i18n import gettext as _
from community.styles import assets


def head_elements() -> list[rx.Component]:
    return [
        *(
            rx.el.link(
                rel="preload",
                href=font,
                custom_attrs={"as": "font", "type": "font/woff2", "crossOrigin": "anonymous"},
            )
            for font in assets.list_preloaded_fonts(active_language())
        ),
        rx.el.link(rel="icon", href=assets.FAVICON, type="image/svg+xml"),
        rx.el.link(rel="apple-touch-icon", href=assets.TOUCH_ICON),
        rx.el.script(src=assets.POLYFILLS_SCRIPT, custom_attrs={"defer": True}),
        rx.el.script(
            src=assets.AJAX_FORMS_SCRIPT,
            custom_attrs={
                "defer": True,
                "data-network-error": _(
                    "Couldn't reach the site. Check your connection and try again."
                ),
            },
        ),
    ]
