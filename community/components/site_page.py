"""The pages that administrators write, such as the privacy policy."""

from typing import Any

from community.components.layout.footer import site_page_title
from community.components.page_heading import page_heading
from community.domain.site import SitePageName
from community.rendering import Node, el, sanitized_html
from community.styles import post as styles


def site_page(name: SitePageName, html: Any) -> Node:
    return el.article(
        page_heading(site_page_title(name)), sanitized_html(html, styles.SITE_PAGE_TEXT)
    )
