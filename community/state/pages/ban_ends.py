"""Reloads open pages of users whose ban has ended by itself, so that they can comment there."""

import asyncio
import logging
from typing import Never

from community import authentication
from community.core.db.terms import has_ended
from community.realtime import messages
from community.state.pages.layout import refresh_tabs_of_user
from community.state.runtime import open_tabs

log = logging.getLogger(__name__)

INTERVAL_SECONDS = 10.0


async def run() -> Never:
    """Look for ended bans among the viewers of this process, until cancelled."""
    while True:
        await asyncio.sleep(INTERVAL_SECONDS)
        try:
            await reload_tabs_of_ended_bans()
        except Exception:
            log.exception("Could not reload pages after bans")


async def reload_tabs_of_ended_bans() -> None:
    viewers = (await open_tabs.find_viewers()).values()
    for user_id in {viewer.id for viewer in viewers if has_ended(viewer.banned_until)}:
        authentication.invalidate_cached_user(user_id)
        refresh_tabs_of_user(messages.UserChanged(user_id, must_reload=True))
