"""The page of one's settings as a whole."""

import reflex as rx

from community.core.database import reading
from community.domain import accounts, follows, notifications
from community.realtime import watchers
from community.state import identity
from community.state.policy import public
from community.state.settings.choices import Choices
from community.state.settings.devices import Devices
from community.state.settings.ignored import Ignored
from community.state.settings.keywords import Keywords
from community.state.settings.profile import ProfileForm
from community.state.settings.switches import Switches
from community.state.settings.tokens import Tokens


class Settings(rx.State):
    """Whose settings these are; the sections have their own leaves.

    Attributes:
        loaded: False for guests, who are invited to sign in.
    """

    loaded: bool = False
    user_id: int = 0
    email: str = ""
    has_password: bool = False

    @rx.event
    @public()
    async def open(self) -> None:
        """The page was opened."""
        actor = identity.actor()
        watchers.watch(identity.tab(), "page", ())
        if actor.is_guest:
            self.loaded = False
            return
        async with reading() as session:
            preferences = await accounts.get_preferences(session, actor)
            switches = await notifications.switches(session, actor)
            ignored = await follows.ignored(session, actor)
            devices = await accounts.list_devices(session, actor)
            tokens = await accounts.list_tokens(session, actor)
        self._show(preferences)
        (await self.get_state(ProfileForm))._show(preferences)
        (await self.get_state(Choices))._show(preferences)
        (await self.get_state(Keywords))._show(preferences.ignored_keywords)
        (await self.get_state(Switches))._show(switches)
        (await self.get_state(Ignored))._begin(ignored)
        (await self.get_state(Devices))._show(devices)
        (await self.get_state(Tokens))._show(tokens)
        self.loaded = True

    def _show(self, preferences: accounts.Preferences) -> None:
        self.user_id, self.email = preferences.id, preferences.email
        self.has_password = preferences.has_password
