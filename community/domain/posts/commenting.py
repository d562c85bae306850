"""Whether somebody may comment on a post."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.domain import site
from community.domain.posts import policies
from community.models import Post


async def ensure_may_comment(session: AsyncSession, actor: Actor, post: Post) -> None:
    """
    Raises:
        NotAllowed: `unauthenticated`, `banned`, `commenting_restricted`, `email_unverified` or
            `account_too_new` (details: `available_at`).
    """
    refusal = policies.refusal_to_comment(actor, post, await site.content(session))
    if refusal is not None:
        raise refusal
