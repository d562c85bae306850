"""Cleans the texts that the model has written."""

import re

from community.core.text.markup import RenderedMessage
from community.core.text.safe_html import reduce_html

# Some models that reason put their thoughts before the answer.
_THOUGHTS = re.compile(r"\A\s*<think>.*?(?:</think>\s*|\Z)", re.DOTALL)


def strip_thoughts(text: str) -> str:
    return _THOUGHTS.sub("", text, count=1).strip()


def build_summary_html(message: RenderedMessage) -> str:
    """Return the HTML of a summary. It has no links, which instructions in the post could add."""
    return reduce_html(message.build_html({}))


def without_mentions(message: RenderedMessage) -> str:
    """Return the text in which no user is mentioned, because a mention would notify them."""
    text = message.text
    for slug in message.mentions:
        text = re.sub(rf"@(?={re.escape(slug)}\b)", "", text, flags=re.IGNORECASE | re.ASCII)
    return text
