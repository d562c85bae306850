"""Functions that create session tokens, signed-in HTTP clients and JSON for new comments."""

from datetime import timedelta
from typing import Any

import httpx

from community.core import clock, ids
from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.models import UserSession
from tests.e2e.production_server import ProductionServer


async def create_session_token(actor: Actor) -> str:
    """Create a session for `actor` and return the value for the session cookie."""
    token = ids.new_token()
    expires_at = clock.now() + timedelta(days=1)
    async with unit_of_work() as session:
        session.add(
            UserSession(user_id=actor.id, token_hash=ids.hash_token(token), expires_at=expires_at)
        )
    return token


def make_signed_in_client(server: ProductionServer, token: str) -> httpx.AsyncClient:
    headers = {"Cookie": f"session={token}", "Accept": "application/json"}
    return httpx.AsyncClient(base_url=server.url, headers=headers, timeout=20.0)


def make_comment_payload(post_id: int, text: str, **extra: Any) -> dict[str, Any]:
    return {"post_id": post_id, "text": text, **extra}
