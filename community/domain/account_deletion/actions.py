"""Actions with which users delete their account, and restore it."""

from datetime import timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock
from community.core.actor import Actor
from community.core.errors import Conflict, Invalid
from community.domain import accounts, communities, moderation, subscriptions
from community.domain.account_deletion.visibility import HIDE_JOB, SHOW_JOB
from community.domain.accounts import AccountDeletion, ContentChoice, DeletionTerms
from community.domain.jobs import outbox
from community.i18n import gettext as _
from community.models import User

# Longer than any process caches an actor. What a request has added meanwhile is hidden too.
LAST_HIDING_DELAY = timedelta(seconds=10)


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
        outbox.enqueue(session, HIDE_JOB, user_id=user_id)
        due_at = clock.now() + LAST_HIDING_DELAY
        outbox.enqueue(session, HIDE_JOB, due_at=due_at, user_id=user_id)


async def restore(session: AsyncSession, *, token: str) -> User:
    """Restore a deleted account with a link or an offer. A job shows its content again."""
    user = await accounts.deletions.reopen(session, token=token)
    outbox.enqueue(session, SHOW_JOB, user_id=user.id)
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
