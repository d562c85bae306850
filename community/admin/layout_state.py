"""The State that all pages of the Admin Panel share: which sections the viewer may open."""

from collections.abc import Mapping, Sequence
from typing import Any

import reflex as rx

from community import urls
from community.admin.waiting import list_waiting
from community.core.actor import DASHBOARD
from community.domain import accounts
from community.realtime import messages
from community.state.pages.confirmation import ConfirmationState
from community.state.runtime import location, open_tabs, request_context
from community.state.runtime.policy import public

_load_events: dict[str, Sequence[Any]] = {}


def set_load_events(events_by_section: Mapping[str, Sequence[Any]]) -> None:
    """Set the events that load the data of each section. `sections.py` knows them."""
    _load_events.clear()
    _load_events.update(events_by_section)


class AdminState(rx.State):
    """The sidebar of the Admin Panel, and whether the viewer may open the section of the page.

    Its handlers are public and only tell the viewer what they may open. The handlers of the
    sections check the permission again.
    """

    path: str = ""  # the URL path for which `access` was determined
    # `granted`, `forbidden` for an administrator without access to the section, `second_factor` for
    # one who must set up a second factor first, `missing` for everyone else, or empty before it is
    # known
    access: str = ""
    sections: list[str] = []
    waiting: dict[str, str] = {}  # how much waits for an administrator, by the code of the section

    @rx.event
    @public()
    async def load(self) -> Any:
        """Determine the sections of the viewer, then load the data of the section of the page."""
        open_tabs.subscribe("admin", messages.ADMIN_PANEL_TOPIC)
        self.path = location.get_path(self)
        (await self.get_state(ConfirmationState))._close_on_other_page()
        events = self._authorize()
        await self._load_waiting()
        return events

    @rx.event
    @public()
    async def refresh(self) -> Any:
        """Determine the sections again, after the permissions of the viewer changed."""
        previous = self.access
        events = self._authorize()
        return events if self.access != previous else []

    @rx.event
    @public()
    async def refresh_waiting(self) -> None:
        await self._load_waiting()

    async def _load_waiting(self) -> None:
        waiting = await list_waiting(request_context.get_actor())
        if waiting != self.waiting:
            self.waiting = waiting

    def _authorize(self) -> list[Any]:
        actor, section = request_context.get_actor(), find_section(location.get_path(self))
        self.sections = accounts.list_sections(actor)
        if actor.must_set_up_second_factor and section is not None:
            self.access = "second_factor"
        elif not actor.has_section(DASHBOARD) or section is None:
            self.access = "missing"
        elif not actor.has_section(section):
            self.access = "forbidden"
        else:
            self.access = "granted"
            return list(_load_events[section])
        return []


def find_section(path: str) -> str | None:
    path = path.rstrip("/")
    return next((code for code in _load_events if urls.admin_section(code) == path), None)


def refresh_panels_of_user(message: messages.UserChanged) -> None:
    """Update the open pages of the Admin Panel of a user whose permissions may have changed."""
    tabs = set(open_tabs.get_subscribed_tabs(messages.user_topic(message.user_id)))
    in_panel = tabs & set(open_tabs.get_subscribed_tabs(messages.ADMIN_PANEL_TOPIC))
    open_tabs.trigger(AdminState.refresh, sorted(in_panel))
