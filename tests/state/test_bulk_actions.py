"""Tests of the handlers that act on all records that match, with the tables of posts and users."""

import pytest
from sqlmodel import select

from community import jobs
from community.admin.blocks.table.record_actions import RecordActionsState
from community.admin.comments import CommentTableState
from community.admin.posts import PostTableState
from community.admin.tables import STATES_BY_TABLE
from community.admin.users.state import UsersState
from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.domain import bulk_actions
from community.models import BulkAction, Post
from community.state.runtime.toasts import ToastsState
from tests import factories
from tests.cast import Cast
from tests.domain.actions import publish_post
from tests.state.tabs import SocketServer, Tab

PATH = "/admin-panel/posts"


async def open_posts(socket_server: SocketServer, actor: Actor, query: str = "") -> Tab:
    tab = await socket_server.open(actor, PATH + query)
    await tab.send(PostTableState.load)
    return tab


def list_shown_statuses(tab: Tab) -> set[str]:
    rows = tab[PostTableState]["loaded_page"]["rows"]
    return {row["cells"]["status"]["text"] for row in rows}


async def list_actions() -> list[BulkAction]:
    async with read_session() as session:
        return list((await session.scalars(select(BulkAction))).all())


async def test_all_posts_that_match_are_changed_with_progress_and_undone(
    cast: Cast, socket_server: SocketServer
) -> None:
    for number in range(53):
        await publish_post(cast.bob, f"Offer {number}")
    await publish_post(cast.alice, "Bread")
    tab = await open_posts(socket_server, cast.olga, "?q=offer")
    await tab.send(PostTableState.select_all, is_selected=True)
    assert len(tab[PostTableState]["selected_ids"]) == 50
    assert tab[PostTableState]["match_count"] == 53
    await tab.send(PostTableState.select_matching)
    assert tab[PostTableState]["matching"] == 53
    await tab.send(PostTableState.ask, action="hide", record_id=0)
    assert tab[PostTableState]["changes_all_matching"] is True
    await tab.send(PostTableState.confirm, message={"reason": "Advertising"})
    shown = tab[PostTableState]
    assert (shown["pending_action"], shown["matching"], shown["selected_ids"]) == ("", 0, [])
    assert shown["bulk_progress"] == "0 of 53"
    await jobs.run_due_jobs()
    await socket_server.wait_until_idle()
    shown = tab[PostTableState]
    assert shown["bulk_action"]["state"] == "finished"
    assert shown["bulk_progress"] == "53 posts unpublished"
    assert list_shown_statuses(tab) == {"Unpublished"}
    await tab.send(PostTableState.undo_bulk_action, bulk_action_id=shown["bulk_action"]["id"])
    await jobs.run_due_jobs()
    await socket_server.wait_until_idle()
    assert tab[PostTableState]["bulk_progress"] == "53 records restored"
    assert list_shown_statuses(tab) == {"Published"}
    async with read_session() as session:
        assert set(await session.scalars(select(Post.status))) == {"published"}
    await tab.send(PostTableState.dismiss_bulk_action, bulk_action_id=shown["bulk_action"]["id"])
    assert tab[PostTableState]["bulk_action"] is None


async def test_a_smaller_selection_or_another_view_ends_the_choice_of_all_that_match(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await publish_post(cast.bob, "Offer")
    tab = await open_posts(socket_server, cast.olga)
    for handler, arguments in (
        (PostTableState.select_row, {"record_id": post.id, "is_selected": False}),
        (PostTableState.select_all, {"is_selected": True}),
        (PostTableState.change_search, {"term": "offer"}),
        (PostTableState.change_filter, {"code": "status", "value": "published"}),
    ):
        await tab.send(PostTableState.select_matching)
        assert tab[PostTableState]["matching"] == 1
        await tab.send(handler, **arguments)
        assert tab[PostTableState]["matching"] == 0


async def test_more_matching_records_need_another_confirmation(
    cast: Cast, socket_server: SocketServer
) -> None:
    await publish_post(cast.bob, "Offer")
    tab = await open_posts(socket_server, cast.olga)
    await tab.send(PostTableState.select_all, is_selected=True)
    await tab.send(PostTableState.select_matching)
    await tab.send(PostTableState.ask, action="hide", record_id=0)
    await publish_post(cast.bob, "Another offer")
    await tab.send(PostTableState.confirm, message={})
    shown = tab[PostTableState]
    assert shown["action_error"] == "Now 2 records match. Confirm again."
    assert (shown["pending_action"], shown["matching"]) == ("hide", 2)
    assert await list_actions() == []
    await tab.send(PostTableState.confirm, message={})
    assert [action.total for action in await list_actions()] == [2]


async def test_a_ban_of_all_that_match_asks_for_the_password_and_needs_a_reason(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await socket_server.open(cast.olga, "/admin-panel/users?q=bob")
    await tab.send(UsersState.load)
    await tab.send(UsersState.select_all, is_selected=True)
    await tab.send(UsersState.select_matching)
    await tab.send(UsersState.ask, action="ban", record_id=0)
    await tab.send(UsersState.confirm, message={"reason": ""})
    assert tab[UsersState]["action_error"] == "Enter a reason."
    assert await list_actions() == []


@pytest.mark.parametrize("name", ["guest", "alice", "other"])
async def test_strangers_neither_start_nor_see_nor_stop_an_action(
    cast: Cast, socket_server: SocketServer, name: str
) -> None:
    await publish_post(cast.bob, "Offer")
    owner = await open_posts(socket_server, cast.olga)
    await owner.send(PostTableState.select_all, is_selected=True)
    await owner.send(PostTableState.select_matching)
    await owner.send(PostTableState.ask, action="hide", record_id=0)
    await owner.send(PostTableState.confirm, message={})
    (action,) = await list_actions()
    other = await factories.user("other", sections=["comments"])
    actor = other if name == "other" else getattr(cast, name)
    tab = await open_posts(socket_server, actor)
    await tab.send(PostTableState.select_matching)
    await tab.send(PostTableState.ask, action="delete", record_id=0)
    await tab.send(PostTableState.confirm, message={})
    for handler in (
        PostTableState.stop_bulk_action,
        PostTableState.undo_bulk_action,
        PostTableState.dismiss_bulk_action,
    ):
        await tab.send(handler, bulk_action_id=action.id)
    await tab.send(PostTableState.reload_bulk_action)
    assert tab[PostTableState].get("bulk_action") is None
    assert tab[ToastsState].get("toasts") or tab[ToastsState]["is_sign_in_open"]
    # The section of another table does not help.
    if name == "other":
        comments = await socket_server.open(actor, "/admin-panel/comments")
        await comments.send(CommentTableState.stop_bulk_action, bulk_action_id=action.id)
    (unchanged,) = await list_actions()
    assert (unchanged.state, unchanged.dismissed_at) == ("running", None)


def test_every_act_on_selected_records_works_for_all_that_match() -> None:
    in_sheets = ("hide", "delete", "delete_message", "restore", "warn", "ban")
    only_in_sheets = {("reports", code) for code in in_sheets}
    for code, state in STATES_BY_TABLE.items():
        if issubclass(state, RecordActionsState):
            actions = {(code, action) for action in state.actions} - only_in_sheets
            assert actions == {(code, action) for action in bulk_actions.TABLES[code].actions}, code
