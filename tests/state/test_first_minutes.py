"""Tests of what new users see first: suggestions for newcomers, and the setup checklist."""

from community.core.db.sessions import read_session
from community.domain import follows
from community.state.pages.feed import FeedState, FollowSuggestionsState, SetupChecklistState
from tests import factories
from tests.cast import Cast
from tests.state.tabs import SocketServer


async def test_an_empty_personal_feed_suggests_communities_and_authors_to_follow(
    cast: Cast, socket_server: SocketServer
) -> None:
    await factories.post(cast.bob)
    community = await factories.community(cast.charlie)
    tab = await socket_server.open(cast.alice, "/personal")
    await tab.send(FeedState.load)
    suggestions = tab[FollowSuggestionsState]["suggestions"]
    assert [author["slug"] for author in suggestions["authors"]] == ["bob"]
    assert [view["slug"] for view in suggestions["communities"]] == ["bread"]

    await tab.send(FollowSuggestionsState.join, community_id=community.id, enabled=True)
    assert tab[FollowSuggestionsState]["has_followed"] is True
    await tab.send(FollowSuggestionsState.join, community_id=community.id, enabled=False)
    assert tab[FollowSuggestionsState]["has_followed"] is False
    await tab.send(FollowSuggestionsState.follow, user_id=cast.bob.id, enabled=True)
    assert tab[FollowSuggestionsState]["is_following_by_id"] == {str(cast.bob.id): True}
    async with read_session() as session:
        assert await follows.find_followed_ids(session, cast.alice, [cast.bob.id])

    await tab.send(FeedState.refresh)
    assert len(tab[FeedState]["loaded_page"]["rows"]) == 1


async def test_suggestions_without_posts_are_replaced_by_others(
    cast: Cast, socket_server: SocketServer
) -> None:
    first, second = (
        await factories.community(cast.charlie, "first"),
        await factories.community(cast.charlie, "second"),
    )
    tab = await socket_server.open(cast.alice, "/personal")
    await tab.send(FeedState.load)
    await tab.send(FollowSuggestionsState.join, community_id=first.id, enabled=True)
    await tab.send(FeedState.refresh)
    suggested = tab[FollowSuggestionsState]["suggestions"]["communities"]
    assert [view["id"] for view in suggested] == [second.id]
    assert tab[FollowSuggestionsState]["has_followed"] is False


async def test_guests_and_other_feeds_get_no_suggestions(
    cast: Cast, socket_server: SocketServer
) -> None:
    await factories.community(cast.charlie)
    for actor, path in ((cast.guest, "/personal"), (cast.alice, "/new")):
        tab = await socket_server.open(actor, path)
        await tab.send(FeedState.load)
        assert not tab[FollowSuggestionsState].get("suggestions")


async def test_administrators_see_the_setup_checklist_until_they_dismiss_it(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await socket_server.open(cast.olga)
    await tab.send(FeedState.load)
    assert tab[SetupChecklistState]["checklist"]["has_community"] is False
    await factories.community(cast.olga)
    await tab.send(FeedState.load)
    assert tab[SetupChecklistState]["checklist"]["has_community"] is True
    await tab.send(SetupChecklistState.dismiss)
    assert tab[SetupChecklistState]["checklist"] is None
    await tab.send(FeedState.load)
    assert tab[SetupChecklistState]["checklist"] is None


async def test_members_get_no_checklist_and_cannot_dismiss_it(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await socket_server.open(cast.alice)
    await tab.send(FeedState.load)
    await tab.send(SetupChecklistState.dismiss)
    assert not tab[SetupChecklistState].get("checklist")
    admin_tab = await socket_server.open(cast.olga)
    await admin_tab.send(FeedState.load)
    assert admin_tab[SetupChecklistState]["checklist"]
