"""The description with which browsers offer to search the site (OpenSearch 1.1)."""

from xml.etree import ElementTree as ET

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.domain import site
from community.i18n import active_language
from community.i18n import gettext as _
from community.ssr.http.generated_files import GeneratedFile, file_route, serialize_xml
from community.ssr.http.site_head import OPENSEARCH_TYPE
from community.styles import assets

# The names of the elements.
_SHORT_NAME, _DESCRIPTION, _LANGUAGE, _ENCODING, _IMAGE, _URL = (
    "ShortName|Description|Language|InputEncoding|Image|Url".split("|")
)
_NAMESPACE = "http://a9.com/-/spec/opensearch/1.1/"
# The specification limits the name.
_MAX_NAME_LENGTH = 16


@file_route(urls.OPENSEARCH, OPENSEARCH_TYPE)
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
