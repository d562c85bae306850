"""What stands around every page: who is looking, the number on the bell, what the site offers."""

import reflex as rx

from community.core.database import reading
from community.core.settings import settings
from community.domain import accounts, notifications, site
from community.domain.accounts.schemas import Person
from community.domain.site.schemas import ReactionChoice
from community.realtime import topics, watchers
from community.state import identity
from community.state.notice import Notice
from community.state.policy import public


class Frame(rx.State):
    """The header, navigation and what all pages share."""

    me: Person | None = None
    arrived: bool = False
    # The id of the person whose State this is, 0 for a guest; kept by the gate.
    _owner: int | None = None
    signed_in: bool = False
    is_admin: bool = False
    unseen: int = 0
    reaction_choices: list[ReactionChoice] = []
    site_name: str = settings().site_name

    @rx.event
    @public()
    async def arrive(self) -> None:
        """A page was opened: say who is looking, and listen to their bell."""
        await self._look()
        self.arrived = True
        notice = await self.get_state(Notice)
        notice._forget_old()
        self._offer_entrance(notice, identity.actor().is_guest)

    @rx.event
    @public()
    async def look_again(self) -> None:
        """The person changed, perhaps signed out elsewhere: say anew who is looking."""
        await self._look()

    async def _look(self) -> None:
        actor = identity.actor()
        # Listening begins before the numbers are read: what happens in between is told, not missed.
        watchers.watch(identity.tab(), "bell", () if actor.is_guest else (topics.inbox(actor.id),))
        self.signed_in, self.is_admin = not actor.is_guest, actor.is_admin
        async with reading() as session:
            self.reaction_choices = await site.reaction_choices(session)
            if actor.is_guest:
                self.me, self.unseen = None, 0
            else:
                self.me = (await accounts.people(session, [actor.id])).get(actor.id)
                self.unseen = (await notifications.counts(session, actor)).unseen

    def _offer_entrance(self, notice: Notice, is_guest: bool) -> None:
        """`/?modal=auth` opens the dialog; `next` says where it leads."""
        asked = self.router.url.query_parameters
        notice.wants_sign_in = is_guest and asked.get("modal") == "auth"
        notice.leads_to = asked.get("next", "")
