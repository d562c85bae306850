"""State that all pages share.

It contains the viewer, the number of unseen notifications of the viewer, and site-wide settings.
"""

import reflex as rx

from community.core.database import read_session
from community.core.settings import settings
from community.domain import accounts, notifications, site
from community.domain.accounts.schemas import UserSummary
from community.domain.site.schemas import ReactionChoice
from community.realtime import subscriptions, topics
from community.state import request_context
from community.state.policy import public
from community.state.toasts import ToastsState


class LayoutState(rx.State):
    """Data for the header and the navigation, which are part of every page."""

    viewer: UserSummary | None = None
    is_loaded: bool = False
    # The id of the user to whom the data in this State belongs, or 0 for a guest. None before the
    # first event. `EventAuthorization` sets it.
    _owner_id: int | None = None
    is_signed_in: bool = False
    is_admin: bool = False
    unseen_count: int = 0
    reaction_choices: list[ReactionChoice] = []
    site_name: str = settings().site_name

    @rx.event
    @public()
    async def load(self) -> None:
        """Load the data of the viewer, and subscribe the browser tab to notifications.

        The browser sends this event whenever a page opens.
        """
        await self._load_viewer()
        self.is_loaded = True
        toasts = await self.get_state(ToastsState)
        toasts._remove_expired_toasts()
        self._open_sign_in_dialog_from_url(toasts, request_context.get_actor().is_guest)

    @rx.event
    @public()
    async def refresh(self) -> None:
        """Reload the data of the viewer.

        The server triggers this event when the viewer's account changes or when the viewer signs
        out in another browser tab.
        """
        await self._load_viewer()

    async def _load_viewer(self) -> None:
        actor = request_context.get_actor()
        # Subscribe before reading the counts. In the opposite order, a notification that is created
        # between the two steps would be missed.
        subscriptions.set_topics(
            request_context.get_tab_token(),
            "bell",
            () if actor.is_guest else (topics.inbox(actor.id),),
        )
        self.is_signed_in, self.is_admin = not actor.is_guest, actor.is_admin
        async with read_session() as session:
            self.reaction_choices = await site.list_reaction_choices(session)
            if actor.is_guest:
                self.viewer, self.unseen_count = None, 0
            else:
                self.viewer = (await accounts.find_user_summaries(session, [actor.id])).get(
                    actor.id
                )
                self.unseen_count = (await notifications.get_counts(session, actor)).unseen

    def _open_sign_in_dialog_from_url(self, toasts: ToastsState, is_guest: bool) -> None:
        """Open the sign-in dialog if the viewer is a guest and the URL contains `?modal=auth`.

        The query parameter `next` contains the URL that the browser opens after the sign-in.
        """
        params = self.router.url.query_parameters
        toasts.is_sign_in_open = is_guest and params.get("modal") == "auth"
        toasts.next_url = params.get("next", "")
