"""State of the sidebar."""

import reflex as rx

from community.core.db.sessions import read_session
from community.domain import discovery
from community.state.runtime import request_context
from community.state.runtime.policy import public


class SidebarState(rx.State):
    sidebar: discovery.Sidebar = discovery.Sidebar()

    @rx.event
    @public()
    async def load(self) -> None:
        async with read_session() as session:
            sidebar = await discovery.get_sidebar(session, request_context.get_actor())
        if sidebar != self.sidebar:
            self.sidebar = sidebar
