"""The "Page not found" page, which is shown at every unknown path."""

import reflex as rx

from community.components.layout import not_found_texts
from community.components.layout.not_found import not_found_message
from community.components.layout.page import page
from community.components.layout.sidebar import live_sidebar
from community.state.pages.layout import LayoutState


def not_found_page() -> rx.Component:
    return page(
        not_found_message(not_found_texts.page_not_found_text()),
        is_ready=LayoutState.is_loaded,
        sidebar=live_sidebar(),
    )
