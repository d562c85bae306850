"""Signing the people of the stories in, as browsers and as programs do it."""

from datetime import timedelta

from httpx import AsyncClient

from community import recognition
from community.core import clock, ids
from community.core.actor import Actor
from community.core.database import unit_of_work
from community.domain.accounts.policies import TOKEN_PREFIX
from community.models import AccessToken, Session

TERM = timedelta(days=30)


async def sign_in(client: AsyncClient, actor: Actor) -> int:
    """`client` has the session cookie of `actor` from now on; the id of the session."""
    token = ids.new_token()
    async with unit_of_work() as session:
        row = Session(user_id=actor.id, token_hash=ids.digest(token), expires_at=clock.now() + TERM)
        session.add(row)
    client.cookies.set(recognition.cookie_name(), token)
    return row.id


async def token_of(actor: Actor, *scopes: str) -> str:
    """A personal access token of `actor`."""
    secret = TOKEN_PREFIX + ids.new_token()
    async with unit_of_work() as session:
        session.add(
            AccessToken(
                user_id=actor.id,
                name="script",
                token_hash=ids.digest(secret),
                scopes=list(scopes or ("read", "write")),
            )
        )
    return secret


async def bearer(actor: Actor, *scopes: str) -> dict[str, str]:
    """Headers of a program that acts for `actor`."""
    return {"Authorization": f"Bearer {await token_of(actor, *scopes)}"}
