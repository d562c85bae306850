"""Server-rendered pages for the notifications and the drafts of the viewer.

The pages contain only placeholders. The React app loads the private data.
"""

import htpy as h
from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.actor import Actor
from community.i18n import gettext as _
from community.i18n import noop
from community.ssr.routing import PageContent, PageRequest, build_page_meta, page_route
from community.styles import display, layout

_TITLES = {
    urls.NOTIFICATIONS: noop("Notifications"),
    urls.DRAFTS: noop("Drafts"),
}


@page_route(urls.NOTIFICATIONS)
@page_route(urls.DRAFTS)
async def private_page(_session: AsyncSession, _actor: Actor, request: PageRequest) -> PageContent:
    title = _(_TITLES[request.path])
    placeholders = (
        h.div(class_=f"{display.SKELETON} {size}")
        for size in ("h-5 w-2/3", "mt-4 h-5 w-1/2", "mt-4 h-40")
    )
    return PageContent(
        build_page_meta(title, request.path, is_indexable=False),
        [
            h.header(class_=layout.PAGE_HEADING)[h.h1(class_=layout.PAGE_TITLE)[title]],
            h.div(aria_hidden="true")[placeholders],
        ],
        active_href=request.path,
    )
