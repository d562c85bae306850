"""State of the menu that suggests users to mention in a comment."""

from typing import Annotated

import reflex as rx
from pydantic import Field

from community.core.db.sessions import read_session
from community.domain import accounts
from community.state.runtime.policy import signed_in


class MentionsState(rx.State):
    suggestions: list[dict[str, str]] = []

    @rx.event
    @signed_in(limit="search")
    async def suggest(self, prefix: Annotated[str, Field(max_length=30)]) -> None:
        async with read_session() as session:
            users = await accounts.suggest_users(session, prefix)
        self.suggestions = [
            {"slug": user.slug, "name": user.name, "avatar": user.avatar or ""} for user in users
        ]
