"""Searches users, communities and tags by their names."""

import html
from collections.abc import Sequence
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.actor import Actor
from community.core.db import pagination
from community.core.text.normalization import normalize_word
from community.core.text.stems import find_words
from community.domain import communities, people
from community.domain.search import schemas
from community.domain.search.names.name_index import NameKind, find_name_words
from community.domain.search.names.names import NameHit, WantedNames, count_posts, search_names

NAME_KINDS: Final = {
    schemas.SearchType.USER: NameKind.USER,
    schemas.SearchType.COMMUNITY: NameKind.COMMUNITY,
    schemas.SearchType.TAG: NameKind.TAG,
}
EXCERPT_LENGTH: Final = 160


async def search_for_names(
    session: AsyncSession,
    actor: Actor,
    request: schemas.SearchRequest,
    cursor: str | None,
    limit: int,
) -> schemas.SearchPage:
    """Return one page of the users, communities or tags with the words of the query.

    Filters by author, community, tag, time and image do not apply to them.
    """
    assert request.type is not None
    kind = NAME_KINDS[request.type]
    after = pagination.decode_cursor(cursor, int, int, int, str)
    hits = (await search_names(session, actor, request.q, [WantedNames(kind)]))[kind]
    rest = [hit for hit in hits if after is None or hit.key < after]
    page, next_cursor = pagination.split_page(rest, limit, lambda hit: hit.key)
    words = find_name_words(request.q)
    return schemas.SearchPage(
        items=await _load_results(session, actor, kind, page, words),
        next_cursor=next_cursor,
        total=len(hits),
    )


def mark_words(text: str, words: Sequence[str]) -> str:
    """Return a text as HTML, in which `<mark>` surrounds what begins with one of the words."""
    parts, position = [], 0
    for word in find_words(text):
        normalized = normalize_word(text[word.start : word.end])
        matching = [begin for begin in words if normalized.startswith(begin)]
        if matching and word.start >= position:
            end = min(word.end, word.start + max(map(len, matching)))
            parts += [
                html.escape(text[position : word.start]),
                f"<mark>{html.escape(text[word.start : end])}</mark>",
            ]
            position = end
    return "".join([*parts, html.escape(text[position:])])


async def _load_results(
    session: AsyncSession,
    actor: Actor,
    kind: NameKind,
    hits: Sequence[NameHit],
    words: Sequence[str],
) -> list[schemas.SearchResult]:
    if kind is NameKind.USER:
        return await _load_users(session, hits, words)
    if kind is NameKind.COMMUNITY:
        return await _load_communities(session, actor, hits, words)
    counts = await count_posts(session, actor, [hit.name for hit in hits])
    return [
        schemas.TagResult(
            target=schemas.FoundTag(
                name=hit.name, posts_count=counts.get(hit.name, 0), url=urls.tag(hit.name)
            ),
            title_html=mark_words(hit.name, words),
            matches=hit.words,
        )
        for hit in hits
    ]


async def _load_users(
    session: AsyncSession, hits: Sequence[NameHit], words: Sequence[str]
) -> list[schemas.SearchResult]:
    users = await people.find_users(session, [hit.id for hit in hits])
    return [
        schemas.UserResult(
            target=schemas.FoundUser(
                **people.to_user_summary(user).model_dump(),
                bio=user.bio,
                followers_count=user.followers_count,
                url=urls.profile(user.slug),
            ),
            title_html=mark_words(user.name, words),
            excerpt_html=_make_excerpt(user.bio),
            matches=hit.words,
        )
        for hit in hits
        if (user := users.get(hit.id)) is not None
    ]


async def _load_communities(
    session: AsyncSession, actor: Actor, hits: Sequence[NameHit], words: Sequence[str]
) -> list[schemas.SearchResult]:
    views = await communities.find_views(session, actor, [hit.id for hit in hits])
    return [
        schemas.CommunityResult(
            target=view.model_copy(update={"rules": "", "rules_html": ""}),
            title_html=mark_words(view.name, words),
            excerpt_html=_make_excerpt(view.description),
            matches=hit.words,
        )
        for hit in hits
        if (view := views.get(hit.id)) is not None
    ]


def _make_excerpt(text: str) -> str:
    line = " ".join(text.split())
    return html.escape(f"{line[:EXCERPT_LENGTH]}…" if len(line) > EXCERPT_LENGTH else line)
