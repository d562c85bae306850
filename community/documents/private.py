"""Pages only for the person who opens them: the frame at once, the rest with the live page."""

import htpy as h
from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.actor import Actor
from community.documents.content import Content, Request, document, meta
from community.looks import bits, layout

_PAGES = {
    urls.NOTIFICATIONS: "Notifications",
    urls.DRAFTS: "Drafts",
}


@document(urls.NOTIFICATIONS)
@document(urls.DRAFTS)
async def private(_: AsyncSession, __: Actor, request: Request) -> Content:
    """The heading over quiet blocks that keep the place."""
    place = request.path
    blocks = (
        h.div(class_=f"{bits.SKELETON} {shape}")
        for shape in ("h-5 w-2/3", "mt-4 h-5 w-1/2", "mt-4 h-40")
    )
    return Content(
        meta(_PAGES[place], request.path, indexed=False),
        [
            h.header(class_=layout.PAGE_HEADING)[h.h1(class_=layout.PAGE_TITLE)[_PAGES[place]]],
            h.div(aria_hidden="true")[blocks],
        ],
        here=place,
    )
