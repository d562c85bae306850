"""What stands beside the page."""

import reflex as rx

from community.core.database import reading
from community.domain import discovery
from community.state import identity
from community.state.policy import public


class Rail(rx.State):
    """Who is read, what is talked about, and where one might belong."""

    rail: discovery.Rail = discovery.Rail()

    @rx.event
    @public()
    async def open(self) -> None:
        """A page with a rail was opened."""
        async with reading() as session:
            found = await discovery.rail(session, identity.actor())
        if found != self.rail:
            self.rail = found
