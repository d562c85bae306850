"""Routes that serve the API documentation: `/api/docs`, `/api/openapi.json` and `/api/errors`.

All scripts and styles come from this server, not from a CDN.
"""

import gzip
from functools import cache
from importlib.resources import files
from mimetypes import guess_type

import orjson
from fastapi import APIRouter, Request, Response
from starlette.responses import HTMLResponse

from community.api.http import html_pages
from community.api.http.errors import MEANING_BY_CODE, STATUS_BY_CODE
from community.api.http.openapi import build_openapi
from community.api.http.responses import get_header
from community.api.http.routing import PrefixRouter
from community.core.errors import NotFound
from community.core.http.content_negotiation import accepts_gzip
from community.i18n import gettext as _
from community.rendering import Node, el, html_output

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
    with html_output():
        head_extra = [
            el.link(rel="stylesheet", href="/api/docs/swagger-ui.css"),
            el.link(rel="icon", href="/api/docs/favicon-32x32.png"),
            el.script(src="/api/docs/swagger-ui-bundle.js", defer=True),
            el.script(src="/api/docs/start.js", defer=True),
        ]
        page = html_pages.render_page("API", el.div(id="docs"), head_extra=head_extra)
    return HTMLResponse(page, headers={"Content-Security-Policy": CONTENT_SECURITY_POLICY})


@router.get("/docs/{name}")
async def get_docs_file(name: str, request: Request) -> Response:
    if name not in _UI_FILES | {"start.js"}:
        raise NotFound(_("File not found"))
    headers = {"Cache-Control": ONE_DAY_CACHE_CONTROL, "Vary": "Accept-Encoding"}
    content, compressed = _read_file_and_gzip(name)
    if accepts_gzip(get_header(request.scope, b"accept-encoding")):
        headers["Content-Encoding"] = "gzip"
        content = compressed
    return Response(content, headers=headers, media_type=guess_type(name)[0])


@router.get("/errors")
async def show_error_codes() -> Response:
    """Return the page that explains the error codes. Each error response links to this page."""
    with html_output():
        rows = [_error_code_row(name, status) for name, status in STATUS_BY_CODE.items()]
        head = el.thead(el.tr(el.th("Code"), el.th("Status"), el.th("Meaning")))
        content = [
            el.h1("Errors"),
            el.p(
                "Handle errors by ",
                el.code("code"),
                " and show ",
                el.code("detail"),
                " to the user.",
            ),
            el.table(head, el.tbody(rows)),
        ]
        page = html_pages.render_styled_page("Errors", content)
    return HTMLResponse(page)


def _error_code_row(name: str, status: int) -> Node:
    meaning = html_pages.render_inline_code(MEANING_BY_CODE[name])
    return el.tr(el.td(el.code(name)), el.td(str(status)), el.td(meaning), id=name)


@router.get("/plain.css")
async def get_stylesheet() -> Response:
    """Return the stylesheet for error pages and the list of error codes."""
    return Response(
        html_pages.STYLESHEET,
        media_type="text/css",
        headers={"Cache-Control": ONE_DAY_CACHE_CONTROL},
    )


@cache
def _get_openapi_bytes(router: PrefixRouter) -> bytes:
    return orjson.dumps(build_openapi(router.routes))


@cache
def _read_file_and_gzip(name: str) -> tuple[bytes, bytes]:
    content = SWAGGER_START_JS if name == "start.js" else (_UI / name).read_bytes()
    return content, gzip.compress(content)
