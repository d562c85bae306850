"""Tests of the button that asks the assistant."""

import pytest

from community import urls
from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.domain import ai, site
from community.domain.accounts import bots
from community.state.pages.comments.ai import AssistantState
from community.state.pages.posts.post import PostState
from community.state.runtime.offer import OfferState
from community.wiring import wire
from tests import factories
from tests.cast import Cast
from tests.domain.actions import run
from tests.state.tabs import SocketServer, Tab
from tests.workflows.payments.buyers import buy, sell


@pytest.fixture(scope="module", autouse=True)
def wire_events() -> None:
    wire()


@pytest.fixture(autouse=True)
async def ai_endpoint(cast: Cast) -> None:
    settings = site.GeneralSettings(ai_base_url="http://127.0.0.1:9/v1", ai_model="small")
    await run(site.update_settings, cast.olga, settings)


async def open_post(cast: Cast, socket_server: SocketServer, actor: Actor) -> Tab:
    async with unit_of_work() as session:
        await bots.ensure_bot(session)
    post = await factories.post(cast.alice)
    tab = await socket_server.open(actor, urls.post(post.id, post.slug))
    await tab.send(PostState.load)
    assert tab[AssistantState]["slug"] == bots.BOT_NAME
    return tab


async def test_viewers_without_the_feature_get_the_offer_until_they_have_a_plan(
    cast: Cast, socket_server: SocketServer
) -> None:
    plan = await sell(cast.olga, features=[ai.policies.ASSISTANT])
    tab = await open_post(cast, socket_server, cast.bob)
    await tab.send(AssistantState.allow)
    assert not tab[AssistantState].get("may_ask")
    assert tab[OfferState]["offer"]["reason"] == "Only subscribers can ask the assistant."
    assert tab[OfferState]["is_open"]
    await buy(cast.bob, plan)
    await tab.send(AssistantState.allow)
    assert tab[AssistantState]["may_ask"]


async def test_subscribers_and_administrators_ask_at_once(
    cast: Cast, socket_server: SocketServer
) -> None:
    await buy(cast.bob, await sell(cast.olga, features=[ai.policies.ASSISTANT]))
    for actor in (cast.bob, cast.olga):
        tab = await open_post(cast, socket_server, actor)
        assert tab[AssistantState]["may_ask"]
