"""Tests of what administrators can't do with the account of the assistant."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Invalid, PermissionDenied
from community.domain import accounts, merging, moderation, people, subscriptions
from community.domain.accounts import AccountChanges, bots
from tests.cast import Cast
from tests.domain.moderation.actions import confirm
from tests.workflows.payments.buyers import sell

Act = Callable[..., Awaitable[Any]]


@pytest.fixture
async def bot() -> Actor:
    async with unit_of_work() as session:
        return bots.build_bot_actor(await bots.ensure_bot(session))


@pytest.fixture
async def admin(cast: Cast) -> Actor:
    return await confirm(cast.olga)


@pytest.mark.parametrize(
    ("act", "values"),
    [
        (moderation.ban, {"reason": "A mistake"}),
        (moderation.lift_ban, {}),
        (moderation.set_email_verified, {"is_verified": True}),
        (moderation.sign_out_everywhere, {}),
        (moderation.start_password_reset, {}),
        (moderation.remove_second_factor, {"reason": "A mistake"}),
        (moderation.start_viewing, {}),
        (moderation.edit_user, {"changes": AccountChanges(email="me@example.com")}),
    ],
)
async def test_administrators_can_only_edit_its_profile(
    admin: Actor, bot: Actor, act: Act, values: dict[str, Any]
) -> None:
    async with unit_of_work() as session:
        with pytest.raises(PermissionDenied, match="The site writes with this account"):
            await act(session, admin, user_id=bot.id, **values)
        assert await moderation.edit_user(
            session, admin, user_id=bot.id, changes=AccountChanges(name="Helper")
        )


async def test_it_is_merged_neither_into_another_account_nor_the_reverse(
    cast: Cast, admin: Actor, bot: Actor
) -> None:
    for source_id, target_id in ((bot.id, cast.bob.id), (cast.bob.id, bot.id)):
        with pytest.raises(PermissionDenied, match="The site writes with this account"):
            async with unit_of_work() as session:
                await merging.merge(session, admin, source_id=source_id, target_id=target_id)


async def test_it_becomes_no_administrator(admin: Actor, bot: Actor) -> None:
    async with unit_of_work() as session:
        with pytest.raises(Invalid, match="can't be an administrator"):
            await accounts.set_admin_sections(session, admin, user_id=bot.id, sections=["users"])
        with pytest.raises(Invalid, match="can't be an administrator"):
            await accounts.grant_admin(session, await people.get_user(session, bot.id))
        assert await accounts.suggest_administrators(session, admin, bot.slug) == []


async def test_it_gets_no_plan(cast: Cast, admin: Actor, bot: Actor) -> None:
    plan = await sell(cast.olga)
    until = clock.now() + timedelta(days=30)
    async with unit_of_work() as session:
        with pytest.raises(Invalid, match="It needs no plan"):
            await subscriptions.grant(session, admin, user_id=bot.id, plan_id=plan.id, until=until)


async def test_the_panel_offers_only_to_edit_it(admin: Actor, bot: Actor) -> None:
    async with read_session() as session:
        person = await moderation.get_person(session, admin, user_id=bot.id)
        other = replace(admin, sections=frozenset({"users"}))
        seen_by_other = await moderation.get_person(session, other, user_id=bot.id)
    assert person.is_bot
    assert person.can.model_dump() == {
        "edit": True,
        "manage": False,
        "view_as": False,
        "merge": False,
    }
    assert seen_by_other.can == person.can
