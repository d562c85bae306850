"""The numbers beside the sections in the sidebar: how much waits for an administrator."""

from collections.abc import Awaitable, Callable
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.cache import Cache
from community.core.db.sessions import read_session
from community.domain import comments, jobs, mail, moderation, posts, subscriptions
from community.i18n.formats import format_number

# Larger numbers are shown as this one with a plus sign.
MAX_SHOWN: Final = 999
# All administrators share the numbers.
_CACHE_SECONDS: Final = 10


async def _count_payments(session: AsyncSession) -> int:
    disputes = await subscriptions.disputes.count_waiting(session)
    refunds = await subscriptions.refunds.count_failed(session)
    return disputes + refunds + await subscriptions.reconciliation.count_waiting(session)


# Counts what waits in a section.
_COUNTERS: Final[dict[str, Callable[[AsyncSession], Awaitable[int]]]] = {
    "posts": posts.count_held,
    "comments": comments.count_waiting,
    "reports": moderation.reports.count_waiting,
    "jobs": jobs.count_failed,
    "mail": mail.count_failed,
    "subscription-payments": _count_payments,
}
SECTIONS: Final = frozenset(_COUNTERS)
_cache: Cache[dict[str, int]] = Cache(ttl_seconds=_CACHE_SECONDS, max_size=1)


async def list_waiting(actor: Actor) -> dict[str, str]:
    """Return the numbers as text, by the code of the section.

    Sections that the actor may not open, and those in which nothing waits, are left out.
    """
    if not any(actor.has_section(section) for section in _COUNTERS):
        return {}
    counts = await _cache.get_or_load("waiting", _load)
    return {
        section: f"{MAX_SHOWN}+" if count > MAX_SHOWN else format_number(count)
        for section, count in counts.items()
        if count and actor.has_section(section)
    }


def clear_waiting_cache() -> None:
    _cache.clear()


async def _load() -> dict[str, int]:
    async with read_session() as session:
        return {section: await count(session) for section, count in _COUNTERS.items()}
