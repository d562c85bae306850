"""The confirmation of the identity of a user, over HTTP and on live pages."""

from typing import Annotated

from pydantic import BaseModel, Field

from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Invalid
from community.domain import accounts
from community.domain.accounts import LoginAttempt, confirmations
from community.i18n import gettext as _

_Text = Annotated[str, Field(max_length=1_000)]


class Confirmation(BaseModel):
    """The password of a user, or a one-time code, or a code that they got by mail."""

    password: _Text = ""
    code: _Text = ""
    mail_code: _Text = ""

    @property
    def is_empty(self) -> bool:
        return not (self.password or self.code or self.mail_code)


async def confirm(actor: Actor, attempt: LoginAttempt, given: Confirmation) -> None:
    """Mark the session of the user as confirmed.

    Args:
        attempt: The attempt, which `accounts.count_password_confirmation` has counted.

    Raises:
        Invalid: The password or the code is wrong.
        RateLimitExceeded: There were too many wrong codes.
    """
    if given.code:
        await attempt.count_code(actor.id)
        async with unit_of_work() as session:
            await confirmations.confirm_one_time_code(session, actor, code=given.code)
    elif given.mail_code:
        async with unit_of_work() as session:
            is_right = await confirmations.confirm_mail_code(session, actor, code=given.mail_code)
        if not is_right:
            raise confirmations.make_wrong_code_error()
    elif given.password:
        await _confirm_password(actor, given.password)
    else:
        raise Invalid.for_field("password", _("Enter your password."))


async def _confirm_password(actor: Actor, password: str) -> None:
    async with read_session() as session:
        credentials = await accounts.find_own_credentials(session, actor)
    # Hashing is slow, so no database connection is held while it runs.
    verified = await accounts.verify_own_password(credentials, password=password)
    async with unit_of_work() as session:
        await confirmations.confirm_password(session, actor, credentials=verified)
