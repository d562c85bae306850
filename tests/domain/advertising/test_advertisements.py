"""Tests of how administrators manage advertisements."""

from datetime import timedelta
from typing import Any

import pytest

from community.admin.audit_log.fields import find_unnamed
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.core.errors import Conflict, Invalid, NotFound, PermissionDenied
from community.domain import advertising, audit, site, uploads
from community.domain.advertising import AdvertisementView
from community.domain.advertising.validation import clean_link
from tests import factories
from tests.cast import Cast
from tests.domain.actions import run
from tests.domain.advertising.rows import create, edit


async def get_errors(admin: Actor, **values: Any) -> dict[str, list[str]]:
    with pytest.raises(Invalid) as error:
        await create(admin, **values)
    return error.value.field_errors


async def list_running() -> list[int]:
    async with read_session() as session:
        return [running.id for running in await advertising.list_running(session)]


async def list_all(admin: Actor) -> list[AdvertisementView]:
    async with read_session() as session:
        return await advertising.list_advertisements(session, admin)


async def change_settings(admin: Actor, **values: Any) -> None:
    await run(site.update_settings, admin, site.AdvertisingSettings(**values))


async def test_a_new_advertisement_runs_at_once(cast: Cast) -> None:
    created = await create(cast.olga, weight=None, audience={"tags": ["#Rye Bread", "rye-bread"]})
    assert (created.status, created.weight, created.every_nth) == ("running", 10, None)
    assert created.audience.tags == ["rye-bread"]
    assert await list_running() == [created.id]
    feed = await create(cast.olga, kind="feed", place="feed")
    assert feed.every_nth == 8


async def test_only_administrators_with_the_section_manage_them(cast: Cast) -> None:
    with pytest.raises(NotFound):
        await create(cast.alice)
    with pytest.raises(PermissionDenied):
        await create(await factories.user("eve", sections=["users"]))
    assert await create(await factories.user("ada", sections=["advertisements"]))


@pytest.mark.parametrize(
    "link",
    [
        "",
        "http://bakery.example.com",
        "javascript:alert(1)",
        "JavaScript:alert(1)//https://a.example.com",
        "data:text/html,x",
        "//evil.example.com",
        "/\\evil.example.com",
        "\\\\evil.example.com",
        "https:evil.example.com",
        "https:///evil.example.com",
        "https://",
        "https://user@evil.example.com",
        "https://bank.example.com:pass@evil.example.com",
        "https://bank.example.com\\@evil.example.com",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://localhost/",
        "https://0x7f.1/",
        "https://a.example.com:99999/",
        "https://a.example.com/\r\nSet-Cookie: x=1",
        "https://a.example.com/ x",
        "https://a.example.com/\u202egnp.exe",
        'https://a.example.com/"><script>',
        "https://-a.example.com/",
        "/ad/7",
        "/AD/7?x",
        "//ad/7",
        "/p/../ad/7",
        "/admin-panel/users",
        "ftp://a.example.com",
        f"https://a.example.com/{'x' * 500}",
        f"https://a.example.com/{chr(0x43F) * 100}",
    ],
)
def test_hostile_addresses_are_refused(link: str) -> None:
    with pytest.raises(Invalid) as error:
        clean_link(link)
    assert list(error.value.field_errors) == ["link"]


@pytest.mark.parametrize(
    ("link", "stored"),
    [
        (" https://a.example.com ", "https://a.example.com"),
        ("https://A.example.COM:8443/x?y=1#z", "https://a.example.com:8443/x?y=1#z"),
        ("https://b\u00fccher.example.com/", "https://xn--bcher-kva.example.com/"),
        # A Cyrillic letter that looks like a Latin one becomes visible.
        ("https://\u0430pple.example.com/", "https://xn--pple-43d.example.com/"),
        (
            "https://example.com/путь?a=%20&b=é",
            "https://example.com/%D0%BF%D1%83%D1%82%D1%8C?a=%20&b=%C3%A9",
        ),
        ("/c/хлеб", "/c/%D1%85%D0%BB%D0%B5%D0%B1"),
        ("/plans", "/plans"),
        ("/c/bread?x=1", "/c/bread?x=1"),
    ],
)
def test_links_are_stored_in_ascii(link: str, stored: str) -> None:
    assert clean_link(link) == stored


async def test_texts_lose_invisible_characters(cast: Cast) -> None:
    created = await create(cast.olga, title="Free\u202e \x00 bread\u200b\n<b>", alt="\u3164")
    assert (created.title, created.alt) == ("Free bread <b>", "")
    assert list(await get_errors(cast.olga, title="\u200b\u2060")) == ["title"]


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"title": "x" * 61}, "title"),
        ({"text": "x" * 141}, "text"),
        ({"button": "x" * 25}, "button"),
        ({"button": ""}, "button"),
        ({"alt": "x" * 121}, "alt"),
        ({"kind": "popup"}, "kind"),
        ({"place": "feed"}, "place"),
        ({"kind": "feed"}, "place"),
        ({"weight": 0}, "weight"),
        ({"weight": 101}, "weight"),
        ({"kind": "feed", "place": "feed", "every_nth": 2}, "every_nth"),
        ({"kind": "feed", "place": "comments", "every_nth": 51}, "every_nth"),
        ({"budget_impressions": 0}, "budget_impressions"),
        ({"budget_impressions": 10**12}, "budget_impressions"),
        ({"cap_per_day": 0}, "cap_per_day"),
        ({"audience": {"readers": "robots"}}, "readers"),
        ({"audience": {"devices": ["fridge"]}}, "devices"),
        ({"audience": {"languages": ["xx"]}}, "languages"),
        ({"audience": {"tags": ["???"]}}, "tags"),
        ({"audience": {"tags": [f"t{n}" for n in range(21)]}}, "tags"),
        ({"audience": {"communities": [404]}}, "communities"),
        ({"audience": []}, "audience"),
    ],
)
async def test_invalid_values_name_their_field(
    cast: Cast, values: dict[str, Any], field: str
) -> None:
    assert field in await get_errors(cast.olga, **values)


async def test_all_errors_are_shown_together(cast: Cast) -> None:
    assert set(await get_errors(cast.olga, name="", link="x", weight=0)) == {
        "name",
        "link",
        "weight",
    }


async def test_the_end_is_in_the_future_and_after_the_start(cast: Cast) -> None:
    now, day = clock.now(), timedelta(days=1)
    assert "ends_at" in await get_errors(cast.olga, ends_at=now - day, starts_at=now - 2 * day)
    assert "ends_at" in await get_errors(cast.olga, ends_at=now + day, starts_at=now + 2 * day)
    created = await create(cast.olga, starts_at=now + day, ends_at=now + 2 * day)
    assert created.status == "scheduled"
    with clock.travel(3 * day):
        # What has ended can still be renamed.
        assert (await edit(cast.olga, created, name="Past sale")).status == "ended"


async def test_an_image_needs_a_description_and_a_fitting_shape(cast: Cast) -> None:
    image = (await factories.upload(cast.olga)).id
    values = {"title": "", "button": "", "image": image}
    assert list(await get_errors(cast.olga, **values)) == ["alt"]
    created = await create(cast.olga, **values, alt="A loaf")
    assert created.image
    assert (created.image.width, created.image.height) == (1280, 1280)
    assert created.image.url.endswith("1280.webp")
    small = (await factories.upload(cast.olga)).id
    assert (await edit(cast.olga, created, image_small=small)).image_small
    with pytest.raises(Invalid) as error:
        await edit(cast.olga, created, image=None)
    assert "image" in error.value.field_errors
    with pytest.raises(Conflict):
        await run(uploads.remove, cast.olga, upload_id=image, is_use_confirmed=True)
    await run(advertising.remove_advertisement, cast.olga, advertisement_id=created.id)
    assert await run(uploads.remove, cast.olga, upload_id=image)


async def test_an_image_of_another_user_is_refused(cast: Cast) -> None:
    image = (await factories.upload(cast.alice)).id
    assert "image" in await get_errors(cast.olga, image=image, alt="A loaf")


async def test_someone_else_approves_what_readers_see(cast: Cast) -> None:
    await change_settings(cast.olga, needs_approval=True)
    created = await create(cast.olga)
    assert (created.status, created.can_approve) == ("waiting_for_approval", False)
    assert await list_running() == []
    approve: dict[str, Any] = {"advertisement_id": created.id}
    with pytest.raises(PermissionDenied):
        await run(advertising.approve_advertisement, cast.olga, **approve)
    ada = await factories.user("ada", is_admin=True)
    assert await run(advertising.approve_advertisement, ada, **approve)
    assert not await run(advertising.approve_advertisement, ada, **approve)
    assert await list_running() == [created.id]
    # A change of the period needs no approval, and a change of the text does.
    assert (await edit(ada, created, weight=20)).status == "running"
    assert (await edit(ada, created, title="Cheap pills")).status == "waiting_for_approval"
    with pytest.raises(PermissionDenied):
        await run(advertising.approve_advertisement, ada, **approve)


async def test_the_switch_hides_all_advertisements(cast: Cast) -> None:
    created = await create(cast.olga)
    await change_settings(cast.olga, advertisements_enabled=False)
    assert await list_running() == []
    await change_settings(cast.olga, advertisements_enabled=True)
    assert await list_running() == [created.id]
    assert (await edit(cast.olga, created, is_active=False)).status == "off"
    assert await list_running() == []


async def test_the_order_of_the_list_is_stored(cast: Cast) -> None:
    first, second = await create(cast.olga), await create(cast.olga, name="Second")
    ids = [second.id, first.id]
    await run(advertising.reorder_advertisements, cast.olga, advertisement_ids=ids)
    assert [shown.id for shown in await list_all(cast.olga)] == ids
    with pytest.raises(Conflict):
        await run(advertising.reorder_advertisements, cast.olga, advertisement_ids=[first.id])


async def test_changes_are_recorded_with_names(cast: Cast) -> None:
    created = await create(cast.olga)
    await edit(cast.olga, created, weight=50)
    await edit(cast.olga, created, weight=50)
    await run(advertising.create_report_link, cast.olga, advertisement_id=created.id)
    assert await run(advertising.revoke_report_link, cast.olga, advertisement_id=created.id)
    assert not await run(advertising.revoke_report_link, cast.olga, advertisement_id=created.id)
    await run(advertising.remove_advertisement, cast.olga, advertisement_id=created.id)
    async with read_session() as session:
        entries = (await audit.list_entries(session, cast.olga)).items
    assert [entry.action.removeprefix("advertisement.") for entry in entries] == [
        "removed",
        "report_link_revoked",
        "report_link_created",
        "changed",
        "created",
    ]
    assert not [
        name for entry in entries for name in find_unnamed(entry.action, entry.before, entry.after)
    ]
