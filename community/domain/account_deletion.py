"""Deleting one's account: what becomes of its content, and how it is restored or erased."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock
from community.core.actor import Actor
from community.core.db.personal_data import EraseRows, PersonalData, erase_rows, list_erase_steps
from community.core.errors import Conflict, Invalid
from community.domain import (
    accounts,
    bulk_actions,
    chat,
    cleanups,
    comments,
    communities,
    data_export,
    mail,
    merging,
    moderation,
    personal_data,
    posts,
    subscriptions,
    uploads,
)
from community.domain.accounts import AccountDeletion, ContentChoice, DeletionTerms
from community.domain.jobs import outbox
from community.i18n import gettext as _
from community.models import User

_HIDE_JOB = "hide_deleted_content"
_SHOW_JOB = "show_restored_content"
_POSTS_PER_STEP = 50
# Changes some rows of a user, and returns their number.
Step = Callable[[AsyncSession, int], Awaitable[int]]
# Longer than any process caches an actor. What a request has added meanwhile is hidden too.
_LAST_HIDING_DELAY = timedelta(seconds=10)
_ROWS_PER_STEP = 500
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


async def run_hide_step(session: AsyncSession, user_id: int, after: int = 0) -> int | None:
    """Hide the next posts or the next comment. Return the number of the next step, or None."""
    if await accounts.deletions.find_hidden_author(session, user_id) is None:
        return None
    return await _run(session, user_id, (_hide_next_posts, _hide_next_comment), after)


async def run_show_step(session: AsyncSession, user_id: int, after: int = 0) -> int | None:
    """Show the next posts or the next comment. Return the number of the next step, or None."""
    if not await accounts.deletions.lock_restored(session, user_id):
        return None
    return await _run(session, user_id, (_show_next_posts, _show_next_comment), after)


async def _run(
    session: AsyncSession, user_id: int, steps: tuple[Step, ...], after: int
) -> int | None:
    if after >= len(steps):
        return None
    return after if await steps[after](session, user_id) else after + 1


async def _hide_next_posts(session: AsyncSession, user_id: int) -> int:
    return await posts.hide_with_author(session, author_ids=[user_id], limit=_POSTS_PER_STEP)


async def _hide_next_comment(session: AsyncSession, user_id: int) -> int:
    return await comments.hide_with_author(session, author_ids=[user_id])


async def _show_next_posts(session: AsyncSession, user_id: int) -> int:
    return await posts.show_with_author(session, author_id=user_id, limit=_POSTS_PER_STEP)


async def _show_next_comment(session: AsyncSession, user_id: int) -> int:
    return await comments.show_with_author(session, author_id=user_id)


async def delete(session: AsyncSession, actor: Actor, *, content: ContentChoice) -> AccountDeletion:
    """Delete the actor's account. It can be restored until `purge_at` of the result.

    With `ContentChoice.DELETE`, jobs hide the posts and comments. Raise `Conflict` if the actor
    owns open communities, or is the last full administrator.
    """
    accounts.deletions.ensure_may_delete(actor)
    if obstacle := await _find_owner_obstacle(session, actor):
        raise Conflict(obstacle)
    result = await accounts.deletions.close(session, actor, content=content)
    _hide_content(session, actor.id, content)
    return result


async def delete_as_administrator(
    session: AsyncSession,
    actor: Actor,
    *,
    user_id: int,
    content: ContentChoice,
    confirmation: str,
    reason: str = "",
) -> AccountDeletion:
    """Delete the account of a user, who can restore it until `purge_at` of the result.

    Args:
        confirmation: The username, which the administrator typed.

    Raises:
        Invalid: The username is wrong, or the reason is missing.
        Conflict: The user owns open communities.
    """
    user = await moderation.lock_user_for_deletion(session, actor, user_id)
    reason = moderation.clean_reason(reason)
    if confirmation.strip().removeprefix("@").lower() != user.slug:
        raise Invalid.for_field("confirmation", _("Type the name exactly: {name}", name=user.slug))
    if names := await communities.list_owned_names(session, user.id):
        raise Conflict(
            _(
                "This person owns communities: {names}. Make someone else the owner, or close "
                "them, first.",
                names=", ".join(names),
            )
        )
    result = await accounts.deletions.close_user(session, user, content=content, is_by_owner=False)
    await moderation.record(
        session, actor, user, "account_deleted", after={"content": content.value}, reason=reason
    )
    _hide_content(session, user.id, content)
    return result


def _hide_content(session: AsyncSession, user_id: int, content: ContentChoice) -> None:
    if content == ContentChoice.DELETE:
        outbox.enqueue(session, _HIDE_JOB, user_id=user_id)
        due_at = clock.now() + _LAST_HIDING_DELAY
        outbox.enqueue(session, _HIDE_JOB, due_at=due_at, user_id=user_id)


async def restore(session: AsyncSession, *, token: str) -> User:
    """Restore a deleted account with a link or an offer. A job shows its content again."""
    user = await accounts.deletions.reopen(session, token=token)
    outbox.enqueue(session, _SHOW_JOB, user_id=user.id)
    return user


async def get_terms(session: AsyncSession, actor: Actor) -> DeletionTerms:
    """Return until when the actor could restore the account, and what prevents its deletion."""
    terms = await accounts.deletions.get_deletion_terms(session, actor)
    obstacle = await _find_owner_obstacle(session, actor) or terms.obstacle
    lost_credit = await subscriptions.describe_balances(session, actor.id)
    return terms.model_copy(update={"obstacle": obstacle, "lost_credit": lost_credit})


async def _find_owner_obstacle(session: AsyncSession, actor: Actor) -> str:
    names = await communities.list_owned_names(session, actor.id)
    if not names:
        return ""
    return _(
        "You own communities: {names}. Make another member the owner, or close them, before you "
        "delete your account.",
        names=", ".join(names),
    )


async def _hide_posts(session: AsyncSession, user_ids: Sequence[int]) -> int:
    due = await accounts.deletions.filter_due(session, user_ids, accounts.ContentChoice.DELETE)
    return await posts.hide_with_author(session, author_ids=due, limit=_ROWS_PER_STEP)


async def _hide_comment(session: AsyncSession, user_ids: Sequence[int]) -> int:
    due = await accounts.deletions.filter_due(session, user_ids, accounts.ContentChoice.DELETE)
    return await comments.hide_with_author(session, author_ids=due)


async def _erase_comments(session: AsyncSession, user_ids: Sequence[int]) -> int:
    return await comments.erase_unpublished(session, author_ids=user_ids, limit=_ROWS_PER_STEP)


async def _erase_posts(session: AsyncSession, user_ids: Sequence[int]) -> int:
    return await posts.erase_unpublished(
        session, author_ids=user_ids, limit=_ROWS_PER_STEP, has_comments_on=comments.exist_on
    )


async def _erase_messages(session: AsyncSession, user_ids: Sequence[int]) -> int:
    due = await accounts.deletions.filter_due(session, user_ids, accounts.ContentChoice.DELETE)
    return await chat.erase_messages(session, author_ids=due, limit=_ROWS_PER_STEP)


async def _release_images(session: AsyncSession, user_ids: Sequence[int]) -> int:
    await posts.erase_drafts_of_published(session, author_ids=user_ids)
    await uploads.release(session, kinds=("user_avatar", "user_header"), object_ids=user_ids)
    return 0


def _in_batches(erase: EraseRows) -> PurgeStep:
    async def step(session: AsyncSession, user_ids: Sequence[int]) -> int:
        ids = await _add_merged(session, user_ids)
        return await erase(session, user_ids=ids, limit=_ROWS_PER_STEP)

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
