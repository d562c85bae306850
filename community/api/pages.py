"""The few pages that the interface shows itself, plain and without scripts."""

import re
from collections.abc import Mapping
from http import HTTPStatus

from htpy import Element, Node, a, body, code, h1, head, html, li, link, main, meta, p, title, ul
from starlette.responses import HTMLResponse

from community.core.settings import settings

STYLE_ADDRESS = "/api/plain.css"
STYLE = b"""\
:root { color-scheme: light dark; font: 1.0625rem/1.6 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 42rem; margin: 12vh auto; padding: 0 1.25rem; }
h1 { font-size: 1.5rem; line-height: 1.3; text-wrap: balance; }
code { font-size: 0.9em; }
table { border-collapse: collapse; width: 100%; font-size: 0.9375rem; }
th, td { text-align: start; vertical-align: top; padding: 0.5rem 1rem 0.5rem 0; }
td { overflow-wrap: anywhere; }
tr + tr td, tbody td { border-top: 1px solid color-mix(in srgb, currentColor 15%, transparent); }
tr:target { background: color-mix(in srgb, Highlight 20%, transparent); }
"""


def page(name: str, content: Node, *, more: Node = None) -> Element:
    """A whole page called `name`; `more` goes into its head."""
    return html(lang="en")[
        head[
            meta(charset="utf-8"),
            meta(name="viewport", content="width=device-width, initial-scale=1"),
            meta(name="color-scheme", content="light dark"),
            meta(name="robots", content="noindex"),
            title[f"{name} · {settings().site_name}"],
            more,
        ],
        body[content],
    ]


def plain_page(name: str, content: Node) -> Element:
    """A page of text."""
    return page(name, main[content], more=link(rel="stylesheet", href=STYLE_ADDRESS))


def refusal_page(
    status: int,
    sentence: str,
    errors: Mapping[str, list[str]],
    request_id: str,
    headers: Mapping[str, str] | None = None,
) -> HTMLResponse:
    """What a browser shows when a request of its own is refused; going back shows the form."""
    found = [each for sentences in errors.values() for each in sentences]
    refused = plain_page(
        HTTPStatus(status).phrase,
        [
            h1[sentence],
            ul[(li[each] for each in found)] if found else None,
            p["Go back to find what you typed, or ", a(href="/")["go to the first page"], "."],
            p["If you ask for help, quote ", code[request_id], "."] if status >= 500 else None,
        ],
    )
    return HTMLResponse(str(refused), status, headers=None if headers is None else dict(headers))


def with_code(text: str) -> list[Node]:
    """A sentence whose `words` in backquotes are code."""
    parts = re.split(r"`([^`]+)`", text)
    return [code[part] if at % 2 else part for at, part in enumerate(parts)]
