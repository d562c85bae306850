"""The person whose page this tab shows."""

import reflex as rx
from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.database import reading, unit_of_work
from community.core.errors import NotFound
from community.domain import accounts, follows, notifications
from community.realtime import watchers
from community.state import identity, place
from community.state.feed import Feed, Scope
from community.state.forms import Id
from community.state.notice import Notice
from community.state.policy import public, signed_in


class Profile(rx.State):
    """A profile, and what the viewer has to do with its owner.

    Attributes:
        path: the address that was opened: what is shown belongs to it and to no other.
        moved: where that person is found now, if not there.
    """

    person: accounts.Profile | None = None
    is_own: bool = False
    path: str = ""
    missing: bool = False
    moved: str = ""

    @rx.event
    @public()
    async def open(self) -> None:
        """A profile was opened: load it with its posts, and listen for new ones."""
        actor, [slug] = identity.actor(), place.parts(self)[:1] or [""]
        self.path, self.missing, self.moved = place.path(self), False, ""
        try:
            async with reading() as session:
                self.person = await accounts.profile_at(session, actor, slug)
                self.is_own = actor.is_person(self.person.id)
                feed = await self.get_state(Feed)
                await feed._show(session, Scope(author_id=self.person.id))
        except NotFound as refusal:
            watchers.watch(identity.tab(), "page", ())
            moved = refusal.details.get("slug")
            self.person, self.missing = None, moved is None
            self.moved = urls.profile(moved) if moved else ""

    @rx.event
    @signed_in(limit="writes")
    async def follow(self, person_id: Id, wanted: bool) -> None:
        """Follow somebody, or no longer."""
        change = follows.follow if wanted else follows.unfollow
        async with unit_of_work() as session:
            await change(session, identity.actor(), user_id=person_id)
            await self._look_again(session, person_id)

    @rx.event
    @signed_in(limit="writes")
    async def subscribe(self, person_id: Id, wanted: bool) -> None:
        """Be told of somebody's new posts, or no longer."""
        change = (
            notifications.subscribe_to_author if wanted else notifications.unsubscribe_from_author
        )
        async with unit_of_work() as session:
            await change(session, identity.actor(), author=person_id)
            await self._look_again(session, person_id)

    @rx.event
    @signed_in(limit="writes")
    async def ignore(self, person_id: Id, wanted: bool) -> None:
        """Put somebody on one's ignore list, or take them off it."""
        change = follows.ignore if wanted else follows.unignore
        async with unit_of_work() as session:
            await change(session, identity.actor(), user_id=person_id)
            person = await self._look_again(session, person_id)
        said = f"You ignore {person.name} now." if wanted else f"You see {person.name} again."
        (await self.get_state(Notice))._say(said)

    async def _look_again(self, session: AsyncSession, person_id: int) -> accounts.Profile:
        """What was pressed without a connection may arrive when the tab shows somebody else."""
        person = await accounts.get_profile(session, identity.actor(), person_id)
        if self.person is not None and self.person.id == person_id:
            self.person = person
        return person
