"""Tests that every query of users reads the features of their plans."""

from typing import Any

import pytest
from sqlalchemy import Select
from sqlmodel import col, select

from community import authentication
from community.core import clock
from community.core.db.columns import eager
from community.core.db.sessions import read_session, unit_of_work
from community.core.db.statements import FOR_NO_KEY_UPDATE
from community.core.errors import PermissionDenied
from community.domain import subscriptions
from community.models import Comment, Post, User
from community.state.runtime.policy import Policy
from community.workflows import payments
from tests import factories
from tests.cast import Cast
from tests.domain.actions import reply, run
from tests.domain.subscriptions.grants import GRANTED, grant, load_actor, revoke


async def test_a_user_has_the_features_until_the_plan_ends(cast: Cast) -> None:
    assert (await load_actor(cast.alice)).features == frozenset()
    await grant(cast.olga, cast.alice, "badge", "ad_free")
    await grant(cast.olga, cast.bob, "reactions")
    assert (await load_actor(cast.alice)).features == {"badge", "ad_free"}
    assert (await load_actor(cast.bob)).features == {"reactions"}
    with clock.travel(GRANTED):
        assert (await load_actor(cast.alice)).features == frozenset()
        await payments.renew_subscriptions()
        await grant(cast.olga, cast.alice, "badge", until=clock.now() + GRANTED)
        assert (await load_actor(cast.alice)).features == {"badge"}


async def test_a_revoked_plan_has_no_features(cast: Cast) -> None:
    assert cast.guest.features == frozenset()
    subscription = await grant(cast.olga, cast.alice, "badge")
    await revoke(cast.olga, subscription)
    assert (await load_actor(cast.alice)).features == frozenset()


async def test_the_authors_of_joined_tables_have_their_own_features(cast: Cast) -> None:
    await grant(cast.olga, cast.alice, "badge")
    await grant(cast.olga, cast.bob, "reactions")
    post = await factories.post(cast.alice)
    await reply(cast.bob, post, "Well said.")
    query = select(Comment).options(eager(Comment.author), eager(Comment.post, Post.author))
    async with read_session() as session:
        comment = (await session.scalars(query)).one()
        assert comment.author.features == {"reactions"}
        assert comment.post.author.features == {"badge"}


@pytest.mark.parametrize(
    "restrict", [lambda query: query, lambda query: query.with_for_update(**FOR_NO_KEY_UPDATE)]
)
async def test_locked_rows_have_the_features(cast: Cast, restrict: Any) -> None:
    await grant(cast.olga, cast.alice, "badge")
    query: Select[Any] = restrict(select(User).where(col(User.id) == cast.alice.id))
    async with unit_of_work() as session:
        user = (await session.scalars(query)).one()
        assert user.features == {"badge"}
        user.bio = "Baker"
        await session.flush()
        assert user.features == {"badge"}


@pytest.mark.usefixtures("db")
async def test_a_new_user_has_no_features() -> None:
    async with unit_of_work() as session:
        user = User(slug="dora", name="Dora", name_skeleton="dora", email="dora@example.com")
        session.add(user)
        await session.flush()
        assert user.features == frozenset()


@pytest.mark.parametrize("code", ["ad_free", "private_messages", "assistant_comments"])
async def test_the_authenticated_actor_has_the_features_of_the_plan(cast: Cast, code: str) -> None:
    await grant(cast.olga, cast.alice, code)
    token = await factories.session_token(cast.alice)
    actor = await authentication.authenticate_session(token, "192.0.2.1")
    assert actor.user_id == cast.alice.id
    assert actor.has_feature(code)
    assert not actor.has_feature("badge")
    assert cast.olga.has_feature(code) == (code != "ad_free")


async def test_routes_and_events_can_require_a_feature_of_administrators(cast: Cast) -> None:
    await run(
        subscriptions.features.create_feature, cast.olga, code="early_access", name="Early access"
    )
    await grant(cast.olga, cast.alice, "early_access")
    policy = Policy("signed_in", feature="early_access")
    policy.ensure_may_call(await load_actor(cast.alice))
    with pytest.raises(PermissionDenied) as caught:
        policy.ensure_may_call(await load_actor(cast.bob))
    assert caught.value.code == "subscription_feature_required"
    assert caught.value.details["feature"] == "early_access"
