"""Server-rendered pages that administrators write, error pages, and the web app manifest."""

import json

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.components import ui
from community.components.layout import not_found
from community.components.layout.footer import site_page_title
from community.components.site_page import site_page
from community.core.actor import Actor
from community.core.errors import NotFound
from community.domain import site
from community.i18n import active_language, gettext as _
from community.realtime import messages
from community.ssr.http.generated_files import GeneratedFile
from community.ssr.http.routing import PageContent, PageRequest, Redirect, build_page_meta


async def redirect_to_about(
    _session: AsyncSession, _actor: Actor, _request: PageRequest
) -> PageContent:
    raise Redirect(urls.ABOUT)


async def named_page(session: AsyncSession, _actor: Actor, request: PageRequest) -> PageContent:
    name = site.SITE_PAGES[request.path]
    html = await site.get_site_page_html(session, name)
    if not html:
        raise NotFound(not_found.page_not_found_text())
    title = site_page_title(name)
    return PageContent(
        build_page_meta(title, request.path),
        [site_page(name, html)],
        has_site_sidebar=True,
        topics=frozenset({messages.SITE_TOPIC}),
        audience="unfiltered",
    )


async def web_app_manifest(session: AsyncSession) -> GeneratedFile:
    """Return the data with which browsers install the site as an app."""
    view = await site.get_site_view(session)
    icons = (
        [{"src": view.icon, "sizes": "any"}]
        if view.icon
        else [
            {"src": "/favicon.svg", "sizes": "any", "type": "image/svg+xml"},
            {"src": "/apple-touch-icon.png", "sizes": "180x180", "type": "image/png"},
        ]
    )
    manifest = {
        "name": view.name,
        "short_name": view.name,
        "description": view.description,
        "lang": active_language(),
        "start_url": "/",
        "display": "standalone",
        "icons": icons,
    }
    if view.accent_color:
        manifest["theme_color"] = view.accent_color
    return GeneratedFile(json.dumps(manifest, ensure_ascii=False).encode(), ttl=60.0)


def not_found_page(message: str, path: str) -> PageContent:
    title = not_found.page_not_found_title()
    meta = build_page_meta(title, path, is_indexable=False)
    main = [not_found.not_found_message(message)]
    return PageContent(meta, main, has_site_sidebar=True, status=404, ttl=5.0)


def rate_limit_page(message: str, path: str) -> PageContent:
    title = _("Too many requests")
    state = ui.empty_state(title, message, icon_name="clock", is_whole_page=True)
    meta = build_page_meta(title, path, is_indexable=False)
    return PageContent(meta, [state], status=429, sidebar=None, ttl=0)
