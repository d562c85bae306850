"""`/api/openapi.json`, `/api/docs` and `/api/errors`."""

from functools import cache

import orjson
from fastapi import APIRouter, Request, Response

from community.api.openapi import document
from community.api.routing import Interface

router = APIRouter(prefix="/api", include_in_schema=False)


@router.get("/openapi.json")
async def openapi(request: Request) -> Response:
    """The OpenAPI document, made once."""
    return Response(
        _document(request.app.state.interface),
        media_type="application/json",
        headers={"Cache-Control": "public, max-age=300"},
    )


@cache
def _document(interface: Interface) -> bytes:
    return orjson.dumps(document(interface.routes))
