"""What people choose for themselves."""

from collections.abc import Iterable

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import events
from community.core.actor import Actor
from community.core.errors import Invalid
from community.core.plain import plain_line
from community.domain.accounts import policies
from community.domain.accounts.events import FeedChosen, KeywordsIgnored
from community.domain.accounts.queries import get_own
from community.domain.accounts.schemas import Feed, Preferences


async def get_preferences(session: AsyncSession, actor: Actor) -> Preferences:
    """The actor's own settings."""
    user = await get_own(session, actor)
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
        roles=policies.roles_of(user),
    )


async def show_online(session: AsyncSession, actor: Actor, *, shown: bool) -> None:
    """Let others see whether the actor is here, or not."""
    user = await get_own(session, actor, locked=True)
    user.shows_online = shown


async def choose_feed(session: AsyncSession, actor: Actor, *, feed: Feed) -> None:
    """Choose the feed that the home page opens with."""
    user = await get_own(session, actor, locked=True)
    user.default_feed = feed.value
    events.record(session, FeedChosen(user.id))


async def ignore_keywords(
    session: AsyncSession, actor: Actor, *, keywords: Iterable[str]
) -> list[str]:
    """Keep posts with these words out of the actor's feeds; replaces the list.

    Returns:
        The words as they are kept: each once, without regard to case.

    Raises:
        Invalid: too many, or one that is too long.
    """
    kept = _checked_keywords(keywords)
    user = await get_own(session, actor, locked=True)
    user.ignored_keywords = kept
    events.record(session, KeywordsIgnored(user.id))
    return kept


def _checked_keywords(keywords: Iterable[str]) -> list[str]:
    once: dict[str, str] = {}
    for word in filter(None, map(plain_line, keywords)):
        once.setdefault(word.casefold(), word)
    kept = list(once.values())
    if len(kept) > policies.MAX_KEYWORDS:
        raise Invalid.field("ignored_keywords", f"You can ignore {policies.MAX_KEYWORDS} keywords.")
    if any(len(word) > policies.KEYWORD_LIMIT for word in kept):
        sentence = f"A keyword can have {policies.KEYWORD_LIMIT} characters."
        raise Invalid.field("ignored_keywords", sentence)
    return kept
