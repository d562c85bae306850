"""Settings that hide users and posts with certain keywords."""

import re
from typing import Annotated, Any, ClassVar

import reflex as rx
from pydantic import BaseModel, Field

from community.core.db.pagination import Page
from community.core.db.sessions import unit_of_work
from community.core.errors import DomainError
from community.domain import follows, people
from community.domain.follows.queries import IgnoredUser, Relationship
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.runtime import forms, lists, location, request_context
from community.state.runtime.forms import Id
from community.state.runtime.policy import signed_in
from community.state.runtime.request_context import run_action, run_query

_SEPARATORS = re.compile(r"[,;\n]")


class KeywordFormData(BaseModel):
    """The submitted form. `keywords` are separated by commas, semicolons or line breaks."""

    keywords: str = Field(max_length=100_000)


class IgnoredKeywordsState(rx.State):
    """The ignored keywords, in the order in which the user added them."""

    keywords: list[str] = []
    error: str = ""
    # Counts how often keywords were added successfully. The browser clears the form when the number
    # increases.
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


class IgnoredUserPage(lists.AppendedPage):
    rows: list[IgnoredUser] = []


class IgnoredUsersState(TransientVarsState, rx.State):
    """The most recently loaded page of the ignored users.

    If the viewer stops ignoring a user, the row stays in the list until the viewer leaves the page.
    """

    loaded_page: IgnoredUserPage | None = None
    # What the viewer has changed after the page was loaded, by user id
    changes_by_id: dict[str, Relationship] = {}
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"loaded_page"})

    @rx.event
    @signed_in()
    async def load_more(self, cursor: location.Cursor) -> None:
        self._set_page(await run_query(follows.list_ignored, cursor=cursor), cursor)

    @rx.event
    @signed_in(limit="writes")
    async def ignore(self, user_id: Id, term: follows.IgnoreTerm) -> None:
        await run_action(follows.ignore, user_id=user_id, term=term)
        await self._load_change(user_id)

    @rx.event
    @signed_in(limit="writes")
    async def stop_ignoring(self, user_id: Id) -> None:
        await run_action(follows.unignore, user_id=user_id)
        await self._load_change(user_id)

    async def _load_change(self, user_id: int) -> None:
        relationship = await run_query(follows.get_relationship, user_id=user_id)
        self.changes_by_id = lists.remember_change(self.changes_by_id, user_id, relationship)

    def _set_first_page(self, page: Page[IgnoredUser]) -> None:
        self.changes_by_id = {}
        self._set_page(page, "")

    def _set_page(self, page: Page[IgnoredUser], cursor: str) -> None:
        self.loaded_page = IgnoredUserPage(
            start_cursor=cursor, next_cursor=page.next_cursor or "", rows=page.items
        )
