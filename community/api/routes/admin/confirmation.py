"""The HTTP route that confirms the password of an administrator before sensitive actions."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, Field

from community import urls
from community.api.http.authentication import SignedIn, require_section
from community.api.http.login_attempts import password_confirmation_limit
from community.core.actor import DASHBOARD
from community.core.db.sessions import read_session, unit_of_work
from community.domain import accounts

router = APIRouter(
    prefix=urls.ADMIN_API, tags=["Admin Panel"], dependencies=[require_section(DASHBOARD)]
)


class PasswordConfirmation(BaseModel):
    """The caller's password."""

    password: Annotated[str, Field(max_length=1_000)]


@router.post("/confirmation", status_code=204, dependencies=[password_confirmation_limit])
async def confirm_password(confirmation: PasswordConfirmation, actor: SignedIn) -> None:
    """Confirm the caller's password. Sensitive actions are then possible for 15 minutes.

    Other routes respond with `confirmation_required` if the password must be confirmed.
    """
    async with read_session() as session:
        credentials = await accounts.find_own_credentials(session, actor)
    # Hashing is slow, so no database connection is held while it runs.
    verified = await accounts.verify_own_password(credentials, password=confirmation.password)
    async with unit_of_work() as session:
        await accounts.confirm_password(session, actor, credentials=verified)
