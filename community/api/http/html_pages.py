"""HTML pages for errors and for the API documentation. They do not need the Reflex frontend."""

import re
from collections.abc import Mapping

from starlette.responses import HTMLResponse

from community.core.settings import settings
from community.i18n import active_language
from community.i18n import gettext as _
from community.rendering import Node, el, html_output

STYLESHEET_URL = "/api/plain.css"
STYLESHEET = b"""\
:root { color-scheme: light dark; font: 1.0625rem/1.6 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 42rem; margin: 12vh auto; padding: 0 1.25rem; }
h1 { font-size: 1.5rem; line-height: 1.3; text-wrap: balance; }
code { font-size: 0.9em; }
table { border-collapse: collapse; width: 100%; font-size: 0.9375rem; }
th, td { text-align: start; vertical-align: top; padding: 0.5rem 1rem 0.5rem 0; }
td { overflow-wrap: anywhere; }
tr + tr td, tbody td { border-top: 1px solid color-mix(in srgb, currentColor 15%, transparent); }
th.number, td.number { text-align: end; padding-inline: 1rem 0; }
td.number { font-variant-numeric: tabular-nums; }
th.number, td.number, td:has(+ .number) { white-space: nowrap; overflow-wrap: normal; }
@media (width < 30rem) {
  table:has(.number) { font-size: 0.8125rem; }
  th.number, td.number { padding-inline-start: 0.375rem; }
}
tr:target { background: color-mix(in srgb, Highlight 20%, transparent); }
"""


def render_page(page_title: str, content: Node, *, head_extra: Node = None) -> str:
    """Return a complete HTML page in English, for the API documentation."""
    return _render_document("en", page_title, content, head_extra)


def render_text_page(page_title: str, content: Node, *, lang: str = "en") -> str:
    stylesheet = el.link(rel="stylesheet", href=STYLESHEET_URL)
    return _render_document(lang, page_title, el.main(content), stylesheet)


def _render_document(lang: str, page_title: str, content: Node, head_extra: Node) -> str:
    head = el.head(
        el.meta(charset="utf-8"),
        el.meta(name="viewport", content="width=device-width, initial-scale=1"),
        el.meta(name="color-scheme", content="light dark"),
        el.meta(name="robots", content="noindex"),
        el.title(f"{page_title} · {settings().site_name}"),
        head_extra,
    )
    return f"<!doctype html>{el.html(head, el.body(content), lang=lang)}"


def render_error_page(
    status: int,
    message: str,
    errors: Mapping[str, list[str]],
    request_id: str,
    headers: Mapping[str, str] | None = None,
) -> HTMLResponse:
    """Return the HTML page that shows an error to the user of a browser.

    The page asks the user to go back, because the browser then restores the values of the form.
    """
    field_messages = [text for messages in errors.values() for text in messages]
    with html_output():
        page = render_text_page(
            _("Error {status}", status=status),
            [
                el.h1(message),
                el.ul([el.li(text) for text in field_messages]) if field_messages else None,
                el.p(_("Go back to return to what you entered.")),
                el.p(el.a(_("Go to the home page"), href="/")),
                el.p(_("Request ID: {id}", id=request_id)) if status >= 500 else None,
            ],
            lang=active_language(),
        )
    return HTMLResponse(page, status, headers=None if headers is None else dict(headers))


def render_inline_code(text: str) -> list[Node]:
    """Convert text to HTML nodes. Each part in backquotes becomes a `code` element."""
    parts = re.split(r"`([^`]+)`", text)
    return [el.code(part) if index % 2 else part for index, part in enumerate(parts)]
