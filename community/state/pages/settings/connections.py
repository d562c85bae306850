"""State of the settings section with the services to sign in with."""

from typing import Annotated

import reflex as rx
from pydantic import Field

from community.domain.identity import providers
from community.domain.identity.providers import Connection
from community.i18n import gettext as _
from community.state.runtime.policy import signed_in
from community.state.runtime.request_context import run_action, run_query
from community.state.runtime.toasts import show_toast


class ConnectionsState(rx.State):
    """The services that the user has connected or can connect."""

    connections: list[Connection] = []
    problem: str = ""  # why a service could not be connected, or ""

    @rx.event
    @signed_in(limit="writes")
    async def disconnect(self, provider: Annotated[str, Field(max_length=20)]) -> None:
        await run_action(providers.disconnect, provider=provider)
        self.connections = await run_query(providers.list_connections)
        await show_toast(self, _("Disconnected"))

    @rx.event
    @signed_in()
    async def refresh(self) -> None:
        self.connections = await run_query(providers.list_connections)

    def _set_connections(self, connections: list[Connection], *, problem_code: str) -> None:
        self.connections = connections
        self.problem = providers.get_problem_text(problem_code)
