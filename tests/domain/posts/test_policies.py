"""Each rule in its two forms, and who may say something under a post."""

from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import select

from community.core import clock
from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.core.errors import NotAllowed
from community.domain import posts, site
from community.domain.posts import policies
from community.domain.site import Content
from community.models import Post
from tests import factories
from tests.cast import Cast
from tests.domain.posts.writing import seen

STATUSES = ("draft", "scheduled", "published", "unpublished", "deleted")


async def test_who_may_read_is_the_same_for_one_post_and_for_a_list(cast: Cast) -> None:
    people = (cast.alice, cast.bob, cast.olga, cast.mallory, cast.guest)
    for author in (cast.alice, cast.olga, cast.mallory):
        for status in STATUSES:
            await factories.post(author, status=status)
    async with reading() as session:
        every = (await session.scalars(select(Post))).all()
        for actor in people:
            query = select(Post.id).where(policies.readable_by(actor))
            listed = set(await session.scalars(query))
            assert listed == {post.id for post in every if policies.may_read(actor, post)}


@pytest.mark.parametrize(
    ("status", "readers"),
    [
        ("draft", {"alice"}),
        ("scheduled", {"alice"}),
        ("published", {"alice", "bob", "olga", "mallory", ""}),
        ("unpublished", {"alice", "olga"}),
        ("deleted", set()),
    ],
)
async def test_who_may_read(cast: Cast, status: str, readers: set[str]) -> None:
    post = await factories.post(cast.alice, status=status)
    people = (cast.alice, cast.bob, cast.olga, cast.mallory, cast.guest)
    assert {actor.slug for actor in people if policies.may_read(actor, post)} == readers


@pytest.mark.parametrize(
    ("rules", "post", "actor", "code"),
    [
        ({}, {}, {}, None),
        ({}, {"status": "unpublished"}, {}, "commenting_restricted"),
        ({}, {"comments_enabled": False}, {}, "commenting_restricted"),
        ({}, {"comments_enabled": False}, {"is_admin": True}, "commenting_restricted"),
        ({}, {}, {"banned_at": clock.now()}, "banned"),
        ({"comments_need_verified_email": True}, {}, {"email_verified": False}, "email_unverified"),
        ({"comments_need_verified_email": True}, {}, {"email_verified": True}, None),
        ({"comments_need_account_hours": 24}, {}, {"joined_at": clock.now()}, "account_too_new"),
        (
            {"comments_need_account_hours": 24},
            {},
            {"joined_at": clock.now(), "is_admin": True},
            None,
        ),
        (
            {"comments_need_account_hours": 24},
            {},
            {"joined_at": clock.now() - timedelta(hours=25)},
            None,
        ),
    ],
)
def test_who_may_comment(
    rules: dict[str, Any], post: dict[str, Any], actor: dict[str, Any], code: str | None
) -> None:
    reader = Actor(**{"user_id": 7, **actor})
    place = Post(**{"title": "T", "slug": "t", "author_id": 1, "status": "published", **post})
    refusal = policies.refusal_to_comment(reader, place, Content(**rules))
    assert (refusal.code if refusal else None) == code
    assert policies.may_comment(reader, place, Content(**rules)) is (code is None)


async def test_a_new_account_is_told_when_it_may_comment(cast: Cast) -> None:
    async with unit_of_work() as session:
        await site.configure(session, cast.olga, Content(comments_need_account_hours=8_760))
    post = await factories.post(cast.alice)
    newcomer = await factories.person("newcomer")
    assert newcomer.joined_at is not None
    with clock.moved(-timedelta(days=200)):
        async with reading() as session:
            with pytest.raises(NotAllowed) as refusal:
                await posts.ensure_may_comment(session, newcomer, post)
    opens = newcomer.joined_at + timedelta(hours=8_760)
    assert refusal.value.details == {"available_at": clock.iso(opens)}


async def test_guests_are_asked_to_sign_in_to_comment(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    async with reading() as session:
        with pytest.raises(NotAllowed) as refusal:
            await posts.ensure_may_comment(session, cast.guest, post)
    assert refusal.value.code == "unauthenticated"


async def test_buttons_are_there_for_those_who_may_use_them(cast: Cast) -> None:
    bread = await factories.community(cast.charlie)
    post = await factories.post(cast.alice, community_id=bread.id)
    expected = {
        "alice": {"edit", "delete", "publish", "comment"},
        "bob": {"comment"},
        "charlie": {"comment", "moderate"},
        "olga": {"edit", "delete", "comment", "moderate"},
        "mallory": set(),
        "": set(),
    }
    for actor in (cast.alice, cast.bob, cast.charlie, cast.olga, cast.mallory, cast.guest):
        can = (await seen(actor, post)).can
        assert {name for name, may in can.model_dump().items() if may} == expected[actor.slug]
