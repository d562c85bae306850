"""The action that begins the merge of two accounts."""

from datetime import timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock, events
from community.core.actor import Actor
from community.domain import accounts, moderation, ratings
from community.domain.jobs import outbox
from community.domain.merging.events import AccountsMerged
from community.domain.merging.queries import MergeView
from community.models import AccountMerge

# Longer than any process caches an actor. After that time the closed account creates nothing.
START_DELAY = timedelta(seconds=5)


async def merge(
    session: AsyncSession, actor: Actor, *, source_id: int, target_id: int, reason: str = ""
) -> MergeView:
    """Close the account `source_id`, and let a job move its content to `target_id`.

    The username of the source redirects to the target. The target keeps their profile, their
    password and their settings. This cannot be undone. Raise `Conflict` if the source is banned.
    """
    source, target = await moderation.lock_users_for_merge(
        session, actor, source_id=source_id, target_id=target_id
    )
    row = AccountMerge(source_id=source_id, target_id=target_id, created_by_id=actor.user_id)
    session.add(row)
    await session.flush()
    await moderation.record_merge(session, actor, source=source, target=target, reason=reason)
    await ratings.erase_places(session, user_ids=[source_id])
    await accounts.close_merged_account(session, actor, source, target)
    outbox.enqueue(session, "merge_accounts", due_at=clock.now() + START_DELAY, merge_id=row.id)
    events.record(session, AccountsMerged(source_id, target_id))
    return MergeView.model_validate(row)
