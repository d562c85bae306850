"""Tests of the State of the section with all comments."""

from community.admin.comments import CommentTableState
from community.core.actor import Actor
from community.core.db import sessions as database
from community.core.db.sessions import read_session
from community.models import Comment
from tests import factories
from tests.cast import Cast
from tests.domain.actions import publish_post, reply
from tests.state.tabs import SocketServer, Tab


async def open_comments(socket_server: SocketServer, actor: Actor, query: str = "") -> Tab:
    tab = await socket_server.open(actor, "/admin-panel/comments" + query)
    await tab.send(CommentTableState.load)
    return tab


async def get_status(comment: Comment) -> str:
    async with read_session() as session:
        return (await session.get_one(Comment, comment.id)).moderation_status


async def act(tab: Tab, code: str, comment_id: int = 0, reason: str = "") -> None:
    await tab.send(CommentTableState.ask, action=code, record_id=comment_id)
    await tab.send(CommentTableState.confirm, message={"reason": reason})


async def test_an_administrator_changes_one_comment_and_several(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await publish_post(cast.alice)
    rows = [await reply(cast.bob, post) for _ in range(3)]
    tab = await open_comments(socket_server, cast.olga, f"?record={rows[0].id}")
    assert tab[CommentTableState]["record"]["comment"]["text"] == "Well said."
    await act(tab, "hide", rows[0].id, "Off topic")
    assert await get_status(rows[0]) == "on_moderation"
    assert tab[CommentTableState]["record"]["moderations"][0]["reason"] == "Off topic"
    assert tab[CommentTableState]["pending_action"] == ""
    await tab.send(CommentTableState.select_all, is_selected=True)
    await act(tab, "approve")
    assert {await get_status(row) for row in rows} == {"published"}
    await tab.send(CommentTableState.select_all, is_selected=True)
    await act(tab, "delete")
    assert {await get_status(row) for row in rows} == {"deleted"}


async def test_the_sheet_refuses_to_act_on_a_version_that_the_viewer_has_not_read(
    cast: Cast, socket_server: SocketServer
) -> None:
    comment = await reply(cast.bob, await publish_post(cast.alice))
    tab = await open_comments(socket_server, cast.olga, f"?record={comment.id}")
    await tab.send(CommentTableState.ask, action="hide", record_id=comment.id)
    async with database.unit_of_work() as session:
        (await session.get_one(Comment, comment.id)).version += 1
    await tab.send(CommentTableState.confirm, message={"reason": ""})
    assert await get_status(comment) == "published"


async def test_others_cannot_act(cast: Cast, socket_server: SocketServer) -> None:
    comment = await reply(cast.bob, await publish_post(cast.alice))
    other = await factories.user("other", sections=["users"])
    for actor in (cast.guest, cast.bob, other):
        tab = await open_comments(socket_server, actor, f"?record={comment.id}")
        await act(tab, "delete", comment.id)
        assert tab[CommentTableState].get("record") is None
    assert await get_status(comment) == "published"
