"""Who follows the person in the address, or whom they follow."""

from typing import ClassVar

import reflex as rx

from community import urls
from community.core import clock
from community.core.database import reading, unit_of_work
from community.core.errors import NotFound
from community.domain import accounts, follows
from community.domain.accounts.schemas import Person
from community.realtime import watchers
from community.state import identity, place
from community.state.forms import Id
from community.state.lists import PeopleLeaf, leaf
from community.state.passing import Passing
from community.state.place import Cursor
from community.state.policy import public, signed_in


class People(Passing, rx.State):
    """One page of a list of people, and whom the viewer followed in it since it was loaded.

    Attributes:
        owner: whose list it is. `path` is the address that was opened, `moved` the one it has now.
        followed: by id, where that changed.
    """

    owner: Person | None = None
    leaf: PeopleLeaf | None = None
    followed: dict[str, bool] = {}
    path: str = ""
    missing: bool = False
    moved: str = ""
    _passing: ClassVar[frozenset[str]] = frozenset({"leaf"})

    @rx.event
    @public()
    async def open(self) -> None:
        """A list of followers or followed was opened."""
        watchers.watch(identity.tab(), "page", ())
        self.path, self.missing, self.moved, self.followed = place.path(self), False, "", {}
        try:
            await self._load()
        except NotFound as refusal:
            moved = refusal.details.get("slug")
            self.owner, self.missing = None, moved is None
            self.moved = self._address(moved) if moved else ""

    @rx.event
    @public()
    async def load_more(self, cursor: Cursor) -> None:
        """The page behind `cursor`."""
        if self.owner is not None:
            self.leaf = await self._read(self.owner.id, cursor, is_first=False)

    @rx.event
    @signed_in(limit="writes")
    async def follow(self, user_id: Id, wanted: bool) -> None:
        """Follow somebody in the list, or no longer."""
        change = follows.follow if wanted else follows.unfollow
        async with unit_of_work() as session:
            await change(session, identity.actor(), user_id=user_id)
        self.followed = {**self.followed, str(user_id): wanted}

    async def _load(self) -> None:
        _, slug, _ = place.parts(self)
        async with reading() as session:
            person = await accounts.profile_at(session, identity.actor(), slug)
        self.owner = Person.model_validate(person)
        self.leaf = await self._read(person.id, place.query(self, "cursor"), is_first=True)

    async def _read(self, user_id: int, cursor: str, *, is_first: bool) -> PeopleLeaf:
        read = follows.followers if self.path.endswith("/followers") else follows.following
        as_of = clock.now()
        async with reading() as session:
            page = await read(session, identity.actor(), user_id=user_id, cursor=cursor)
        return leaf(PeopleLeaf, self, page, start=cursor, is_first=is_first, as_of=as_of)

    def _address(self, slug: str) -> str:
        list_of = urls.followers if self.path.endswith("/followers") else urls.following
        return list_of(slug)
