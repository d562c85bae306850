from datetime import timedelta
from uuid import uuid4

import pytest

from community.core import clock
from community.core.database import reading, unit_of_work
from community.core.errors import Conflict, Invalid, NotAllowed, NotFound
from community.domain import posts
from community.domain.posts import policies
from tests import factories
from tests.cast import Cast
from tests.domain.posts.writing import drafted, edit, publish, save, seen, start, write
from tests.queries import counted


async def test_a_draft_may_be_empty_and_nobody_else_sees_it(cast: Cast) -> None:
    draft = await start(cast.alice, "", "")
    assert (draft.status, draft.slug) == ("draft", "post")
    for actor in (cast.bob, cast.olga, cast.guest):
        with pytest.raises(NotFound):
            await seen(actor, draft)
        with pytest.raises(NotFound):
            await drafted(actor, draft)
    assert (await drafted(cast.alice, draft)).url == f"/write/{draft.id}"


async def test_guests_and_banned_people_start_none(cast: Cast) -> None:
    for actor, code in ((cast.guest, "unauthenticated"), (cast.mallory, "banned")):
        with pytest.raises(NotAllowed) as refusal:
            await start(actor)
        assert refusal.value.code == code


async def test_every_field_that_cannot_be_kept_is_named(cast: Cast) -> None:
    with pytest.raises(Invalid) as refusal:
        await start(
            cast.alice,
            "x" * 256,
            "x" * 100_001,
            intro="x" * 501,
            tags=["a", "b", "c", "d", "e", "f"],
            cover="javascript:alert(1)",
        )
    assert set(refusal.value.fields) == {"title", "text", "intro", "tags", "cover"}
    with pytest.raises(Invalid) as refusal:
        await start(cast.alice, tags=["x" * 41])
    assert list(refusal.value.fields) == ["tags"]


async def test_tags_are_brought_into_one_form(cast: Cast) -> None:
    tags = ["#Sour Dough", "sour-dough", " Хлеб ", "C++", "", "#"]
    draft = await start(cast.alice, tags=tags)
    assert draft.tags == ["sour-dough", "хлеб", "c++"]


async def test_what_was_sent_twice_begins_one_draft(cast: Cast) -> None:
    """The answer to the first words was lost, so the browser sends them again."""
    sent = uuid4()
    first = await start(cast.alice, "On rye", client_id=sent)
    again = await start(cast.alice, "On rye", client_id=sent)
    assert (again.id, again.version) == (first.id, 1)
    assert (await drafted(cast.alice, first)).client_id == sent
    await save(cast.alice, first, title="On wheat")
    with pytest.raises(Conflict):
        await start(cast.alice, "On barley", client_id=sent)


async def test_the_same_id_from_somebody_else_is_another_draft(cast: Cast) -> None:
    sent = uuid4()
    alices, bobs = [await start(who, client_id=sent) for who in (cast.alice, cast.bob)]
    assert alices.id != bobs.id


async def test_its_author_sees_a_draft_as_readers_will(cast: Cast) -> None:
    draft = await start(cast.alice, text="Flour, *water*.")
    view = await seen(cast.alice, draft)
    assert (view.html, view.can.publish) == ("<p>Flour, <em>water</em>.</p>\n", True)


async def test_what_is_typed_is_saved_again_and_again(cast: Cast) -> None:
    draft = await start(cast.alice, "", "")
    for text in ("Fl", "Flour", "Flour, wa"):
        draft = await save(cast.alice, draft, title="On rye", text=text, base_version=draft.version)
    view = await drafted(cast.alice, draft)
    assert (view.title, view.text, view.slug, view.version) == ("On rye", "Flour, wa", "on-rye", 4)


async def test_saving_the_same_again_is_never_in_conflict(cast: Cast) -> None:
    draft = await start(cast.alice)
    saved = await save(cast.alice, draft, text="Water.", base_version=1)
    again = await save(cast.alice, draft, text="Water.", base_version=1)
    assert again.version == saved.version == 2


async def test_two_windows_do_not_write_over_each_other(cast: Cast) -> None:
    draft = await start(cast.alice)
    await save(cast.alice, draft, text="From the kitchen.", base_version=1)
    with pytest.raises(Conflict) as refusal:
        await save(cast.alice, draft, text="From the train.", base_version=1)
    assert refusal.value.details == {"version": 2}
    assert (await drafted(cast.alice, draft)).text == "From the kitchen."
    await save(cast.alice, draft, text="From the train.", base_version=2)


async def test_readers_see_nothing_of_a_draft_of_a_published_post(cast: Cast) -> None:
    post = await write(cast.alice, tags=["rye"])
    await save(cast.alice, post, text="Flour and salt.", tags=["rye", "salt"], base_version=1)
    for actor in (cast.bob, cast.alice):
        view = await seen(actor, post)
        assert (view.text, view.tags, view.edited_at) == ("Flour.", ["rye"], None)
    draft = await drafted(cast.alice, post)
    assert (draft.text, draft.has_unpublished_changes, draft.version) == (
        "Flour and salt.",
        True,
        2,
    )
    await publish(cast.alice, post, base_version=2)
    view = await seen(cast.bob, post)
    assert (view.text, view.tags) == ("Flour and salt.", ["rye", "salt"])
    assert view.edited_at is not None
    assert not (await drafted(cast.alice, post)).has_unpublished_changes


async def test_two_windows_do_not_write_over_each_other_in_a_published_post_either(
    cast: Cast,
) -> None:
    post = await write(cast.alice)
    await save(cast.alice, post, text="One.", base_version=1)
    with pytest.raises(Conflict):
        await save(cast.alice, post, text="Two.", base_version=1)
    with pytest.raises(Conflict):
        await publish(cast.alice, post, base_version=1)
    with pytest.raises(Conflict):
        await edit(cast.alice, post, text="Three.", base_version=1)
    assert (await drafted(cast.alice, post)).text == "One."


async def test_changes_can_be_dropped(cast: Cast) -> None:
    post = await write(cast.alice)
    await save(cast.alice, post, text="Worse.")
    async with unit_of_work() as session:
        assert await posts.discard_changes(session, cast.bob, post_id=post.id) is False
        assert await posts.discard_changes(session, cast.alice, post_id=post.id) is True
        assert await posts.discard_changes(session, cast.alice, post_id=post.id) is False
    assert (await drafted(cast.alice, post)).text == "Flour."


async def test_only_the_author_has_a_draft(cast: Cast) -> None:
    post = await write(cast.alice)
    await save(cast.alice, post, text="Secret.")
    for actor in (cast.bob, cast.olga, cast.mallory, cast.guest):
        with pytest.raises(NotAllowed):
            await save(actor, post, text="Mine.")
    assert (await drafted(cast.olga, post)).text == "Flour."
    with pytest.raises(NotAllowed):
        await drafted(cast.bob, post)


async def test_a_draft_is_for_a_community_that_exists(cast: Cast) -> None:
    bread = await factories.community(cast.bob)
    draft = await start(cast.alice, community_id=bread.id)
    assert draft.community is not None
    moved = await save(cast.alice, draft, community_id=None)
    assert moved.community is None
    with pytest.raises(Invalid) as refusal:
        await save(cast.alice, draft, community_id=999)
    assert "community" in refusal.value.fields


async def test_the_list_has_what_is_not_finished_last_saved_first(cast: Cast) -> None:
    async def titles(cursor: str | None = None) -> tuple[list[str], str | None]:
        async with reading() as session:
            page = await posts.drafts(session, cast.alice, cursor=cursor, limit=2)
            return [card.title for card in page.items], page.next_cursor

    published = await write(cast.alice, "Published")
    await write(cast.alice, "Finished")
    await start(cast.bob, "Somebody else's")
    with clock.moved(timedelta(minutes=1)):
        await start(cast.alice, "First draft")
    with clock.moved(timedelta(minutes=2)):
        await save(cast.alice, published, title="Published, changed")
    with clock.moved(timedelta(minutes=3)):
        await start(cast.alice, "Second draft")
    first, cursor = await titles()
    assert first == ["Second draft", "Published, changed"]
    assert await titles(cursor) == (["First draft"], None)
    async with reading() as session:
        with pytest.raises(NotAllowed):
            await posts.drafts(session, cast.guest)


async def test_one_person_has_only_so_many(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policies, "MAX_DRAFTS", 1)
    draft = await start(cast.alice)
    with pytest.raises(Conflict):
        await start(cast.alice)
    await publish(cast.alice, draft)
    await start(cast.alice)


async def test_saving_costs_little(cast: Cast) -> None:
    draft = await start(cast.alice)
    with counted() as statements:
        await save(cast.alice, draft, text="Water.", base_version=1)
    assert len(statements) == 2  # the row held, the row written
