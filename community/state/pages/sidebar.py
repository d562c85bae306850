"""Loads the sidebar of the site, and keeps it up to date in open tabs."""

import reflex as rx

from community.domain import discovery
from community.realtime import messages
from community.state.runtime import open_tabs, request_context
from community.state.runtime.policy import public


class SidebarState(rx.State):
    sidebar: discovery.Sidebar = discovery.Sidebar()
    is_loaded: bool = False

    @rx.event
    @public()
    async def load(self) -> None:
        open_tabs.subscribe("sidebar", messages.page_part_topic("sidebar"))
        sidebar = await discovery.get_sidebar(request_context.get_actor())
        if sidebar != self.sidebar:
            self.sidebar = sidebar
        self.is_loaded = True
