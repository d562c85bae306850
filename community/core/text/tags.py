"""The stored form of tags, which posts and the settings for tags share."""

import re

from community.core.text.normalization import has_visible_character

MAX_TAG_LENGTH = 40

_NOT_IN_TAG = re.compile(r"[^\w+#.-]+")


def normalize_tag_line(line: str) -> str:
    """Return a cleaned line as a tag, for example "sour-dough" for "#Sour Dough".

    The result is "" if no valid character remains.
    """
    tag = _NOT_IN_TAG.sub("-", line.lstrip("#").lower()).strip("-.")
    return tag if has_visible_character(tag) else ""
