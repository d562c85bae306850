"""Helpers that authenticate test clients with a session cookie or an access token."""

from datetime import timedelta

from httpx import AsyncClient

from community import authentication
from community.core import clock, ids
from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.domain.identity.policies import TOKEN_PREFIX
from community.models import AccessToken, UserSession

SESSION_LIFETIME = timedelta(days=30)


async def sign_in(client: AsyncClient, actor: Actor, *, is_confirmed: bool = False) -> int:
    """Create a session for `actor`, set its cookie on `client`, and return the session ID.

    Args:
        is_confirmed: Whether the user has just confirmed their identity.
    """
    token = ids.new_token()
    async with unit_of_work() as session:
        row = UserSession(
            user_id=actor.id,
            token_hash=ids.hash_token(token),
            expires_at=clock.now() + SESSION_LIFETIME,
            confirmed_at=clock.now() if is_confirmed else None,
        )
        session.add(row)
    client.cookies.set(authentication.get_session_cookie_name(), token)
    return row.id


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
