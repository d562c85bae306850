"""Server-rendered page that finishes the first sign-in with another service."""

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.components.agreement import registration_agreement
from community.components.finish_sign_in import finish_page
from community.core.actor import Actor
from community.core.http import sign_in_cookies
from community.domain.accounts import provider_registration
from community.ssr.http.routing import PageContent, PageRequest, build_page_meta, page_route
from community.ssr.http.site import get_site


@page_route(urls.FINISH_SIGN_IN)
async def finish_sign_in_page(
    session: AsyncSession, actor: Actor, request: PageRequest
) -> PageContent:
    token = sign_in_cookies.find_pending_token(request.cookie_header)
    content = await provider_registration.get_finish_page(session, actor, token)
    meta = build_page_meta(content.title, request.path, is_indexable=False)
    flash = request.form_flash
    rejected = flash if flash and flash.form == "finish" else None
    page = finish_page(content, rejected, agreement=registration_agreement(get_site()))
    # The cookie belongs to one person, so the page is not cached.
    return PageContent(meta, [page], ttl=0)
