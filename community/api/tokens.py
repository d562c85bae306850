"""Personal access tokens over HTTP. Only the cookie of the site opens this, no token."""

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Response
from pydantic import AwareDatetime, BaseModel, Field

from community.api.identity import SignedIn
from community.api.ids import Id
from community.api.limits import limited
from community.api.refusals import refusals
from community.core.database import reading, unit_of_work
from community.core.pagination import Page
from community.domain import accounts
from community.domain.accounts import Token

router = APIRouter(prefix="/settings/tokens", tags=["Settings"])


class NewToken(BaseModel):
    """A token to be made."""

    name: Annotated[str, Field(max_length=1_000, description="To tell it from others.")]
    scopes: Annotated[list[Literal["read", "write"]], Field(min_length=1, max_length=2)]
    expires_at: Annotated[
        AwareDatetime | None, Field(description="It does not end by itself when not given.")
    ] = None


@router.get("", responses=refusals("forbidden"))
async def list_tokens(actor: SignedIn) -> Page[Token]:
    """One's tokens, the newest first, without their secrets."""
    async with reading() as session:
        return Page(items=await accounts.list_tokens(session, actor))


@router.post("", status_code=201, dependencies=[limited("writes")], responses=refusals("conflict"))
async def create_token(new: NewToken, actor: SignedIn, response: Response) -> Token:
    """Make a token. `secret` is in this answer and in no other."""
    async with unit_of_work() as session:
        token = await accounts.create_token(
            session, actor, name=new.name, scopes=new.scopes, expires_at=new.expires_at
        )
    response.headers["Location"] = f"{router.prefix}/{token.id}"
    return token


@router.get("/{token}", responses=refusals("forbidden", "not_found"))
async def show_token(token: Annotated[Id, Path()], actor: SignedIn) -> Token:
    """One of one's tokens, without its secret."""
    async with reading() as session:
        return await accounts.get_token(session, actor, token_id=token)


@router.delete(
    "/{token}",
    status_code=204,
    dependencies=[limited("writes")],
    responses=refusals("not_found"),
)
async def revoke_token(token: Annotated[Id, Path()], actor: SignedIn) -> None:
    """End a token at once."""
    async with unit_of_work() as session:
        await accounts.revoke_token(session, actor, token_id=token)
