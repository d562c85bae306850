"""Tests of actions by authors, moderators and readers on the page of a post."""

from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import NotFound
from community.domain import posts
from community.models import Post as PostRow
from community.state.pages.communities.communities import CommunityState
from community.state.pages.posts.post import PostActionsState, PostState
from community.state.runtime.toasts import ToastsState
from tests import factories
from tests.cast import Cast
from tests.state.tabs import SocketServer, Tab


async def open_post(socket_server: SocketServer, actor: Actor, post: PostRow) -> Tab:
    tab = await socket_server.open(actor, f"/p/{post.id}/{post.slug}")
    await tab.send(PostState.load)
    await tab.send(PostActionsState.load)
    return tab


async def is_visible_to(actor: Actor, post: PostRow) -> bool:
    async with read_session() as session:
        try:
            await posts.get_view(session, actor, post.id)
        except NotFound:
            return False
        return True


async def test_an_author_unpublishes_and_republishes_a_post(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    tab = await open_post(socket_server, cast.alice, post)
    await tab.send(PostActionsState.unpublish, post_id=post.id)
    assert tab[PostState]["post"]["status"] == "unpublished"
    assert not await is_visible_to(cast.bob, post)
    await tab.send(PostActionsState.publish, post_id=post.id)
    assert tab[PostState]["post"]["status"] == "published"
    assert await is_visible_to(cast.bob, post)


async def test_a_post_that_waits_is_approved_on_its_page(
    cast: Cast, socket_server: SocketServer
) -> None:
    bread = await factories.community(cast.charlie, premoderates_comments=True)
    draft = await factories.post(
        cast.alice, status="draft", published_at=None, community_id=bread.id
    )
    author = await open_post(socket_server, cast.alice, draft)
    await author.send(PostActionsState.publish, post_id=draft.id)
    assert author[PostState]["post"]["status"] == "on_moderation"
    assert author[PostState]["post"]["can"]["publish"] is False
    assert author[ToastsState]["toasts"][-1]["text"] == "Sent for review"
    community = await socket_server.open(cast.charlie, "/c/bread")
    await community.send(CommunityState.load)
    [held] = community[CommunityState]["held_posts"]
    moderator = await open_post(socket_server, cast.charlie, draft)
    assert moderator[PostState]["post"]["id"] == held["id"]
    assert moderator[PostState]["post"]["can"]["publish"] is True
    await moderator.send(PostActionsState.publish, post_id=draft.id)
    assert await is_visible_to(cast.bob, draft)


async def test_an_author_pins_and_unpins_a_post(cast: Cast, socket_server: SocketServer) -> None:
    post = await factories.post(cast.alice)
    tab = await open_post(socket_server, cast.alice, post)
    for is_pinned in (True, False):
        await tab.send(PostActionsState.pin, post_id=post.id, enabled=is_pinned)
        assert tab[PostState]["post"]["is_pinned"] is is_pinned


async def test_a_moderator_cannot_view_a_post_they_unpublished(
    cast: Cast, socket_server: SocketServer
) -> None:
    bread = await factories.community(cast.charlie)
    post = await factories.post(cast.alice, community_id=bread.id)
    tab = await open_post(socket_server, cast.charlie, post)
    assert tab[PostState]["post"]["can"]["moderate"] is True
    await tab.send(PostActionsState.unpublish, post_id=post.id)
    assert (tab[PostState]["post"], tab[PostState]["is_missing"]) == (None, True)
    alice = await open_post(socket_server, cast.alice, post)
    assert alice[PostState]["post"]["can"]["publish"] is False
    await alice.send(PostActionsState.publish, post_id=post.id)
    assert "moderator unpublished this post" in alice[ToastsState]["toasts"][0]["text"]


async def test_a_deleted_post_can_be_restored_from_the_toast(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    tab = await open_post(socket_server, cast.alice, post)
    await tab.send(PostActionsState.delete, post_id=post.id)
    assert tab[PostActionsState]["deleted_post_id"] == post.id
    [toast] = tab[ToastsState]["toasts"]
    await tab.send(ToastsState.undo, toast_id=toast["id"])
    await tab.send(PostActionsState.reload_after_undo)
    assert (tab[PostActionsState]["deleted_post_id"], tab[PostState]["post"]["status"]) == (
        0,
        "published",
    )


async def test_a_reader_can_watch_a_discussion_and_follow_the_author(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    tab = await open_post(socket_server, cast.bob, post)
    await tab.send(PostActionsState.watch, post_id=post.id, enabled=True)
    await tab.send(PostActionsState.follow, user_id=cast.alice.id, enabled=True)
    second_tab = await open_post(socket_server, cast.bob, post)
    assert (
        second_tab[PostActionsState]["is_watching"],
        second_tab[PostActionsState]["is_following_author"],
    ) == (
        True,
        True,
    )
    await second_tab.send(PostActionsState.watch, post_id=post.id, enabled=False)
    await second_tab.send(PostActionsState.follow, user_id=cast.alice.id, enabled=False)
    assert (
        second_tab[PostActionsState]["is_watching"],
        second_tab[PostActionsState]["is_following_author"],
    ) == (
        False,
        False,
    )


async def test_other_users_and_guests_cannot_change_a_post(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    for actor in (cast.bob, cast.guest):
        tab = await open_post(socket_server, actor, post)
        for handler in (
            PostActionsState.unpublish,
            PostActionsState.publish,
            PostActionsState.delete,
        ):
            await tab.send(handler, post_id=post.id)
        assert tab[PostActionsState].get("deleted_post_id", 0) == 0
        assert tab[PostState]["post"]["status"] == "published"
    assert await is_visible_to(cast.guest, post)


async def test_a_draft_of_another_user_cannot_be_published(
    cast: Cast, socket_server: SocketServer
) -> None:
    async with unit_of_work() as session:
        draft = await posts.create_draft(
            session, cast.alice, title="Secret", text=await posts.render_text("Words.")
        )
    for actor in (cast.bob, cast.olga, cast.guest):
        tab = await open_post(socket_server, actor, draft)
        assert (tab[PostState]["post"], tab[PostState]["is_missing"]) == (None, True)
        await tab.send(PostActionsState.publish, post_id=draft.id)
    assert not await is_visible_to(cast.bob, draft)
