"""The steps that erase the data of deleted accounts after their time to be restored.

A step handles a batch of rows of a batch of accounts, and is repeated until it returns 0. Each call
is a transaction. After a crash the accounts are still due, and the steps begin again: what is
erased is not found again. The last step ends it.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.db.personal_data import EraseRows, PersonalData, erase_rows, list_erase_steps
from community.domain import (
    accounts,
    bulk_actions,
    chat,
    cleanups,
    comments,
    data_export,
    mail,
    merging,
    personal_data,
    posts,
    uploads,
)

ROWS_PER_STEP = 500
# Erases rows of the users, and returns their number.
PurgeStep = Callable[[AsyncSession, Sequence[int]], Awaitable[int]]

# All columns with ids of users.
DECLARATIONS: Final[tuple[PersonalData, ...]] = (
    *personal_data.DECLARATIONS,
    *merging.PERSONAL_DATA,
    *cleanups.PERSONAL_DATA,
    *bulk_actions.PERSONAL_DATA,
    *data_export.PERSONAL_DATA,
)


async def _hide_posts(session: AsyncSession, user_ids: Sequence[int]) -> int:
    due = await accounts.deletions.filter_due(session, user_ids, accounts.ContentChoice.DELETE)
    return await posts.hide_with_author(session, author_ids=due, limit=ROWS_PER_STEP)


async def _hide_comment(session: AsyncSession, user_ids: Sequence[int]) -> int:
    due = await accounts.deletions.filter_due(session, user_ids, accounts.ContentChoice.DELETE)
    return await comments.hide_with_author(session, author_ids=due)


async def _erase_comments(session: AsyncSession, user_ids: Sequence[int]) -> int:
    return await comments.erase_unpublished(session, author_ids=user_ids, limit=ROWS_PER_STEP)


async def _erase_posts(session: AsyncSession, user_ids: Sequence[int]) -> int:
    return await posts.erase_unpublished(
        session, author_ids=user_ids, limit=ROWS_PER_STEP, has_comments_on=comments.exist_on
    )


async def _erase_messages(session: AsyncSession, user_ids: Sequence[int]) -> int:
    due = await accounts.deletions.filter_due(session, user_ids, accounts.ContentChoice.DELETE)
    return await chat.erase_messages(session, author_ids=due, limit=ROWS_PER_STEP)


async def _release_images(session: AsyncSession, user_ids: Sequence[int]) -> int:
    await posts.erase_drafts_of_published(session, author_ids=user_ids)
    await uploads.release(session, kinds=("user_avatar", "user_header"), object_ids=user_ids)
    return 0


def _in_batches(erase: EraseRows) -> PurgeStep:
    async def step(session: AsyncSession, user_ids: Sequence[int]) -> int:
        ids = await _add_merged(session, user_ids)
        return await erase(session, user_ids=ids, limit=ROWS_PER_STEP)

    return step


async def _finish(session: AsyncSession, user_ids: Sequence[int]) -> int:
    """Erase what is little for each user, and at the end the users themselves."""
    ids = await _add_merged(session, user_ids)
    await erase_rows(session, DECLARATIONS, user_ids=ids)
    emails = await accounts.deletions.list_emails(session, user_ids)
    await mail.erase_mails(session, recipients=emails)
    await accounts.deletions.erase_emails(session, user_ids=ids)
    await accounts.deletions.erase_merged_users(session, user_ids=ids[len(user_ids) :])
    await accounts.deletions.erase_users(session, user_ids=user_ids)
    return 0


async def _add_merged(session: AsyncSession, user_ids: Sequence[int]) -> list[int]:
    """Return the ids, followed by those of the accounts that were merged into these accounts."""
    return [*user_ids, *await merging.list_source_ids(session, user_ids)]


# The content comes first, and the images come after it, when nothing refers to them.
PURGE_STEPS: tuple[PurgeStep, ...] = (
    _hide_posts,
    _hide_comment,
    _erase_comments,
    _erase_posts,
    _erase_messages,
    _release_images,
    *map(_in_batches, list_erase_steps(DECLARATIONS)),
    _finish,
)
