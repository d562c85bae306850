"""Tests of which users may read a post, and which users may comment on a post."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import select

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import PermissionDenied
from community.domain import posts, site
from community.domain.posts import policies
from community.domain.site import ContentSettings
from community.models import Post
from tests import factories
from tests.cast import Cast
from tests.domain.actions import get_post_view

STATUSES = ("draft", "scheduled", "on_moderation", "published", "unpublished", "deleted")


async def test_may_read_and_the_readable_by_filter_allow_the_same_posts(cast: Cast) -> None:
    bread = await factories.community(cast.charlie)
    moderated = frozenset({bread.id})
    moderator = replace(cast.charlie, moderated_community_ids=moderated)
    viewed = replace(moderator, viewer_id=cast.olga.id)
    banned = replace(cast.mallory, moderated_community_ids=moderated)
    actors = (cast.alice, cast.bob, moderator, viewed, cast.olga, cast.mallory, banned, cast.guest)
    for author in (cast.alice, cast.olga, cast.mallory):
        for status in STATUSES:
            await factories.post(author, status=status)
            await factories.post(author, status=status, community_id=bread.id)
    async with read_session() as session:
        all_posts = (await session.scalars(select(Post))).all()
        for actor in actors:
            query = select(Post.id).where(policies.readable_by(actor))
            listed = set(await session.scalars(query))
            assert listed == {post.id for post in all_posts if policies.may_read(actor, post)}


@pytest.mark.parametrize(
    ("status", "readers"),
    [
        ("draft", {"alice"}),
        ("scheduled", {"alice"}),
        ("on_moderation", {"alice", "charlie", "olga"}),
        ("published", {"alice", "bob", "charlie", "olga", "mallory", ""}),
        ("unpublished", {"alice", "olga"}),
        ("deleted", set()),
    ],
)
async def test_the_status_of_a_post_decides_who_may_read_it(
    cast: Cast, status: str, readers: set[str]
) -> None:
    bread = await factories.community(cast.charlie)
    post = await factories.post(cast.alice, status=status, community_id=bread.id)
    moderator = replace(cast.charlie, moderated_community_ids=frozenset({bread.id}))
    actors = (cast.alice, cast.bob, moderator, cast.olga, cast.mallory, cast.guest)
    assert {actor.slug for actor in actors if policies.may_read(actor, post)} == readers


@pytest.mark.parametrize(
    ("settings", "post_fields", "actor_fields", "code"),
    [
        ({}, {}, {}, None),
        ({}, {"status": "unpublished"}, {}, "commenting_restricted"),
        ({}, {"comments_enabled": False}, {}, "commenting_restricted"),
        ({}, {"comments_enabled": False}, {"is_admin": True}, "commenting_restricted"),
        ({}, {}, {"banned_at": clock.now()}, "banned"),
        (
            {"unverified_accounts": "refuse"},
            {},
            {"is_email_verified": False},
            "email_unverified",
        ),
        ({"unverified_accounts": "refuse"}, {}, {"is_email_verified": True}, None),
        ({"new_account_hours": 24}, {}, {"joined_at": clock.now()}, "account_too_new"),
        (
            {"new_account_hours": 24},
            {},
            {"joined_at": clock.now(), "is_admin": True},
            None,
        ),
        (
            {"new_account_hours": 24},
            {},
            {"joined_at": clock.now() - timedelta(hours=25)},
            None,
        ),
    ],
)
def test_site_settings_post_and_account_decide_whether_an_actor_may_comment(
    settings: dict[str, Any],
    post_fields: dict[str, Any],
    actor_fields: dict[str, Any],
    code: str | None,
) -> None:
    actor = Actor(**{"user_id": 7, **actor_fields})
    fields = {"title": "T", "slug": "t", "author_id": 1, "status": "published", **post_fields}
    post = Post(**fields)
    restriction = policies.find_comment_restriction(actor, post, ContentSettings(**settings))
    assert (restriction.code if restriction else None) == code


async def test_the_error_for_a_too_new_account_contains_the_time_when_it_may_comment(
    cast: Cast,
) -> None:
    async with unit_of_work() as session:
        await site.update_settings(session, cast.olga, ContentSettings(new_account_hours=8_760))
    post = await factories.post(cast.alice)
    newcomer = await factories.user("newcomer")
    assert newcomer.joined_at is not None
    available_at = newcomer.joined_at + timedelta(hours=8_760)
    with clock.travel(available_at - timedelta(hours=5) - clock.now()):
        async with read_session() as session:
            with pytest.raises(PermissionDenied, match="Try again in 5 h") as error:
                await posts.ensure_may_comment(session, newcomer, post)
    assert error.value.details == {"available_at": clock.format_iso(available_at)}


async def test_guests_cannot_comment(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    async with read_session() as session:
        with pytest.raises(PermissionDenied) as error:
            await posts.ensure_may_comment(session, cast.guest, post)
    assert error.value.code == "unauthenticated"


async def test_the_permissions_in_a_post_view_depend_on_the_actor(cast: Cast) -> None:
    bread = await factories.community(cast.charlie)
    post = await factories.post(cast.alice, community_id=bread.id)
    expected = {
        "alice": {"edit", "delete", "publish", "comment"},
        "bob": {"comment", "report"},
        "charlie": {"comment", "report", "moderate", "pin"},
        "olga": {"edit", "delete", "comment", "report", "moderate", "pin"},
        "mallory": set(),
        "": set(),
    }
    for actor in (cast.alice, cast.bob, cast.charlie, cast.olga, cast.mallory, cast.guest):
        can = (await get_post_view(actor, post)).can.model_copy(update={"comment_restriction": ""})
        assert {name for name, is_allowed in can.model_dump().items() if is_allowed} == expected[
            actor.slug
        ]
