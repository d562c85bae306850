"""State of the settings section with ignored keywords.

Posts that contain an ignored keyword are hidden from the user.
"""

import re
from typing import Annotated, Any

import reflex as rx
from pydantic import BaseModel, Field

from community.core.db.sessions import unit_of_work
from community.core.errors import DomainError
from community.domain import people
from community.state.runtime import forms, request_context
from community.state.runtime.policy import signed_in

_SEPARATORS = re.compile(r"[,;\n]")


class KeywordFormData(BaseModel):
    """The data that the browser submits with the form.

    `keywords` contains one or more keywords, separated by commas, semicolons or line breaks.
    """

    keywords: str = Field(max_length=100_000)


class IgnoredKeywordsState(rx.State):
    """The ignored keywords, in the order in which the user added them.

    Attributes:
        save_count: Counts how often keywords were added successfully. The browser clears the form
            when the number increases.
    """

    keywords: list[str] = []
    error: str = ""
    save_count: int = 0

    @rx.event
    @signed_in(limit="writes")
    async def add(self, message: dict[str, Any]) -> None:
        keywords = forms.parse(KeywordFormData, message).keywords
        added = _SEPARATORS.split(keywords, people.MAX_SUBMITTED_KEYWORDS)
        try:
            await self._change_stored_keywords(added=added)
        except DomainError as error:
            self.error = error.message
            if not error.field_errors:
                raise
            return
        self.error, self.save_count = "", self.save_count + 1

    @rx.event
    @signed_in(limit="writes")
    async def remove(self, keyword: Annotated[str, Field(max_length=200)]) -> None:
        await self._change_stored_keywords(removed=keyword)

    async def _change_stored_keywords(
        self, *, added: list[str] | None = None, removed: str = ""
    ) -> None:
        """Add or remove keywords and save the list.

        The method changes the list from the database and not `self.keywords`, because the user can
        change the list in another browser tab too.
        """
        actor = request_context.get_actor()
        async with unit_of_work() as session:
            stored = (await people.get_preferences(session, actor)).ignored_keywords
            keywords = [keyword for keyword in [*stored, *(added or [])] if keyword != removed]
            self._set_keywords(await people.set_ignored_keywords(session, actor, keywords=keywords))

    def _set_keywords(self, keywords: list[str]) -> None:
        self.keywords = keywords
