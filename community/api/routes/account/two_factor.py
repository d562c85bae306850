"""HTTP routes that turn two-step sign-in on and off. They reject personal access tokens."""

from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field

from community import urls
from community.api.http import Session, SignedIn, error_responses, rate_limit
from community.domain.identity import two_factor
from community.domain.identity.two_factor import RecoveryCodes, TwoFactorSetup, TwoFactorStatus

_PREFIX = f"{urls.SETTINGS}/one-time-codes"

router = APIRouter(prefix=_PREFIX, tags=["Settings"])
write_router = APIRouter(
    prefix=_PREFIX,
    tags=["Settings"],
    dependencies=[rate_limit("writes")],
    responses=error_responses("confirmation_required"),
)


class OneTimeCode(BaseModel):
    """The code that the app shows."""

    code: Annotated[str, Field(max_length=1_000)]


@router.get("")
async def get_status(actor: SignedIn, session: Session) -> TwoFactorStatus:
    """Return whether the caller signs in with one-time codes."""
    return await two_factor.get_status(session, actor)


@write_router.post("", status_code=201)
async def start_setup(actor: SignedIn, session: Session, response: Response) -> TwoFactorSetup:
    """Create a secret for an app. Codes are required only after they were confirmed."""
    response.headers["Location"] = _PREFIX
    return await two_factor.start_setup(session, actor)


# A code has six digits, so attempts are limited as those to sign in.
@router.post(
    "/confirm",
    dependencies=[rate_limit("login")],
    responses=error_responses("confirmation_required"),
)
async def confirm_setup(code: OneTimeCode, actor: SignedIn, session: Session) -> RecoveryCodes:
    """Require one-time codes to sign in, and return the recovery codes. They are shown once."""
    return await two_factor.confirm_setup(session, actor, code=code.code)


@write_router.post("/recovery-codes", status_code=201)
async def create_recovery_codes(
    actor: SignedIn, session: Session, response: Response
) -> RecoveryCodes:
    """Replace the caller's recovery codes. The earlier codes no longer work."""
    response.headers["Location"] = _PREFIX
    return await two_factor.create_recovery_codes(session, actor)


@write_router.delete("", status_code=204, responses=error_responses("not_found"))
async def switch_off(actor: SignedIn, session: Session) -> None:
    """No longer require one-time codes, or cancel the setup."""
    await two_factor.switch_off(session, actor)
