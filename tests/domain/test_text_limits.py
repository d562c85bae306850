"""Tests that every field is bounded before it is normalized, and refuses names that look empty.

Normalizing `COMBINING_RUN` takes quadratic time and blocked the server for 10 seconds.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import select

from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Invalid
from community.core.text.markup import RenderedArticle
from community.domain import (
    accounts,
    communities,
    discovery,
    identity,
    merging,
    moderation,
    people,
    posts,
    uploads,
)
from community.domain.accounts import OPERATOR, AccountChanges, invitations
from community.domain.identity.actors import find_user_by_login
from community.domain.moderation.reports import ReportReason
from community.domain.people import ProfileChanges
from community.gateways.media import ProcessedImage, Variant
from community.models import User
from tests.cast import Cast

COMBINING_RUN = "a" + "\u0315\u0300" * 40_000
# The largest field that is normalized, an intro, has 500 characters. It may be decomposed.
MAX_NORMALIZED_LENGTH = 4 * 500
BLANK_NAMES = ["\u3164\u3164", "\u2800", "\u200b\u2060", "\u0301", "\u115f\u1160", "\U000e0061"]

Action = Callable[[AsyncSession, Actor, str], Awaitable[Any]]


async def register(_session: AsyncSession, _actor: Actor, text: str) -> None:
    await accounts.validate_registration(name=text, email=text, password=text, slug=text)


async def store_image(session: AsyncSession, actor: Actor, text: str) -> None:
    image = ProcessedImage({320: Variant(1, 1, b"")}, "#000000", 1)
    processed = uploads.ProcessedUpload(image, 1)
    await uploads.store(session, actor, processed=processed, alt=text)


async def create_community(session: AsyncSession, actor: Actor, **fields: Any) -> None:
    await communities.create(session, actor, **{"slug": "rye", "name": "Rye", **fields})


async def render_rules(_session: AsyncSession, _actor: Actor, text: str) -> None:
    rules = await communities.render_rules(text)
    await create_community(_session, _actor, rules=rules)


async def merge(session: AsyncSession, actor: Actor, reason: str) -> None:
    source_id = await session.scalar(select(User.id).where(User.slug == "bob"))
    assert source_id is not None
    await merging.merge(session, OPERATOR, source_id=source_id, target_id=actor.id, reason=reason)


WRITES: dict[str, Action] = {
    "registration": register,
    "name": lambda s, a, text: people.change_profile(s, a, ProfileChanges(name=text)),
    "slug": lambda s, a, text: people.change_profile(s, a, ProfileChanges(slug=text)),
    "bio": lambda s, a, text: people.change_profile(s, a, ProfileChanges(bio=text)),
    "token": lambda s, a, text: identity.create_token(s, a, name=text, scopes=["read"]),
    "invitation note": lambda s, _, text: invitations.create(s, accounts.OPERATOR, note=text),
    "invitation email": lambda s, _, text: invitations.create(s, accounts.OPERATOR, email=text),
    "keyword": lambda s, a, text: people.set_ignored_keywords(s, a, keywords=[text]),
    "keywords": lambda s, a, text: people.set_ignored_keywords(s, a, keywords=[*text]),
    "title": lambda s, a, text: posts.create_draft(s, a, title=text),
    "intro": lambda s, a, text: posts.create_draft(s, a, intro=text),
    "cover": lambda s, a, text: posts.create_draft(s, a, cover=text),
    "tag": lambda s, a, text: posts.create_draft(s, a, tags=[text]),
    "tags": lambda s, a, text: posts.create_draft(s, a, tags=[*text]),
    "community slug": lambda s, a, text: create_community(s, a, slug=text),
    "community name": lambda s, a, text: create_community(s, a, name=text),
    "description": lambda s, a, text: create_community(s, a, description=text),
    "rules": render_rules,
    "alt": store_image,
    "reason of a ban": lambda s, a, text: moderation.ban(s, OPERATOR, user_id=a.id, reason=text),
    "reason of a lift": lambda s, a, text: moderation.lift_ban(
        s, OPERATOR, user_id=a.id, reason=text
    ),
    "reason of an edit": lambda s, a, text: moderation.edit_user(
        s, OPERATOR, user_id=a.id, changes=AccountChanges(), reason=text
    ),
    "reason of a verification": lambda s, a, text: moderation.set_email_verified(
        s, OPERATOR, user_id=a.id, is_verified=False, reason=text
    ),
    "reason of a sign-out": lambda s, a, text: moderation.sign_out_everywhere(
        s, OPERATOR, user_id=a.id, reason=text
    ),
    "reason of a removed second factor": lambda s, a, text: moderation.remove_second_factor(
        s, OPERATOR, user_id=a.id, reason=text
    ),
    "reason of a reset": lambda s, a, text: moderation.start_password_reset(
        s, OPERATOR, user_id=a.id, reason=text
    ),
    "reason of a view": lambda s, a, text: moderation.start_viewing(
        s, OPERATOR, user_id=a.id, reason=text
    ),
    "reason of a merge": merge,
    "report": lambda s, a, text: moderation.reports.report(
        s, a, target_kind="user", target_id=1, reason=ReportReason.SPAM, text=text
    ),
    "name in an edit": lambda s, a, text: moderation.edit_user(
        s, OPERATOR, user_id=a.id, changes=AccountChanges(name=text[:90_000])
    ),
}
READS: dict[str, Action] = {
    "tag": lambda s, a, text: discovery.get_feed(s, a, name=people.Feed.NEW, tag=text),
    "popular tag": lambda s, a, text: discovery.get_feed(s, a, tag=text),
    "login": lambda s, a, text: find_user_by_login(s, text),
    "email": lambda s, a, text: find_user_by_login(s, f"{text}@example.com"),
    "user": lambda s, a, text: people.suggest_users(s, text),
    "community": lambda s, a, text: communities.list_allowed_for_posting(
        s, a, search=text, limit=5
    ),
}


@pytest.mark.parametrize("action", WRITES.values(), ids=WRITES)
async def test_a_field_that_is_too_long_is_refused_without_normalizing_it(
    cast: Cast, normalized_lengths: list[int], action: Action
) -> None:
    session_actor = replace(cast.alice, session_id=1)
    with pytest.raises(Invalid) as caught:
        async with unit_of_work() as session:
            await action(session, session_actor, COMBINING_RUN)
    assert caught.value.field_errors
    assert max(normalized_lengths, default=0) <= MAX_NORMALIZED_LENGTH


@pytest.mark.parametrize("action", READS.values(), ids=READS)
async def test_a_search_term_that_is_too_long_finds_nothing(
    cast: Cast, normalized_lengths: list[int], action: Action
) -> None:
    async with read_session() as session:
        await action(session, cast.alice, COMBINING_RUN)
    assert max(normalized_lengths, default=0) <= MAX_NORMALIZED_LENGTH


@pytest.mark.parametrize("blank", BLANK_NAMES)
@pytest.mark.parametrize("field", ["registration", "name", "token", "tag", "community name"])
async def test_a_name_without_visible_characters_is_refused(
    cast: Cast, field: str, blank: str
) -> None:
    session_actor = replace(cast.alice, session_id=1)
    with pytest.raises(Invalid) as caught:
        async with unit_of_work() as session:
            await WRITES[field](session, session_actor, blank)
    assert caught.value.field_errors


@pytest.mark.parametrize("blank", BLANK_NAMES)
async def test_a_post_whose_title_or_text_looks_empty_is_not_published(
    cast: Cast, blank: str
) -> None:
    async with unit_of_work() as session:
        draft = await posts.create_draft(
            session, cast.alice, title=blank, text=RenderedArticle(blank)
        )
    with pytest.raises(Invalid) as caught:
        async with unit_of_work() as session:
            await posts.publish(session, cast.alice, post_id=draft.id)
    assert list(caught.value.field_errors) == ["title", "text"]


@pytest.mark.parametrize("slug", ["dark-ſkies", "mıne", "\u212aelvin", "İstanbul", "ﬁne", "４２a"])
@pytest.mark.parametrize("field", ["slug", "community slug"])
async def test_a_slug_with_letters_that_fold_to_ascii_is_refused(
    cast: Cast, field: str, slug: str
) -> None:
    with pytest.raises(Invalid) as caught:
        async with unit_of_work() as session:
            await WRITES[field](session, cast.alice, slug)
    assert list(caught.value.field_errors) == ["slug"]
