from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import select

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, Invalid, NotFound, PermissionDenied
from community.domain import communities, people
from community.domain.communities import policies
from community.models import Community, Upload
from tests.cast import Cast


async def create_community(
    actor: Actor, slug: str = "bread", name: str = "Bread", rules: str = "", **more: Any
) -> Community:
    rendered = await communities.render_rules(rules)
    async with unit_of_work() as session:
        return await communities.create(
            session, actor, slug=slug, name=name, rules=rendered, **more
        )


async def edit_community(actor: Actor, community: Community, **changes: Any) -> Community:
    if "rules" in changes:
        changes["rules"] = await communities.render_rules(changes["rules"])
    async with unit_of_work() as session:
        return await communities.edit(session, actor, community_id=community.id, **changes)


async def test_the_creator_of_a_community_is_its_owner_moderator_and_first_member(
    cast: Cast,
) -> None:
    await create_community(cast.alice, " Bread ", " Bread & Co ", rules="Be *kind*.")
    async with read_session() as session:
        view = await communities.get_view(session, cast.alice, "bread")
        assert (view.slug, view.name, view.url) == ("Bread", "Bread & Co", "/c/Bread")
        assert view.rules_html == '<p dir="auto">Be <em>kind</em>.</p>\n'
        assert view.owner.slug == "alice"
        assert [user.slug for user in view.moderators] == ["alice"]
        assert view.members_count == 1
        assert (view.is_member, view.is_moderator) == (True, True)
        assert (view.can_edit, view.can_post) == (True, True)


async def test_guests_and_banned_users_cannot_create_a_community(cast: Cast) -> None:
    for actor, code in ((cast.guest, "unauthenticated"), (cast.mallory, "banned")):
        with pytest.raises(PermissionDenied) as raised:
            await create_community(actor)
        assert raised.value.code == code


@pytest.mark.parametrize("slug", ["ab", "x" * 31, "with space", "кот", "a/b", "123", "new", ""])
async def test_an_invalid_slug_is_rejected(cast: Cast, slug: str) -> None:
    with pytest.raises(Invalid) as raised:
        await create_community(cast.alice, slug)
    assert list(raised.value.field_errors) == ["slug"]


async def test_all_invalid_fields_are_reported_together(cast: Cast) -> None:
    with pytest.raises(Invalid) as raised:
        await create_community(
            cast.alice,
            "?",
            " ",
            description="x" * 501,
            rules="x" * 10_001,
            posting="nobody",
        )
    assert list(raised.value.field_errors) == ["slug", "name", "description", "rules", "posting"]


async def test_community_images_must_be_own_uploads_within_the_size_limit(cast: Cast) -> None:
    async with unit_of_work() as session:
        mine, theirs, large = (
            Upload(
                owner_id=owner.id,
                width=900,
                height=9,
                size=1,
                original_size=size,
                variants={"320": {}, "720": {}, "1280": {}},
            )
            for owner, size in (
                (cast.alice, 1),
                (cast.bob, 1),
                (cast.alice, policies.AVATAR_MAX_BYTES + 1),
            )
        )
        session.add_all([mine, theirs, large])
    bread = await create_community(cast.alice, avatar=mine.id)
    assert bread.avatar == f"/media/{mine.id.hex}/320.webp"
    for upload in (theirs, large):
        with pytest.raises(Invalid) as raised:
            await edit_community(cast.alice, bread, avatar=upload.id)
        assert list(raised.value.field_errors) == ["avatar"]
    changed = await edit_community(cast.alice, bread, avatar=None, header=large.id)
    assert (changed.avatar, changed.header) == (None, f"/media/{large.id.hex}/1280.webp")
    async with read_session() as session:
        rows = await session.scalars(select(Upload))
        attached_at = {upload.id: upload.attached_at for upload in rows}
    assert attached_at[mine.id] is None
    assert attached_at[large.id] is not None


async def test_slugs_are_unique_regardless_of_case(cast: Cast) -> None:
    await create_community(cast.alice, "Bread")
    with pytest.raises(Conflict) as raised:
        await create_community(cast.bob, "bREAD")
    assert "slug" in raised.value.field_errors


async def test_the_number_of_owned_communities_is_limited(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policies, "MAX_OWNED_COMMUNITIES", 1)
    first = await create_community(cast.alice)
    with pytest.raises(Conflict):
        await create_community(cast.alice, "rye", "Rye")
    async with unit_of_work() as session:
        await communities.close(session, cast.alice, community_id=first.id)
    await create_community(cast.alice, "rye", "Rye")


async def test_a_former_slug_redirects_and_is_reserved_for_a_limited_time(cast: Cast) -> None:
    bread = await create_community(cast.alice)
    await edit_community(cast.alice, bread, slug="Loaf")
    async with read_session() as session:
        assert await communities.find_current_slug(session, "BREAD") == "Loaf"
        with pytest.raises(NotFound):
            await communities.get_community(session, "bread")
    with pytest.raises(Conflict):
        await create_community(cast.bob, "bread")
    with clock.travel(people.FORMER_SLUG_RESERVATION + timedelta(days=1)):
        await create_community(cast.bob, "bread", "Bread")
        async with read_session() as session:
            assert await communities.find_current_slug(session, "bread") is None


async def test_an_owner_can_change_back_to_a_former_slug(cast: Cast) -> None:
    bread = await create_community(cast.alice)
    await edit_community(cast.alice, bread, slug="loaf")
    await edit_community(cast.alice, bread, slug="bread")
    async with read_session() as session:
        assert (await communities.get_community(session, "bread")).id == bread.id
        assert await communities.find_current_slug(session, "loaf") == "bread"


async def test_editing_a_community_changes_only_the_given_fields(cast: Cast) -> None:
    bread = await create_community(cast.alice, description="Rise.", rules="Knead.")
    changed = await edit_community(cast.alice, bread, rules="*Fold.*", avatar=None)
    assert (changed.description, changed.name) == ("Rise.", "Bread")
    assert changed.rules_html == '<p dir="auto"><em>Fold.</em></p>\n'


async def test_only_the_owner_and_administrators_can_edit_a_community(cast: Cast) -> None:
    bread = await create_community(cast.alice)
    for actor, code in ((cast.guest, "unauthenticated"), (cast.bob, "forbidden")):
        with pytest.raises(PermissionDenied) as raised:
            await edit_community(actor, bread, name="Mine")
        assert raised.value.code == code
    assert (await edit_community(cast.olga, bread, name="Ours")).name == "Ours"


async def test_unknown_and_out_of_range_community_ids_are_not_found(cast: Cast) -> None:
    async with read_session() as session:
        for unknown in (0, 2**64, "9" * 19, "9" * 40, "nobody"):
            with pytest.raises(NotFound):
                await communities.get_community(session, unknown)
