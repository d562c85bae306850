"""Shows announcements on open pages at the time from which they are shown, and hides them later."""

import asyncio
import logging
from datetime import datetime
from typing import Never

from community.core import clock
from community.core.db.sessions import read_session
from community.domain import site
from community.realtime import hub, messages

log = logging.getLogger(__name__)

INTERVAL_SECONDS = 10.0


async def run() -> Never:
    """Look whether the announcement appears or disappears, until cancelled."""
    since = clock.now()
    while True:
        await asyncio.sleep(INTERVAL_SECONDS)
        try:
            since = await reload_pages_after(since)
        except Exception:
            log.exception("Could not show or hide the announcement")


async def reload_pages_after(since: datetime) -> datetime:
    """Reload open pages if the announcement has appeared or disappeared since then.

    Returns:
        The time of this call, which is `since` of the next one.
    """
    now = clock.now()
    async with read_session() as session:
        must_reload = await site.has_announcement_changed(session, since=since, now=now)
    if must_reload:
        await hub.publish(messages.SiteChanged(("frame",)))
    return now
