"""Helpers that authenticate test clients with a session cookie or an access token."""

from httpx import AsyncClient

from community import authentication
from community.core import ids
from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.domain.identity.policies import TOKEN_PREFIX
from community.models import AccessToken
from tests import factories


async def sign_in(client: AsyncClient, actor: Actor, *, is_confirmed: bool = False) -> int:
    """Create a session for `actor`, set its cookie on `client`, and return the session ID.

    Args:
        is_confirmed: Whether the user has just confirmed their identity.
    """
    session_id, token = await factories.user_session(actor, is_confirmed=is_confirmed)
    client.cookies.set(authentication.get_session_cookie_name(), token)
    return session_id


async def create_access_token(actor: Actor, *scopes: str) -> str:
    secret = TOKEN_PREFIX + ids.new_token()
    async with unit_of_work() as session:
        session.add(
            AccessToken(
                user_id=actor.id,
                name="script",
                token_hash=ids.hash_token(secret),
                scopes=list(scopes or ("read", "write")),
            )
        )
    return secret


async def bearer_headers(actor: Actor, *scopes: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {await create_access_token(actor, *scopes)}"}
