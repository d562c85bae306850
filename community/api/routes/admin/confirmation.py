"""The HTTP route that confirms the identity of an administrator before sensitive actions."""

from typing import Annotated

from fastapi import APIRouter

from community import urls
from community.api.http.authentication import SignedIn, require_section
from community.api.http.confirmations import Confirmation, confirm
from community.api.http.login_attempts import password_confirmation_limit
from community.core.actor import DASHBOARD
from community.domain.accounts import LoginAttempt

router = APIRouter(
    prefix=urls.ADMIN_API, tags=["Admin Panel"], dependencies=[require_section(DASHBOARD)]
)


@router.post("/confirmation", status_code=204)
async def confirm_identity(
    attempt: Annotated[LoginAttempt, password_confirmation_limit],
    confirmation: Confirmation,
    actor: SignedIn,
) -> None:
    """Confirm the caller's identity, as `POST /settings/confirmation` does.

    Other routes respond with `confirmation_required` if it must be confirmed.
    """
    await confirm(actor, attempt, confirmation)
