"""Checks that a post may be published in its community. A post does not need a community."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.errors import Conflict, Invalid, NotFound, PermissionDenied
from community.domain import communities
from community.i18n import gettext as _
from community.models import Post


async def ensure_community_exists(session: AsyncSession, community_id: int | None) -> None:
    if community_id is None:
        return
    try:
        await communities.get_community(session, community_id)
    except NotFound as error:
        raise Invalid.for_field("community", _("Community not found.")) from error


async def ensure_may_post_in_community(session: AsyncSession, actor: Actor, post: Post) -> None:
    """Check that the actor may publish in the community of the post.

    Does nothing if the post has no community.

    Raises:
        PermissionDenied: The actor may not post in the community.
        Conflict: The community is closed.
    """
    if post.community_id is None:
        return
    community = await communities.get_community(session, post.community_id)
    membership = await communities.find_membership(session, actor, community.id)
    communities.ensure_may_post(actor, community, membership)


async def may_post_in_community(session: AsyncSession, actor: Actor, post: Post) -> bool:
    try:
        await ensure_may_post_in_community(session, actor, post)
    except (PermissionDenied, Conflict):
        return False
    return True
