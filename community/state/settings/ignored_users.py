"""State of the settings section that lists the ignored users."""

import reflex as rx

from community.core.database import read_session, unit_of_work
from community.core.pagination import Page
from community.core.read_models import Timestamp
from community.domain import follows
from community.domain.accounts import UserSummary
from community.domain.follows.schemas import UserListItem
from community.state import request_context
from community.state.forms import Id
from community.state.policy import signed_in


class IgnoredUser(UserSummary):
    """A row of the list of ignored users.

    If the viewer stops ignoring a user, the row stays in the list until the viewer leaves the page.
    """

    since: Timestamp
    is_ignored: bool = True


class IgnoredUsersState(rx.State):
    """The ignored users that are loaded so far."""

    users: list[IgnoredUser] = []
    next_cursor: str = ""

    @rx.event
    @signed_in()
    async def load_more(self) -> None:
        async with read_session() as session:
            page = await follows.list_ignored(
                session, request_context.get_actor(), cursor=self.next_cursor
            )
        self._append_page(page)

    @rx.event
    @signed_in(limit="writes")
    async def ignore(self, user_id: Id, enabled: bool) -> None:
        """Ignore a user if `enabled` is True, else stop ignoring the user."""
        change = follows.ignore if enabled else follows.unignore
        async with unit_of_work() as session:
            await change(session, request_context.get_actor(), user_id=user_id)
        self.users = [
            user.model_copy(update={"is_ignored": enabled}) if user.id == user_id else user
            for user in self.users
        ]

    def _set_first_page(self, page: Page[UserListItem]) -> None:
        self.users = []
        self._append_page(page)

    def _append_page(self, page: Page[UserListItem]) -> None:
        self.users = [*self.users, *(IgnoredUser.model_validate(user) for user in page.items)]
        self.next_cursor = page.next_cursor or ""
