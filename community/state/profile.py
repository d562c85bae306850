"""State of the page that shows the profile of a user."""

import reflex as rx
from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.database import read_session, unit_of_work
from community.core.errors import NotFound
from community.domain import accounts, follows, notifications
from community.i18n import gettext as _
from community.realtime import subscriptions
from community.state import location, request_context
from community.state.feed import FeedScope, FeedState
from community.state.forms import Id
from community.state.policy import public, signed_in
from community.state.toasts import ToastsState


class ProfileState(rx.State):
    """The profile that the page shows, and whether the viewer follows or ignores the user.

    Attributes:
        is_own: Whether the profile belongs to the viewer.
        path: The URL path for which the data was loaded.
        redirect_url: The current URL of the profile if the username has changed, else empty.
    """

    profile: accounts.Profile | None = None
    is_own: bool = False
    path: str = ""
    is_missing: bool = False
    redirect_url: str = ""

    @rx.event
    @public()
    async def load(self) -> None:
        """Load the profile and its feed, and subscribe the browser tab to new posts."""
        actor, [slug] = request_context.get_actor(), location.get_path_parts(self)[:1] or [""]
        self.path, self.is_missing, self.redirect_url = location.get_path(self), False, ""
        try:
            async with read_session() as session:
                self.profile = await accounts.get_profile_by_slug(session, actor, slug)
                self.is_own = actor.is_user(self.profile.id)
                feed = await self.get_state(FeedState)
                await feed._load_feed(session, FeedScope(author_id=self.profile.id))
        except NotFound as error:
            subscriptions.set_topics(request_context.get_tab_token(), "page", ())
            new_slug = error.details.get("slug")
            self.profile, self.is_missing = None, new_slug is None
            self.redirect_url = urls.profile(new_slug) if new_slug else ""

    @rx.event
    @signed_in(limit="writes")
    async def follow(self, user_id: Id, enabled: bool) -> None:
        """Follow a user if `enabled` is True, else unfollow the user."""
        change = follows.follow if enabled else follows.unfollow
        async with unit_of_work() as session:
            await change(session, request_context.get_actor(), user_id=user_id)
            await self._reload_profile(session, user_id)

    @rx.event
    @signed_in(limit="writes")
    async def subscribe(self, user_id: Id, enabled: bool) -> None:
        """Turn notifications about new posts by a user on or off."""
        change = (
            notifications.subscribe_to_author if enabled else notifications.unsubscribe_from_author
        )
        async with unit_of_work() as session:
            await change(session, request_context.get_actor(), author=user_id)
            await self._reload_profile(session, user_id)

    @rx.event
    @signed_in(limit="writes")
    async def ignore(self, user_id: Id, enabled: bool) -> None:
        """Ignore a user if `enabled` is True, else stop ignoring the user."""
        change = follows.ignore if enabled else follows.unignore
        async with unit_of_work() as session:
            await change(session, request_context.get_actor(), user_id=user_id)
            name = (await self._reload_profile(session, user_id)).name
        message = (
            _("You're ignoring {name}", name=name)
            if enabled
            else _("You've stopped ignoring {name}", name=name)
        )
        (await self.get_state(ToastsState))._show_toast(message)

    async def _reload_profile(self, session: AsyncSession, user_id: int) -> accounts.Profile:
        """Return the current profile of a user. Show the profile if the page belongs to this user.

        The browser queues events while it is offline. When the browser sends an event, the tab can
        already show another page.
        """
        profile = await accounts.get_profile(session, request_context.get_actor(), user_id)
        if self.profile is not None and self.profile.id == user_id:
            self.profile = profile
        return profile
