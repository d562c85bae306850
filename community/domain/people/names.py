"""Rules for names, usernames and biographies: protected names, and forbidden words and links.

These texts cannot wait for a moderator, so they are refused.
"""

from sqlalchemy import ColumnElement, exists, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, errors
from community.core.actor import Actor
from community.core.text.skeletons import build_name_skeleton
from community.domain import identity, site
from community.domain.people import policies
from community.i18n import gettext as _
from community.models import Community, Membership, User


def set_name(user: User, name: str) -> None:
    """Set the name, and its skeleton, by which names that look like it are found."""
    user.name, user.name_skeleton = name, build_name_skeleton(name)


async def ensure_name_is_free(session: AsyncSession, name: str, *, user_id: int = 0) -> None:
    """Check that a name looks neither like that of an administrator or a moderator nor the site's.

    Raise `Invalid` if the name looks like a protected one.
    """
    skeleton = build_name_skeleton(name)
    if not skeleton:
        return
    site_view = await site.get_site_view(session)
    is_protected = exists().where(
        col(User.name_skeleton) == skeleton,
        col(User.id) != user_id,
        identity.is_active,
        or_(col(User.admin_since).is_not(None), _is_moderator()),
    )
    if skeleton == build_name_skeleton(site_view.name) or await session.scalar(
        select(is_protected)
    ):
        message = _("This name looks like that of an administrator, a moderator or the site.")
        raise errors.Invalid.for_field("name", message)


def _is_moderator() -> ColumnElement[bool]:
    return exists().where(
        col(Membership.user_id) == col(User.id),
        col(Membership.moderator_since).is_not(None),
        col(Membership.community_id) == col(Community.id),
        col(Community.closed_at).is_(None),
        col(Community.members_count) >= policies.NAME_PROTECTION_MIN_MEMBERS,
    )


async def ensure_registration_allowed(
    session: AsyncSession, *, name: str, slug: str | None
) -> None:
    """Raise `Invalid` if the settings do not allow the name or the username of a new account."""
    texts = [site.WrittenText.of_line("name", name), site.WrittenText("slug", slug or "")]
    await site.ensure_texts_allowed(session, Actor(joined_at=clock.now()), texts)


async def ensure_profile_allowed(
    session: AsyncSession, actor: Actor, user: User, **changes: str
) -> None:
    """Raise `Invalid` if the settings do not allow the new values of fields of the profile.

    Words and links that a field already contains have no effect.
    """
    await site.ensure_texts_allowed(
        session,
        actor,
        [site.WrittenText.of_line(name, value) for name, value in changes.items()],
        former=[site.WrittenText.of_line(name, getattr(user, name)) for name in changes],
    )
