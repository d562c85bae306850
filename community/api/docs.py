"""`/api/docs`, `/api/openapi.json` and `/api/errors`, with every file from this site."""

import gzip
from functools import cache
from importlib.resources import files
from mimetypes import guess_type

import orjson
from fastapi import APIRouter, Request, Response
from htpy import code, div, h1, link, p, script, table, tbody, td, th, thead, tr
from starlette.responses import HTMLResponse

from community.api.openapi import document
from community.api.pages import STYLE, page, plain_page, with_code
from community.api.problems import MEANINGS, STATUS
from community.api.routing import Interface
from community.core.errors import NotFound

router = APIRouter(prefix="/api", include_in_schema=False)

# Swagger UI sets style attributes; it needs nothing else that is not a file of this site.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'self'"
)
DAY = "public, max-age=86400"
_UI = files("fastapi_swagger") / "resources"
_UI_FILES = {"swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png"}
START = b"""\
const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();
SwaggerUIBundle({ url: "/api/openapi.json", dom_id: "#docs", deepLinking: true });
"""


@router.get("/openapi.json")
async def openapi(request: Request) -> Response:
    """The OpenAPI document, made once."""
    return Response(
        _document(request.app.state.interface),
        media_type="application/json",
        headers={"Cache-Control": "public, max-age=300"},
    )


@router.get("/docs")
async def docs() -> Response:
    """The document for people."""
    files_of_page = [
        link(rel="stylesheet", href="/api/docs/swagger-ui.css"),
        link(rel="icon", href="/api/docs/favicon-32x32.png"),
        script(src="/api/docs/swagger-ui-bundle.js", defer=True),
        script(src="/api/docs/start.js", defer=True),
    ]
    explorer = page("API", div("#docs"), more=files_of_page)
    return HTMLResponse(str(explorer), headers={"Content-Security-Policy": POLICY})


@router.get("/docs/{name}")
async def file(name: str, request: Request) -> Response:
    """A file of the page."""
    if name not in _UI_FILES | {"start.js"}:
        raise NotFound("There is no such file.")
    headers = {"Cache-Control": DAY, "Vary": "Accept-Encoding"}
    plain, packed = _file(name)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        plain = packed
    return Response(plain, headers=headers, media_type=guess_type(name)[0])


@router.get("/errors")
async def codes() -> Response:
    """Every code of a refusal; the `type` of a problem leads here."""
    rows = [
        tr(id=name)[td[code[name]], td[str(status)], td[with_code(MEANINGS[name])]]
        for name, status in STATUS.items()
    ]
    explained = [
        h1["Refusals"],
        p["Go by the code; show the sentence in ", code["detail"], " to the person."],
        table[thead[tr[th["Code"], th["Status"], th["Meaning"]]], tbody[rows]],
    ]
    return HTMLResponse(str(plain_page("Refusals", explained)))


@router.get("/plain.css")
async def style() -> Response:
    """How the pages of the interface look."""
    return Response(STYLE, media_type="text/css", headers={"Cache-Control": DAY})


@cache
def _document(interface: Interface) -> bytes:
    return orjson.dumps(document(interface.routes))


@cache
def _file(name: str) -> tuple[bytes, bytes]:
    """A file as it is and compressed, read once."""
    plain = START if name == "start.js" else (_UI / name).read_bytes()
    return plain, gzip.compress(plain)
