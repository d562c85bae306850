"""State of the settings section that lists the ignored users."""

from typing import ClassVar

import reflex as rx

from community.core.db.pagination import Page
from community.domain import follows
from community.domain.follows.schemas import UserListItem
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.runtime.actions import run_action, run_query
from community.state.runtime.forms import Id
from community.state.runtime.lists import AppendedPage, remember_change
from community.state.runtime.location import Cursor
from community.state.runtime.policy import signed_in


class IgnoredUserPage(AppendedPage):
    rows: list[UserListItem] = []


class IgnoredUsersState(TransientVarsState, rx.State):
    """The most recently loaded page of the ignored users.

    If the viewer stops ignoring a user, the row stays in the list until the viewer leaves the page.

    Attributes:
        is_ignored_by_id: Maps user ids to whether the viewer ignores that user. Contains only users
            for which this changed after the page was loaded.
    """

    loaded_page: IgnoredUserPage | None = None
    is_ignored_by_id: dict[str, bool] = {}
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"loaded_page"})

    @rx.event
    @signed_in()
    async def load_more(self, cursor: Cursor) -> None:
        self._set_page(await run_query(follows.list_ignored, cursor=cursor), cursor)

    @rx.event
    @signed_in(limit="writes")
    async def ignore(self, user_id: Id, enabled: bool) -> None:
        await run_action(follows.ignore if enabled else follows.unignore, user_id=user_id)
        self.is_ignored_by_id = remember_change(self.is_ignored_by_id, user_id, enabled)

    def _set_first_page(self, page: Page[UserListItem]) -> None:
        self.is_ignored_by_id = {}
        self._set_page(page, "")

    def _set_page(self, page: Page[UserListItem], cursor: str) -> None:
        self.loaded_page = IgnoredUserPage(
            start_cursor=cursor, next_cursor=page.next_cursor or "", rows=page.items
        )
