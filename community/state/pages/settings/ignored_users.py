"""State of the settings section that lists the ignored users."""

from typing import ClassVar

import reflex as rx

from community.core.db.pagination import Page
from community.domain import follows
from community.domain.follows.schemas import IgnoredUser, Relationship
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.runtime.actions import run_action, run_query
from community.state.runtime.forms import Id
from community.state.runtime.lists import AppendedPage, remember_change
from community.state.runtime.location import Cursor
from community.state.runtime.policy import signed_in


class IgnoredUserPage(AppendedPage):
    rows: list[IgnoredUser] = []


class IgnoredUsersState(TransientVarsState, rx.State):
    """The most recently loaded page of the ignored users.

    If the viewer stops ignoring a user, the row stays in the list until the viewer leaves the page.

    Attributes:
        changes_by_id: What the viewer has changed after the page was loaded, by user id.
    """

    loaded_page: IgnoredUserPage | None = None
    changes_by_id: dict[str, Relationship] = {}
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"loaded_page"})

    @rx.event
    @signed_in()
    async def load_more(self, cursor: Cursor) -> None:
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
        self.changes_by_id = remember_change(self.changes_by_id, user_id, relationship)

    def _set_first_page(self, page: Page[IgnoredUser]) -> None:
        self.changes_by_id = {}
        self._set_page(page, "")

    def _set_page(self, page: Page[IgnoredUser], cursor: str) -> None:
        self.loaded_page = IgnoredUserPage(
            start_cursor=cursor, next_cursor=page.next_cursor or "", rows=page.items
        )
