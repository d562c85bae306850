"""The people on one's ignore list."""

import reflex as rx

from community.core.database import reading, unit_of_work
from community.core.pagination import Page
from community.core.views import Timestamp
from community.domain import follows
from community.domain.accounts import Person
from community.domain.follows.schemas import ListedPerson
from community.state import identity
from community.state.forms import Id
from community.state.policy import signed_in


class IgnoredPerson(Person):
    """Somebody on the list; who was taken off it stays in sight until the page is left."""

    since: Timestamp
    is_ignored: bool = True


class Ignored(rx.State):
    """The list, as far as it was loaded."""

    people: list[IgnoredPerson] = []
    next_cursor: str = ""

    @rx.event
    @signed_in()
    async def load_more(self) -> None:
        """The next page of the list."""
        async with reading() as session:
            page = await follows.ignored(session, identity.actor(), cursor=self.next_cursor)
        self._append(page)

    @rx.event
    @signed_in(limit="writes")
    async def ignore(self, user_id: Id, wanted: bool) -> None:
        """Take somebody off the list, or put them back."""
        change = follows.ignore if wanted else follows.unignore
        async with unit_of_work() as session:
            await change(session, identity.actor(), user_id=user_id)
        self.people = [
            each.model_copy(update={"is_ignored": wanted}) if each.id == user_id else each
            for each in self.people
        ]

    def _begin(self, page: Page[ListedPerson]) -> None:
        self.people = []
        self._append(page)

    def _append(self, page: Page[ListedPerson]) -> None:
        self.people = [*self.people, *(IgnoredPerson.model_validate(each) for each in page.items)]
        self.next_cursor = page.next_cursor or ""
