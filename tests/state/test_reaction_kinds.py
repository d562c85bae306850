"""Tests of the dialog that removes a reaction."""

from community.admin.reactions import ReactionKindsState
from community.domain import reactions
from tests import factories
from tests.cast import Cast
from tests.domain.actions import react, run
from tests.state.tabs import SocketServer, Tab


async def open_dialog(socket_server: SocketServer, cast: Cast, code: str) -> Tab:
    tab = await socket_server.open(cast.olga, "/admin-panel/like-reactions")
    await tab.send(ReactionKindsState.load)
    await tab.send(ReactionKindsState.ask_to_remove, key=code)
    return tab


def find_kind(tab: Tab, code: str) -> dict[str, object] | None:
    kinds = tab[ReactionKindsState]["rows"]
    return next((kind for kind in kinds if kind["code"] == code), None)


async def test_an_unused_reaction_is_deleted_after_the_confirmation(
    socket_server: SocketServer, cast: Cast
) -> None:
    tab = await open_dialog(socket_server, cast, "like")
    assert tab[ReactionKindsState]["removing"]["is_used"] is False
    assert find_kind(tab, "like") is not None
    await tab.send(ReactionKindsState.remove, message={})
    assert tab[ReactionKindsState]["removing"] is None
    assert find_kind(tab, "like") is None


async def test_the_dialog_says_that_a_reaction_is_in_use_by_now(
    socket_server: SocketServer, cast: Cast
) -> None:
    tab = await open_dialog(socket_server, cast, "like")
    await tab.send(ReactionKindsState.cancel_removal)
    await react(cast.bob, await factories.post(cast.alice), "like")
    await tab.send(ReactionKindsState.ask_to_remove, key="like")
    assert tab[ReactionKindsState]["removing"]["is_used"] is True
    await tab.send(ReactionKindsState.remove, message={})
    kind = find_kind(tab, "like")
    assert kind is not None
    assert kind["is_active"] is False


async def test_the_dialog_reports_that_a_reaction_cannot_be_removed(
    socket_server: SocketServer, cast: Cast
) -> None:
    await run(reactions.create_kind, cast.olga, name="Last", emoji="🦊")
    tab = await open_dialog(socket_server, cast, "last")
    for kind in tab[ReactionKindsState]["rows"]:
        if kind["code"] != "last" and kind["is_active"]:
            await run(reactions.edit_kind, cast.olga, code=kind["code"], is_active=False)
    await tab.send(ReactionKindsState.remove, message={})
    assert "available to everyone" in tab[ReactionKindsState]["removal_error"]
    assert find_kind(tab, "last") is not None
