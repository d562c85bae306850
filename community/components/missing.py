"""What stands at an address where there is nothing; `documents/notices.py` says the same."""

import reflex as rx

from community.components import ui
from community.looks import missing as words


def not_here(sentence: str) -> rx.Component:
    """The page is not here, and why."""
    href, name = words.WAY_OUT
    return ui.empty_state(
        words.NOT_HERE, sentence, icon_name="search", action=ui.link_button(name, href=href)
    )
