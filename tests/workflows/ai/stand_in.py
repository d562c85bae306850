"""The stand-in of `make dev-providers` for the AI endpoint, on a free port."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from pydantic import SecretStr

from community.gateways.ai import AiEndpoint
from tests.http_server import serve
from tests.stand_ins.ai import KEY, MODEL, AiStandIn, Reply, create_app

__all__ = ["KEY", "MODEL", "Reply", "StandIn", "get_content", "run_stand_in"]


class StandIn(AiStandIn):
    """The stand-in, and what the site needs to use it."""

    url = ""

    @property
    def base_url(self) -> str:
        return f"{self.url}/v1"

    def endpoint(self, **values: Any) -> AiEndpoint:
        defaults: dict[str, Any] = {
            "base_url": self.base_url,
            "model": MODEL,
            "key": SecretStr(KEY),
            "max_tokens": 200,
        }
        return AiEndpoint(**{**defaults, **values})

    def list_settings(self, **values: Any) -> dict[str, Any]:
        return {"ai_base_url": self.base_url, "ai_model": MODEL, "ai_key": KEY, **values}


def get_content(request: dict[str, Any]) -> str:
    """Return the text that the request passes as data."""
    return str(request["messages"][1]["content"])


@asynccontextmanager
async def run_stand_in() -> AsyncIterator[StandIn]:
    """Run the stand-in until the `with` block ends."""
    stand_in = StandIn()
    async with serve(create_app(stand_in)) as url:
        stand_in.url = url
        yield stand_in
