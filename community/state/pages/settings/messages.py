"""State of the settings for private messages."""

import reflex as rx

from community.domain import chat
from community.domain.chat import MessagePreferences, WhoMayWrite
from community.state.runtime.actions import run_action
from community.state.runtime.policy import signed_in


class MessageSettingsState(rx.State):
    preferences: MessagePreferences = MessagePreferences()

    @rx.event
    @signed_in(limit="writes")
    async def set_who(self, who: WhoMayWrite) -> None:
        self.preferences = await run_action(chat.set_preferences, who=who)

    @rx.event
    @signed_in(limit="writes")
    async def set_read_marks(self, is_on: bool) -> None:
        self.preferences = await run_action(chat.set_preferences, read_marks=is_on)
