"""Tests of the dialog that offers plans, and of the section with its texts."""

from typing import Any

import pytest

from community import urls
from community.admin.offer import OfferPreviewState
from community.admin.settings.state import SettingsFormState
from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.domain import site
from community.state.pages.layout import LayoutState
from community.state.pages.posts.post import PostState
from community.state.runtime.offer import OfferState
from community.state.runtime.toasts import ToastsState
from community.wiring import wire
from tests import factories
from tests.cast import Cast
from tests.domain.actions import run
from tests.state.tabs import SocketServer, Tab
from tests.workflows.payments.buyers import add_plan, sell

SECTION = urls.admin_section("subscription-modal")


@pytest.fixture(scope="module", autouse=True)
def wire_events() -> None:
    wire()


async def press_fire(cast: Cast, socket_server: SocketServer, actor: Actor) -> Tab:
    """Choose an extended reaction to a post."""
    post = await factories.post(cast.alice)
    tab = await socket_server.open(actor, urls.post(post.id, post.slug))
    await tab.send(PostState.load)
    await tab.send(PostState.react, post_id=post.id, code="fire")
    return tab


async def test_a_needed_feature_opens_the_offer_with_the_plans_that_include_it(
    cast: Cast, socket_server: SocketServer
) -> None:
    await sell(cast.olga, name="Plus", price=450, features=["reactions", "badge"])
    await add_plan(cast.olga, name="Other", features=["badge"])
    await add_plan(cast.olga, name="Pro", price=9_000, period="year", features=["reactions"])
    tab = await press_fire(cast, socket_server, cast.bob)
    offer = tab[OfferState]["offer"]
    assert offer["reason"] == "Only subscribers can use the reaction “Fire”."
    assert [(plan["name"], plan["price"]) for plan in offer["plans"]] == [
        ("Plus", "€4.50 a month"),
        ("Pro", "€90.00 a year"),
    ]
    assert offer["advantages"] == ["Badge", "More reactions"]
    assert tab[OfferState]["is_open"]
    assert not tab[ToastsState].get("toasts")
    # The picker takes back the choice that it shows.
    assert tab[ToastsState]["rejection_count"] == 1
    await tab.send(OfferState.close)
    assert not tab[OfferState]["is_open"]


async def test_another_page_opens_without_the_offer(
    cast: Cast, socket_server: SocketServer
) -> None:
    await sell(cast.olga, features=["reactions"])
    tab = await press_fire(cast, socket_server, cast.bob)
    tab.path = urls.PLANS
    await tab.send(LayoutState.load)
    assert not tab[OfferState]["is_open"]


async def test_without_a_plan_on_sale_the_user_only_sees_the_reason(
    cast: Cast, socket_server: SocketServer
) -> None:
    await add_plan(cast.olga, features=["reactions"])  # There is no payment provider.
    tab = await press_fire(cast, socket_server, cast.bob)
    assert not tab[OfferState].get("is_open")
    [toast] = tab[ToastsState]["toasts"]
    assert toast["text"] == "Only subscribers can use the reaction “Fire”."


async def test_guests_are_asked_to_sign_in_first(cast: Cast, socket_server: SocketServer) -> None:
    await sell(cast.olga, features=["reactions"])
    tab = await press_fire(cast, socket_server, cast.guest)
    await tab.send(OfferState.show, feature="reactions")
    assert tab[ToastsState]["is_sign_in_open"]
    assert not tab[OfferState].get("is_open")


@pytest.mark.parametrize(
    ("feature", "is_open"), [("badge", True), ("video_avatar", False), ("nonsense", False)]
)
async def test_a_button_asks_for_the_offer_of_a_feature(
    cast: Cast, socket_server: SocketServer, feature: str, is_open: bool
) -> None:
    await sell(cast.olga, features=["badge"])
    tab = await socket_server.open(cast.bob)
    await tab.send(LayoutState.load)
    await tab.send(OfferState.show, feature=feature)
    assert tab[OfferState].get("is_open", False) == is_open


async def test_administrators_have_every_feature_and_see_no_offer(
    cast: Cast, socket_server: SocketServer
) -> None:
    await sell(cast.olga, features=["reactions"])
    tab = await press_fire(cast, socket_server, cast.olga)
    await tab.send(OfferState.show, feature="reactions")
    assert not tab[OfferState].get("is_open")


async def test_the_offer_has_the_texts_of_the_administrators(
    cast: Cast, socket_server: SocketServer
) -> None:
    await sell(cast.olga, features=["reactions"])
    texts: dict[str, Any] = {
        "heading": "Join us",
        "text": "We live on it.",
        "advantages": ("Quiet", "Thanks"),
        "button_label": "Choose",
    }
    await run(site.update_settings, cast.olga, site.OfferSettings(**texts))
    offer = (await press_fire(cast, socket_server, cast.bob))[OfferState]["offer"]
    assert (offer["title"], offer["text"], offer["button_label"]) == (
        "Join us",
        "We live on it.",
        "Choose",
    )
    assert offer["advantages"] == ["Quiet", "Thanks"]


async def test_the_preview_follows_what_the_administrator_types(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await socket_server.open(cast.olga, SECTION)
    await tab.send(SettingsFormState.load, group="subscription-modal")
    await tab.send(OfferPreviewState.load)
    assert tab[OfferPreviewState]["offer"]["title"] == "Get more with a plan"
    assert tab[OfferPreviewState]["offer"]["plans"][0]["price"] == "$5.00 a month"
    typed = {"heading": " Join us ", "text": "", "advantages": ["One", " "], "button_label": ""}
    await tab.send(OfferPreviewState.show, message={"values": typed})
    assert tab[OfferPreviewState]["offer"]["title"] == "Join us"
    assert tab[OfferPreviewState]["offer"]["advantages"] == ["One"]
    await tab.send(OfferPreviewState.show, message={"values": {**typed, "heading": "x" * 500}})
    assert tab[OfferPreviewState]["offer"]["title"] == "Join us"
    async with read_session() as session:
        stored = await site.get_settings_section(session, site.OfferSettings)
    assert stored.heading == ""
