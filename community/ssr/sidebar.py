"""The sidebar of server-rendered pages."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.components.sidebar import sidebar_sections
from community.core.actor import Actor
from community.domain import discovery
from community.rendering import Node


async def render_sidebar(session: AsyncSession, actor: Actor) -> list[Node]:
    return sidebar_sections(await discovery.get_sidebar(session, actor))
