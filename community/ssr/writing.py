"""Server-rendered page of the post editor.

The page shows the title and the text of the post until the browser has loaded the editor.
"""

import htpy as h
from htpy import Element
from markupsafe import Markup
from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core import markup
from community.core.actor import Actor
from community.core.errors import NotFound, PermissionDenied
from community.domain import posts
from community.i18n import gettext as _
from community.ssr.empty_states import empty_state
from community.ssr.routing import (
    PageContent,
    PageRequest,
    build_page_meta,
    page_route,
    parse_post_id,
)
from community.styles import button, draft_texts, editor
from community.styles import writing as styles


@page_route(urls.WRITE)
async def new_post_page(_session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    """Return the page that opens the editor with a new post."""
    return _build_page_content(
        request, _sign_in_prompt() if actor.is_guest else _editor_placeholder()
    )


@page_route(f"{urls.WRITE}/{{post_id}}")
async def edit_post_page(session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    """Return the page that opens the editor with an existing post."""
    if actor.is_guest:
        return _build_page_content(request, _sign_in_prompt())
    try:
        draft = await posts.get_draft(session, actor, parse_post_id(request.path_params["post_id"]))
    except PermissionDenied as error:
        raise NotFound(error.message) from error
    html = await markup.render_async(draft.text)
    return _build_page_content(request, _editor_placeholder(draft.title, html, draft.status))


def _build_page_content(request: PageRequest, main: Element) -> PageContent:
    return PageContent(
        build_page_meta(_("Write"), request.path, is_indexable=False),
        [main],
        active_href=urls.WRITE,
    )


def _editor_placeholder(title: str = "", html: str = "", status: str = "draft") -> Element:
    label = _("Update…") if status == "published" else _("Publish…")
    button_class = f"{button.class_names('primary', 'sm')} opacity-50"
    return h.div[
        h.div(class_=styles.BAR)[h.div(class_=styles.BAR_END)[h.span(class_=button_class)[label]]],
        h.div(class_=styles.EDITOR_AREA)[
            h.textarea(
                class_=styles.TITLE,
                rows="1",
                placeholder=_("Title"),
                aria_label=_("Title"),
                disabled=True,
            )[title],
            h.div(class_=styles.TEXT)[
                h.div(class_=editor.MIN_HEIGHT)[
                    h.div(class_=editor.EDITOR["frame"])[
                        h.div(class_=editor.EDITOR["bar"])[
                            h.div(class_=editor.EDITOR["toolbar"], aria_hidden="true")[
                                h.span(class_=styles.TOOLBAR_PLACEHOLDER)
                            ],
                            h.div(class_=editor.EDITOR["below_toolbar"]),
                        ],
                        h.div(class_=editor.EDITOR["text"])[Markup(html)],
                    ]
                ]
            ],
        ],
    ]


def _sign_in_prompt() -> Element:
    return empty_state(
        draft_texts.sign_in_prompt_title(),
        draft_texts.sign_in_prompt_text(),
        "write",
        (f"{urls.SIGN_IN}&{urls.encode_query(next=urls.WRITE)}", _("Sign in")),
    )
