"""State of the settings for the badge beside the user's name, and the style of the name."""

from typing import Annotated, TypeAlias

import reflex as rx
from pydantic import Field

from community.domain import people
from community.domain.people import Preferences
from community.domain.people.name_appearance import NameAppearance
from community.state.runtime.actions import run_action
from community.state.runtime.policy import signed_in

Code: TypeAlias = Annotated[str, Field(max_length=100)]


class NameAppearanceState(rx.State):
    """The choice of the user.

    Attributes:
        badge: The code of the badge. Empty for none.
        name_style: The code of the style. Empty for none.
        may_use_badge: Whether the plan of the user includes badges.
        may_style_name: Whether the plan of the user includes styled names.
    """

    badge: str = ""
    name_style: str = ""
    may_use_badge: bool = False
    may_style_name: bool = False

    @rx.event
    @signed_in(limit="writes", feature="badge")
    async def set_badge(self, code: Code) -> None:
        await run_action(people.name_appearance.change, NameAppearance(badge=code or None))
        self.badge = code

    @rx.event
    @signed_in(limit="writes", feature="fancy_nickname")
    async def set_name_style(self, code: Code) -> None:
        appearance = NameAppearance(name_style=code or None)
        await run_action(people.name_appearance.change, appearance)
        self.name_style = code

    def _set_preferences(self, preferences: Preferences) -> None:
        self.badge, self.name_style = preferences.badge or "", preferences.name_style or ""
        self.may_use_badge = preferences.may_use_badge
        self.may_style_name = preferences.may_style_name
