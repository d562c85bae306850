"""The check whether a user may comment on a post.

Some of the rules are site settings, for example the minimum age of an account.
"""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.domain import site
from community.domain.posts import policies, queries
from community.models import Post


async def ensure_may_comment(session: AsyncSession, actor: Actor, post: Post) -> None:
    """Check that the actor may comment on the post.

    The caller must first check that the actor may read the post.

    Raises:
        PermissionDenied: With the code `unauthenticated`, `banned`, `commenting_restricted`,
            `email_unverified` or `account_too_new`. For `account_too_new`, `details` contains
            `available_at`, the time from which the actor may comment.
    """
    content = await site.get_content_settings(session)
    restriction = policies.find_comment_restriction(actor, post, content)
    if restriction is None:
        return
    # Most actors need no query, because no restriction applies to them.
    if actor.is_guest or not await queries.may_moderate(session, actor, post):
        raise restriction
    remaining = policies.find_comment_restriction(actor, post, content, can_moderate=True)
    if remaining is not None:
        raise remaining


async def find_comment_hold(session: AsyncSession, actor: Actor, post: Post) -> str:
    """Return the rule that holds all comments of the actor on the post, or an empty string.

    The caller must check that the actor does not moderate the community of the post.
    """
    content = await site.get_content_settings(session)
    if content.premoderate_comments:
        return "premoderation"
    if post.community is not None and post.community.premoderates_comments:
        return "community"
    return site.find_account_hold(actor, content)
