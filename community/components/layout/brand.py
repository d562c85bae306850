"""The name and logo of the site, and the logos of identity providers."""

from typing import Any

from community import urls
from community.rendering import Node, el, group, when
from community.styles import brand, layout


def logo(class_name: str = layout.BRAND_MARK) -> Node:
    return el.svg(
        el.path(d=brand.MARK_PATH, fill="currentColor"),
        class_name=class_name,
        view_box=brand.MARK_VIEW_BOX,
        aria_hidden="true",
    )


def brand_link(site: Any, href: str = urls.HOME) -> Node:
    """Return a link to the home page: the uploaded logo, or the default mark and the name."""
    return el.a(
        when(
            site.logo,
            lambda: el.img(src=site.logo, alt=site.name, class_name=layout.BRAND_LOGO),
            lambda: group(logo(), el.span(site.name, class_name=layout.BRAND_NAME)),
        ),
        href=href,
        class_name=layout.BRAND,
    )
