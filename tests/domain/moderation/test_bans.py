"""Tests of bans: term, reason, history, permissions and what a banned user gets as an answer."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlmodel import select

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, DomainError, Invalid, NotFound, PermissionDenied
from community.domain import accounts, moderation, people
from community.models import Sanction, User
from tests import factories
from tests.cast import Cast
from tests.domain.actions import reply
from tests.domain.moderation.actions import ban, lift, reload

WEEK = timedelta(days=7)


async def list_sanctions(user: Actor) -> list[Sanction]:
    async with read_session() as session:
        query = select(Sanction).where(Sanction.user_id == user.id).order_by("id")
        return list(await session.scalars(query))


async def is_listed(user: Actor) -> bool:
    async with read_session() as session:
        query = select(User.id).where(User.id == user.id, people.is_listed)
        return await session.scalar(query) is not None


async def test_a_banned_user_cannot_comment_and_learns_the_reason_and_the_term(
    cast: Cast, admin: Actor
) -> None:
    post = await factories.post(cast.alice)
    until = clock.now() + WEEK
    assert await ban(admin, cast.bob, reason=" Spam links ", until=until)
    with pytest.raises(PermissionDenied) as error:
        await reply(await reload(cast.bob), post)
    assert error.value.code == "banned"
    assert error.value.details == {"until": clock.format_iso(until), "reason": "Spam links"}


async def test_a_ban_with_a_term_ends_by_itself_for_actions_and_lists(
    cast: Cast, admin: Actor
) -> None:
    post = await factories.post(cast.alice)
    await ban(admin, cast.bob, until=clock.now() + WEEK)
    assert not await is_listed(cast.bob)
    with clock.travel(WEEK + timedelta(seconds=1)):
        assert await is_listed(cast.bob)
        assert await reply(await reload(cast.bob), post)
        assert not await lift(admin, cast.bob)


async def test_a_ban_without_a_term_does_not_end(cast: Cast, admin: Actor) -> None:
    await ban(admin, cast.bob)
    with clock.travel(timedelta(days=10_000)):
        assert (await reload(cast.bob)).banned_at is not None
        assert not await is_listed(cast.bob)


async def test_lifting_a_ban_keeps_it_in_the_history(cast: Cast, admin: Actor) -> None:
    await ban(admin, cast.bob)
    assert await lift(admin, cast.bob, reason="A mistake")
    assert not await lift(admin, cast.bob)
    assert (await reload(cast.bob)).banned_at is None
    [sanction] = await list_sanctions(cast.bob)
    assert (sanction.lifted_by_id, sanction.lift_reason) == (admin.id, "A mistake")


async def test_another_ban_replaces_the_one_in_force_and_the_same_again_changes_nothing(
    cast: Cast, admin: Actor
) -> None:
    until = clock.now() + WEEK
    assert await ban(admin, cast.bob, reason="Spam", until=until)
    assert not await ban(admin, cast.bob, reason="Spam", until=until)
    assert await ban(admin, cast.bob, reason="Spam again")
    first, second = await list_sanctions(cast.bob)
    assert first.lifted_at is not None
    assert (second.lifted_at, second.until, second.reason) == (None, None, "Spam again")


async def test_a_user_can_be_banned_again_after_the_term_has_passed(
    cast: Cast, admin: Actor
) -> None:
    await ban(admin, cast.bob, until=clock.now() + WEEK)
    with clock.travel(2 * WEEK):
        assert await ban(replace(admin, confirmed_at=clock.now()), cast.bob)
        assert (await reload(cast.bob)).banned_until is None


@pytest.mark.parametrize("reason", ["", " \u200b ", "x" * 501])
async def test_a_ban_needs_a_reason_that_fits(cast: Cast, admin: Actor, reason: str) -> None:
    with pytest.raises(Invalid) as error:
        await ban(admin, cast.bob, reason=reason)
    assert "reason" in error.value.field_errors


@pytest.mark.parametrize("offset", [timedelta(0), timedelta(days=-1), timedelta(days=4_000)])
async def test_the_term_of_a_ban_is_in_the_near_future(
    cast: Cast, admin: Actor, offset: timedelta
) -> None:
    with pytest.raises(Invalid) as error:
        await ban(admin, cast.bob, until=clock.now() + offset)
    assert "until" in error.value.field_errors


async def test_members_and_administrators_without_the_section_cannot_ban(
    cast: Cast, admin: Actor
) -> None:
    other = replace(admin, sections=frozenset({"media"}))
    unconfirmed = replace(admin, confirmed_at=None)
    for actor, code in (
        (cast.alice, "not_found"),
        (cast.guest, "not_found"),
        (other, "forbidden"),
        (unconfirmed, "confirmation_required"),
    ):
        with pytest.raises(DomainError) as error:
            await ban(actor, cast.bob)
        assert error.value.code == code


async def test_only_a_full_administrator_bans_another_one_and_not_themselves(
    cast: Cast, admin: Actor
) -> None:
    with pytest.raises(PermissionDenied):
        await ban(admin, admin)
    helper = replace(admin, user_id=cast.alice.id, sections=frozenset({"users"}))
    with pytest.raises(PermissionDenied):
        await ban(helper, admin)


async def test_an_unknown_user_is_not_found(admin: Actor) -> None:
    async with unit_of_work() as session:
        with pytest.raises(NotFound):
            await moderation.ban(session, admin, user_id=2**40, reason="Spam")


async def test_not_even_the_operator_bans_the_last_full_administrator(cast: Cast) -> None:
    with pytest.raises(Conflict):
        await ban(accounts.OPERATOR, cast.olga)
    await factories.user("second", is_admin=True)
    assert await ban(accounts.OPERATOR, cast.olga)


async def test_the_operator_needs_no_password(cast: Cast) -> None:
    assert await ban(accounts.OPERATOR, cast.bob)
    [sanction] = await list_sanctions(cast.bob)
    assert sanction.created_by_id is None
