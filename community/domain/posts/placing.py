"""Where a post stands: on the profile of its author, or in a community."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.errors import Invalid, NotFound
from community.domain import communities
from community.models import Post


async def ensure_exists(session: AsyncSession, community_id: int | None) -> None:
    """
    Raises:
        Invalid: there is no such community.
    """
    if community_id is None:
        return
    try:
        await communities.get_community(session, community_id)
    except NotFound as error:
        raise Invalid.field("community", "There is no such community.") from error


async def ensure_may_stand(session: AsyncSession, actor: Actor, post: Post) -> None:
    """
    Raises:
        NotAllowed, Conflict: the author may not publish in the community of the post.
    """
    if post.community_id is None:
        return
    place = await communities.get_community(session, post.community_id)
    standing = await communities.find_standing(session, actor, place.id)
    communities.ensure_may_post(actor, place, standing)
