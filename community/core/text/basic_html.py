"""Reduces sanitized HTML to paragraphs, lists and emphasis."""

from typing import Final

import nh3

_TAGS: Final = {"p", "br", "ul", "ol", "li", "strong", "em", "b", "i", "code", "blockquote"}


def reduce_html(html: str) -> str:
    """Return the HTML without links, images and attributes. The texts of links stay.

    The caller limits the length of the HTML.
    """
    return nh3.clean(html, tags=_TAGS, attributes={})
