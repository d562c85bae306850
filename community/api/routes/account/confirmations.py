"""HTTP routes that confirm the identity of the caller before sensitive actions."""

from typing import Annotated

from fastapi import APIRouter, Request
from starlette.responses import Response

from community import urls
from community.api.http import Session, SignedIn, login_responses, rate_limit
from community.core.db.sessions import unit_of_work
from community.core.read_models import ReadModel
from community.domain.identity import LoginAttempt, confirmations
from community.domain.identity.passkeys import PasskeyCredential
from community.workflows.identity_confirmation import Confirmation, confirm

router = APIRouter(prefix=f"{urls.SETTINGS}/confirmation", tags=["Settings"])


class ConfirmationMethods(ReadModel):
    """How the caller can confirm their identity, the best way first."""

    methods: list[confirmations.ConfirmationMethod]


class IdentityConfirmation(Confirmation):
    """The caller's password, a one-time code, a code from a mail, or a signed challenge."""

    credential: PasskeyCredential | None = None


@router.get("")
async def find_methods(actor: SignedIn, session: Session) -> ConfirmationMethods:
    """Return how the caller can confirm their identity."""
    return ConfirmationMethods(methods=await confirmations.find_methods(session, actor))


@router.post("", status_code=204)
async def confirm_identity(
    attempt: Annotated[LoginAttempt, login_responses.password_confirmation_limit],
    request: Request,
    confirmation: IdentityConfirmation,
    actor: SignedIn,
) -> None:
    """Confirm the caller's identity. Sensitive actions are then possible for 15 minutes.

    Other routes respond with `confirmation_required` if it must be confirmed.
    """
    if confirmation.credential is None:
        await confirm(actor, attempt, confirmation)
        return
    async with unit_of_work() as session:
        await confirmations.confirm_passkey(
            session,
            actor,
            token=login_responses.find_challenge_token(request),
            credential=confirmation.credential,
        )


@router.post(
    "/passkey", response_model=login_responses.PasskeyOptions, dependencies=[rate_limit("writes")]
)
async def start_passkey_confirmation(actor: SignedIn, session: Session) -> Response:
    """Return the options for confirming the caller's identity with a passkey."""
    return login_responses.respond_with_ceremony(
        await confirmations.start_passkey_confirmation(session, actor)
    )


@router.post("/mail", status_code=202, dependencies=[rate_limit("mail")])
async def send_mail_code(actor: SignedIn, session: Session) -> None:
    """Send the caller a code, if they have no password, one-time codes or passkeys."""
    await confirmations.send_mail_code(session, actor)
