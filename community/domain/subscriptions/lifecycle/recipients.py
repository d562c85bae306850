"""The users who get a plan from someone else: a gift, or a grant of an administrator."""

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.errors import Invalid
from community.domain import people
from community.domain.accounts.administration.user_table import suggest_people
from community.domain.people import UserSummary
from community.domain.subscriptions import policies
from community.domain.subscriptions.events import PaymentChanged
from community.i18n import gettext as _
from community.models import Payment, User


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
    """Return users whose name, username or email contains `term`, to give them a plan."""
    policies.ensure_may_manage_subscriptions(actor)
    return await suggest_people(session, term)


def ensure_may_have_plan(user: User) -> None:
    """Raise `Invalid` for the account of the assistant, which uses no features."""
    if user.is_bot:
        raise Invalid(_("The site writes with this account. It needs no plan."))


async def get_recipient_id(session: AsyncSession, username: str) -> int:
    """Return the id of the user who shall get a gift. See `find_recipient`."""
    return (await find_recipient(session, username, field="recipient")).id


@dataclass(frozen=True, slots=True)
class Gift:
    giver_id: int | None
    recipient_id: int


async def find_gift(session: AsyncSession, event: PaymentChanged) -> Gift | None:
    """Return the gift that was given or returned by the change of a payment, or None.

    A payment that succeeds again because the site has won a dispute gives nothing.
    """
    if event.status not in {"succeeded", "refunded"} or event.previous == "refunded":
        return None
    payment = await session.get_one(Payment, event.payment_id)
    if payment.recipient_id is None:
        return None
    return Gift(payment.user_id, payment.recipient_id)
