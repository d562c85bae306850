"""Tests of the read-only view of the site as another user."""

from datetime import timedelta

import pytest

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import forbid_writes_of, read_session, unit_of_work
from community.core.errors import NotFound, PermissionDenied
from community.domain import comments, identity, moderation, posts
from community.models import User
from tests import factories
from tests.cast import Cast
from tests.domain.actions import reply
from tests.domain.identity.actions import find_actor_by_session_token
from tests.domain.moderation.actions import confirm, sign_in


async def view_as(token_owner: Actor, user: Actor, token: str) -> Actor:
    async with unit_of_work() as session:
        await moderation.start_viewing(session, token_owner, user_id=user.id)
    viewed = await find_actor_by_session_token(token)
    assert viewed is not None
    return viewed


async def test_the_session_of_the_administrator_becomes_a_read_only_view(cast: Cast) -> None:
    token, admin = await sign_in(cast.olga)
    viewed = await view_as(admin, cast.bob, token)
    assert (viewed.user_id, viewed.viewer_id) == (cast.bob.id, admin.id)
    assert viewed.is_read_only
    assert (viewed.is_admin, viewed.sections, viewed.scopes) == (
        False,
        frozenset(),
        frozenset({"read"}),
    )
    assert not identity.is_last_seen_update_due(viewed)


async def test_a_view_ends_after_half_an_hour_and_when_it_is_stopped(cast: Cast) -> None:
    token, admin = await sign_in(cast.olga)
    viewed = await view_as(admin, cast.bob, token)
    with clock.travel(timedelta(minutes=31)):
        after = await find_actor_by_session_token(token)
        assert after is not None
        assert after.user_id == admin.id
    async with unit_of_work() as session:
        assert await moderation.stop_viewing(session, viewed)
    after = await find_actor_by_session_token(token)
    assert after is not None
    assert (after.user_id, after.viewer_id) == (admin.id, None)


async def test_no_unit_of_work_begins_in_a_read_only_view(cast: Cast) -> None:
    token, admin = await sign_in(cast.olga)
    viewed = await view_as(admin, cast.bob, token)
    forbid_writes_of(viewed)
    try:
        with pytest.raises(PermissionDenied) as error:
            async with unit_of_work():
                pytest.fail("A view must not write.")
        assert error.value.code == "read_only_view"
    finally:
        forbid_writes_of(admin)


async def test_drafts_deleted_texts_and_security_settings_stay_private(cast: Cast) -> None:
    draft = await factories.post(cast.bob, status="draft", published_at=None)
    post = await factories.post(cast.alice)
    comment = await reply(cast.bob, post)
    async with unit_of_work() as session:
        await comments.delete(session, cast.bob, comment_id=comment.id)
    token, admin = await sign_in(cast.olga)
    viewed = await view_as(admin, cast.bob, token)
    async with read_session() as session:
        with pytest.raises(NotFound):
            await posts.get_article(session, viewed, draft.id)
        assert (await posts.list_drafts(session, viewed)).items == []
        with pytest.raises(NotFound):
            await comments.get_view(session, viewed, comment.id)
        for read in (identity.list_devices, identity.list_tokens):
            with pytest.raises(PermissionDenied) as error:
                await read(session, viewed)
            assert error.value.code == "read_only_view"


async def test_the_site_cannot_be_seen_as_an_administrator(cast: Cast, admin: Actor) -> None:
    other = await factories.user("other", is_admin=True)
    async with unit_of_work() as session:
        with pytest.raises(PermissionDenied):
            await moderation.start_viewing(session, admin, user_id=other.id)


async def test_a_view_ends_when_the_administrator_loses_the_section(cast: Cast) -> None:
    token, admin = await sign_in(cast.olga)
    await view_as(admin, cast.bob, token)
    async with unit_of_work() as session:
        (await session.get_one(User, admin.id)).admin_since = None
    after = await find_actor_by_session_token(token)
    assert after is not None
    assert (after.user_id, after.is_read_only) == (admin.id, False)


async def test_only_signed_in_administrators_can_view(cast: Cast) -> None:
    signed_in = await confirm(cast.alice)
    async with unit_of_work() as session:
        for actor in (cast.alice, signed_in):
            with pytest.raises(NotFound):
                await moderation.start_viewing(session, actor, user_id=cast.bob.id)
