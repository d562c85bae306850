"""Functions that read and change the preferences of the signed-in user (the actor)."""

from collections.abc import Iterable

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import events
from community.core.actor import Actor
from community.core.errors import Invalid
from community.core.text_normalization import normalize_line
from community.domain.accounts import policies
from community.domain.accounts.events import DefaultFeedChanged, IgnoredKeywordsChanged
from community.domain.accounts.queries import get_own_user
from community.domain.accounts.schemas import Feed, Preferences
from community.i18n import ngettext


async def get_preferences(session: AsyncSession, actor: Actor) -> Preferences:
    user = await get_own_user(session, actor)
    return Preferences(
        id=user.id,
        slug=user.slug,
        name=user.name,
        email=user.email,
        email_verified_at=user.email_verified_at,
        bio=user.bio,
        avatar=user.avatar,
        header=user.header,
        shows_online=user.shows_online,
        default_feed=Feed(user.default_feed),
        ignored_keywords=user.ignored_keywords,
        has_password=user.password_hash is not None,
        roles=policies.get_roles(user),
    )


async def set_online_visibility(session: AsyncSession, actor: Actor, *, is_visible: bool) -> None:
    user = await get_own_user(session, actor, for_update=True)
    user.shows_online = is_visible


async def set_default_feed(session: AsyncSession, actor: Actor, *, feed: Feed) -> None:
    user = await get_own_user(session, actor, for_update=True)
    user.default_feed = feed.value
    events.record(session, DefaultFeedChanged(user.id))


async def set_ignored_keywords(
    session: AsyncSession, actor: Actor, *, keywords: Iterable[str]
) -> list[str]:
    """Replace the actor's ignored keywords. The actor's feeds omit posts that contain a keyword.

    Returns:
        The stored keywords. The function normalizes the given keywords, and removes empty keywords
        and duplicates. Keywords that differ only in case are duplicates.

    Raises:
        Invalid: There are too many keywords, or a keyword is too long.
    """
    cleaned = _clean_keywords(keywords)
    user = await get_own_user(session, actor, for_update=True)
    user.ignored_keywords = cleaned
    events.record(session, IgnoredKeywordsChanged(user.id))
    return cleaned


def _clean_keywords(keywords: Iterable[str]) -> list[str]:
    by_folded_keyword: dict[str, str] = {}
    for keyword in filter(None, map(normalize_line, keywords)):
        by_folded_keyword.setdefault(keyword.casefold(), keyword)
    cleaned = list(by_folded_keyword.values())
    if len(cleaned) > policies.MAX_IGNORED_KEYWORDS:
        message = ngettext(
            "You can ignore up to {n} keyword.",
            "You can ignore up to {n} keywords.",
            policies.MAX_IGNORED_KEYWORDS,
        )
        raise Invalid.for_field("ignored_keywords", message)
    if any(len(keyword) > policies.KEYWORD_MAX_LENGTH for keyword in cleaned):
        message = ngettext(
            "A keyword can have up to {n} character.",
            "A keyword can have up to {n} characters.",
            policies.KEYWORD_MAX_LENGTH,
        )
        raise Invalid.for_field("ignored_keywords", message)
    return cleaned
