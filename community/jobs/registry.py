"""Every job and every duty by its name: each is one call of the domain."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, delete

from community.core import clock
from community.domain import accounts, notifications, posts, uploads
from community.media import chosen
from community.models import StoredAnswer

# One step, in the transaction that it is given. It answers with where to go on (it is called again
# with that as `after`), or with None when all is done.
Job = Callable[..., Awaitable[int | None]]
Work = Callable[[AsyncSession], Awaitable[object]]

# `api/answers.py` gives an answer again for this long.
ANSWERS_KEPT_FOR = timedelta(hours=24)

JOBS: dict[str, Job] = {
    "fan_out_post": notifications.fan_out_post,
    "tell_unpublished": notifications.tell_unpublished,
    "tell_watchers": notifications.tell_watchers,
    "withdraw_post": notifications.withdraw_post,
}


@dataclass(frozen=True, slots=True)
class Duty:
    """Something done again and again, once for all machines. `cron` is in UTC.

    `work` is one transaction; while it answers with a number above zero there is more of it.
    A duty that fails, or whose process dies, is not repeated: its next time comes.
    """

    cron: str
    work: Work


async def _purge_uploads(session: AsyncSession) -> int:
    return await uploads.purge_unattached(session, chosen.storage(), clock.now())


async def _drop_answers(session: AsyncSession) -> None:
    old = clock.now() - ANSWERS_KEPT_FOR
    await session.execute(delete(StoredAnswer).where(col(StoredAnswer.created_at) < old))


async def _purge_sign_ins(session: AsyncSession) -> None:
    await accounts.purge_ended(session)


DUTIES: dict[str, Duty] = {
    "drop_answers": Duty("23 * * * *", _drop_answers),
    "purge_sign_ins": Duty("37 3 * * *", _purge_sign_ins),
    "purge_uploads": Duty("*/15 * * * *", _purge_uploads),
}

# What every web process does for itself, each half minute and at its end: it holds the numbers.
CHORES: tuple[Work, ...] = (posts.flush_views,)
