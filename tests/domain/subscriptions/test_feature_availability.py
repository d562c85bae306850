"""Tests of features that the site cannot give: they are neither shown to buyers nor sold."""

import pytest

from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.core.errors import Invalid, NotFound, PermissionDenied
from community.domain import reactions, site, subscriptions
from community.domain.subscriptions import PlanView
from community.domain.subscriptions.features import BUILT_IN, CHECKS, find_unavailable
from community.state.pages.payments.plans_content import get_plans_page
from tests.cast import Cast
from tests.domain.actions import run
from tests.workflows.payments.buyers import add_plan, buy, get_subscription, sell, start

AI = {"ai_base_url": "https://ai.example/v1", "ai_model": "small"}


async def switch_advertisements_off(admin: Actor) -> None:
    await run(site.update_settings, admin, site.AdvertisingSettings(advertisements_enabled=False))


async def configure_ai(admin: Actor, **values: object) -> None:
    await run(site.update_settings, admin, site.GeneralSettings(**{**AI, **values}))


async def list_unavailable() -> set[str]:
    async with read_session() as session:
        return set(await find_unavailable(session))


async def list_on_sale() -> list[PlanView]:
    async with read_session() as session:
        return await subscriptions.plans.queries.list_plans_on_sale(session)


def get_codes(plan: PlanView) -> list[str]:
    return [feature.code for feature in plan.features]


def test_every_feature_of_the_site_has_a_check() -> None:
    assert set(CHECKS) == set(BUILT_IN)


async def test_ai_features_depend_on_the_endpoint_and_the_limits(cast: Cast) -> None:
    assert await list_unavailable() == {"post_summaries", "assistant_comments"}
    await configure_ai(cast.olga)
    assert await list_unavailable() == set()
    await configure_ai(cast.olga, ai_daily_summaries=0)
    assert await list_unavailable() == {"post_summaries"}
    await configure_ai(cast.olga, ai_daily_questions=0)
    assert await list_unavailable() == {"assistant_comments"}
    await configure_ai(cast.olga, ai_daily_requests=0)
    assert await list_unavailable() == {"post_summaries", "assistant_comments"}


async def test_more_reactions_are_available_while_there_are_some(cast: Cast) -> None:
    assert "reactions" not in await list_unavailable()
    for kind in await run(reactions.list_kinds, cast.olga):
        await run(reactions.edit_kind, cast.olga, code=kind.code, is_extended=False)
    assert "reactions" in await list_unavailable()


async def test_nothing_is_paid_for_pages_without_advertisements_if_there_are_none(
    cast: Cast,
) -> None:
    assert "ad_free" not in await list_unavailable()
    await switch_advertisements_off(cast.olga)
    assert "ad_free" in await list_unavailable()


async def test_buyers_see_only_what_they_get(cast: Cast) -> None:
    await switch_advertisements_off(cast.olga)
    await sell(cast.olga, features=["ad_free", "badge", "post_summaries"])
    [plan] = await list_on_sale()
    assert get_codes(plan) == ["badge"]
    [offer] = (await run(get_plans_page, cast.bob)).plans
    assert [feature.code for feature in offer.features] == ["badge"]
    await configure_ai(cast.olga)
    [plan] = await list_on_sale()
    assert get_codes(plan) == ["badge", "post_summaries"]


async def test_subscribers_see_only_what_they_get(cast: Cast) -> None:
    await switch_advertisements_off(cast.olga)
    plan = await sell(cast.olga, features=["ad_free", "badge"])
    await buy(cast.bob, plan)
    assert [feature.code for feature in (await get_subscription(cast.bob)).features] == ["badge"]


async def test_administrators_see_what_is_missing_and_why(cast: Cast) -> None:
    await switch_advertisements_off(cast.olga)
    await sell(cast.olga, features=["ad_free", "badge", "post_summaries"])
    [plan] = await run(subscriptions.list_plans, cast.olga)
    assert get_codes(plan) == ["ad_free", "badge", "post_summaries"]
    features = {
        view.code: view for view in await run(subscriptions.features.list_features, cast.olga)
    }
    assert features["ad_free"].unavailable == "The site shows no advertisements."
    assert features["post_summaries"].unavailable.startswith("AI is not set up")
    assert not features["badge"].unavailable
    choices = await run(subscriptions.list_feature_choices, cast.olga)
    assert {choice.code for choice in choices if choice.unavailable} == {
        "ad_free",
        "post_summaries",
        "assistant_comments",
    }


async def test_no_plan_is_offered_for_an_unavailable_feature(cast: Cast) -> None:
    await switch_advertisements_off(cast.olga)
    await sell(cast.olga, features=["badge", "ad_free"])
    for code, is_offered in {"ad_free": False, "badge": True}.items():
        with pytest.raises(PermissionDenied) as raised:
            await run(subscriptions.offers.ensure_feature, cast.bob, feature=code)
        async with read_session() as session:
            await subscriptions.offers.add_plans_to_error(session, raised.value)
            offer = await subscriptions.offers.find_offer(session, cast.alice, raised.value)
        assert bool(raised.value.details["plans"]) == is_offered
        assert (offer is not None) == is_offered
        if offer is not None:
            assert offer.advantages == ["Badge"]


async def test_the_example_of_the_offer_promises_nothing_that_is_missing(cast: Cast) -> None:
    await switch_advertisements_off(cast.olga)
    advantages = (await run(subscriptions.offers.preview_offer, cast.olga)).advantages
    assert advantages
    assert "No advertisements" not in advantages


async def test_a_plan_without_any_available_feature_cannot_be_put_on_sale(cast: Cast) -> None:
    await switch_advertisements_off(cast.olga)
    only_missing = {"features": ["ad_free", "assistant_comments"]}
    with pytest.raises(Invalid) as raised:
        await sell(cast.olga, **only_missing)
    assert "features" in raised.value.field_errors
    plan = await add_plan(cast.olga, is_active=False, **only_missing)
    edit = subscriptions.edit_plan
    with pytest.raises(Invalid):
        await run(edit, cast.olga, plan_id=plan.id, is_active=True)
    await configure_ai(cast.olga)
    assert (await run(edit, cast.olga, plan_id=plan.id, is_active=True)).is_active
    with pytest.raises(Invalid):
        await run(edit, cast.olga, plan_id=plan.id, features=["ad_free"])


async def test_a_plan_is_not_sold_while_none_of_its_features_is_available(cast: Cast) -> None:
    await configure_ai(cast.olga)
    plan = await sell(cast.olga, features=["post_summaries"])
    await start(cast.bob, plan)
    await configure_ai(cast.olga, ai_model="")
    assert not await list_on_sale()
    assert not (await run(get_plans_page, cast.charlie)).plans
    with pytest.raises(NotFound):
        await start(cast.charlie, plan)
    # Other changes of the plan are still possible.
    await run(subscriptions.edit_plan, cast.olga, plan_id=plan.id, name="Reader", is_active=True)
    await configure_ai(cast.olga)
    assert [found.name for found in await list_on_sale()] == ["Reader"]


async def test_a_plan_without_features_can_be_sold(cast: Cast) -> None:
    await sell(cast.olga, features=[])
    assert len(await list_on_sale()) == 1
