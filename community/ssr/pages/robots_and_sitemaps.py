"""Creates robots.txt and the sitemaps (sitemaps.org) for search engines."""

from collections.abc import Iterable
from datetime import datetime
from xml.etree import ElementTree as ET

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.components.layout import not_found
from community.core import clock, errors
from community.domain import discovery, site
from community.ssr.http.generated_files import GeneratedFile, serialize_xml

_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
XML_MEDIA_TYPE = "application/xml"
# Private pages. `Disallow: /m` alone would also match all profiles whose username starts with "m".
# Therefore the rules match only if the URL ends after the path or continues with a slash or a query
# string.
_PRIVATE_PATHS = ("/drafts", "/m", "/notifications", "/personal", "/search", "/settings", "/write")
# Prefixes of paths that have no content of their own or that show variants of other pages.
_IGNORED_PREFIXES = ("/_rx/", "/admin-panel/", "/api/", "/*?cursor=", "/*?comment=", "/*?modal=")


async def robots_txt(_: AsyncSession) -> GeneratedFile:
    private = [f"{path}{end}" for path in _PRIVATE_PATHS for end in ("$", "/", "?")]
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in (*private, *_IGNORED_PREFIXES)), ""]
    lines.append(f"Sitemap: {urls.absolute(urls.SITEMAP)}")
    return GeneratedFile("\n".join([*lines, ""]).encode())


async def sitemap_index(session: AsyncSession) -> GeneratedFile:
    root = ET.Element("sitemapindex", xmlns=_NAMESPACE)
    for section in discovery.SitemapSection:
        for part in range(1, await discovery.count_sitemap_parts(session, section) + 1):
            _add_entry(root, "sitemap", urls.sitemap(section.value, part))
    return GeneratedFile(serialize_xml(root))


async def sitemap_part(session: AsyncSession, name: str) -> GeneratedFile:
    """Return one of the files into which the sitemap is split.

    `name` consists of a section and a number, for example `posts-1`. The file `posts-1` also
    contains the pages that always exist, such as the home page.
    """
    section, part = name.split("-")
    if section not in set(discovery.SitemapSection):
        raise errors.NotFound(not_found.page_not_found_text())
    entries = await discovery.list_sitemap_entries(
        session, discovery.SitemapSection(section), int(part)
    )
    if not entries and int(part) != 1:
        raise errors.NotFound(not_found.page_not_found_text())
    root = ET.Element("urlset", xmlns=_NAMESPACE)
    if (section, part) == (discovery.SitemapSection.POSTS, "1"):
        written = await site.list_site_pages(session)
        permanent = (
            *(urls.HOME, urls.NEW, urls.COMMUNITIES, urls.TOP_AUTHORS),
            *map(urls.site_page, written),
        )
        _add_urls(root, [discovery.SitemapEntry(path) for path in permanent])
    _add_urls(root, entries)
    return GeneratedFile(serialize_xml(root))


def _add_urls(root: ET.Element, entries: Iterable[discovery.SitemapEntry]) -> None:
    for entry in entries:
        _add_entry(root, "url", entry.path, entry.modified_at)


def _add_entry(root: ET.Element, tag: str, path: str, modified_at: datetime | None = None) -> None:
    entry = ET.SubElement(root, tag)
    ET.SubElement(entry, "loc").text = urls.absolute(path)
    if modified_at is not None:
        ET.SubElement(entry, "lastmod").text = clock.format_iso(modified_at)
