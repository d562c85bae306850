"""How administrators find the authors and communities by which they filter tables."""

from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import GUEST
from community.core.errors import NotFound
from community.domain import communities, people


async def _find_author(session: AsyncSession, text: str) -> int | None:
    slug = text.strip().removeprefix("@").lower()
    user = (await people.find_users_by_slug(session, [slug])).get(slug)
    return None if user is None else user.id


async def _describe_author(session: AsyncSession, user_id: int) -> str:
    found = await people.find_user_summaries(session, [user_id], with_deleted=True)
    return found[user_id].name if user_id in found else ""


async def _find_community(session: AsyncSession, text: str) -> int | None:
    try:
        slug = text.strip().removeprefix("/c/").lower()
        return (await communities.get_view_by_slug(session, GUEST, slug)).id
    except NotFound:
        return None


async def _describe_community(session: AsyncSession, community_id: int) -> str:
    found = await communities.find_summaries(session, [community_id])
    return found[community_id].name if community_id in found else ""


AUTHOR_LOOKUP: Final[dict[str, Any]] = {
    "find": _find_author,
    "describe": _describe_author,
}
COMMUNITY_LOOKUP: Final[dict[str, Any]] = {
    "find": _find_community,
    "describe": _describe_community,
}
