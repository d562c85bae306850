"""State of the checklist for administrators of a new site."""

import reflex as rx

from community.domain import discovery, site
from community.state.runtime.actions import run_action
from community.state.runtime.policy import signed_in


class SetupChecklistState(rx.State):
    """The checklist, or None if the viewer does not get it."""

    checklist: discovery.SetupChecklist | None = None

    @rx.event
    @signed_in(limit="writes")
    async def dismiss(self) -> None:
        """Hide the checklist permanently for all administrators of the site."""
        await run_action(site.update_settings, site.SetupSettings(is_checklist_dismissed=True))
        self.checklist = None
