"""Shows in open pages which of the users on the screen are online.

The browser reports which users it shows. Every few seconds the process compares who of them is
online with what it has sent to each tab, and sends the differences in one push.
"""

import asyncio
import logging
from collections.abc import Collection, Iterator
from typing import Annotated, ClassVar, Never

import reflex as rx
from pydantic import Field

from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.domain import people
from community.domain.people.online_status import OnlineVisibility
from community.realtime.presence import get_presence
from community.state.runtime import open_tabs, request_context
from community.state.runtime.forms import Id
from community.state.runtime.policy import signed_in

log = logging.getLogger(__name__)

# How often the processes exchange who is online and update their open tabs.
INTERVAL_SECONDS = 5.0
# More users than a screen shows. `assets/ui/online_status.js` gets this limit as a prop.
MAX_WATCHED_USERS = 100
# The number of tabs after which the update lets other tasks run.
TABS_PER_STEP = 100


class OnlineUsersPush(open_tabs.Push):
    """The users that the tab watches and whose online status has changed."""

    push_type: ClassVar[str] = "online_users"
    online_ids: list[int]
    offline_ids: list[int]


class _WatchedUsers:
    """The users that a tab watches, and those of them that it shows as online, once known."""

    def __init__(self, user_ids: Collection[int]) -> None:
        self.user_ids = frozenset(user_ids)
        self._shown_ids: frozenset[int] | None = None

    def make_push(self, online_ids: frozenset[int]) -> OnlineUsersPush | None:
        """Return the differences to what the tab shows, or None. The first result is a push."""
        if online_ids == self._shown_ids:
            return None
        shown_ids = self._shown_ids or frozenset()
        appeared, gone = online_ids - shown_ids, shown_ids - online_ids
        self._shown_ids = online_ids
        return OnlineUsersPush(online_ids=sorted(appeared), offline_ids=sorted(gone))


_watched_by_tab: dict[str, _WatchedUsers] = {}
_connected_ids: set[int] = set()


class OnlineStatusState(rx.State):
    """Receives the ids of the users on the screen. It has no vars."""

    @rx.event
    @signed_in(limit="online_status")
    async def watch(
        self, user_ids: Annotated[list[Id], Field(max_length=MAX_WATCHED_USERS)]
    ) -> None:
        """Replace the users whose online status the tab shows.

        The browser calls this when it shows other users and after it has reconnected, and then
        shows everyone as offline until the next push.
        """
        _watched_by_tab[request_context.get_tab_token()] = _WatchedUsers(user_ids)
        await _update_tabs({request_context.get_tab_token(): request_context.get_actor()})


async def run() -> Never:
    """Update who is online and the open tabs of this process, until cancelled."""
    while True:
        await asyncio.sleep(INTERVAL_SECONDS)
        try:
            await update()
        except Exception:
            log.exception("Could not update who is online")


async def update() -> None:
    """Exchange who is online with the other processes, and send the changes to the open tabs."""
    viewers = await open_tabs.find_viewers()
    _record_connected_users(viewers.values())
    await get_presence().sync()
    for tab in _watched_by_tab.keys() - viewers.keys():
        del _watched_by_tab[tab]
    await _update_tabs(viewers)


def _record_connected_users(viewers: Collection[Actor]) -> None:
    presence = get_presence()
    user_ids = {viewer.id for viewer in viewers if not viewer.is_guest and not viewer.is_read_only}
    for user_id in user_ids:
        presence.record(user_id)
    for user_id in _connected_ids - user_ids:
        presence.leave(user_id)
    _connected_ids.clear()
    _connected_ids.update(user_ids)


async def _update_tabs(viewers: dict[str, Actor]) -> None:
    tabs = {
        tab: viewer
        for tab, viewer in viewers.items()
        if tab in _watched_by_tab and not viewer.is_guest and not viewer.is_read_only
    }
    watched_ids = {user_id for tab in tabs for user_id in _watched_by_tab[tab].user_ids}
    present_ids = get_presence().find_present(watched_ids)
    visibility = await _load_visibility(present_ids, {viewer.id for viewer in tabs.values()})
    for number, (tab, push) in enumerate(_make_pushes(tabs, present_ids, visibility), start=1):
        if push is not None:
            await open_tabs.send(push, [tab])
        if number % TABS_PER_STEP == 0:
            await asyncio.sleep(0)


async def _load_visibility(present_ids: set[int], viewer_ids: set[int]) -> OnlineVisibility:
    if not present_ids:
        return OnlineVisibility()
    async with read_session() as session:
        return await people.online_status.load_online_visibility(session, present_ids | viewer_ids)


def _make_pushes(
    tabs: dict[str, Actor], present_ids: set[int], visibility: OnlineVisibility
) -> Iterator[tuple[str, OnlineUsersPush | None]]:
    for tab, viewer in tabs.items():
        if (watched := _watched_by_tab.get(tab)) is None:
            continue
        online_ids = frozenset(
            user_id
            for user_id in watched.user_ids & present_ids
            if visibility.may_see(viewer.id, user_id)
        )
        yield tab, watched.make_push(online_ids)
