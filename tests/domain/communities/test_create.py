from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import select

from community.core import clock
from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.core.errors import Conflict, Invalid, NotAllowed, NotFound
from community.domain import communities
from community.domain.communities import policies
from community.models import Community, Upload
from tests.cast import Cast


async def create(by: Actor, slug: str = "bread", name: str = "Bread", **more: Any) -> Community:
    async with unit_of_work() as session:
        return await communities.create(session, by, slug=slug, name=name, **more)


async def edit(by: Actor, community: Community, **changes: Any) -> Community:
    async with unit_of_work() as session:
        return await communities.edit(session, by, community_id=community.id, **changes)


async def test_its_founder_owns_it_moderates_it_and_is_its_first_member(cast: Cast) -> None:
    await create(cast.alice, " Bread ", " Bread & Co ", rules="Be *kind*.")
    async with reading() as session:
        view = await communities.get_view(session, cast.alice, "bread")
        assert (view.slug, view.name, view.url) == ("Bread", "Bread & Co", "/c/Bread")
        assert view.rules_html == "<p>Be <em>kind</em>.</p>\n"
        assert view.owner.slug == "alice"
        assert [person.slug for person in view.moderators] == ["alice"]
        assert view.members_count == 1
        assert (view.is_member, view.is_moderator) == (True, True)
        assert (view.can_edit, view.can_post) == (True, True)


async def test_guests_and_banned_people_open_none(cast: Cast) -> None:
    for actor, code in ((cast.guest, "unauthenticated"), (cast.mallory, "banned")):
        with pytest.raises(NotAllowed) as refusal:
            await create(actor)
        assert refusal.value.code == code


@pytest.mark.parametrize("slug", ["ab", "x" * 31, "with space", "кот", "a/b", "123", "new", ""])
async def test_an_address_has_rules(cast: Cast, slug: str) -> None:
    with pytest.raises(Invalid) as refusal:
        await create(cast.alice, slug)
    assert list(refusal.value.fields) == ["slug"]


async def test_every_field_that_cannot_be_used_is_named(cast: Cast) -> None:
    with pytest.raises(Invalid) as refusal:
        await create(
            cast.alice,
            "?",
            " ",
            description="x" * 501,
            rules="x" * 10_001,
            posting="nobody",
        )
    assert list(refusal.value.fields) == ["slug", "name", "description", "rules", "posting"]


async def test_its_pictures_are_uploads_of_ones_own(cast: Cast) -> None:
    async with unit_of_work() as session:
        mine, theirs, large = (
            Upload(
                owner_id=each.id,
                width=900,
                height=9,
                size=1,
                original_size=size,
                variants={"320": {}, "720": {}, "1280": {}},
            )
            for each, size in (
                (cast.alice, 1),
                (cast.bob, 1),
                (cast.alice, policies.AVATAR_BYTES + 1),
            )
        )
        session.add_all([mine, theirs, large])
    bread = await create(cast.alice, avatar=mine.id)
    assert bread.avatar == f"/media/{mine.id.hex}/320.webp"
    for upload in (theirs, large):
        with pytest.raises(Invalid) as refusal:
            await edit(cast.alice, bread, avatar=upload.id)
        assert list(refusal.value.fields) == ["avatar"]
    changed = await edit(cast.alice, bread, avatar=None, header=large.id)
    assert (changed.avatar, changed.header) == (None, f"/media/{large.id.hex}/1280.webp")
    async with reading() as session:
        kept = {each.id: each.attached_at for each in await session.scalars(select(Upload))}
    assert kept[mine.id] is None
    assert kept[large.id] is not None


async def test_an_address_is_taken_whatever_its_case(cast: Cast) -> None:
    await create(cast.alice, "Bread")
    with pytest.raises(Conflict) as refusal:
        await create(cast.bob, "bREAD")
    assert "slug" in refusal.value.fields


async def test_one_person_has_only_so_many(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policies, "MAX_OWNED", 1)
    first = await create(cast.alice)
    with pytest.raises(Conflict):
        await create(cast.alice, "rye", "Rye")
    async with unit_of_work() as session:
        await communities.close(session, cast.alice, community_id=first.id)
    await create(cast.alice, "rye", "Rye")


async def test_a_former_address_leads_on_and_is_kept_for_a_while(cast: Cast) -> None:
    bread = await create(cast.alice)
    await edit(cast.alice, bread, slug="Loaf")
    async with reading() as session:
        assert await communities.find_moved(session, "BREAD") == "Loaf"
        with pytest.raises(NotFound):
            await communities.get_community(session, "bread")
    with pytest.raises(Conflict):
        await create(cast.bob, "bread")
    with clock.moved(policies.FORMER_SLUG_TERM + timedelta(days=1)):
        await create(cast.bob, "bread", "Bread")
        async with reading() as session:
            assert await communities.find_moved(session, "bread") is None


async def test_an_owner_may_take_a_former_address_back(cast: Cast) -> None:
    bread = await create(cast.alice)
    await edit(cast.alice, bread, slug="loaf")
    await edit(cast.alice, bread, slug="bread")
    async with reading() as session:
        assert (await communities.get_community(session, "bread")).id == bread.id
        assert await communities.find_moved(session, "loaf") == "bread"


async def test_only_what_is_given_changes(cast: Cast) -> None:
    bread = await create(cast.alice, description="Rise.", rules="Knead.")
    changed = await edit(cast.alice, bread, rules="*Fold.*", avatar=None)
    assert (changed.description, changed.name) == ("Rise.", "Bread")
    assert changed.rules_html == "<p><em>Fold.</em></p>\n"


async def test_only_the_owner_and_administrators_change_it(cast: Cast) -> None:
    bread = await create(cast.alice)
    for actor, code in ((cast.guest, "unauthenticated"), (cast.bob, "forbidden")):
        with pytest.raises(NotAllowed) as refusal:
            await edit(actor, bread, name="Mine")
        assert refusal.value.code == code
    assert (await edit(cast.olga, bread, name="Ours")).name == "Ours"


async def test_there_is_no_community_by_a_number_that_no_database_can_hold(cast: Cast) -> None:
    async with reading() as session:
        for nobody in (0, 2**64, "9" * 19, "9" * 40, "nobody"):
            with pytest.raises(NotFound):
                await communities.get_community(session, nobody)
