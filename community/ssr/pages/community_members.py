"""The server-rendered page that lists the members of a community."""

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.components.communities import (
    member_list_header,
    member_row,
    members_heading,
    no_members_message,
    search_fields,
)
from community.core.actor import Actor
from community.core.errors import NotFound
from community.domain import communities
from community.i18n import gettext as _
from community.realtime import topics
from community.rendering import el
from community.ssr.http.routing import (
    PageContent,
    PageRequest,
    Redirect,
    build_page_meta,
    page_route,
)
from community.ssr.pages.listing import LIST_PARAMS, get_canonical_path, get_cursor, page_list
from community.ssr.pages.sidebar import render_sidebar
from community.styles import listing
from community.styles import profile as styles


@page_route("/c/{slug}/members", accepted_params=(*LIST_PARAMS, "role", "q"))
async def community_members_page(
    session: AsyncSession, actor: Actor, request: PageRequest
) -> PageContent:
    try:
        view = await communities.get_view_by_slug(session, actor, request.path_params["slug"])
    except NotFound as error:
        if (slug := error.details.get("slug")) is None:
            raise
        raise Redirect(urls.community_members(slug)) from error
    only_moderators = request.query_params.get("role") == "moderator"
    search = request.query_params.get("q", "")[: communities.MAX_SEARCH_LENGTH]
    page = await communities.list_members(
        session,
        view,
        only_moderators=only_moderators,
        search=search,
        cursor=get_cursor(request),
    )
    list_path = urls.community_members(view.slug, only_moderators=only_moderators, search=search)
    search_form = el.form(
        search_fields(search, only_moderators=only_moderators),
        role="search",
        class_name=listing.SEARCH_ROW,
    )
    rows = [member_row(member, role=member.role, menu=None) for member in page.items]
    return PageContent(
        build_page_meta(
            members_heading(view.name), get_canonical_path(request, list_path), is_indexable=False
        ),
        [
            member_list_header(view, only_moderators=only_moderators, search_form=search_form),
            page_list(
                page,
                el.ul(rows, class_name=styles.USER_LIST),
                list_path,
                more_label=_("More people"),
                empty=no_members_message(),
            ),
        ],
        active_href=urls.COMMUNITIES,
        sidebar=await render_sidebar(session, actor),
        topics=frozenset({topics.USERS, topics.community(view.id)}),
    )
