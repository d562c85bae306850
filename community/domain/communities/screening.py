"""The site settings for words and links, which refuse texts of communities."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.text.safe_html import extract_link_urls, extract_plain_text
from community.domain import site

_LINES = ("name", "slug", "description")


async def ensure_texts_allowed(
    session: AsyncSession,
    actor: Actor,
    values: Mapping[str, Any],
    former: Mapping[str, Any] | None = None,
) -> None:
    """Raise `Invalid` if the settings do not allow a word or link in new values of the columns."""
    texts = _list_texts(values)
    await site.ensure_texts_allowed(session, actor, texts, former=_list_texts(former or {}))


def _list_texts(values: Mapping[str, Any]) -> list[site.WrittenText]:
    texts = [site.WrittenText.of_line(name, values[name]) for name in _LINES if name in values]
    if html := values.get("rules_html"):
        texts.append(site.WrittenText("rules", extract_plain_text(html), extract_link_urls(html)))
    return texts
