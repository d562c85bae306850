"""The message on the "Page not found" page, rendered in the browser.

`ssr/empty_states.py` renders the same message on the server.
"""

import reflex as rx

from community.components import ui
from community.styles import not_found_texts


def not_found_message(message: str) -> rx.Component:
    href, label = not_found_texts.suggested_link()
    return ui.empty_state(
        not_found_texts.page_not_found_title(),
        message,
        icon_name="search",
        action=ui.link_button(label, href=href),
    )
