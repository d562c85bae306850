"""Display names that other users may not take: of administrators, moderators and the site."""

from sqlalchemy import ColumnElement, exists, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.errors import Invalid
from community.core.text.name_skeletons import build_name_skeleton
from community.domain import site
from community.domain.accounts import policies
from community.i18n import gettext as _
from community.models import Community, Membership, User


async def ensure_name_is_free(session: AsyncSession, name: str, *, user_id: int = 0) -> None:
    """Check that a name looks neither like that of an administrator or a moderator nor the site's.

    Args:
        user_id: The user who wants the name, or 0 for a new account.

    Raises:
        Invalid: The name looks like a protected one.
    """
    skeleton = build_name_skeleton(name)
    if not skeleton:
        return
    site_view = await site.get_site_view(session)
    is_protected = exists().where(
        col(User.name_skeleton) == skeleton,
        col(User.id) != user_id,
        policies.is_active,
        or_(col(User.admin_since).is_not(None), _is_moderator()),
    )
    if skeleton == build_name_skeleton(site_view.name) or await session.scalar(
        select(is_protected)
    ):
        message = _("This name looks like that of an administrator, a moderator or the site.")
        raise Invalid.for_field("name", message)


def _is_moderator() -> ColumnElement[bool]:
    return exists().where(
        col(Membership.user_id) == col(User.id),
        col(Membership.moderator_since).is_not(None),
        col(Membership.community_id) == col(Community.id),
        col(Community.closed_at).is_(None),
        col(Community.members_count) >= policies.NAME_PROTECTION_MIN_MEMBERS,
    )
