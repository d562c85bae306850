"""The message on the "Page not found" page."""

from community.components import ui
from community.components.layout import not_found_texts
from community.rendering import Node


def not_found_message(message: str) -> Node:
    href, label = not_found_texts.suggested_link()
    return ui.empty_state(
        not_found_texts.page_not_found_title(),
        message,
        icon_name="search",
        action=ui.link_button(label, href=href),
        is_whole_page=True,
    )
