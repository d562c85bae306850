"""The steps that erase the data of deleted accounts after their time to be restored.

A step handles a batch of rows of a batch of accounts, and is repeated until it returns 0. Each call
is a transaction. After a crash the accounts are still due, and the steps begin again: what is
erased is not found again. The last step ends it.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.db.personal_data import erase_rows, list_erase_steps
from community.domain import (
    accounts,
    advertising,
    ai,
    bulk_acts,
    chat,
    cleanups,
    comments,
    communities,
    data_export,
    follows,
    identity,
    mail,
    merging,
    moderation,
    notifications,
    people,
    posts,
    ratings,
    reactions,
    subscriptions,
    uploads,
)
from community.domain.accounts import ContentChoice

_DECLARATIONS = (
    *people.PERSONAL_DATA,
    *accounts.PERSONAL_DATA,
    *identity.PERSONAL_DATA,
    *posts.PERSONAL_DATA,
    *comments.PERSONAL_DATA,
    *reactions.PERSONAL_DATA,
    *follows.PERSONAL_DATA,
    *chat.PERSONAL_DATA,
    *communities.PERSONAL_DATA,
    *ratings.PERSONAL_DATA,
    *advertising.PERSONAL_DATA,
    *ai.PERSONAL_DATA,
    *uploads.PERSONAL_DATA,
)
ROWS_PER_STEP = 500
# Erases rows of the users, and returns their number.
PurgeStep = Callable[[AsyncSession, Sequence[int]], Awaitable[int]]


async def _hide_posts(session: AsyncSession, user_ids: Sequence[int]) -> int:
    due = await accounts.deletions.filter_due(session, user_ids, ContentChoice.DELETE)
    return await posts.hide_with_author(session, author_ids=due, limit=ROWS_PER_STEP)


async def _hide_comment(session: AsyncSession, user_ids: Sequence[int]) -> int:
    due = await accounts.deletions.filter_due(session, user_ids, ContentChoice.DELETE)
    return await comments.hide_with_author(session, author_ids=due)


async def _erase_comments(session: AsyncSession, user_ids: Sequence[int]) -> int:
    return await comments.erase_unpublished(session, author_ids=user_ids, limit=ROWS_PER_STEP)


async def _erase_posts(session: AsyncSession, user_ids: Sequence[int]) -> int:
    return await posts.erase_unpublished(
        session, author_ids=user_ids, limit=ROWS_PER_STEP, has_comments_on=comments.exist_on
    )


async def _erase_messages(session: AsyncSession, user_ids: Sequence[int]) -> int:
    due = await accounts.deletions.filter_due(session, user_ids, ContentChoice.DELETE)
    return await chat.erase_messages(session, author_ids=due, limit=ROWS_PER_STEP)


def _in_batches(erase: Callable[..., Awaitable[int]]) -> PurgeStep:
    async def step(session: AsyncSession, user_ids: Sequence[int]) -> int:
        return await erase(session, user_ids=user_ids, limit=ROWS_PER_STEP)

    return step


async def _release_images(session: AsyncSession, user_ids: Sequence[int]) -> int:
    await posts.erase_drafts_of_published(session, author_ids=user_ids)
    await uploads.release(session, kinds=("user_avatar", "user_header"), object_ids=user_ids)
    return 0


async def _finish(session: AsyncSession, user_ids: Sequence[int]) -> int:
    """Erase what is little for each user, and at the end the users themselves."""
    merged_ids = await merging.list_source_ids(session, user_ids)
    ids: dict[str, Any] = {"user_ids": [*user_ids, *merged_ids]}
    await notifications.erase_settings(session, **ids)
    await cleanups.erase_cleanups(session, **ids)
    await bulk_acts.erase_bulk_acts(session, **ids)
    await erase_rows(session, _DECLARATIONS, **ids)
    await moderation.erase_sanctions(session, **ids)
    await moderation.reports.erase_reports(session, **ids)
    await subscriptions.erase_subscriptions(session, **ids)
    await data_export.discard(session, **ids)
    emails = await accounts.deletions.list_emails(session, user_ids)
    await mail.erase_mails(session, recipients=emails)
    await accounts.deletions.erase_emails(session, **ids)
    await accounts.deletions.erase_merged_users(session, user_ids=merged_ids)
    await accounts.deletions.erase_users(session, user_ids=user_ids)
    return 0


# The content comes first. The images come after it, when nothing refers to them.
PURGE_STEPS: tuple[PurgeStep, ...] = (
    _hide_posts,
    _hide_comment,
    _erase_comments,
    _erase_posts,
    _erase_messages,
    _in_batches(notifications.erase_inboxes),
    _in_batches(notifications.erase_actors),
    _release_images,
    *map(_in_batches, list_erase_steps(_DECLARATIONS)),
    _finish,
)
