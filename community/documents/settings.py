"""The page of one's settings: its sections by name. What is in them comes with the live page."""

from urllib.parse import urlencode

import htpy as h
from htpy import Element
from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.actor import Actor
from community.documents import notices
from community.documents.content import Content, Request, document, meta
from community.looks import bits, layout
from community.looks import settings as looks


@document(urls.SETTINGS)
async def settings(_: AsyncSession, actor: Actor, request: Request) -> Content:
    """Quiet blocks that keep the place; guests are invited to sign in."""
    head = meta(looks.TITLE, request.path, indexed=False)
    heading = h.header(class_=layout.PAGE_HEADING)[h.h1(class_=layout.PAGE_TITLE)[looks.TITLE]]
    if actor.is_guest:
        enter = (f"{urls.SIGN_IN}&{urlencode({'next': urls.SETTINGS})}", "Sign in")
        invitation = notices.empty(*looks.FOR_MEMBERS, "settings", enter)
        return Content(head, [heading, invitation], here=urls.SETTINGS)
    return Content(
        head,
        [
            heading,
            _links(looks.ROW, looks.ROW_LIST, looks.ROW_LINK),
            h.div(class_=looks.STACK)[(_section(each) for each in looks.SECTIONS)],
        ],
        here=urls.SETTINGS,
        rail=[_links("", looks.RAIL_LIST, looks.RAIL_LINK)],
    )


def _links(frame: str, listed: str, link: str) -> Element:
    return h.nav(class_=frame or None, aria_label=looks.TITLE)[
        h.div(class_=listed)[
            (h.a(href=f"#{each.anchor}", class_=link)[each.name] for each in looks.SECTIONS)
        ]
    ]


def _section(about: looks.Section) -> Element:
    return h.section(id=about.anchor, class_=looks.SECTION)[
        h.h2(class_=bits.CARD_TITLE)[about.name],
        h.div(class_=f"{bits.SKELETON} {looks.WAITING}", aria_hidden="true"),
    ]
