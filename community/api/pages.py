"""What a browser shows when a request of its own (not of our scripts) is refused."""

from collections.abc import Mapping
from http import HTTPStatus

from htpy import a, body, h1, head, html, li, main, meta, p, title, ul
from starlette.responses import HTMLResponse

from community.core.settings import settings


def refusal_page(
    status: int,
    sentence: str,
    errors: Mapping[str, list[str]],
    request_id: str,
    headers: Mapping[str, str] | None = None,
) -> HTMLResponse:
    """A page with the sentence. Going back brings the form with what was typed."""
    name = f"{HTTPStatus(status).phrase} · {settings().site_name}"
    found = [each for sentences in errors.values() for each in sentences]
    page = html(lang="en")[
        head[
            meta(charset="utf-8"),
            meta(name="viewport", content="width=device-width, initial-scale=1"),
            meta(name="robots", content="noindex"),
            meta(name="color-scheme", content="light dark"),
            title[name],
        ],
        body[
            main[
                h1[sentence],
                ul[(li[each] for each in found)] if found else None,
                p[
                    "Go back in your browser to find what you typed, or ",
                    a(href="/")["start anew"],
                    ".",
                ],
                p[f"If you ask for help, quote {request_id}."] if status >= 500 else None,
            ]
        ],
    ]
    return HTMLResponse(str(page), status, headers=None if headers is None else dict(headers))
