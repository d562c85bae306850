"""The "Page not found" page, which is shown at every unknown path."""

import reflex as rx

from community.components.not_found import not_found_message
from community.components.page import page
from community.components.sidebar import live_sidebar
from community.state.layout import LayoutState
from community.styles import not_found_texts


def not_found_page() -> rx.Component:
    return page(
        not_found_message(not_found_texts.page_not_found_text()),
        is_ready=LayoutState.is_loaded,
        sidebar=live_sidebar(),
    )
