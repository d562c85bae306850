import time
from datetime import timedelta
from uuid import uuid4

import pytest

from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, Invalid, NotFound, PermissionDenied
from community.domain import posts
from community.domain.posts import policies
from community.domain.posts.writing import content
from tests import factories
from tests.cast import Cast
from tests.domain.actions import (
    edit_post,
    get_draft,
    get_post_view,
    publish_draft,
    publish_post,
    save_draft,
    start_draft,
    unpublish_post,
)
from tests.query_capture import capture_queries


async def test_a_draft_can_be_empty_and_is_visible_only_to_its_author(cast: Cast) -> None:
    draft = await start_draft(cast.alice, "", "")
    assert (draft.status, draft.slug) == ("draft", "post")
    for actor in (cast.bob, cast.olga, cast.guest):
        with pytest.raises(NotFound):
            await get_post_view(actor, draft)
        with pytest.raises(NotFound):
            await get_draft(actor, draft)
    assert (await get_draft(cast.alice, draft)).url == f"/write/{draft.id}"


async def test_guests_and_banned_users_cannot_start_a_draft(cast: Cast) -> None:
    for actor, code in ((cast.guest, "unauthenticated"), (cast.mallory, "banned")):
        with pytest.raises(PermissionDenied) as error:
            await start_draft(actor)
        assert error.value.code == code


async def test_all_invalid_fields_are_reported_together(cast: Cast) -> None:
    with pytest.raises(Invalid) as error:
        await start_draft(
            cast.alice,
            "x" * 256,
            "x" * 100_001,
            intro="x" * 501,
            tags=["a", "b", "c", "d", "e", "f"],
            cover="javascript:alert(1)",
        )
    assert set(error.value.field_errors) == {"title", "text", "intro", "tags", "cover"}
    with pytest.raises(Invalid) as error:
        await start_draft(cast.alice, tags=["x" * 41])
    assert list(error.value.field_errors) == ["tags"]


async def test_tags_are_normalized(cast: Cast) -> None:
    tags = ["#Sour Dough", "sour-dough", " Хлеб ", "C++", "", "#"]
    draft = await start_draft(cast.alice, tags=tags)
    assert draft.tags == ["sour-dough", "хлеб", "c++"]


async def test_a_repeated_request_creates_one_draft(cast: Cast) -> None:
    """A browser that receives no response sends the request again."""
    client_id = uuid4()
    first = await start_draft(cast.alice, "On rye", client_id=client_id)
    again = await start_draft(cast.alice, "On rye", client_id=client_id)
    assert (again.id, again.version) == (first.id, 1)
    assert (await get_draft(cast.alice, first)).client_id == client_id
    await save_draft(cast.alice, first, title="On wheat")
    with pytest.raises(Conflict):
        await start_draft(cast.alice, "On barley", client_id=client_id)


async def test_two_authors_can_use_the_same_client_id(cast: Cast) -> None:
    client_id = uuid4()
    first, second = [
        await start_draft(author, client_id=client_id) for author in (cast.alice, cast.bob)
    ]
    assert first.id != second.id


async def test_an_author_can_preview_a_draft(cast: Cast) -> None:
    draft = await start_draft(cast.alice, text="Flour, *water*.")
    view = await get_post_view(cast.alice, draft)
    assert (view.html, view.can.publish) == (
        '<p dir="auto">Flour, <em>water</em>.</p>\n',
        True,
    )


async def test_a_draft_can_be_saved_repeatedly(cast: Cast) -> None:
    draft = await start_draft(cast.alice, "", "")
    for text in ("Fl", "Flour", "Flour, wa"):
        draft = await save_draft(
            cast.alice, draft, title="On rye", text=text, base_version=draft.version
        )
    view = await get_draft(cast.alice, draft)
    assert (view.title, view.text, view.slug, view.version) == ("On rye", "Flour, wa", "on-rye", 4)


async def test_saving_identical_changes_again_is_not_a_conflict(cast: Cast) -> None:
    draft = await start_draft(cast.alice)
    saved = await save_draft(cast.alice, draft, text="Water.", base_version=1)
    again = await save_draft(cast.alice, draft, text="Water.", base_version=1)
    assert again.version == saved.version == 2


async def test_saving_an_outdated_version_is_a_conflict(cast: Cast) -> None:
    draft = await start_draft(cast.alice)
    await save_draft(cast.alice, draft, text="From the kitchen.", base_version=1)
    with pytest.raises(Conflict) as error:
        await save_draft(cast.alice, draft, text="From the train.", base_version=1)
    assert error.value.details == {"version": 2}
    assert (await get_draft(cast.alice, draft)).text == "From the kitchen."
    await save_draft(cast.alice, draft, text="From the train.", base_version=2)


async def test_draft_changes_of_a_published_post_are_hidden_until_published(cast: Cast) -> None:
    post = await publish_post(cast.alice, tags=["rye"])
    await save_draft(cast.alice, post, text="Flour and salt.", tags=["rye", "salt"], base_version=1)
    for actor in (cast.bob, cast.alice):
        view = await get_post_view(actor, post)
        assert (view.text, view.tags, view.edited_at) == ("Flour.", ["rye"], None)
    draft = await get_draft(cast.alice, post)
    assert (draft.text, draft.has_unpublished_changes, draft.version) == (
        "Flour and salt.",
        True,
        2,
    )
    await publish_draft(cast.alice, post, base_version=2)
    view = await get_post_view(cast.bob, post)
    assert (view.text, view.tags) == ("Flour and salt.", ["rye", "salt"])
    assert view.edited_at is not None
    assert not (await get_draft(cast.alice, post)).has_unpublished_changes


async def test_changing_an_outdated_version_of_a_published_post_is_a_conflict(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    await save_draft(cast.alice, post, text="One.", base_version=1)
    with pytest.raises(Conflict):
        await save_draft(cast.alice, post, text="Two.", base_version=1)
    with pytest.raises(Conflict):
        await publish_draft(cast.alice, post, base_version=1)
    with pytest.raises(Conflict):
        await edit_post(cast.alice, post, text="Three.", base_version=1)
    assert (await get_draft(cast.alice, post)).text == "One."


async def test_draft_changes_can_be_discarded(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    await save_draft(cast.alice, post, text="Worse.")
    async with unit_of_work() as session:
        assert await posts.discard_changes(session, cast.bob, post_id=post.id) is False
        assert await posts.discard_changes(session, cast.alice, post_id=post.id) is True
        assert await posts.discard_changes(session, cast.alice, post_id=post.id) is False
    assert (await get_draft(cast.alice, post)).text == "Flour."


async def test_only_the_author_can_save_a_draft(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    await save_draft(cast.alice, post, text="Secret.")
    for actor in (cast.bob, cast.olga, cast.mallory, cast.guest):
        with pytest.raises(PermissionDenied):
            await save_draft(actor, post, text="Mine.")
    assert (await get_draft(cast.olga, post)).text == "Flour."
    with pytest.raises(PermissionDenied):
        await get_draft(cast.bob, post)


async def test_a_draft_can_be_moved_only_to_an_existing_community(cast: Cast) -> None:
    bread = await factories.community(cast.bob)
    draft = await start_draft(cast.alice, community_id=bread.id)
    assert draft.community is not None
    moved = await save_draft(cast.alice, draft, community_id=None)
    assert moved.community is None
    with pytest.raises(Invalid) as error:
        await save_draft(cast.alice, draft, community_id=999)
    assert "community" in error.value.field_errors


async def test_drafts_are_listed_by_the_time_of_the_last_save(cast: Cast) -> None:
    async def list_draft_titles(cursor: str | None = None) -> tuple[list[str], str | None]:
        async with read_session() as session:
            page = await posts.list_drafts(session, cast.alice, cursor=cursor, limit=2)
            return [card.title for card in page.items], page.next_cursor

    published = await publish_post(cast.alice, "Published")
    await publish_post(cast.alice, "Finished")
    await start_draft(cast.bob, "By another author")
    with clock.travel(timedelta(minutes=1)):
        await start_draft(cast.alice, "First draft")
    with clock.travel(timedelta(minutes=2)):
        await save_draft(cast.alice, published, title="Published, changed")
    with clock.travel(timedelta(minutes=3)):
        await start_draft(cast.alice, "Second draft")
    first, cursor = await list_draft_titles()
    assert first == ["Second draft", "Published, changed"]
    assert await list_draft_titles(cursor) == (["First draft"], None)
    async with read_session() as session:
        with pytest.raises(PermissionDenied):
            await posts.list_drafts(session, cast.guest)


async def test_the_number_of_drafts_is_limited(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policies, "MAX_DRAFTS", 1)
    draft = await start_draft(cast.alice)
    with pytest.raises(Conflict):
        await start_draft(cast.alice)
    await publish_draft(cast.alice, draft)
    await start_draft(cast.alice)


async def test_saving_a_draft_takes_two_queries(cast: Cast) -> None:
    draft = await start_draft(cast.alice)
    with capture_queries() as statements:
        await save_draft(cast.alice, draft, text="Water.", base_version=1)
    assert len(statements) == 2  # One query locks the row and one updates it.


def test_the_search_for_images_takes_linear_time() -> None:
    started_at = time.process_time()
    assert content.extract_upload_ids("/media/" * 3_000) == set()
    assert time.process_time() - started_at < 0.2


async def test_changes_that_were_not_published_stay_when_the_post_is_unpublished(
    cast: Cast,
) -> None:
    async def get_text() -> str:
        async with read_session() as session:
            return (await posts.get_draft(session, cast.alice, post.id)).text

    post = await publish_post(cast.alice, text="One.")
    await save_draft(cast.alice, post, text="Two.")
    await unpublish_post(cast.alice, post)
    await save_draft(cast.alice, post, title="Rye")
    assert await get_text() == "Two."
    await save_draft(cast.alice, post, text="Three.")
    assert await get_text() == "Three."
    await publish_draft(cast.alice, post)
    await save_draft(cast.alice, post, text="Four.")
    await unpublish_post(cast.alice, post)
    await publish_draft(cast.alice, post)
    assert (await get_post_view(cast.bob, post)).text == "Four."
