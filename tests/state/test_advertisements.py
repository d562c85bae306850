"""Tests of the section with the advertisements."""

from typing import Any

from community.admin.advertisements.preview_state import AdvertisementPreviewState
from community.admin.advertisements.report_state import AdvertisementReportState
from community.admin.advertisements.state import AdvertisementsState
from community.core import clock
from community.core.db import sessions as database
from community.core.db.sessions import unit_of_work
from community.domain import advertising, comments, site
from community.domain.advertising import Batch, CountKey, Slot
from community.i18n import override
from community.state.runtime.toasts import ToastsState
from tests import factories
from tests.cast import Cast
from tests.domain.actions import run
from tests.domain.advertising.rows import create
from tests.state.tabs import SocketServer, Tab

PATH = "/admin-panel/advertisements"
FORM: dict[str, Any] = {
    "name": "Spring sale",
    "place": "feed",
    "title": "Fresh bread",
    "button": "See it",
    "link": "https://bakery.example.com",
    "weight": "20",
    "every_nth": "",
    "ends_at": "2100-01-01T12:00",
    "readers": "guests",
    "tags": "rye, wheat",
    "communities": "bread",
    "device_phone": "on",
}


def list_rows(tab: Tab) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = tab[AdvertisementsState]["rows"]
    return rows


async def test_an_administrator_fills_in_corrects_and_changes_the_form(
    cast: Cast, socket_server: SocketServer
) -> None:
    community = await factories.community(cast.alice, "bread")
    tab = await socket_server.open(cast.olga, PATH)
    await tab.send(AdvertisementsState.load)
    await tab.send(AdvertisementsState.open_form)
    wrong = {**FORM, "weight": "much", "ends_at": "soon"}
    await tab.send(AdvertisementsState.save, message=wrong)
    assert tab[AdvertisementsState]["errors"].keys() == {"weight", "ends_at"}
    await tab.send(AdvertisementsState.save, message={**FORM, "communities": "no-such"})
    assert tab[AdvertisementsState]["errors"].keys() == {"communities"}
    await tab.send(AdvertisementsState.save, message=FORM)
    assert tab[AdvertisementsState]["is_form_open"] is False
    [row] = list_rows(tab)
    assert (row["status"], row["every_nth"], row["ends_at"]) == ("running", "8", FORM["ends_at"])
    assert (row["communities"], row["tags"]) == (community.slug, "rye\nwheat")
    assert (row["readers"], row["devices"]) == ("guests", ["phone"])
    await tab.send(AdvertisementsState.open_form, key=row["id"])
    changed = {**FORM, "starts_at": row["starts_at"], "place": "sidebar"}
    await tab.send(AdvertisementsState.save, message=changed)
    assert list_rows(tab)[0]["place"] == "sidebar"


async def test_the_list_of_another_administrator_is_approved_ordered_and_deleted(
    cast: Cast, socket_server: SocketServer
) -> None:
    await run(site.update_settings, cast.olga, site.AdvertisingSettings(needs_approval=True))
    ada = await factories.user("ada", is_admin=True)
    tab = await socket_server.open(ada, PATH)
    await tab.send(AdvertisementsState.load)
    first, second = await create(cast.olga), await create(cast.olga, name="Second")
    await database.wait_for_pushes()
    await socket_server.wait_until_idle()
    assert [row["status"] for row in list_rows(tab)] == ["waiting_for_approval"] * 2
    await tab.send(AdvertisementsState.approve, advertisement_id=second.id)
    keys = [str(second.id), str(first.id)]
    await tab.send(AdvertisementsState.reorder, keys=keys)
    assert [(row["name"], row["status"]) for row in list_rows(tab)] == [
        ("Second", "running"),
        ("Spring sale", "waiting_for_approval"),
    ]
    await tab.send(AdvertisementsState.set_active, key=second.id, is_active=False)
    assert list_rows(tab)[0]["status"] == "off"
    await tab.send(AdvertisementsState.ask_to_remove, key=first.id)
    await tab.send(AdvertisementsState.remove, message={})
    assert [row["id"] for row in list_rows(tab)] == [second.id]


async def test_the_list_speaks_russian_of_advertisements(
    cast: Cast, socket_server: SocketServer
) -> None:
    await create(cast.olga, budget_impressions=21)
    tab = await socket_server.open(cast.olga, PATH)
    with override("ru"):
        await tab.send(AdvertisementsState.load)
        [row] = list_rows(tab)
        # Other texts with the same English words are about jobs and accounts.
        assert (row["status_label"], row["impressions"]) == ("Показывается", "0 из 21 показа")
        await tab.send(AdvertisementsState.ask_to_remove, key=row["id"])
        await tab.send(AdvertisementsState.remove, message={})
        assert tab[ToastsState]["toasts"].pop()["text"] == "Удалено"


async def test_the_sheet_shows_statistics_and_the_link_for_the_advertiser(
    cast: Cast, socket_server: SocketServer
) -> None:
    shown = await create(cast.olga)
    slot = Slot(shown.id, clock.now().date(), "sidebar", 0)
    counts = {CountKey(slot, "shown"): 8, CountKey(slot, "impressions"): 4}
    async with unit_of_work() as session:
        await advertising.store_batch(session, Batch({**counts, CountKey(slot, "clicks"): 1}))
    tab = await socket_server.open(cast.olga, PATH)
    await tab.send(AdvertisementReportState.open, advertisement_id=shown.id)
    report = tab[AdvertisementReportState]
    assert [(row["impressions"], row["clicks"]) for row in report["days"]] == [(4, 1)]
    assert [row["label"] for row in report["places"]] == ["Sidebar"]
    assert [row["label"] for row in report["communities"]] == ["Other pages"]
    assert (report["totals"]["viewability"], report["totals"]["click_rate"]) == ("50%", "25%")
    await tab.send(AdvertisementReportState.create_link)
    assert "/ad/report/" in tab[AdvertisementReportState]["report_url"]
    await tab.send(AdvertisementReportState.revoke_link)
    assert tab[AdvertisementReportState]["has_report_link"] is False


async def test_the_preview_shows_the_form_in_a_page_with_the_place(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await socket_server.open(cast.olga, PATH)
    await tab.send(AdvertisementsState.load)
    await tab.send(AdvertisementsState.open_form)
    preview = tab[AdvertisementPreviewState]
    assert preview == {"url": "/new?advertisement=sidebar", "html": ""}
    await tab.send(AdvertisementPreviewState.update, message={**FORM, "title": "<b>Rye</b>"})
    assert preview["url"] == "/new?advertisement=feed"
    assert "&lt;b&gt;Rye&lt;/b&gt;" in preview["html"]
    assert 'class="ad"' in preview["html"]
    await tab.send(AdvertisementPreviewState.update, message={**FORM, "place": "comments"})
    assert preview["url"] == ""
    post = await factories.post(cast.alice)
    text = await comments.render_text("Well said.")
    await run(comments.reply, cast.bob, post_id=post.id, text=text)
    await tab.send(AdvertisementPreviewState.update, message={**FORM, "place": "post_bottom"})
    assert preview["url"] == f"/p/{post.id}/{post.slug}?advertisement=post_bottom"
    await tab.send(AdvertisementPreviewState.update, message={"place": "header", "title": " "})
    assert preview["html"] == ""


async def test_the_preview_of_a_stored_advertisement_has_its_image(
    cast: Cast, socket_server: SocketServer
) -> None:
    advertisement = await create(cast.olga, place="header", title="Rye")
    upload = await factories.upload(cast.olga)
    tab = await socket_server.open(cast.olga, PATH)
    await tab.send(AdvertisementsState.load)
    await tab.send(AdvertisementsState.open_form, key=advertisement.id)
    preview = tab[AdvertisementPreviewState]
    assert (preview["url"], "Rye" in preview["html"]) == ("/new?advertisement=header", True)
    await tab.send(AdvertisementsState.set_image, field="image", upload_id=str(upload.id))
    assert f'width="{upload.width}"' in preview["html"]
    await tab.send(AdvertisementsState.remove_image, field="image")
    assert "<img" not in preview["html"]
