"""State of the menu that suggests users to mention in a comment, and links to tags and posts."""

from typing import Annotated

import reflex as rx
from pydantic import Field

from community.domain import search
from community.state.runtime.forms import IdOrZero
from community.state.runtime.policy import signed_in
from community.state.runtime.request_context import run_query


class MentionsState(rx.State):
    """What the menu shows."""

    suggestions: list[dict[str, str]] = []
    links: search.Suggestions = search.Suggestions()  # tags and posts for the text after `#`

    @rx.event
    @signed_in(limit="suggestions")
    async def suggest(
        self, post_id: IdOrZero, prefix: Annotated[str, Field(max_length=30)]
    ) -> None:
        """Suggest users by name or username. `post_id` is 0 in the editor of posts."""
        users = await run_query(search.suggest_people, q=prefix, post_id=post_id or None)
        self.suggestions = [
            {"slug": user.slug, "name": user.name, "avatar": user.avatar or ""} for user in users
        ]

    @rx.event
    @signed_in(limit="suggestions")
    async def suggest_links(self, text: Annotated[str, Field(max_length=30)]) -> None:
        """Suggest tags and posts whose names begin with the words of `text`."""
        kinds = (search.NameKind.TAG, search.NameKind.POST)
        self.links = await run_query(search.suggest, text, kinds=kinds)
