"""The base class of the State classes that the sections of the Admin Panel have in common."""

from dataclasses import replace
from typing import Any

import reflex as rx


class SectionState(rx.State, mixin=True):
    """Base class of a State whose handlers require access to one section of the Admin Panel.

    A base class for several sections does not know the section. It declares the policies of its
    handlers with `@admin("")`, and they get the section of the subclass.
    """

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if not (section := cls._find_section()):
            return
        for handler in cls.event_handlers.values():
            policy = getattr(handler.fn, "policy", None)
            if policy is not None and not policy.section:
                handler.fn.policy = replace(policy, section=section)

    @classmethod
    def _find_section(cls) -> str:
        """Return the code of the section, or "" for a base class."""
        return ""

    def _close_dialogs(self) -> None:
        """Close the dialogs that were open when the tab left the page or reloaded it."""
