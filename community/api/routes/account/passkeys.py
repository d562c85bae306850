"""HTTP routes of passkeys: signing in with one, and those of the caller."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from community import urls
from community.api.http import Caller, Id, SignedIn, error_responses, login_responses, rate_limit
from community.api.http.login_responses import CountedLogin, LoginResponse, Session
from community.core.db.pagination import Page
from community.core.db.sessions import unit_of_work
from community.domain.identity import passkeys, two_factor

_PREFIX = f"{urls.SETTINGS}/passkeys"

login_router = APIRouter(prefix="/login/passkey", tags=["Accounts"])
router = APIRouter(prefix=_PREFIX, tags=["Settings"])
write_router = APIRouter(
    prefix=_PREFIX,
    tags=["Settings"],
    dependencies=[rate_limit("writes")],
    responses=error_responses("confirmation_required"),
)

# Higher than the limit of the domain, which reports how long the name is.
_Name = Annotated[str, Field(max_length=1_000)]


class PasskeyLogin(BaseModel):
    """The signed challenge."""

    credential: passkeys.PasskeyCredential


class NewPasskey(BaseModel):
    """A created passkey, and its name in the settings."""

    credential: passkeys.PasskeyCredential
    name: _Name


class PasskeyName(BaseModel):
    """The name of a passkey in the settings."""

    name: _Name


@login_router.post(
    "/options", response_model=login_responses.PasskeyOptions, dependencies=[rate_limit("writes")]
)
async def start_sign_in(_caller: Caller) -> Response:
    """Return the options for signing in with a passkey. They are the same for all accounts."""
    return login_responses.respond_with_ceremony(passkeys.start_sign_in())


@login_router.post(
    "", response_model=LoginResponse, responses=error_responses("invalid_credentials")
)
async def sign_in(
    attempt: CountedLogin,  # first, so that requests with an invalid body are counted too
    request: Request,
    actor: Caller,
    login: PasskeyLogin,
) -> Response:
    """Log in with a passkey. It needs no one-time code, because the device checks its user."""
    async with unit_of_work() as session:
        user = await passkeys.verify_sign_in(
            session,
            token=login_responses.find_challenge_token(request),
            credential=login.credential,
        )
        result = await two_factor.complete_sign_in(
            session,
            actor,
            user=user,
            user_agent=login_responses.get_user_agent(request),
            is_new_device=attempt.device is None or not attempt.device.is_known_to(user.id),
            method="passkey",
            needs_second_step=False,
        )
        response = await login_responses.respond_with_sign_in(session, request, result)
        user_id = user.id
    login_responses.set_device_cookie(response, await attempt.record_success(user_id))
    return response


@router.get("")
async def list_passkeys(actor: SignedIn, session: Session) -> Page[passkeys.PasskeyView]:
    """List the caller's passkeys, oldest first."""
    return Page(items=await passkeys.list_passkeys(session, actor))


@write_router.post("/options", response_model=login_responses.PasskeyOptions)
async def start_registration(actor: SignedIn, session: Session) -> Response:
    """Return the options for creating a passkey."""
    return login_responses.respond_with_ceremony(await passkeys.start_registration(session, actor))


@write_router.post("", status_code=201)
async def register(
    new: NewPasskey, request: Request, actor: SignedIn, session: Session, response: Response
) -> passkeys.PasskeyView:
    """Store a passkey that the browser has created."""
    created = await passkeys.register(
        session,
        actor,
        token=login_responses.find_challenge_token(request),
        credential=new.credential,
        name=new.name,
    )
    response.headers["Location"] = f"{_PREFIX}/{created.id}"
    return created


@write_router.patch("/{passkey}")
async def rename(
    passkey: Annotated[Id, Path()], change: PasskeyName, actor: SignedIn, session: Session
) -> passkeys.PasskeyView:
    """Rename a passkey of the caller."""
    return await passkeys.rename(session, actor, passkey_id=passkey, name=change.name)


@write_router.delete(
    "/{passkey}", status_code=204, responses=error_responses("last_sign_in_method")
)
async def remove(passkey: Annotated[Id, Path()], actor: SignedIn, session: Session) -> None:
    """Remove a passkey of the caller."""
    await passkeys.remove(session, actor, passkey_id=passkey)
