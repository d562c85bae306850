"""Tests of restoring a deleted account: the links, the sign-in, and what comes back."""

from collections.abc import Collection
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select
from sqlmodel import SQLModel

from community import urls
from community.core import clock
from community.core.actor import GUEST, Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Invalid, PermissionDenied
from community.domain import accounts, identity
from community.domain.accounts import ContentChoice
from community.domain.identity import providers, two_factor
from community.domain.identity.two_factor import RestoreOffer
from community.gateways.identity import ExternalProfile
from community.models import Identity, User
from community.state.pages.sign_in.link_content import get_link_page
from tests import factories
from tests.cast import Cast
from tests.counters import find_counter_mismatches
from tests.domain.account_deletion.actions import (
    DELETE,
    build_offer,
    delete_account,
    get_user_row,
    restore_account,
    run_jobs,
)
from tests.domain.actions import follow, ignore, publish_post, react, reply, watch_post
from tests.domain.identity.actions import PASSWORD, register_user
from tests.domain.identity.second_factor import generate_code, register_and_sign_in, set_up
from tests.gateways.mail.delivered_mails import find_token, read_delivered_mails

# What changes on purpose: mails and jobs, ended sessions, used links, and counts of edits.
CHANGED_TABLES = {"mails", "outbox_messages", "job_runs", "user_sessions", "used_links"}
# The index of names is written anew. It contains no names of users that tests insert.
INDEX_TABLES = {"search_names", "search_words"}
CHANGED_COLUMNS = {"version", "last_seen_at", "hotness"}


# Unread notifications about hidden content are withdrawn, and do not come back.
WITHDRAWN_TABLES = {"notifications", "notification_actors"}


async def take_snapshot(*, without: Collection[str] = ()) -> dict[str, list[dict[str, Any]]]:
    """Return all rows of all tables that are the same after an account was restored."""
    snapshot = {}
    async with read_session() as session:
        for table in SQLModel.metadata.sorted_tables:
            if table.name in CHANGED_TABLES.union(INDEX_TABLES, without):
                continue
            columns = [column for column in table.columns if column.name not in CHANGED_COLUMNS]
            rows = await session.execute(select(*columns).order_by(*table.primary_key))
            snapshot[table.name] = [dict(row._mapping) for row in rows]
    return snapshot


async def fill_account(actor: Actor, other: Actor, reader: Actor) -> None:
    """Create posts, comments with and without replies, reactions, follows and a draft."""
    post = await publish_post(actor, "First", tags=["bread"])
    await publish_post(actor, "Second")
    others = await publish_post(other)
    answered = await reply(actor, others)
    await reply(reader, others, parent=answered)
    await reply(actor, others)
    nested = await reply(actor, post, parent=await reply(reader, post))
    await react(reader, nested)
    await react(reader, post)
    await react(actor, others, "love")
    await follow(actor, other)
    await follow(reader, actor)
    await ignore(actor, reader)
    await watch_post(actor, others)


@pytest.mark.parametrize("content", ContentChoice)
async def test_restoring_brings_everything_back(cast: Cast, content: ContentChoice) -> None:
    await fill_account(cast.bob, cast.alice, cast.charlie)
    await run_jobs()
    without = WITHDRAWN_TABLES if content == DELETE else ()
    before = await take_snapshot(without=without)
    await delete_account(cast.bob, content)
    assert await take_snapshot(without=without) != before
    await restore_account(cast.bob)
    assert await take_snapshot(without=without) == before
    async with read_session() as session:
        assert await find_counter_mismatches(session) == []


async def test_an_account_that_is_deleted_again_is_hidden_again(cast: Cast) -> None:
    post = await publish_post(cast.bob)
    await delete_account(cast.bob, DELETE)
    token = await build_offer(cast.bob)
    async with unit_of_work() as session:
        user = await accounts.deletions.reopen(session, token=token)
        user.deleted_at = clock.now()
        user.purge_at, user.content_choice = clock.now() + timedelta(days=30), "delete"
    await run_jobs()
    async with read_session() as session:
        assert (await session.get_one(type(post), post.id)).status == "deleted"


async def test_the_link_of_the_mail_works_once(cast: Cast) -> None:
    await delete_account(cast.bob)
    token = find_token((await read_delivered_mails())[-1], path="/account/restore")
    await restore_account(cast.bob, token)
    assert (await get_user_row(cast.bob)).deleted_at is None
    await delete_account(cast.bob)
    with pytest.raises(Invalid):
        await restore_account(cast.bob, token)


async def test_an_unused_link_ends_with_its_deletion(cast: Cast) -> None:
    await delete_account(cast.bob)
    old = find_token((await read_delivered_mails())[-1], path="/account/restore")
    await restore_account(cast.bob)
    await delete_account(cast.bob)
    with pytest.raises(Invalid):
        await restore_account(cast.bob, old)


async def test_expired_and_forged_links_and_links_for_other_purposes_are_invalid(
    cast: Cast,
) -> None:
    async with read_session() as session:
        user = await session.get_one(User, cast.bob.id)
        reset = identity.build_reset_token(user).token
    await delete_account(cast.bob)
    token = find_token((await read_delivered_mails())[-1], path="/account/restore")
    header, claims, signature = token.split(".")
    for invalid in (reset, f"{header}.{claims}.{signature[::-1]}", "", "x"):
        with pytest.raises(Invalid):
            async with unit_of_work() as session:
                await accounts.deletions.reopen(session, token=invalid)
    with clock.travel(timedelta(days=30, seconds=1)), pytest.raises(Invalid):
        await restore_account(cast.bob, token)


async def test_a_merged_account_cannot_be_restored(cast: Cast) -> None:
    async with unit_of_work() as session:
        user = await session.get_one(User, cast.bob.id)
        user.deleted_at = clock.now()
    with pytest.raises(Invalid):
        await restore_account(cast.bob)


async def sign_in(login: str) -> Any:
    async with read_session() as session:
        stored = await identity.find_credentials(session, login=login)
    verified = await identity.verify_password(stored, password=PASSWORD)
    async with unit_of_work() as session:
        user = await identity.load_verified_user(session, verified)
        return await two_factor.complete_sign_in(session, GUEST, user=user, user_agent="Firefox")


async def test_a_sign_in_leads_to_the_page_that_restores(cast: Cast) -> None:
    dora = factories.to_actor(await register_user("Dora"))
    await delete_account(dora)
    offer = await sign_in("dora@example.com")
    assert isinstance(offer, RestoreOffer)
    async with read_session() as session:
        page = await get_link_page(session, GUEST, urls.RESTORE_ACCOUNT, {"token": offer.token})
    assert (page.form, page.token) == ("confirm", offer.token)
    assert "30 days" in page.text
    with clock.travel(timedelta(minutes=59)):
        await restore_account(dora, offer.token)
    assert not isinstance(await sign_in("dora"), RestoreOffer)


async def test_a_sign_in_with_another_service_leads_to_the_page_too(cast: Cast) -> None:
    async with unit_of_work() as session:
        session.add(Identity(user_id=cast.bob.id, provider="github", subject="1"))
    await delete_account(cast.bob)
    profile = ExternalProfile("github", "1", email="bob@example.com", name="Bob")
    async with unit_of_work() as session:
        user = await providers.record_sign_in(session, profile)
        offer = await two_factor.complete_sign_in(session, GUEST, user=user, user_agent="Firefox")
    assert isinstance(offer, RestoreOffer)
    with clock.travel(timedelta(days=31)), pytest.raises(PermissionDenied):
        async with unit_of_work() as session:
            await providers.record_sign_in(session, profile)


async def test_the_second_step_comes_before_the_offer(cast: Cast) -> None:
    user, actor = await register_and_sign_in("Dora")
    secret, _codes = await set_up(actor)
    await delete_account(factories.to_actor(user))
    pending = await sign_in("dora")
    assert isinstance(pending, two_factor.PendingSignIn)
    with clock.travel(timedelta(minutes=5)):
        code = generate_code(secret)
        async with unit_of_work() as session:
            result = await two_factor.finish_sign_in(
                session, GUEST, token=pending.token, code=code, user_agent="Firefox"
            )
    assert isinstance(result, RestoreOffer)


async def test_after_the_date_a_sign_in_fails_as_with_a_wrong_password(cast: Cast) -> None:
    dora = factories.to_actor(await register_user("Dora"))
    await delete_account(dora)
    with clock.travel(timedelta(days=31)), pytest.raises(PermissionDenied) as raised:
        await sign_in("dora")
    assert raised.value.code == "invalid_credentials"


async def test_a_link_shows_no_name_before_it_is_valid(cast: Cast) -> None:
    async with read_session() as session:
        for params in ({}, {"token": "x"}):
            page = await get_link_page(session, GUEST, urls.RESTORE_ACCOUNT, params)
            assert page.form == ""
