"""Routes that serve the API documentation: `/api/docs`, `/api/openapi.json` and `/api/errors`.

All scripts and styles come from this server, not from a CDN.
"""

import gzip
from functools import cache
from importlib.resources import files
from mimetypes import guess_type

import orjson
from fastapi import APIRouter, Request, Response
from htpy import code, div, h1, link, p, script, table, tbody, td, th, thead, tr
from starlette.responses import HTMLResponse

from community.api.html_pages import STYLESHEET, render_inline_code, render_page, render_text_page
from community.api.openapi import build_openapi
from community.api.problems import MEANING_BY_CODE, STATUS_BY_CODE
from community.api.routing import PrefixRouter
from community.core.errors import NotFound
from community.i18n import gettext as _

router = APIRouter(prefix="/api", include_in_schema=False)

# Inline styles are allowed because Swagger UI sets style attributes. Browsers load everything else
# from this site only.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'self'"
)
ONE_DAY_CACHE_CONTROL = "public, max-age=86400"
_UI = files("fastapi_swagger") / "resources"
_UI_FILES = {"swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png"}
SWAGGER_START_JS = b"""\
const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();
SwaggerUIBundle({ url: "/api/openapi.json", dom_id: "#docs", deepLinking: true });
"""


@router.get("/openapi.json")
async def get_openapi_json(request: Request) -> Response:
    return Response(
        _get_openapi_bytes(request.app.state.prefix_router),
        media_type="application/json",
        headers={"Cache-Control": "public, max-age=300"},
    )


@router.get("/docs")
async def show_docs() -> Response:
    head_extra = [
        link(rel="stylesheet", href="/api/docs/swagger-ui.css"),
        link(rel="icon", href="/api/docs/favicon-32x32.png"),
        script(src="/api/docs/swagger-ui-bundle.js", defer=True),
        script(src="/api/docs/start.js", defer=True),
    ]
    page = render_page("API", div("#docs"), head_extra=head_extra)
    return HTMLResponse(str(page), headers={"Content-Security-Policy": CONTENT_SECURITY_POLICY})


@router.get("/docs/{name}")
async def get_docs_file(name: str, request: Request) -> Response:
    if name not in _UI_FILES | {"start.js"}:
        raise NotFound(_("File not found"))
    headers = {"Cache-Control": ONE_DAY_CACHE_CONTROL, "Vary": "Accept-Encoding"}
    content, compressed = _read_file_and_gzip(name)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        content = compressed
    return Response(content, headers=headers, media_type=guess_type(name)[0])


@router.get("/errors")
async def show_error_codes() -> Response:
    """Return the page that explains the error codes. Each error response links to this page."""
    rows = [
        tr(id=name)[td[code[name]], td[str(status)], td[render_inline_code(MEANING_BY_CODE[name])]]
        for name, status in STATUS_BY_CODE.items()
    ]
    content = [
        h1["Errors"],
        p["Handle errors by ", code["code"], " and show ", code["detail"], " to the user."],
        table[thead[tr[th["Code"], th["Status"], th["Meaning"]]], tbody[rows]],
    ]
    return HTMLResponse(str(render_text_page("Errors", content)))


@router.get("/plain.css")
async def get_stylesheet() -> Response:
    """Return the stylesheet for error pages and the list of error codes."""
    return Response(
        STYLESHEET, media_type="text/css", headers={"Cache-Control": ONE_DAY_CACHE_CONTROL}
    )


@cache
def _get_openapi_bytes(router: PrefixRouter) -> bytes:
    return orjson.dumps(build_openapi(router.routes))


@cache
def _read_file_and_gzip(name: str) -> tuple[bytes, bytes]:
    """Return the content of a file and the same content compressed with gzip."""
    content = SWAGGER_START_JS if name == "start.js" else (_UI / name).read_bytes()
    return content, gzip.compress(content)
