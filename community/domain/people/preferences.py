"""Functions that read and change the preferences of the signed-in user (the actor)."""

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, errors, events
from community.core.actor import Actor
from community.core.http.cookies import Consent
from community.core.text.normalization import clean_line
from community.domain import identity
from community.domain.people import policies, schemas, video_avatars
from community.domain.people.events import DefaultFeedChanged, IgnoredKeywordsChanged
from community.i18n import ngettext
from community.models import User


async def get_preferences(session: AsyncSession, actor: Actor) -> schemas.Preferences:
    user = await identity.get_own_user(session, actor)
    return schemas.Preferences(
        **user.model_dump(include=set(schemas.Preferences.model_fields)),
        video_avatar=await video_avatars.find_url(session, user),
        may_use_video_avatar=policies.may_use_video_avatar(actor),
        badge=user.chosen_badge,
        may_use_badge=actor.has_feature(policies.BADGE_FEATURE),
        name_style=user.chosen_name_style,
        may_style_name=actor.has_feature(policies.NAME_STYLE_FEATURE),
        has_password=identity.has_password(user),
        cookie_consent=_to_cookie_consent(user),
        roles=policies.get_roles(user),
    )


async def get_ignored_keywords(session: AsyncSession, actor: Actor) -> list[str]:
    if actor.user_id is None:
        return []
    keywords = select(User.ignored_keywords).where(col(User.id) == actor.user_id)
    return await session.scalar(keywords) or []


async def set_online_visibility(session: AsyncSession, actor: Actor, *, is_visible: bool) -> None:
    user = await identity.get_own_user(session, actor, for_update=True)
    user.shows_online = is_visible


async def set_default_feed(session: AsyncSession, actor: Actor, *, feed: schemas.Feed) -> None:
    user = await identity.get_own_user(session, actor, for_update=True)
    user.default_feed = feed.value
    events.record(session, DefaultFeedChanged(user.id))


async def set_cookie_consent(
    session: AsyncSession, actor: Actor, *, consent: Consent | None
) -> None:
    """Store the actor's choice in the cookie banner, or withdraw it if `consent` is None."""
    user = await identity.get_own_user(session, actor, for_update=True)
    user.consent_choice = consent.choice if consent else None
    user.consent_version = consent.version if consent else None
    user.consent_at = clock.now() if consent else None


async def set_ignored_keywords(
    session: AsyncSession, actor: Actor, *, keywords: Sequence[str]
) -> list[str]:
    """Replace the actor's ignored keywords. The actor's feeds omit posts that contain a keyword."""
    cleaned = _clean_keywords(keywords)
    user = await identity.get_own_user(session, actor, for_update=True)
    user.ignored_keywords = cleaned
    events.record(session, IgnoredKeywordsChanged(user.id))
    return cleaned


def _clean_keywords(keywords: Sequence[str]) -> list[str]:
    _ensure_keyword_count(len(keywords), policies.MAX_SUBMITTED_KEYWORDS)
    by_folded_keyword: dict[str, str] = {}
    for keyword in filter(None, map(_clean_keyword, keywords)):
        by_folded_keyword.setdefault(keyword.casefold(), keyword)
    _ensure_keyword_count(len(by_folded_keyword), policies.MAX_IGNORED_KEYWORDS)
    return list(by_folded_keyword.values())


def _clean_keyword(keyword: str) -> str:
    try:
        return clean_line(keyword, field="ignored_keywords", max_length=policies.KEYWORD_MAX_LENGTH)
    except errors.Invalid as error:
        message = ngettext(
            "A keyword can have up to {n} character.",
            "A keyword can have up to {n} characters.",
            policies.KEYWORD_MAX_LENGTH,
        )
        raise errors.Invalid.for_field("ignored_keywords", message) from error


def _ensure_keyword_count(count: int, limit: int) -> None:
    if count > limit:
        message = ngettext(
            "You can ignore up to {n} keyword.",
            "You can ignore up to {n} keywords.",
            policies.MAX_IGNORED_KEYWORDS,
        )
        raise errors.Invalid.for_field("ignored_keywords", message)


def _to_cookie_consent(user: User) -> schemas.CookieConsent | None:
    if user.consent_choice is None:
        return None
    return schemas.CookieConsent(
        choice=user.consent_choice, version=user.consent_version, chosen_at=user.consent_at
    )
