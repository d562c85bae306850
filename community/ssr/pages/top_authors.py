"""The server-rendered page with the top authors of a period."""

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.components.feeds import top_authors
from community.core.actor import Actor
from community.domain import ratings, site
from community.i18n import gettext as _
from community.realtime import messages
from community.rendering import el
from community.ssr.http.routing import PageContent, PageRequest, build_page_meta
from community.ssr.pages import listing
from community.styles import profile as styles


async def top_authors_page(
    session: AsyncSession, actor: Actor, request: PageRequest
) -> PageContent:
    period = ratings.parse_period(request.query_params.get("period", ""))
    cursor = listing.get_cursor(request)
    page = await ratings.list_top_authors(session, actor, period=period, cursor=cursor)
    is_default = period == site.DEFAULT_TOP_USERS_PERIOD
    canonical = urls.TOP_AUTHORS if is_default else urls.top_authors(period)
    return PageContent(
        build_page_meta(
            _("Top authors"),
            listing.get_canonical_path(request, canonical),
            description=_(top_authors.INTRO),
            is_indexable=is_default and not cursor,
            next_path=listing.get_next_page_path(page, canonical),
        ),
        [
            top_authors.top_authors_heading(period),
            listing.page_list(
                page,
                el.ul(
                    [top_authors.top_author_row(author) for author in page.items],
                    class_name=styles.USER_LIST,
                ),
                canonical,
                more_label=_("More people"),
                empty=top_authors.no_top_authors_message(),
            ),
        ],
        has_site_sidebar=True,
        topics=frozenset({messages.USERS_TOPIC}),
        audience="unfiltered",
    )
