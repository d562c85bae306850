"""HTTP routes for personal access tokens, which need the session cookie."""

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Response
from pydantic import BaseModel, Field

from community.api.http import Id, Session, SignedIn, rate_limit
from community.core.clock import UtcTime
from community.core.db.pagination import Page
from community.domain import identity
from community.domain.identity import Token

router = APIRouter(prefix="/settings/tokens", tags=["Settings"])
write_router = APIRouter(
    prefix="/settings/tokens", tags=["Settings"], dependencies=[rate_limit("writes")]
)


class TokenCreate(BaseModel):
    """A new personal access token."""

    name: Annotated[str, Field(max_length=1_000, description="A name that identifies the token.")]
    scopes: Annotated[list[Literal["read", "write"]], Field(min_length=1, max_length=2)]
    expires_at: Annotated[
        UtcTime | None, Field(description="The time of expiry. By default, never.")
    ] = None


@router.get("")
async def list_tokens(actor: SignedIn, session: Session) -> Page[Token]:
    """List the caller's personal access tokens, newest first. Secrets are not included."""
    return Page(items=await identity.list_tokens(session, actor))


@write_router.post("", status_code=201)
async def create_token(
    new: TokenCreate, actor: SignedIn, session: Session, response: Response
) -> Token:
    """Create a personal access token. No later response includes its `secret`."""
    token = await identity.create_token(
        session, actor, name=new.name, scopes=new.scopes, expires_at=new.expires_at
    )
    response.headers["Location"] = f"{router.prefix}/{token.id}"
    return token


@router.get("/{token}")
async def get_token(token: Annotated[Id, Path()], actor: SignedIn, session: Session) -> Token:
    """Retrieve a personal access token. Its secret is not included."""
    return await identity.get_token(session, actor, token_id=token)


@write_router.delete("/{token}", status_code=204)
async def revoke_token(token: Annotated[Id, Path()], actor: SignedIn, session: Session) -> None:
    """Revoke a personal access token immediately."""
    await identity.revoke_token(session, actor, token_id=token)
