"""HTTP routes that confirm the identity of the caller before sensitive actions."""

from typing import Annotated

from fastapi import APIRouter

from community import urls
from community.api.http.authentication import SignedIn
from community.api.http.confirmations import Confirmation, confirm
from community.api.http.login_attempts import password_confirmation_limit
from community.api.http.rate_limits import rate_limit
from community.api.http.sessions import Session
from community.core.read_models import ReadModel
from community.domain.accounts import LoginAttempt, confirmations
from community.domain.accounts.confirmations import ConfirmationMethod

router = APIRouter(prefix=f"{urls.SETTINGS}/confirmation", tags=["Settings"])


class ConfirmationMethods(ReadModel):
    """How the caller can confirm their identity, the best way first."""

    methods: list[ConfirmationMethod]


@router.get("")
async def find_methods(actor: SignedIn, session: Session) -> ConfirmationMethods:
    """Return how the caller can confirm their identity."""
    return ConfirmationMethods(methods=await confirmations.find_methods(session, actor))


@router.post("", status_code=204)
async def confirm_identity(
    attempt: Annotated[LoginAttempt, password_confirmation_limit],
    confirmation: Confirmation,
    actor: SignedIn,
) -> None:
    """Confirm the caller's identity. Sensitive actions are then possible for 15 minutes.

    Other routes respond with `confirmation_required` if it must be confirmed.
    """
    await confirm(actor, attempt, confirmation)


@router.post("/mail", status_code=202, dependencies=[rate_limit("mail")])
async def send_mail_code(actor: SignedIn, session: Session) -> None:
    """Send the caller a code, if they have neither a password nor one-time codes."""
    await confirmations.send_mail_code(session, actor)
