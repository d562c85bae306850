"""The steps of the jobs that hide the content of a deleted account, and show it again.

Both lock the user first, so that they do not run while the account is restored or deleted again.
The state of the account decides what a step does: a job that is late does nothing.
"""

from collections.abc import Awaitable, Callable

from sqlalchemy.ext.asyncio import AsyncSession

from community.domain import accounts, comments, posts

HIDE_JOB = "hide_deleted_content"
SHOW_JOB = "show_restored_content"
POSTS_PER_STEP = 50
# Changes some rows of a user, and returns their number.
Step = Callable[[AsyncSession, int], Awaitable[int]]


async def run_hide_step(session: AsyncSession, user_id: int, after: int = 0) -> int | None:
    """Hide the next posts or the next comment. Return the number of the next step, or None."""
    if await accounts.deletions.find_hidden_author(session, user_id) is None:
        return None
    return await _run(session, user_id, (_hide_posts, _hide_comment), after)


async def run_show_step(session: AsyncSession, user_id: int, after: int = 0) -> int | None:
    """Show the next posts or the next comment. Return the number of the next step, or None."""
    if not await accounts.deletions.lock_restored(session, user_id):
        return None
    return await _run(session, user_id, (_show_posts, _show_comment), after)


async def _run(
    session: AsyncSession, user_id: int, steps: tuple[Step, ...], after: int
) -> int | None:
    if after >= len(steps):
        return None
    return after if await steps[after](session, user_id) else after + 1


async def _hide_posts(session: AsyncSession, user_id: int) -> int:
    return await posts.hide_with_author(session, author_ids=[user_id], limit=POSTS_PER_STEP)


async def _hide_comment(session: AsyncSession, user_id: int) -> int:
    return await comments.hide_with_author(session, author_ids=[user_id])


async def _show_posts(session: AsyncSession, user_id: int) -> int:
    return await posts.show_with_author(session, author_id=user_id, limit=POSTS_PER_STEP)


async def _show_comment(session: AsyncSession, user_id: int) -> int:
    return await comments.show_with_author(session, author_id=user_id)
