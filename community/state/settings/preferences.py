"""State of the settings for the online status and the default feed."""

import reflex as rx

from community.core.database import unit_of_work
from community.domain import accounts
from community.domain.accounts import Feed, Preferences
from community.state import request_context
from community.state.policy import signed_in


class PreferencesState(rx.State):
    is_online_visible: bool = True
    default_feed: str = Feed.PERSONAL.value

    @rx.event
    @signed_in(limit="writes")
    async def set_online_visible(self, is_visible: bool) -> None:
        async with unit_of_work() as session:
            await accounts.set_online_visibility(
                session, request_context.get_actor(), is_visible=is_visible
            )
        self.is_online_visible = is_visible

    @rx.event
    @signed_in(limit="writes")
    async def set_default_feed(self, feed: Feed) -> None:
        async with unit_of_work() as session:
            await accounts.set_default_feed(session, request_context.get_actor(), feed=feed)
        self.default_feed = feed.value

    def _set_preferences(self, preferences: Preferences) -> None:
        self.is_online_visible, self.default_feed = (
            preferences.shows_online,
            preferences.default_feed.value,
        )
