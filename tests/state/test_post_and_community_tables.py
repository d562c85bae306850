"""Tests of the State of the sections with all posts and all communities."""

from community.admin.communities import CommunityTableState
from community.admin.dashboard.state import DashboardState
from community.admin.posts import PostTableState
from community.core.db.sessions import read_session, unit_of_work
from community.domain import audit, site
from community.models import Community, Post
from community.state.runtime.toasts import ToastsState
from tests import factories
from tests.cast import Cast
from tests.domain.actions import list_notification_kinds, publish_post, start_draft
from tests.state.tabs import SocketServer


async def get_post(post: Post) -> Post:
    async with read_session() as session:
        return await session.get_one(Post, post.id)


async def list_actions(cast: Cast) -> list[str]:
    async with read_session() as session:
        return [entry.action for entry in (await audit.list_entries(session, cast.olga)).items]


async def test_an_administrator_hides_moves_deletes_and_restores_a_post(
    cast: Cast, socket_server: SocketServer
) -> None:
    await factories.community(cast.charlie, "bread")
    post = await publish_post(cast.alice, "On rye")
    await start_draft(cast.alice, "A private draft")
    tab = await socket_server.open(cast.olga, f"/admin-panel/posts?record={post.id}")
    await tab.send(PostTableState.load)
    assert [row["label"] for row in tab[PostTableState]["loaded_page"]["rows"]] == ["On rye"]
    assert tab[PostTableState]["record"]["title"] == "On rye"

    async def act(code: str) -> None:
        await tab.send(PostTableState.ask, action=code, record_id=post.id)
        await tab.send(PostTableState.confirm, message={"reason": "Because"})

    await act("hide")
    assert (await get_post(post)).status == "unpublished"
    assert await list_notification_kinds(cast.alice) == ["post_unpublished"]
    await act("publish")
    assert (await get_post(post)).status == "published"
    await tab.send(PostTableState.move, message={"community": "bread"})
    assert (await get_post(post)).community_id is not None
    await tab.send(PostTableState.move, message={"community": "nowhere"})
    assert tab[PostTableState]["move_error"]
    await act("delete")
    assert (await get_post(post)).status == "deleted"
    await act("restore")
    assert (await get_post(post)).status == "published"
    assert await list_actions(cast) == [
        "post.restored",
        "post.deleted",
        "post.edited",
        "post.published",
        "post.unpublished",
    ]


async def test_an_administrator_approves_and_rejects_posts_that_wait(
    cast: Cast, socket_server: SocketServer
) -> None:
    async with unit_of_work() as session:
        settings = site.ContentSettings(premoderate_content=True)
        await site.update_settings(session, cast.olga, settings)
    posts = [await publish_post(cast.alice, title) for title in ("Good", "Bad")]
    tab = await socket_server.open(cast.olga, "/admin-panel/posts?status=on_moderation")
    await tab.send(PostTableState.load)
    labels = {row["label"] for row in tab[PostTableState]["loaded_page"]["rows"]}
    assert labels == {"Good", "Bad"}
    dashboard = await socket_server.open(cast.olga, "/admin-panel")
    await dashboard.send(DashboardState.load)
    assert dashboard[DashboardState]["waiting"]["posts"] == 2
    for post, action in zip(posts, ("approve", "reject"), strict=True):
        await tab.send(PostTableState.ask, action=action, record_id=post.id)
        await tab.send(PostTableState.confirm, message={"reason": "Because"})
    assert [(await get_post(post)).status for post in posts] == ["published", "unpublished"]
    assert await list_actions(cast) == ["post.unpublished", "post.published"]


async def test_an_administrator_closes_a_community_and_reviews_its_comments(
    cast: Cast, socket_server: SocketServer
) -> None:
    bread = await factories.community(cast.charlie, "bread")
    tab = await socket_server.open(cast.olga, f"/admin-panel/communities?q=brea&record={bread.id}")
    await tab.send(CommunityTableState.load)
    assert tab[CommunityTableState]["record"]["slug"] == "bread"
    await tab.send(CommunityTableState.set_premoderation, is_on=True)
    await tab.send(CommunityTableState.ask, action="close", record_id=bread.id)
    await tab.send(CommunityTableState.confirm, message={"reason": ""})
    async with read_session() as session:
        row = await session.get_one(Community, bread.id)
    assert (row.premoderates_comments, row.closed_by_admin) == (True, True)
    assert await list_actions(cast) == ["community.closed", "community.edited"]


async def test_others_cannot_change_posts_and_communities(
    cast: Cast, socket_server: SocketServer
) -> None:
    bread, post = await factories.community(cast.charlie, "bread"), await publish_post(cast.alice)
    other = await factories.user("other", sections=["users"])
    for actor in (cast.guest, cast.bob, other):
        tab = await socket_server.open(actor, f"/admin-panel/posts?record={post.id}")
        await tab.send(PostTableState.load)
        await tab.send(PostTableState.ask, action="delete", record_id=post.id)
        await tab.send(PostTableState.confirm, message={"reason": ""})
        await tab.send(CommunityTableState.open_record, record_id=bread.id)
        await tab.send(CommunityTableState.set_premoderation, is_on=True)
        assert tab[PostTableState].get("record") is None
        assert tab[CommunityTableState].get("record") is None
    assert (await get_post(post)).status == "published"


async def test_posts_are_found_by_their_text_author_and_community(
    cast: Cast, socket_server: SocketServer
) -> None:
    await factories.community(cast.charlie, "bread")
    await publish_post(cast.alice, "On rye", "Sourdough needs time.")
    await publish_post(cast.bob, "On wheat", "Yeast is quick.")
    tab = await socket_server.open(cast.olga, "/admin-panel/posts")
    await tab.send(PostTableState.load)

    def list_titles() -> list[str]:
        return [row["label"] for row in tab[PostTableState]["loaded_page"]["rows"]]

    for term, found in (
        ("sourdough", ["On rye"]),
        ("WHEAT", ["On wheat"]),
        ("ye", ["On wheat"]),
        ("on", ["On wheat", "On rye"]),
    ):
        await tab.send(PostTableState.change_search, term=term)
        assert list_titles() == found
    await tab.send(PostTableState.change_search, term="")
    await tab.send(PostTableState.find_filter, code="author", name="@Alice")
    assert list_titles() == ["On rye"]
    assert tab[PostTableState]["filter_names"] == {"author": "Alice"}
    await tab.send(PostTableState.find_filter, code="author", name="zoe")
    assert list_titles() == ["On rye"]
    assert tab[ToastsState]["toasts"]
    await tab.send(PostTableState.find_filter, code="community", name="/c/bread")
    assert list_titles() == []
    assert tab[PostTableState]["filter_names"]["community"]


async def test_others_do_not_look_up_authors(cast: Cast, socket_server: SocketServer) -> None:
    limited = await factories.user("limited", sections=["users"])
    for actor in (cast.guest, cast.alice, limited):
        tab = await socket_server.open(actor, "/admin-panel/posts")
        await tab.send(PostTableState.find_filter, code="author", name="alice")
        assert not tab[PostTableState].get("filter_names")
