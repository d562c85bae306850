"""Server-rendered pages of the Admin Panel.

They contain the sidebar, the heading and placeholders. The React app loads the data. Viewers who
may not open the section get 404, or 403 if they are administrators.
"""

from functools import partial
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.admin import frame
from community.admin.navigation import NAV_ITEMS, NavItem
from community.components.skeletons import list_skeleton
from community.core.actor import Actor
from community.core.errors import PermissionDenied
from community.i18n import gettext as _
from community.ssr.http.layout import SLOT, build_viewer, member_buttons, split_layout
from community.ssr.http.page_cache import Layout
from community.ssr.http.routing import PageContent, PageRequest, PageRoute, build_page_meta
from community.ssr.http.site import get_site


async def _render_section(
    item: NavItem, _session: AsyncSession, actor: Actor, request: PageRequest
) -> PageContent:
    meta = build_page_meta(_(item.title), request.path, is_indexable=False)
    build_layout = partial(_build_layout, item.code)
    try:
        actor.ensure_section(item.code)
    except PermissionDenied as error:
        is_unsafe = error.code == "second_factor_required"
        main = [frame.second_factor_message() if is_unsafe else frame.forbidden_message()]
        return PageContent(meta, main, sidebar=None, status=403, build_layout=build_layout)
    main = [frame.admin_heading(item.code), list_skeleton()]
    return PageContent(meta, main, sidebar=None, build_layout=build_layout)


def _build_layout(section: str, actor: Actor) -> Layout:
    html = frame.admin_frame(
        SLOT,
        section=section,
        site=get_site(),
        has_section=actor.has_section,
        header_buttons=member_buttons(build_viewer(actor, get_site())),
    )
    return split_layout(str(html), is_wide=True)


PAGE_ROUTES: Final = tuple(
    PageRoute(urls.admin_section(item.code), partial(_render_section, item)) for item in NAV_ITEMS
)
