"""The server-rendered page of a search, and its description for browsers (OpenSearch 1.1)."""

from xml.etree import ElementTree as ET

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.components.search import results, texts
from community.components.search.field import search_field
from community.core.actor import Actor
from community.core.db.pagination import Page
from community.core.errors import Invalid
from community.domain import search, site
from community.i18n import active_language, gettext as _
from community.rendering import Node, el, group
from community.ssr.http.generated_files import GeneratedFile, serialize_xml
from community.ssr.http.routing import PageContent, PageRequest, build_page_meta
from community.ssr.pages.listing import get_cursor, page_list
from community.state.pages.search_content import SearchOverview, get_search_page
from community.styles import assets, search as styles

# The names of the elements.
_SHORT_NAME, _DESCRIPTION, _LANGUAGE, _ENCODING, _IMAGE, _URL = (
    "ShortName|Description|Language|InputEncoding|Image|Url".split("|")
)
_NAMESPACE = "http://a9.com/-/spec/opensearch/1.1/"
# The specification limits the name.
_MAX_NAME_LENGTH = 16


async def search_page(session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    """Return the results of a search. They are not cached, because no two searches are alike."""
    params, cursor = search.clean_params(request.query_params), get_cursor(request)
    try:
        overview, page = await get_search_page(session, actor, params, cursor=cursor)
    except Invalid:
        overview, page = await get_search_page(session, actor, params)
    kept = [el.input(type="hidden", name=name, value=value) for name, value in overview.kept]
    form = el.form(results.filter_fields(overview), action=urls.SEARCH)
    return PageContent(
        build_page_meta(
            texts.search_title(overview.q),
            urls.with_cursor(overview.url, cursor),
            is_indexable=False,
            feed_path=overview.feed_url if overview.q and not overview.problem else None,
        ),
        [
            results.search_header(overview, field=search_field(overview.q, kept), filter_form=form),
            _render_results(overview, page),
        ],
        active_href=urls.SEARCH,
        has_site_sidebar=True,
        ttl=0,
    )


def _render_results(overview: SearchOverview, page: Page[search.SearchRow]) -> Node:
    if overview.problem:
        return results.problem_message(overview.problem)
    if not overview.q:
        return results.search_tips()
    return group(
        results.result_summary(overview),
        page_list(
            page,
            el.ol([results.result_row(row) for row in page.items], class_name=styles.LIST),
            overview.url,
            more_label=_("More results"),
            empty=results.no_results_message(),
        ),
    )


async def opensearch_description(session: AsyncSession) -> GeneratedFile:
    name = (await site.get_site_view(session)).name
    root = ET.Element("OpenSearchDescription", xmlns=_NAMESPACE)
    ET.SubElement(root, _SHORT_NAME).text = name[:_MAX_NAME_LENGTH]
    ET.SubElement(root, _DESCRIPTION).text = _("Search {name}", name=name)
    ET.SubElement(root, _LANGUAGE).text = active_language()
    ET.SubElement(root, _ENCODING).text = "UTF-8"
    image = ET.SubElement(root, _IMAGE, type="image/svg+xml")
    image.text = urls.absolute(assets.FAVICON)
    template = f"{urls.absolute(urls.SEARCH)}?q={{searchTerms}}"
    ET.SubElement(root, _URL, type="text/html", method="get", template=template)
    return GeneratedFile(serialize_xml(root))
