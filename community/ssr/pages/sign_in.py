"""Server-rendered forms to sign in and to register, and the pages that links in mails open."""

from collections.abc import Mapping
from http import HTTPStatus

from sqlalchemy.ext.asyncio import AsyncSession

from community.components import sign_in
from community.core.actor import Actor
from community.core.http import cookies
from community.core.http.form_flash import FormFlash
from community.domain import accounts, identity
from community.domain.site import SiteView
from community.rendering import Node, el
from community.ssr.http.routing import PageContent, PageRequest, build_page_meta
from community.ssr.http.site import get_site
from community.state.pages.sign_in.link_content import get_link_page
from community.styles.ui import display


def auth_forms(site: SiteView, params: Mapping[str, str], flash: FormFlash | None) -> Node:
    """Return the forms, or why a guest cannot register.

    Args:
        params: The query parameters: `next`, the token of an `invitation`, and the code of a
            `problem` with another service.
    """
    next_url, invitation = params.get("next", ""), params.get("invitation", "")
    problem = identity.providers.get_problem_text(params.get("problem", ""))

    def form(definition: sign_in.AuthForm) -> Node:
        return sign_in.auth_form(
            definition,
            next_url=next_url,
            invitation=invitation,
            class_name="mb-8 last:mb-0",
            heading=el.h2(definition.title, class_name=display.CARD_TITLE),
            rejected=flash if flash and flash.form == definition.kind else None,
            agreement=sign_in.registration_agreement(site)
            if definition.kind == "register"
            else None,
        )

    if site.registration == "closed":
        second = sign_in.registration_notice(sign_in.registration_closed_notice())
    elif site.registration == "invitation" and not invitation:
        second = sign_in.registration_notice(sign_in.invitation_needed_notice())
    else:
        second = form(sign_in.registration_form())
    return el.noscript(
        el.section(
            sign_in.sign_in_problem(problem),
            sign_in.provider_buttons(
                site.sign_in_providers, next_url=next_url, invitation=invitation
            ),
            form(sign_in.login_form()),
            second,
            class_name=f"{display.CARD} mb-8",
        )
    )


async def finish_sign_in_page(
    session: AsyncSession, actor: Actor, request: PageRequest
) -> PageContent:
    token = cookies.find_pending_token(request.cookie_header)
    content = await accounts.provider_registration.get_finish_page(session, actor, token)
    meta = build_page_meta(content.title, request.path, is_indexable=False)
    flash = request.form_flash
    rejected = flash if flash and flash.form == "finish" else None
    page = sign_in.finish_page(
        content, rejected, agreement=sign_in.registration_agreement(get_site())
    )
    # The cookie belongs to one person, so the page is not cached.
    return PageContent(meta, [page], ttl=0)


async def render_link_page(
    session: AsyncSession, actor: Actor, request: PageRequest
) -> PageContent:
    content = await get_link_page(session, actor, request.path, request.query_params)
    meta = build_page_meta(content.title, request.path, is_indexable=False)
    flash = request.form_flash
    rejected = flash if flash and flash.form in {"reset", "reset_request", "code"} else None
    # The URL contains a secret, so the page is not cached.
    status = HTTPStatus.GONE if content.is_link_invalid else HTTPStatus.OK
    return PageContent(meta, [sign_in.link_page(content, rejected)], status=status, ttl=0)
