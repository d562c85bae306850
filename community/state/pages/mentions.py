"""State of the menu that suggests users to mention in a comment."""

from typing import Annotated

import reflex as rx
from pydantic import Field

from community.domain import follows
from community.state.runtime.actions import run_query
from community.state.runtime.policy import signed_in


class MentionsState(rx.State):
    suggestions: list[dict[str, str]] = []

    @rx.event
    @signed_in(limit="search")
    async def suggest(self, prefix: Annotated[str, Field(max_length=30)]) -> None:
        users = await run_query(follows.suggest_mentions, prefix)
        self.suggestions = [
            {"slug": user.slug, "name": user.name, "avatar": user.avatar or ""} for user in users
        ]
