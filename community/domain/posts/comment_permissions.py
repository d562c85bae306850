"""The check whether a user may comment on a post.

Some of the rules are site settings, for example the minimum age of an account.
"""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.domain import site
from community.domain.posts import policies
from community.models import Post


async def ensure_may_comment(session: AsyncSession, actor: Actor, post: Post) -> None:
    """Check that the actor may comment on the post.

    The caller must first check that the actor may read the post.

    Raises:
        PermissionDenied: With the code `unauthenticated`, `banned`, `commenting_restricted`,
            `email_unverified` or `account_too_new`. For `account_too_new`, `details` contains
            `available_at`, the time from which the actor may comment.
    """
    restriction = policies.find_comment_restriction(
        actor, post, await site.get_content_settings(session)
    )
    if restriction is not None:
        raise restriction
