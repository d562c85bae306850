"""State of the settings for the online status and the default feed."""

import reflex as rx

from community.domain import people
from community.domain.people import Feed, Preferences
from community.state.runtime.actions import run_action
from community.state.runtime.policy import signed_in


class PreferencesState(rx.State):
    is_online_visible: bool = True
    default_feed: str = Feed.PERSONAL.value

    @rx.event
    @signed_in(limit="writes")
    async def set_online_visible(self, is_visible: bool) -> None:
        await run_action(people.set_online_visibility, is_visible=is_visible)
        self.is_online_visible = is_visible

    @rx.event
    @signed_in(limit="writes")
    async def set_default_feed(self, feed: Feed) -> None:
        await run_action(people.set_default_feed, feed=feed)
        self.default_feed = feed.value

    def _set_preferences(self, preferences: Preferences) -> None:
        self.is_online_visible = preferences.shows_online
        self.default_feed = preferences.default_feed.value
