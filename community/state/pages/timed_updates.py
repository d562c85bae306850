"""Updates of open pages at a known time: announcements begin and end, and bans end."""

import asyncio
import logging
from datetime import datetime
from typing import Never

from community import authentication
from community.core import clock
from community.core.db.sessions import read_session
from community.domain import site
from community.realtime import hub, messages
from community.state.pages.layout import refresh_tabs_of_user
from community.state.runtime import open_tabs

log = logging.getLogger(__name__)

INTERVAL_SECONDS = 10.0


async def run_announcement_updates() -> Never:
    """Look whether the announcement appears or disappears, until cancelled."""
    since = clock.now()
    while True:
        await asyncio.sleep(INTERVAL_SECONDS)
        try:
            since = await reload_pages_after(since)
        except Exception:
            log.exception("Could not show or hide the announcement")


async def reload_pages_after(since: datetime) -> datetime:
    """Reload open pages if the announcement has changed since. Return the time of this call."""
    now = clock.now()
    async with read_session() as session:
        must_reload = await site.has_announcement_changed(session, since=since, now=now)
    if must_reload:
        await hub.publish(messages.SiteChanged(("frame",)))
    return now


async def run_ban_updates() -> Never:
    """Look for ended bans among the viewers of this process, until cancelled."""
    while True:
        await asyncio.sleep(INTERVAL_SECONDS)
        try:
            await reload_tabs_of_ended_bans()
        except Exception:
            log.exception("Could not reload pages after bans")


async def reload_tabs_of_ended_bans() -> None:
    viewers = (await open_tabs.find_viewers()).values()
    for user_id in {viewer.id for viewer in viewers if clock.is_past(viewer.banned_until)}:
        authentication.invalidate_cached_user(user_id)
        refresh_tabs_of_user(messages.UserChanged(user_id, must_reload=True))
