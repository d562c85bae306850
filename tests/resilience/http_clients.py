"""Functions that create session tokens, signed-in HTTP clients and JSON for new comments."""

from typing import Any

import httpx

from tests.e2e.production_server import ProductionServer


def make_signed_in_client(server: ProductionServer, token: str) -> httpx.AsyncClient:
    headers = {"Cookie": f"session={token}", "Accept": "application/json"}
    return httpx.AsyncClient(base_url=server.url, headers=headers, timeout=20.0)


def make_comment_payload(post_id: int, text: str, **extra: Any) -> dict[str, Any]:
    return {"post_id": post_id, "text": text, **extra}
