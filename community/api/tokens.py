"""HTTP routes for personal access tokens.

These routes require the session cookie and reject personal access tokens.
"""

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Response
from pydantic import AwareDatetime, BaseModel, Field

from community.api.authentication import SignedIn
from community.api.error_responses import error_responses
from community.api.ids import Id
from community.api.rate_limits import rate_limit
from community.core.database import read_session, unit_of_work
from community.core.pagination import Page
from community.domain import accounts
from community.domain.accounts import Token

router = APIRouter(prefix="/settings/tokens", tags=["Settings"])


class TokenCreate(BaseModel):
    """A new personal access token."""

    name: Annotated[str, Field(max_length=1_000, description="A name that identifies the token.")]
    scopes: Annotated[list[Literal["read", "write"]], Field(min_length=1, max_length=2)]
    expires_at: Annotated[
        AwareDatetime | None, Field(description="The time of expiry. By default, never.")
    ] = None


@router.get("", responses=error_responses("forbidden"))
async def list_tokens(actor: SignedIn) -> Page[Token]:
    """List the caller's personal access tokens, newest first. Secrets are not included."""
    async with read_session() as session:
        return Page(items=await accounts.list_tokens(session, actor))


@router.post(
    "", status_code=201, dependencies=[rate_limit("writes")], responses=error_responses("conflict")
)
async def create_token(new: TokenCreate, actor: SignedIn, response: Response) -> Token:
    """Create a personal access token. No later response includes its `secret`."""
    async with unit_of_work() as session:
        token = await accounts.create_token(
            session, actor, name=new.name, scopes=new.scopes, expires_at=new.expires_at
        )
    response.headers["Location"] = f"{router.prefix}/{token.id}"
    return token


@router.get("/{token}", responses=error_responses("forbidden", "not_found"))
async def get_token(token: Annotated[Id, Path()], actor: SignedIn) -> Token:
    """Retrieve a personal access token. Its secret is not included."""
    async with read_session() as session:
        return await accounts.get_token(session, actor, token_id=token)


@router.delete(
    "/{token}",
    status_code=204,
    dependencies=[rate_limit("writes")],
    responses=error_responses("not_found"),
)
async def revoke_token(token: Annotated[Id, Path()], actor: SignedIn) -> None:
    """Revoke a personal access token immediately."""
    async with unit_of_work() as session:
        await accounts.revoke_token(session, actor, token_id=token)
