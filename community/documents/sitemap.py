"""Which addresses there are, for search engines: sitemaps.org."""

from collections.abc import Iterable
from datetime import datetime
from xml.etree import ElementTree as ET

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core import clock
from community.core.errors import NotFound
from community.documents.crawled import File, file, xml
from community.domain import discovery

_SPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
XML = "application/xml"
# Pages of one person. Told with their ends, because `/m` alone would be everybody whose name begins
# so.
_PRIVATE = ("/drafts", "/m", "/notifications", "/personal", "/search", "/settings", "/write")
# Doors that lead nowhere, and other views of what is found without them.
_NEEDLESS = ("/_rx/", "/admin-panel/", "/api/", "/*?cursor=", "/*?comment=", "/*?modal=")


@file(urls.ROBOTS, "text/plain")
async def robots(_: AsyncSession) -> File:
    """What a polite program leaves alone, and where it finds the rest."""
    private = [f"{path}{end}" for path in _PRIVATE for end in ("$", "/", "?")]
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in (*private, *_NEEDLESS)), ""]
    lines.append(f"Sitemap: {urls.absolute(urls.SITEMAP)}")
    return File("\n".join([*lines, ""]).encode())


@file(urls.SITEMAP, XML)
async def index(session: AsyncSession) -> File:
    """The parts of the list of all addresses."""
    root = ET.Element("sitemapindex", xmlns=_SPACE)
    for kind in discovery.Kind:
        for part in range(1, await discovery.count_parts(session, kind) + 1):
            _add(root, "sitemap", urls.sitemap(kind.value, part))
    return File(xml(root))


@file("/sitemap/{name}.xml", XML, part="[a-z]+-[0-9]{1,9}")
async def part(session: AsyncSession, name: str) -> File:
    """One part of it; `/sitemap/posts-1.xml` also has the pages that are always there."""
    kind, number = name.split("-")
    if kind not in set(discovery.Kind):
        raise NotFound("There is no such list.")
    found = await discovery.addresses(session, discovery.Kind(kind), int(number))
    if not found and int(number) != 1:
        raise NotFound("There is no such list.")
    root = ET.Element("urlset", xmlns=_SPACE)
    if (kind, number) == (discovery.Kind.POSTS, "1"):
        _add_all(
            root, [discovery.Address(each) for each in (urls.HOME, urls.NEW, urls.COMMUNITIES)]
        )
    _add_all(root, found)
    return File(xml(root))


def _add_all(root: ET.Element, addresses: Iterable[discovery.Address]) -> None:
    for address in addresses:
        _add(root, "url", address.path, address.changed_at)


def _add(root: ET.Element, name: str, path: str, changed_at: datetime | None = None) -> None:
    entry = ET.SubElement(root, name)
    ET.SubElement(entry, "loc").text = urls.absolute(path)
    if changed_at is not None:
        ET.SubElement(entry, "lastmod").text = clock.iso(changed_at)
