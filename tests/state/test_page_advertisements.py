"""Tests of the advertisements that live pages load."""

from datetime import timedelta
from typing import Any

from sqlmodel import select

from community.core import clock
from community.core.db.sessions import unit_of_work
from community.domain import advertising
from community.domain.advertising import Batch, CountKey, Slot
from community.jobs.update_advertisements import (
    publish_scheduled_advertisements,
    store_advertisement_counts,
)
from community.models import Advertisement
from community.state.pages.advertisements import PageAdvertisementsState
from community.state.pages.feed import FeedState
from community.state.pages.layout import LayoutState
from community.state.pages.posts.post import PostState
from tests import factories
from tests.cast import Cast
from tests.domain.advertising.rows import create, edit
from tests.state.tabs import SocketServer, Tab
from tests.workflows.payments.buyers import buy, sell


def list_titles(tab: Tab, place: str = "header") -> list[str]:
    loaded: dict[str, Any] = tab[PageAdvertisementsState].get("loaded", {})
    return [item["title"] for item in loaded.get("places", {}).get(place, [])]


async def test_open_pages_follow_each_change(cast: Cast, socket_server: SocketServer) -> None:
    community = await factories.community(cast.alice, "bread")
    post = await factories.post(cast.alice, community_id=community.id)
    audience = {"communities": [community.id]}
    advertisement = await create(cast.olga, place="header", audience=audience)
    tab = await socket_server.open(cast.guest, f"/p/{post.id}/{post.slug}")
    for handler in (LayoutState.load, PostState.load):
        await tab.send(handler)
    feed = await socket_server.open(cast.guest, "/new")
    await feed.send(FeedState.load)
    assert (list_titles(tab), list_titles(feed)) == (["Bread for everyone"], [])
    await edit(cast.olga, advertisement, title="Rye", audience={"communities": []})
    await socket_server.wait_until_idle()
    assert (list_titles(tab), list_titles(feed)) == (["Rye"], ["Rye"])
    await edit(cast.olga, advertisement, is_active=False)
    await socket_server.wait_until_idle()
    assert (list_titles(tab), list_titles(feed)) == ([], [])


async def let_time_pass(time: timedelta) -> None:
    """Move the periods of all advertisements, because tabs run at the current time."""
    async with unit_of_work() as session:
        for row in await session.scalars(select(Advertisement)):
            row.starts_at -= time
            row.ends_at = row.ends_at and row.ends_at - time
    advertising.clear_running_cache()


async def test_open_pages_show_what_begins_and_hide_what_ends(
    cast: Cast, socket_server: SocketServer
) -> None:
    change = clock.now() + timedelta(minutes=5)
    await create(cast.olga, place="header", title="Old", ends_at=change)
    await create(cast.olga, place="header", title="New", starts_at=change)
    tab = await socket_server.open(cast.guest, "/new")
    await tab.send(FeedState.load)
    shown = []
    for minutes in (3, 3):
        with clock.travel(timedelta(minutes=-minutes)):
            await publish_scheduled_advertisements()
        await let_time_pass(timedelta(minutes=minutes))
        await publish_scheduled_advertisements()
        await socket_server.wait_until_idle()
        shown.append(list_titles(tab))
    assert shown == [["Old"], ["New"]]


async def test_open_pages_hide_what_has_used_up_its_budget(
    cast: Cast, socket_server: SocketServer
) -> None:
    advertisement = await create(cast.olga, place="header", budget_impressions=3)
    slot = Slot(advertisement.id, clock.now().date(), "header")
    tab = await socket_server.open(cast.guest, "/new")
    await tab.send(FeedState.load)
    shown = []
    for _ in range(3):
        advertising.buffer.add(CountKey(slot, "impressions"))
        await store_advertisement_counts()
        await socket_server.wait_until_idle()
        shown.append(list_titles(tab))
    assert shown == [["Bread for everyone"], ["Bread for everyone"], []]


async def test_subscribers_and_the_sign_in_dialog_get_no_data(
    cast: Cast, socket_server: SocketServer
) -> None:
    await create(cast.olga, place="header")
    await buy(cast.bob, await sell(cast.olga, features=["ad_free"]))
    for actor, path in ((cast.bob, "/new"), (cast.guest, "/new?modal=auth")):
        tab = await socket_server.open(actor, path)
        await tab.send(FeedState.load)
        assert "Bread" not in str(tab.vars)


async def test_members_no_longer_get_what_they_have_seen_often_enough_today(
    cast: Cast, socket_server: SocketServer
) -> None:
    advertisement = await create(cast.olga, place="header", cap_per_day=2)
    tab = await socket_server.open(cast.bob, "/new")
    await tab.send(FeedState.load)
    assert list_titles(tab)
    slot = Slot(advertisement.id, clock.now().date(), "header")
    async with unit_of_work() as session:
        key = CountKey(slot, "impressions", cast.bob.id)
        await advertising.store_batch(session, Batch({key: 2}))
    await tab.send(PageAdvertisementsState.refresh)
    assert not list_titles(tab)
    other = await socket_server.open(cast.alice, "/new")
    await other.send(FeedState.load)
    assert list_titles(other)
