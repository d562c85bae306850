"""People to mention, while somebody types a name."""

from typing import Annotated

import reflex as rx
from pydantic import Field

from community.core.database import reading
from community.domain import accounts
from community.state.policy import signed_in


class Mentions(rx.State):
    """What the composers offer after an @."""

    suggestions: list[dict[str, str]] = []

    @rx.event
    @signed_in(limit="search")
    async def suggest(self, prefix: Annotated[str, Field(max_length=30)]) -> None:
        """Look for people whose address or name begins like this."""
        async with reading() as session:
            found = await accounts.suggest(session, prefix)
        self.suggestions = [
            {"slug": each.slug, "name": each.name, "avatar": each.avatar or ""} for each in found
        ]
