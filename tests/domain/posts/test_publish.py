from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import col, select

from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, Invalid, NotFound, PermissionDenied
from community.domain import communities, posts
from community.domain.posts import PostEdited, PostPublished
from community.models import Community, PostRevision, PostTag, User
from tests import factories
from tests.cast import Cast
from tests.domain.actions import (
    edit_post,
    get_post_view,
    publish_draft,
    publish_post,
    save_draft,
    start_draft,
    unpublish_post,
)


async def test_publishing_makes_a_draft_public(cast: Cast) -> None:
    draft = await start_draft(
        cast.alice,
        " Ржаной  хлеб ",
        "# Мука\n\nand *time*.",
        intro="Short.",
        tags=["#Rye"],
        cover="/media/cover/1280.webp",
    )
    await publish_draft(cast.alice, draft, base_version=1)
    view = await get_post_view(cast.guest, draft)
    assert view.status == "published"
    assert (view.title, view.slug) == ("Ржаной хлеб", "rzhanoy-khleb")
    assert view.url == f"/p/{draft.id}/rzhanoy-khleb"
    assert '<h2 dir="auto" id="h-muka">Мука</h2>' in view.html
    assert (view.reading_time, view.tags, view.intro) == (1, ["rye"], "Short.")
    assert view.excerpt == "and time."
    assert view.author.slug == "alice"
    assert view.published_at is not None
    assert view.edited_at is None


async def test_publishing_a_post_twice_records_one_domain_event(cast: Cast) -> None:
    async with unit_of_work() as session:
        draft = await posts.create_draft(
            session, cast.alice, title="On rye", text=await posts.render_text("Flour.")
        )
        await posts.publish(session, cast.alice, post_id=draft.id)
        await posts.publish(session, cast.alice, post_id=draft.id)
        published = [event for event in session.info["events"] if isinstance(event, PostPublished)]
        assert published == [PostPublished(draft.id, cast.alice.id, None, is_first=True)]


@pytest.mark.parametrize(
    ("missing", "field"), [({"title": " "}, "title"), ({"text": " \n"}, "text")]
)
async def test_a_post_without_title_or_text_cannot_be_published(
    cast: Cast, missing: Any, field: str
) -> None:
    draft = await start_draft(cast.alice, **{"title": "On rye", "text": "Flour.", **missing})
    with pytest.raises(Invalid) as error:
        await publish_draft(cast.alice, draft)
    assert list(error.value.field_errors) == [field]


async def test_publishing_an_outdated_version_is_a_conflict(cast: Cast) -> None:
    draft = await start_draft(cast.alice)
    await save_draft(cast.alice, draft, text="Not this!")
    with pytest.raises(Conflict):
        await publish_draft(cast.alice, draft, base_version=1)


async def test_drafts_of_other_users_cannot_be_published(cast: Cast) -> None:
    draft = await start_draft(cast.alice)
    for actor in (cast.bob, cast.olga):
        with pytest.raises(NotFound):
            await publish_draft(actor, draft)


async def test_the_posting_rights_in_the_community_are_checked_when_publishing(cast: Cast) -> None:
    bread = await factories.community(cast.alice, posting="members")
    draft = await start_draft(cast.bob, community_id=bread.id)
    with pytest.raises(PermissionDenied):
        await publish_draft(cast.bob, draft)
    async with unit_of_work() as session:
        await communities.join(session, cast.bob, community_id=bread.id)
    await publish_draft(cast.bob, draft)
    view = await get_post_view(cast.guest, draft)
    assert view.community is not None
    assert view.community.slug == "bread"


async def test_published_posts_are_counted_for_the_author_and_the_community(cast: Cast) -> None:
    bread = await factories.community(cast.alice)

    async def get_counts() -> tuple[int, int]:
        async with read_session() as session:
            author = await session.get_one(User, cast.bob.id)
            community = await session.get_one(Community, bread.id)
            return author.posts_count, community.posts_count

    post = await start_draft(cast.bob, community_id=bread.id)
    assert await get_counts() == (0, 0)
    await publish_draft(cast.bob, post)
    assert await get_counts() == (1, 1)
    await edit_post(cast.bob, post, community_id=None)
    assert await get_counts() == (1, 0)
    await edit_post(cast.bob, post, community_id=bread.id)
    await unpublish_post(cast.bob, post)
    assert await get_counts() == (0, 0)


async def test_republishing_keeps_the_first_publication_date(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    with clock.travel(timedelta(days=1)):
        await unpublish_post(cast.alice, post)
        async with unit_of_work() as session:
            await posts.publish(session, cast.alice, post_id=post.id)
            [event] = session.info["events"]
            assert event.is_first is False
    assert (await get_post_view(cast.guest, post)).published_at == post.published_at


async def test_an_edit_sets_edited_at_and_stores_a_revision(cast: Cast) -> None:
    post = await publish_post(cast.alice, tags=["rye", "flour"])
    with clock.travel(timedelta(days=1)):
        changed = await edit_post(
            cast.alice, post, title="On wheat", text="*Wheat.*", tags=["wheat"], base_version=1
        )
    view = await get_post_view(cast.guest, post)
    assert (view.title, view.slug, view.tags) == ("On wheat", "on-wheat", ["wheat"])
    assert view.html == '<p dir="auto"><em>Wheat.</em></p>\n'
    assert view.edited_at == changed.edited_at != view.published_at
    async with read_session() as session:
        [revision] = (await session.scalars(select(PostRevision))).all()
        assert (revision.title, revision.text, revision.editor_id) == (
            "On rye",
            "Flour.",
            cast.alice.id,
        )
        tags = await session.scalars(select(PostTag.tag).where(col(PostTag.post_id) == post.id))
        assert tags.all() == ["wheat"]


async def test_the_excerpt_follows_the_published_text(cast: Cast) -> None:
    post = await publish_post(cast.alice, text="# Rye\n\nFlour and *water*.")
    assert (await get_post_view(cast.guest, post)).excerpt == "Flour and water."
    await edit_post(cast.alice, post, text="Only flour.")
    assert (await get_post_view(cast.guest, post)).excerpt == "Only flour."
    await save_draft(cast.alice, post, text="Not published yet.")
    assert (await get_post_view(cast.guest, post)).excerpt == "Only flour."
    await publish_draft(cast.alice, post)
    assert (await get_post_view(cast.guest, post)).excerpt == "Not published yet."


async def test_changing_cover_or_comment_setting_does_not_set_edited_at(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    await edit_post(cast.alice, post, cover="https://example.com/x.png", comments_enabled=False)
    view = await get_post_view(cast.guest, post)
    assert (view.edited_at, view.comments_enabled) == (None, False)
    assert view.cover == "https://example.com/x.png"


async def test_an_edit_without_changes_stores_no_new_version(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    async with unit_of_work() as session:
        unchanged = await posts.edit(
            session, cast.alice, post_id=post.id, title="On rye", base_version=99
        )
        assert unchanged.version == 1
        assert not session.info.get("events")


async def test_a_published_post_cannot_become_empty(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    with pytest.raises(Invalid):
        await edit_post(cast.alice, post, text="")
    await save_draft(cast.alice, post, text="")
    with pytest.raises(Invalid):
        await publish_draft(cast.alice, post)
    assert (await get_post_view(cast.guest, post)).text == "Flour."


async def test_a_draft_can_be_edited(cast: Cast) -> None:
    draft = await start_draft(cast.alice)
    changed = await edit_post(cast.alice, draft, title="On wheat", base_version=1)
    assert (changed.slug, changed.version, changed.edited_at) == ("on-wheat", 2, None)


async def test_only_the_author_and_administrators_can_edit_a_post(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    actors = ((cast.guest, "unauthenticated"), (cast.bob, "forbidden"), (cast.mallory, "banned"))
    for actor, code in actors:
        with pytest.raises(PermissionDenied) as error:
            await edit_post(actor, post, text="Mine.")
        assert error.value.code == code
    async with unit_of_work() as session:
        await posts.edit(session, cast.olga, post_id=post.id, text=await posts.render_text("Ours."))
        edited, _audited = session.info["events"]
        assert edited == PostEdited(post.id, cast.olga.id)


async def test_moving_a_post_needs_posting_rights_in_the_community(cast: Cast) -> None:
    bread = await factories.community(cast.bob, posting="moderators")
    post = await publish_post(cast.alice)
    with pytest.raises(PermissionDenied):
        await edit_post(cast.alice, post, community_id=bread.id)
    assert (await get_post_view(cast.guest, post)).community is None
