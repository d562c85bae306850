"""What one chooses once: to be seen as online, and the feed to begin with."""

import reflex as rx

from community.core.database import unit_of_work
from community.domain import accounts
from community.domain.accounts import Feed, Preferences
from community.state import identity
from community.state.policy import signed_in


class Choices(rx.State):
    """Online status and default feed."""

    shows_online: bool = True
    feed: str = Feed.PERSONAL.value

    @rx.event
    @signed_in(limit="writes")
    async def show_online(self, is_shown: bool) -> None:
        """Let others see that one is here, or not."""
        async with unit_of_work() as session:
            await accounts.show_online(session, identity.actor(), shown=is_shown)
        self.shows_online = is_shown

    @rx.event
    @signed_in(limit="writes")
    async def choose_feed(self, feed: Feed) -> None:
        """Begin with this feed on the home page."""
        async with unit_of_work() as session:
            await accounts.choose_feed(session, identity.actor(), feed=feed)
        self.feed = feed.value

    def _show(self, preferences: Preferences) -> None:
        self.shows_online, self.feed = preferences.shows_online, preferences.default_feed.value
