"""The users who get a plan from someone else."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.errors import Invalid
from community.domain import people
from community.domain.accounts.administration.user_table import suggest_people
from community.domain.people import UserSummary
from community.domain.subscriptions import policies
from community.i18n import gettext as _
from community.models import User


async def find_recipient(session: AsyncSession, username: str, *, field: str) -> User:
    """Return the user with a name that someone has typed, with or without "@".

    Raises:
        Invalid: There is no such user, or it is the assistant. The message is for the given field.
    """
    slug = username.strip().removeprefix("@").lower()
    user = (await people.find_users_by_slug(session, [slug])).get(slug) if slug else None
    if user is None or user.is_bot:
        raise Invalid.for_field(field, _("No one here uses that name."))
    return user


async def suggest_recipients(
    session: AsyncSession, actor: Actor, *, term: str
) -> list[UserSummary]:
    """Return users whose name, username or email contains `term`, to give them a plan.

    Raises:
        NotFound: The actor is not an administrator.
        PermissionDenied: The actor is an administrator without access to the section.
    """
    policies.ensure_may_manage_subscriptions(actor)
    return await suggest_people(session, term)


def ensure_may_have_plan(user: User) -> None:
    """Raise `Invalid` for the account of the assistant, which uses no features."""
    if user.is_bot:
        raise Invalid(_("The site writes with this account. It needs no plan."))


async def get_recipient_id(session: AsyncSession, username: str) -> int:
    """Return the id of the user who shall get a gift. See `find_recipient`."""
    return (await find_recipient(session, username, field="recipient")).id
