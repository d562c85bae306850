"""Server-rendered pages that links in mails open. They work without JavaScript."""

from http import HTTPStatus

from sqlalchemy.ext.asyncio import AsyncSession

from community.components.mail_links import link_page
from community.core.actor import Actor
from community.domain import accounts
from community.ssr.http.routing import PageContent, PageRequest, build_page_meta, page_route
from community.state.pages.sign_in import LINK_PAGES, get_link_page


async def render_link_page(
    session: AsyncSession, actor: Actor, request: PageRequest
) -> PageContent:
    content = await get_link_page(session, actor, request.path, request.query_params)
    meta = build_page_meta(content.title, request.path, is_indexable=False)
    flash = request.form_flash
    rejected = flash if flash and flash.form in {"reset", "reset_request", "code"} else None
    # The URL contains a secret, so the page is not cached.
    status = HTTPStatus.GONE if content.is_link_invalid else HTTPStatus.OK
    return PageContent(meta, [link_page(content, rejected)], status=status, ttl=0)


for path in LINK_PAGES:
    page_route(path, accepted_params=accounts.LINK_PAGE_PARAMS)(render_link_page)
