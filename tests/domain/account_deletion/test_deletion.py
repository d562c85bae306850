"""Tests of deleting an account: what it ends and hides, and who cannot do it."""

from dataclasses import replace
from datetime import timedelta

import pytest

from community.core import clock
from community.core.actor import GUEST, Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, NotFound, PermissionDenied
from community.domain import (
    account_deletion,
    comments,
    communities,
    follows,
    identity,
    people,
    posts,
)
from community.domain.accounts import ContentChoice
from community.models import Comment, Post, User
from tests import factories
from tests.cast import Cast
from tests.counters import find_counter_mismatches
from tests.domain.account_deletion.actions import (
    ANONYMIZE,
    DELETE,
    KEEP,
    delete_account,
    get_user_row,
    run_jobs,
)
from tests.domain.actions import follow, get_post_view, publish_post, react, reply
from tests.domain.moderation.actions import confirm, count_sessions, sign_in
from tests.gateways.mail.delivered_mails import find_token, get_text, read_delivered_mails


async def get_thread(actor: Actor, post: Post) -> list[comments.CommentView]:
    async with read_session() as session:
        return (await comments.get_thread(session, actor, post_id=post.id)).items


async def test_deleting_hides_the_user_and_ends_all_sessions(cast: Cast) -> None:
    await sign_in(cast.bob)
    await follow(cast.bob, cast.alice)
    confirmed = await confirm(cast.bob)
    async with unit_of_work() as session:
        token = await identity.create_token(session, confirmed, name="Script", scopes=["read"])
    await delete_account(cast.bob)
    assert await count_sessions(cast.bob) == 0
    async with read_session() as session:
        assert await identity.authenticate_token(session, token.secret or "") is None
        with pytest.raises(NotFound):
            await people.get_profile_by_slug(session, GUEST, "bob")
        assert await people.suggest_users(session, "bob") == []
        followers = await follows.list_followers(session, GUEST, user_id=cast.alice.id)
        assert followers.items == []


@pytest.mark.parametrize("content", ContentChoice)
async def test_the_choice_decides_what_others_see(cast: Cast, content: ContentChoice) -> None:
    post = await publish_post(cast.bob)
    others = await publish_post(cast.alice)
    answered, alone = await reply(cast.bob, others), await reply(cast.bob, others)
    answer = await reply(cast.charlie, others, parent=answered)
    await react(cast.charlie, answered)
    await delete_account(cast.bob, content)
    thread = {comment.id: comment for comment in await get_thread(GUEST, others)}
    author = thread[answered.id].author
    assert thread[answer.id].author is not None
    if content == DELETE:
        with pytest.raises(NotFound):
            await get_post_view(GUEST, post)
        assert author is None
        assert alone.id not in thread
        assert thread[answer.id].parent_author_name is None
    else:
        name = "Bob" if content == KEEP else "Deleted user"
        view = (await get_post_view(GUEST, post)).author
        for shown in (view, author, thread[alone.id].author):
            assert shown is not None
            assert (shown.name, shown.slug, shown.avatar) == (name, "", None)
            assert shown.is_deleted
        assert thread[answer.id].parent_author_name == name
    async with read_session() as session:
        assert await find_counter_mismatches(session) == []


async def test_content_written_during_the_deletion_is_hidden_too(cast: Cast) -> None:
    confirmed = await confirm(cast.bob)
    async with unit_of_work() as session:
        await account_deletion.delete(session, confirmed, content=DELETE)
    late = await factories.post(cast.bob, "Sent before the session ended")
    await run_jobs()
    async with read_session() as session:
        assert (await session.get_one(Post, late.id)).is_hidden_with_author


async def test_an_administrator_cannot_show_content_that_was_hidden_with_its_author(
    cast: Cast,
) -> None:
    post = await publish_post(cast.bob)
    comment = await reply(cast.bob, await publish_post(cast.alice))
    await delete_account(cast.bob, DELETE)
    async with unit_of_work() as session:
        with pytest.raises(PermissionDenied):
            await posts.restore(session, cast.olga, post_id=post.id)
    async with unit_of_work() as session:
        with pytest.raises((PermissionDenied, NotFound)):
            await comments.restore(session, cast.olga, comment_id=comment.id)
    async with read_session() as session:
        assert (await session.get_one(Comment, comment.id)).moderation_status == "deleted"


async def test_the_user_gets_a_mail_with_the_date_and_a_link(cast: Cast) -> None:
    await delete_account(cast.bob)
    mail = (await read_delivered_mails())[-1]
    user = await get_user_row(cast.bob)
    assert user.purge_at is not None
    assert user.purge_at - user.deleted_at == timedelta(days=30)
    assert str(user.purge_at.year) in get_text(mail)
    assert find_token(mail, path="/account/restore")


async def test_an_unconfirmed_session_cannot_delete_the_account(cast: Cast) -> None:
    _token, signed_in = await sign_in(cast.bob)
    old = replace(signed_in, confirmed_at=clock.now() - timedelta(hours=1))
    async with unit_of_work() as session:
        with pytest.raises(PermissionDenied) as raised:
            await account_deletion.delete(session, old, content=KEEP)
    assert raised.value.code == "confirmation_required"


async def test_a_token_cannot_delete_the_account(cast: Cast) -> None:
    async with unit_of_work() as session:
        with pytest.raises(PermissionDenied):
            await account_deletion.delete(session, cast.bob, content=KEEP)


async def test_the_last_full_administrator_cannot_leave(cast: Cast) -> None:
    with pytest.raises(Conflict, match="the only full administrator"):
        await delete_account(cast.olga)
    await factories.user("second", is_admin=True)
    await delete_account(cast.olga, ANONYMIZE)
    assert (await get_user_row(cast.olga)).deleted_at is not None


async def test_an_owner_must_hand_over_or_close_communities_first(cast: Cast) -> None:
    bread = await factories.community(cast.bob, "bread")
    with pytest.raises(Conflict, match="Bread"):
        await delete_account(cast.bob)
    confirmed = await confirm(cast.bob)
    async with read_session() as session:
        assert "Bread" in (await account_deletion.get_terms(session, confirmed)).obstacle
    async with unit_of_work() as session:
        await communities.close(session, cast.bob, community_id=bread.id)
    await delete_account(cast.bob)
    async with read_session() as session:
        assert (await session.get_one(User, cast.bob.id)).deleted_at is not None
