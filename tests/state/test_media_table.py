"""Tests of the State of the section with all images."""

from community.admin.media.state import MediaTableState
from community.core.actor import Actor
from community.core.db import sessions as database
from community.domain import uploads
from tests import factories
from tests.cast import Cast
from tests.domain.actions import publish_post
from tests.domain.uploads.test_removal import find, list_names, upload_image
from tests.state.tabs import SocketServer, Tab


async def open_media(socket_server: SocketServer, actor: Actor, query: str = "") -> Tab:
    uploads.clear_usage_cache()
    tab = await socket_server.open(actor, "/admin-panel/media" + query)
    await tab.send(MediaTableState.load)
    await tab.send(MediaTableState.load_usage)
    return tab


async def act(tab: Tab, code: str, record_id: str | int) -> None:
    await tab.send(MediaTableState.ask, action=code, record_id=record_id)
    await tab.send(MediaTableState.confirm, message={"reason": "Not theirs"})


async def wait_for_pushes(socket_server: SocketServer) -> None:
    await database.wait_for_pushes()
    await socket_server.wait_until_idle()


async def test_a_removed_image_disappears_from_the_table_of_another_administrator(
    cast: Cast, socket_server: SocketServer
) -> None:
    upload_id, other_id = str(await upload_image(cast.alice)), await upload_image(cast.bob)
    other = await factories.user("other", sections=["media"])
    watching = await open_media(socket_server, other, f"?record={upload_id}")
    tab = await open_media(socket_server, cast.olga, f"?record={upload_id}")
    assert watching[MediaTableState]["record"]["owner"]["slug"] == "alice"
    await act(tab, "remove_unused", upload_id)
    await wait_for_pushes(socket_server)
    for each in (tab, watching):
        assert each[MediaTableState]["removed_ids"] == [upload_id]
        assert each[MediaTableState]["record_id"] == 0
    assert tab[MediaTableState]["usage"]["total"]["count"] == "1"
    await tab.send(MediaTableState.select_all, is_selected=True)
    assert tab[MediaTableState]["selected_ids"] == [str(other_id)]


async def test_an_image_in_use_is_removed_only_by_the_action_that_says_so(
    cast: Cast, socket_server: SocketServer
) -> None:
    upload_id = await upload_image(cast.alice)
    await publish_post(cast.alice, text=f"![Sea](/media/{upload_id.hex}/320.webp)")
    tab = await open_media(socket_server, cast.olga, f"?record={upload_id}")
    await act(tab, "remove_unused", str(upload_id))
    assert await list_names(cast) == ["sea.jpg"]
    await act(tab, "remove", str(upload_id))
    assert await list_names(cast) == []


async def test_all_unused_images_are_removed(cast: Cast, socket_server: SocketServer) -> None:
    await upload_image(cast.alice, hours=2)
    watching = await open_media(socket_server, cast.olga)
    tab = await open_media(socket_server, cast.olga)
    await tab.send(MediaTableState.ask_to_purge)
    assert tab[MediaTableState]["purge_text"].startswith("1 image with")
    await tab.send(MediaTableState.purge, message={"reason": ""})
    await wait_for_pushes(socket_server)
    for each in (tab, watching):
        assert each[MediaTableState]["loaded_page"]["rows"] == []
    assert tab[MediaTableState]["purge_text"] == ""


async def test_others_cannot_remove_images(cast: Cast, socket_server: SocketServer) -> None:
    upload_id = await upload_image(cast.alice, hours=2)
    other = await factories.user("other", sections=["users"])
    for actor in (cast.guest, cast.alice, other):
        tab = await open_media(socket_server, actor, f"?record={upload_id}")
        await act(tab, "remove", str(upload_id))
        await tab.send(MediaTableState.purge, message={"reason": ""})
        assert tab[MediaTableState].get("record") is None
    assert await find(upload_id) is not None


async def test_a_malformed_id_is_rejected(cast: Cast, socket_server: SocketServer) -> None:
    tab = await open_media(socket_server, cast.olga, "?record=nonsense")
    for record_id in ("nonsense", 7):
        await tab.send(MediaTableState.open_record, record_id=record_id)
        assert tab[MediaTableState].get("record") is None
