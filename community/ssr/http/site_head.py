"""Tags in the head that depend only on the settings of the site."""

from functools import lru_cache

from community import urls
from community.domain.site import SiteView
from community.rendering import el, group
from community.ssr.http.gzip import Chunk

# `assets/ui/site_appearance.js` changes the content of this element on open pages.
STYLE_ID = "site-style"
OPENSEARCH_TYPE = "application/opensearchdescription+xml"


@lru_cache(maxsize=16)
def render_site_head(accent_color: str, name: str) -> Chunk:
    """Return links to the web app manifest and to the search, and the style of the accent color."""
    # The selector is more specific than the one of the default color in `tokens.css`.
    css = f"html:root{{--accent:{accent_color}}}" if accent_color else ""
    tags = group(
        el.link(rel="manifest", href=urls.MANIFEST),
        el.link(rel="search", type=OPENSEARCH_TYPE, href=urls.OPENSEARCH, title=name),
        el.style(css, id=STYLE_ID),
    )
    return Chunk.compress(str(tags).encode())


def get_site_head(site: SiteView) -> Chunk:
    return render_site_head(site.accent_color, site.name)
