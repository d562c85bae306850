from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import col, select

from community.core import clock
from community.core.database import reading, unit_of_work
from community.core.errors import Conflict, Invalid, NotAllowed, NotFound
from community.domain import communities, posts
from community.domain.posts import PostEdited, PostPublished
from community.models import Community, PostRevision, PostTag, Upload, User
from tests import factories
from tests.cast import Cast
from tests.domain.posts.writing import edit, publish, save, seen, start, unpublish, write


async def test_publishing_shows_a_draft_to_everybody(cast: Cast) -> None:
    draft = await start(
        cast.alice,
        " Ржаной  хлеб ",
        "# Мука\n\nand *time*.",
        intro="Short.",
        tags=["#Rye"],
        cover="/media/cover/1280.webp",
    )
    await publish(cast.alice, draft, base_version=1)
    view = await seen(cast.guest, draft)
    assert view.status == "published"
    assert (view.title, view.slug) == ("Ржаной хлеб", "rzhanoy-khleb")
    assert view.url == f"/p/{draft.id}/rzhanoy-khleb"
    assert '<h2 id="h-muka">Мука</h2>' in view.html
    assert (view.reading_time, view.tags, view.intro) == (1, ["rye"], "Short.")
    assert view.author.slug == "alice"
    assert view.published_at is not None
    assert view.edited_at is None


async def test_it_says_so_once(cast: Cast) -> None:
    async with unit_of_work() as session:
        draft = await posts.start_draft(session, cast.alice, title="On rye", text="Flour.")
        await posts.publish(session, cast.alice, post_id=draft.id)
        await posts.publish(session, cast.alice, post_id=draft.id)
        facts = [each for each in session.info["facts"] if isinstance(each, PostPublished)]
        assert facts == [PostPublished(draft.id, cast.alice.id, None, is_first=True)]


@pytest.mark.parametrize(
    ("missing", "field"), [({"title": " "}, "title"), ({"text": " \n"}, "text")]
)
async def test_nothing_empty_is_published(cast: Cast, missing: Any, field: str) -> None:
    draft = await start(cast.alice, **{"title": "On rye", "text": "Flour.", **missing})
    with pytest.raises(Invalid) as refusal:
        await publish(cast.alice, draft)
    assert list(refusal.value.fields) == [field]


async def test_what_another_window_saved_is_not_published_unseen(cast: Cast) -> None:
    draft = await start(cast.alice)
    await save(cast.alice, draft, text="Not this!")
    with pytest.raises(Conflict):
        await publish(cast.alice, draft, base_version=1)


async def test_nobody_publishes_the_drafts_of_others(cast: Cast) -> None:
    draft = await start(cast.alice)
    for actor in (cast.bob, cast.olga):
        with pytest.raises(NotFound):
            await publish(actor, draft)


async def test_posting_rights_of_the_community_are_asked_when_it_is_published(cast: Cast) -> None:
    bread = await factories.community(cast.alice, posting="members")
    draft = await start(cast.bob, community_id=bread.id)
    with pytest.raises(NotAllowed):
        await publish(cast.bob, draft)
    async with unit_of_work() as session:
        await communities.join(session, cast.bob, community_id=bread.id)
    await publish(cast.bob, draft)
    view = await seen(cast.guest, draft)
    assert view.community is not None
    assert view.community.slug == "bread"


async def test_author_and_community_count_what_readers_can_see(cast: Cast) -> None:
    bread = await factories.community(cast.alice)

    async def counts() -> tuple[int, int]:
        async with reading() as session:
            author = await session.get_one(User, cast.bob.id)
            place = await session.get_one(Community, bread.id)
            return author.posts_count, place.posts_count

    post = await start(cast.bob, community_id=bread.id)
    assert await counts() == (0, 0)
    await publish(cast.bob, post)
    assert await counts() == (1, 1)
    await edit(cast.bob, post, community_id=None)
    assert await counts() == (1, 0)
    await edit(cast.bob, post, community_id=bread.id)
    await unpublish(cast.bob, post)
    assert await counts() == (0, 0)


async def test_coming_back_keeps_the_first_date_and_is_no_news(cast: Cast) -> None:
    post = await write(cast.alice)
    with clock.moved(timedelta(days=1)):
        await unpublish(cast.alice, post)
        async with unit_of_work() as session:
            await posts.publish(session, cast.alice, post_id=post.id)
            [fact] = session.info["facts"]
            assert fact.is_first is False
    assert (await seen(cast.guest, post)).published_at == post.published_at


async def test_an_edit_leaves_a_mark_and_a_history(cast: Cast) -> None:
    post = await write(cast.alice, tags=["rye", "flour"])
    with clock.moved(timedelta(days=1)):
        changed = await edit(
            cast.alice, post, title="On wheat", text="*Wheat.*", tags=["wheat"], base_version=1
        )
    view = await seen(cast.guest, post)
    assert (view.title, view.slug, view.tags) == ("On wheat", "on-wheat", ["wheat"])
    assert view.html == "<p><em>Wheat.</em></p>\n"
    assert view.edited_at == changed.edited_at != view.published_at
    async with reading() as session:
        [before] = (await session.scalars(select(PostRevision))).all()
        assert (before.title, before.text, before.editor_id) == ("On rye", "Flour.", cast.alice.id)
        tags = await session.scalars(select(PostTag.tag).where(col(PostTag.post_id) == post.id))
        assert tags.all() == ["wheat"]


async def test_a_new_cover_or_closed_comments_are_no_edit_of_the_text(cast: Cast) -> None:
    post = await write(cast.alice)
    await edit(cast.alice, post, cover="https://example.com/x.png", comments_enabled=False)
    view = await seen(cast.guest, post)
    assert (view.edited_at, view.comments_enabled) == (None, False)
    assert view.cover == "https://example.com/x.png"


async def test_an_edit_that_changes_nothing_does_nothing(cast: Cast) -> None:
    post = await write(cast.alice)
    async with unit_of_work() as session:
        same = await posts.edit(
            session, cast.alice, post_id=post.id, title="On rye", base_version=99
        )
        assert same.version == 1
        assert not session.info.get("facts")


async def test_a_published_post_does_not_become_empty(cast: Cast) -> None:
    post = await write(cast.alice)
    with pytest.raises(Invalid):
        await edit(cast.alice, post, text="")
    await save(cast.alice, post, text="")
    with pytest.raises(Invalid):
        await publish(cast.alice, post)
    assert (await seen(cast.guest, post)).text == "Flour."


async def test_a_draft_can_be_edited_as_well(cast: Cast) -> None:
    draft = await start(cast.alice)
    changed = await edit(cast.alice, draft, title="On wheat", base_version=1)
    assert (changed.slug, changed.version, changed.edited_at) == ("on-wheat", 2, None)


async def test_only_author_and_administrators_edit(cast: Cast) -> None:
    post = await write(cast.alice)
    people = ((cast.guest, "unauthenticated"), (cast.bob, "forbidden"), (cast.mallory, "banned"))
    for actor, code in people:
        with pytest.raises(NotAllowed) as refusal:
            await edit(actor, post, text="Mine.")
        assert refusal.value.code == code
    async with unit_of_work() as session:
        await posts.edit(session, cast.olga, post_id=post.id, text="Ours.")
        assert session.info["facts"] == [PostEdited(post.id, cast.olga.id)]


async def test_moving_needs_the_right_to_publish_there(cast: Cast) -> None:
    bread = await factories.community(cast.bob, posting="moderators")
    post = await write(cast.alice)
    with pytest.raises(NotAllowed):
        await edit(cast.alice, post, community_id=bread.id)
    assert (await seen(cast.guest, post)).community is None


async def test_pictures_of_ones_own_stay_from_the_first_save_on(cast: Cast) -> None:
    async with unit_of_work() as session:
        mine, cover, theirs = (
            Upload(owner_id=each.id, width=1, height=1, size=1, original_size=1)
            for each in (cast.alice, cast.alice, cast.bob)
        )
        session.add_all([mine, cover, theirs])
    draft = await start(cast.alice, "", "", cover=f"/media/{cover.id.hex}/320.webp")
    text = f"![](/media/{mine.id.hex}/720.webp) ![](/media/{theirs.id}/720.webp)"
    await save(cast.alice, draft, text=text)
    async with reading() as session:
        kept = {
            each.id
            for each in await session.scalars(select(Upload))
            if each.attached_at is not None
        }
    assert kept == {mine.id, cover.id}
