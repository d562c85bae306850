"""The site settings that refuse or hold what people write: words, links and new accounts.

The caller decides for whom the rules hold. Those for new and unverified accounts do not apply to
administrators, and not to moderators who comment in their community.
"""

import asyncio
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal, Self, TypeAlias

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock
from community.core.actor import Actor
from community.core.errors import FieldErrors, Invalid, PermissionDenied
from community.core.text import markdown, markup
from community.domain.site.definitions import ContentSettings
from community.domain.site.queries import get_content_settings
from community.domain.site.word_lists import build_word_list, find_domains, iter_parts
from community.i18n import formats, gettext as _, noop

ContentKind: TypeAlias = Literal["post", "comment"]

_UNVERIFIED_TEXTS: Final = {
    "post": noop("Confirm your email to post."),
    "comment": noop("Confirm your email to comment."),
}
_NEW_ACCOUNT_TEXTS: Final = {
    # Translators: {time} is for example "in 5 h" or "12 Nov".
    "post": noop("Your account is too new to post. Try again {time}."),
    # Translators: {time} is for example "in 5 h" or "12 Nov".
    "comment": noop("Your account is too new to comment. Try again {time}."),
}


@dataclass(frozen=True, slots=True)
class WrittenText:
    """The visible text of a form field, and the URLs of its links."""

    field: str
    plain_text: str
    urls: Collection[str] = ()

    @classmethod
    def of_line(cls, field: str, text: str) -> Self:
        try:
            return cls(field, text, markup.RenderedMessage(text).link_urls)
        except markdown.TextTooComplex:
            return cls(field, text)


@dataclass(frozen=True, slots=True)
class _Listed:
    words: frozenset[str] = frozenset()
    domains: frozenset[str] = frozenset()


async def find_text_hold(
    content: ContentSettings, texts: Iterable[WrittenText], *, former: Iterable[WrittenText] = ()
) -> str:
    """Return the rule that holds the texts, `words` or `links`, or an empty string.

    Args:
        former: The texts before a change. Words and links that they contain have no effect.

    Raises:
        Invalid: A text contains a word or link that is refused.
    """
    known = await _find_listed_in_all(content, former)
    rules = set()
    for text in texts:
        found = await _find_listed(content, text)
        words, domains = found.words - known.words, found.domains - known.domains
        if words and content.blocked_words_action == "refuse":
            raise Invalid.for_field(text.field, _make_word_message())
        if domains and content.blocked_domains_action == "refuse":
            raise Invalid.for_field(text.field, _make_link_message(domains))
        rules |= {"words"} if words else {"links"} if domains else set()
    return "words" if "words" in rules else "links" if rules else ""


async def ensure_texts_allowed(
    session: AsyncSession,
    actor: Actor,
    texts: Iterable[WrittenText],
    *,
    former: Iterable[WrittenText] = (),
) -> None:
    """Check texts that cannot wait for a moderator, such as names and descriptions.

    Listed words and sites are refused, also if the settings hold comments with them. Accounts to
    which the rules for new and unverified accounts apply can add no links. Raise `Invalid` with a
    message for each refused field.
    """
    if actor.is_admin:
        return
    content = await get_content_settings(session)
    former = list(former)
    known = await _find_listed_in_all(content, former)
    known_urls = {url for text in former for url in text.urls}
    errors = FieldErrors()
    for text in texts:
        found = await _find_listed(content, text)
        if found.words - known.words:
            errors.add(text.field, _make_word_message())
        elif found.domains - known.domains:
            errors.add(text.field, _make_link_message(found.domains - known.domains))
        elif not known_urls.issuperset(text.urls) and is_restricted(actor, content):
            errors.add(text.field, _("New accounts can't add links here yet."))
    errors.raise_if_any()


def find_account_restriction(
    actor: Actor, content: ContentSettings, kind: ContentKind
) -> PermissionDenied | None:
    """Return an error with the reason why the account may not post or comment yet, or None."""
    if content.unverified_accounts == "refuse" and not actor.is_email_verified:
        return PermissionDenied(_(_UNVERIFIED_TEXTS[kind]), code="email_unverified")
    established_at = _find_establishment(actor, content)
    if established_at is None or content.new_accounts != "refuse":
        return None
    return PermissionDenied(
        _(_NEW_ACCOUNT_TEXTS[kind], time=formats.format_relative_time(established_at, clock.now())),
        code="account_too_new",
        details={"available_at": clock.format_iso(established_at)},
    )


def is_new_account(actor: Actor, content: ContentSettings) -> bool:
    """Return whether the account is younger than the site wants it for content."""
    return _find_establishment(actor, content) is not None


def find_account_hold(actor: Actor, content: ContentSettings) -> str:
    """Return the rule that holds what the account writes, or an empty string."""
    if content.unverified_accounts == "hold" and not actor.is_email_verified:
        return "unverified_email"
    is_held = is_new_account(actor, content) and content.new_accounts == "hold"
    return "new_account" if is_held else ""


def is_restricted(actor: Actor, content: ContentSettings) -> bool:
    """Return whether the rules for new or unverified accounts apply to the account."""
    is_unverified = content.unverified_accounts != "allow" and not actor.is_email_verified
    return is_unverified or is_new_account(actor, content)


async def _find_listed_in_all(content: ContentSettings, texts: Iterable[WrittenText]) -> _Listed:
    found = [await _find_listed(content, text) for text in texts]
    return _Listed(
        frozenset().union(*(listed.words for listed in found)),
        frozenset().union(*(listed.domains for listed in found)),
    )


async def _find_listed(content: ContentSettings, text: WrittenText) -> _Listed:
    words: set[str] = set()
    domains: set[str] = set()
    if not content.blocked_words and not content.blocked_domains:
        return _Listed()
    for index, part in enumerate(iter_parts(text.plain_text)):
        if index:
            await asyncio.sleep(0)  # lets the process do other work between the parts
        words |= build_word_list(content.blocked_words).find_all(part)
        domains |= find_domains(part, text.urls if not index else (), content.blocked_domains)
    return _Listed(frozenset(words), frozenset(domains))


def _make_word_message() -> str:
    return _("This contains a word that isn't allowed here.")


def _make_link_message(domains: Collection[str]) -> str:
    return _("Links to {site} aren't allowed here.", site=min(domains))


def _find_establishment(actor: Actor, content: ContentSettings) -> datetime | None:
    """Return when the account stops being new, or None if it is not new."""
    if actor.joined_at is None:
        return None
    established_at = actor.joined_at + timedelta(hours=content.new_account_hours)
    return established_at if clock.now() < established_at else None
