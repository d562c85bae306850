"""Server-rendered settings page.

The page contains only the headings of the sections. The React app loads the settings.
"""

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.components import settings as sections
from community.components.page_heading import page_heading
from community.components.sign_in_prompts import sign_in_prompt
from community.core.actor import Actor
from community.domain import subscriptions
from community.i18n import gettext as _
from community.ssr.http.routing import PageContent, PageRequest, build_page_meta, page_route


@page_route(urls.SETTINGS)
async def settings_page(session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    """Return the settings page with placeholders. Guests get a sign-in prompt instead."""
    title = _("Settings")
    meta = build_page_meta(title, request.path, is_indexable=False)
    if actor.is_guest:
        prompt = sign_in_prompt(urls.SETTINGS)
        return PageContent(meta, [page_heading(title), prompt], active_href=urls.SETTINGS)
    shows_plans = await subscriptions.shows_subscription(session, actor)
    return PageContent(
        meta,
        [
            page_heading(title),
            sections.horizontal_section_links(shows_plans=shows_plans),
            sections.section_placeholders(shows_plans=shows_plans),
        ],
        active_href=urls.SETTINGS,
        sidebar=[sections.sidebar_section_links(shows_plans=shows_plans)],
    )
