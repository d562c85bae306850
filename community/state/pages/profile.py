"""State of the pages that show the profile of a user, with their posts, their comments or more."""

import reflex as rx

from community import urls
from community.core.db.sessions import read_session
from community.core.errors import NotFound
from community.domain import follows, notifications, people
from community.i18n import gettext as _
from community.state.pages.feed import FeedScope, FeedState
from community.state.runtime import location, request_context
from community.state.runtime.actions import run_action, run_query
from community.state.runtime.forms import Id
from community.state.runtime.pages import SlugPageState
from community.state.runtime.policy import public, signed_in
from community.state.runtime.toasts import show_toast


class ProfileState(SlugPageState, rx.State):
    """The profile that the pages show. `is_own` says whether it belongs to the viewer."""

    profile: people.Profile | None = None
    is_own: bool = False

    @rx.event
    @public()
    async def load(self) -> None:
        """Load the profile, and its posts if the page shows them."""
        actor = request_context.get_actor()
        self._start_loading()
        tab = location.get_path_parts(self)[2:]
        try:
            slug = location.get_path_part(self, 1 if tab else 0)
            async with read_session() as session:
                self.profile = await people.get_profile_by_slug(session, actor, slug)
                self.is_own = actor.is_user(self.profile.id)
                if not tab:
                    feed = await self.get_state(FeedState)
                    await feed._load_feed(session, FeedScope(author_id=self.profile.id))
        except NotFound as error:
            self.profile = None
            self._redirect_or_report_missing(
                error, urls.PROFILE_PAGES.get("".join(tab), urls.profile)
            )

    @rx.event
    @signed_in(limit="writes")
    async def follow(self, user_id: Id, enabled: bool) -> None:
        await run_action(follows.follow if enabled else follows.unfollow, user_id=user_id)
        await self._reload_profile(user_id)

    @rx.event
    @signed_in(limit="writes")
    async def subscribe(self, user_id: Id, enabled: bool) -> None:
        await run_action(
            notifications.subscribe_to_author if enabled else notifications.unsubscribe_from_author,
            author=user_id,
        )
        await self._reload_profile(user_id)

    @rx.event
    @signed_in(limit="writes")
    async def ignore(self, user_id: Id, term: follows.IgnoreTerm) -> None:
        await run_action(follows.ignore, user_id=user_id, term=term)
        name = (await self._reload_profile(user_id)).name
        await show_toast(self, _("You're ignoring {name}", name=name))

    @rx.event
    @signed_in(limit="writes")
    async def stop_ignoring(self, user_id: Id) -> None:
        await run_action(follows.unignore, user_id=user_id)
        name = (await self._reload_profile(user_id)).name
        await show_toast(self, _("You've stopped ignoring {name}", name=name))

    async def _reload_profile(self, user_id: int) -> people.Profile:
        """Return the current profile of a user. Show the profile if the page belongs to this user.

        The browser queues events while it is offline. When the browser sends an event, the tab can
        already show another page.
        """
        profile = await run_query(people.get_profile, user_id)
        if self.profile is not None and self.profile.id == user_id:
            self.profile = profile
        return profile
