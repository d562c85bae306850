"""What authors, moderators and readers do with a post on its own page."""

from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.core.errors import NotFound
from community.domain import posts
from community.models import Post as PostRow
from community.state.authoring import Authoring
from community.state.notice import Notice
from community.state.post import Post
from tests import factories
from tests.cast import Cast
from tests.state.tabs import Sockets, Tab


async def open_post(live: Sockets, actor: Actor, post: PostRow) -> Tab:
    tab = await live.open(actor, f"/p/{post.id}/{post.slug}")
    await tab.send(Post.open)
    await tab.send(Authoring.open)
    return tab


async def is_seen_by(actor: Actor, post: PostRow) -> bool:
    async with reading() as session:
        try:
            await posts.get_view(session, actor, post.id)
        except NotFound:
            return False
        return True


async def test_an_author_takes_a_post_down_and_puts_it_back(cast: Cast, live: Sockets) -> None:
    post = await factories.post(cast.alice)
    tab = await open_post(live, cast.alice, post)
    await tab.send(Authoring.unpublish, post_id=post.id)
    assert tab[Post]["post"]["status"] == "unpublished"
    assert not await is_seen_by(cast.bob, post)
    await tab.send(Authoring.publish, post_id=post.id)
    assert tab[Post]["post"]["status"] == "published"
    assert await is_seen_by(cast.bob, post)


async def test_a_moderator_who_takes_a_post_down_does_not_see_it_any_more(
    cast: Cast, live: Sockets
) -> None:
    bread = await factories.community(cast.charlie)
    post = await factories.post(cast.alice, community_id=bread.id)
    tab = await open_post(live, cast.charlie, post)
    assert tab[Post]["post"]["can"]["moderate"] is True
    await tab.send(Authoring.unpublish, post_id=post.id)
    assert (tab[Post]["post"], tab[Post]["missing"]) == (None, True)
    alice = await open_post(live, cast.alice, post)
    assert alice[Post]["post"]["can"]["publish"] is False
    await alice.send(Authoring.publish, post_id=post.id)
    assert "moderator took this post down" in alice[Notice]["toasts"][0]["text"]


async def test_a_deleted_post_can_be_brought_back_for_a_while(cast: Cast, live: Sockets) -> None:
    post = await factories.post(cast.alice)
    tab = await open_post(live, cast.alice, post)
    await tab.send(Authoring.delete, post_id=post.id)
    assert tab[Authoring]["deleted"] == post.id
    [toast] = tab[Notice]["toasts"]
    await tab.send(Notice.act, toast_id=toast["id"])
    await tab.send(Authoring.come_back)
    assert (tab[Authoring]["deleted"], tab[Post]["post"]["status"]) == (0, "unpublished")


async def test_readers_watch_the_discussion_and_follow_the_author(
    cast: Cast, live: Sockets
) -> None:
    post = await factories.post(cast.alice)
    tab = await open_post(live, cast.bob, post)
    await tab.send(Authoring.watch, post_id=post.id, wanted=True)
    await tab.send(Authoring.follow, user_id=cast.alice.id, wanted=True)
    again = await open_post(live, cast.bob, post)
    assert (again[Authoring]["watches"], again[Authoring]["follows_author"]) == (True, True)
    await again.send(Authoring.watch, post_id=post.id, wanted=False)
    await again.send(Authoring.follow, user_id=cast.alice.id, wanted=False)
    assert (again[Authoring]["watches"], again[Authoring]["follows_author"]) == (False, False)


async def test_strangers_and_guests_change_nothing(cast: Cast, live: Sockets) -> None:
    post = await factories.post(cast.alice)
    for actor in (cast.bob, cast.guest):
        tab = await open_post(live, actor, post)
        for handler in (Authoring.unpublish, Authoring.publish, Authoring.delete):
            await tab.send(handler, post_id=post.id)
        assert tab[Authoring].get("deleted", 0) == 0
        assert tab[Post]["post"]["status"] == "published"
    assert await is_seen_by(cast.guest, post)


async def test_nobody_publishes_a_draft_of_somebody_else(cast: Cast, live: Sockets) -> None:
    async with unit_of_work() as session:
        draft = await posts.start_draft(session, cast.alice, title="Secret", text="Words.")
    for actor in (cast.bob, cast.olga, cast.guest):
        tab = await open_post(live, actor, draft)
        assert (tab[Post]["post"], tab[Post]["missing"]) == (None, True)
        await tab.send(Authoring.publish, post_id=draft.id)
    assert not await is_seen_by(cast.bob, draft)
