"""The pages that administrators write, such as `/about`, and the page at every unknown path."""

from collections.abc import Callable

import reflex as rx

from community import urls
from community.components import location, skeletons
from community.components.layout import not_found
from community.components.layout.page import page
from community.components.layout.sidebar import live_sidebar
from community.components.site_page import site_page
from community.domain.site import SitePageName
from community.state.pages.layout import LayoutState
from community.state.pages.site_page import SitePageState


def make_site_page(name: SitePageName) -> Callable[[], rx.Component]:
    def component() -> rx.Component:
        is_shown = location.is_current_path(SitePageState.path) & (
            SitePageState.path == urls.site_page(name)
        )
        return page(
            rx.cond(
                is_shown,
                rx.cond(
                    SitePageState.html,
                    site_page(name, SitePageState.html),
                    not_found.not_found_message(not_found.page_not_found_text()),
                ),
                skeletons.article_skeleton(),
            ),
            is_ready=is_shown,
            sidebar=live_sidebar(),
        )

    return component


def not_found_page() -> rx.Component:
    return page(
        not_found.not_found_message(not_found.page_not_found_text()),
        is_ready=LayoutState.is_loaded,
        sidebar=live_sidebar(),
    )
