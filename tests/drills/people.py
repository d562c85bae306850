"""People with a browser, who reply."""

from datetime import timedelta
from typing import Any

import httpx

from community.core import clock, ids
from community.core.actor import Actor
from community.core.database import unit_of_work
from community.models import Session
from tests.journeys.production import Production


async def sign_in(actor: Actor) -> str:
    """The secret of a sign-in, as the cookie has it."""
    token = ids.new_token()
    expires_at = clock.now() + timedelta(days=1)
    async with unit_of_work() as session:
        session.add(Session(user_id=actor.id, token_hash=ids.digest(token), expires_at=expires_at))
    return token


def browser(site: Production, token: str) -> httpx.AsyncClient:
    """A browser of somebody who is signed in."""
    headers = {"Cookie": f"session={token}", "Accept": "application/json"}
    return httpx.AsyncClient(base_url=site.url, headers=headers, timeout=20.0)


def message(post_id: int, text: str, **more: Any) -> dict[str, Any]:
    """What is sent to comment on a post."""
    return {"post_id": post_id, "text": text, **more}
