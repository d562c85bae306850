"""The page where a post is written, before its editor is there: the words, in their place."""

import htpy as h
from htpy import Element
from markupsafe import Markup
from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core import markup
from community.core.actor import Actor
from community.core.errors import NotAllowed, NotFound
from community.documents.content import Content, Request, document, meta, numbered
from community.documents.notices import empty
from community.domain import posts
from community.looks import button, editor
from community.looks import writing as looks


@document(urls.WRITE)
async def write(_: AsyncSession, actor: Actor, request: Request) -> Content:
    """A new post; guests are invited to sign in first."""
    return _content(request, _invitation() if actor.is_guest else _sheet())


@document(f"{urls.WRITE}/{{post_id}}")
async def edit(session: AsyncSession, actor: Actor, request: Request) -> Content:
    """A post that was begun before."""
    if actor.is_guest:
        return _content(request, _invitation())
    try:
        draft = await posts.get_draft(session, actor, numbered(request.parts["post_id"]))
    except NotAllowed as refusal:
        raise NotFound(refusal.sentence) from refusal
    html = await markup.rendered(draft.text)
    return _content(request, _sheet(draft.title, html, draft.status))


def _content(request: Request, main: Element) -> Content:
    return Content(meta("Write", request.path, indexed=False), [main], here=urls.WRITE)


def _sheet(title: str = "", html: str = "", status: str = "draft") -> Element:
    act = "Update…" if status == "published" else "Publish…"
    pressed = f"{button.look('primary', 'sm')} opacity-50"
    return h.div[
        h.div(class_=looks.BAR)[h.div(class_=looks.BAR_END)[h.span(class_=pressed)[act]]],
        h.div(class_=looks.SHEET)[
            h.textarea(
                class_=looks.TITLE, rows="1", placeholder="Title", aria_label="Title", disabled=True
            )[title],
            h.div(class_=looks.TEXT)[
                h.div(class_=editor.MINIMUM)[
                    h.div(class_=editor.EDITOR["frame"])[
                        h.div(class_=editor.EDITOR["bar"])[
                            h.div(class_=editor.EDITOR["tools"], aria_hidden="true")[
                                h.span(class_=looks.TOOLS_PLACE)
                            ],
                            h.div(class_=editor.EDITOR["under_tools"]),
                        ],
                        h.div(class_=editor.EDITOR["text"])[Markup(html)],
                    ]
                ]
            ],
        ],
    ]


def _invitation() -> Element:
    return empty(
        looks.INVITATION,
        looks.INVITATION_TEXT,
        "write",
        (f"{urls.SIGN_IN}&{urls.query(next=urls.WRITE)}", "Sign in"),
    )
