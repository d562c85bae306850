"""The confirmation of the identity of a user, over HTTP and on live pages."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Annotated, TypeVar

from pydantic import BaseModel, Field
from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock, errors
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import identity
from community.domain.identity.sessions import VerifiedCredentials
from community.i18n import gettext as _

T = TypeVar("T")
_Text = Annotated[str, Field(max_length=1_000)]


class Confirmation(BaseModel):
    """The password of a user, or a one-time code, or a code that they got by mail."""

    password: _Text = ""
    code: _Text = ""
    mail_code: _Text = ""

    @property
    def is_empty(self) -> bool:
        return not (self.password or self.code or self.mail_code)


async def confirm(actor: Actor, attempt: identity.LoginAttempt, given: Confirmation) -> None:
    """Mark the session of the user as confirmed.

    Raises:
        Invalid: The password or the code is wrong.
        RateLimitExceeded: There were too many wrong codes.
    """

    async def do_nothing(_session: AsyncSession, _actor: Actor) -> None:
        pass

    await confirm_and_run(actor, attempt, given, do_nothing)


async def confirm_and_run(
    actor: Actor,
    attempt: identity.LoginAttempt,
    given: Confirmation,
    action: Callable[[AsyncSession, Actor], Awaitable[T]],
) -> T:
    """Mark the session of the user as confirmed, and run `action`, in one transaction.

    If the action fails, the session is not confirmed, and a code can be used again.

    Raises:
        Invalid: The password or the code is wrong.
        RateLimitExceeded: There were too many wrong codes.
    """
    confirm_session = await _prepare(actor, attempt, given)
    async with unit_of_work() as session:
        # A wrong code of a mail is counted, so its transaction is committed.
        if await confirm_session(session, actor):
            await session.flush()
            return await action(session, replace(actor, confirmed_at=clock.now()))
    raise identity.confirmations.make_wrong_code_error()


async def _prepare(
    actor: Actor, attempt: identity.LoginAttempt, given: Confirmation
) -> Callable[[AsyncSession, Actor], Awaitable[bool]]:
    """Return the function that confirms the session, and returns False for a wrong mail code."""
    if given.code:
        await attempt.count_code(actor.id)
        return partial(_confirm_one_time_code, code=given.code)
    if given.mail_code:
        return partial(identity.confirmations.confirm_mail_code, code=given.mail_code)
    if given.password:
        async with read_session() as session:
            credentials = await identity.find_own_credentials(session, actor)
        # Hashing is slow, so no database connection is held while it runs.
        verified = await identity.verify_own_password(credentials, password=given.password)
        return partial(_confirm_password, credentials=verified)
    raise errors.Invalid.for_field("password", _("Enter your password."))


async def _confirm_one_time_code(session: AsyncSession, actor: Actor, *, code: str) -> bool:
    await identity.confirmations.confirm_one_time_code(session, actor, code=code)
    return True


async def _confirm_password(
    session: AsyncSession, actor: Actor, *, credentials: VerifiedCredentials
) -> bool:
    await identity.confirmations.confirm_password(session, actor, credentials=credentials)
    return True
