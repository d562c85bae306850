"""What moderation contributes to the merge of two accounts."""

from sqlalchemy import func, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core.actor import Actor
from community.core.errors import Conflict
from community.domain import identity, people
from community.domain.moderation import policies
from community.domain.moderation.locking import record
from community.i18n import gettext as _
from community.models import Sanction, User


async def lock_users_for_merge(
    session: AsyncSession, actor: Actor, *, source_id: int, target_id: int
) -> tuple[User, User]:
    """Lock the two users, and check that the actor may merge them.

    Raise `Conflict` if the source is banned.
    """
    policies.ensure_may_moderate_users(actor)
    users = await people.lock_users(session, {source_id, target_id})
    if source_id not in users or target_id not in users:
        raise people.make_user_not_found_error()
    source, target = users[source_id], users[target_id]
    policies.ensure_may_merge(actor, source, target)
    if identity.is_banned(source):
        raise Conflict(_("This account is banned. Lift the ban before you merge it."))
    policies.ensure_confirmed(actor)
    return source, target


async def record_merge(
    session: AsyncSession, actor: Actor, *, source: User, target: User, reason: str
) -> None:
    reason = policies.clean_reason(reason, is_required=False)
    pair = {"source": source.slug, "target": target.slug}
    for user in (source, target):
        await record(session, actor, user, "merged", after=pair, reason=reason)


async def move_sanctions(session: AsyncSession, *, source_id: int, target_id: int) -> int:
    """Move the past bans of the source to the history of the target. Return their number."""
    moved = await session.scalars(
        update(Sanction)
        .where(col(Sanction.user_id) == source_id)
        .values(user_id=target_id, lifted_at=func.coalesce(Sanction.lifted_at, Sanction.until))
        .returning(col(Sanction.id))
        .execution_options(synchronize_session=False)
    )
    return len(moved.all())
