"""The sidebar of server-rendered pages."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.components.advertisements import advertisement_place
from community.components.layout.sidebar import sidebar_sections
from community.core import clock
from community.core.actor import Actor
from community.domain import discovery
from community.domain.discovery import Sidebar
from community.i18n import formats
from community.rendering import HtmlCache, Node, group

# All guests see the same sidebar. Readers who ignore users see others.
_MAX_CACHED_BYTES = 256 * 1024

_sidebars = HtmlCache[Sidebar](Sidebar, _MAX_CACHED_BYTES)


async def render_sidebar(session: AsyncSession, actor: Actor) -> list[Node]:
    sidebar, now = await discovery.get_sidebar(session, actor), clock.now()
    ages = [
        formats.format_relative_time(discussion.created_at, now)
        for discussion in sidebar.discussions
    ]
    return [_sidebars.get(sidebar, *ages, render=lambda: _render(sidebar))]


def _render(sidebar: Sidebar) -> Node:
    return group(*sidebar_sections(sidebar, advertisement_place("sidebar")))
