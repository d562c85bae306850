from datetime import timedelta

import pytest
from sqlmodel import select

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, NotFound, PermissionDenied
from community.domain import communities, posts
from community.domain.posts import PostDeleted, PostRestored, PostUnpublished, policies
from community.models import Community, Post, PostTag, User
from tests import factories
from tests.cast import Cast
from tests.domain.actions import (
    delete_post,
    edit_post,
    get_post_view,
    publish_draft,
    publish_post,
    restore_post,
    save_draft,
    start_draft,
    unpublish_post,
)


async def create_moderated_community(cast: Cast) -> Community:
    """Create a community that is owned by Olga and moderated by Bob."""
    bread = await factories.community(cast.olga)
    async with unit_of_work() as session:
        await communities.join(session, cast.bob, community_id=bread.id)
        await communities.add_moderator(
            session, cast.olga, community_id=bread.id, user_id=cast.bob.id
        )
    return bread


async def test_an_unpublished_post_is_visible_only_to_its_author(cast: Cast) -> None:
    post = await publish_post(cast.alice, tags=["rye"])
    async with unit_of_work() as session:
        assert await posts.unpublish(session, cast.alice, post_id=post.id) is True
        assert await posts.unpublish(session, cast.alice, post_id=post.id) is False
        assert session.info["events"] == [PostUnpublished(post.id, cast.alice.id, cast.alice.id)]
    for actor in (cast.bob, cast.guest):
        with pytest.raises(NotFound):
            await get_post_view(actor, post)
    assert (await get_post_view(cast.alice, post)).status == "unpublished"
    async with read_session() as session:
        assert (await session.scalars(select(PostTag))).all() == []
    await publish_draft(cast.alice, post)
    assert (await get_post_view(cast.guest, post)).tags == ["rye"]


async def test_a_draft_cannot_be_unpublished(cast: Cast) -> None:
    draft = await start_draft(cast.alice)
    with pytest.raises(Conflict):
        await unpublish_post(cast.alice, draft)


async def test_other_users_cannot_unpublish_or_delete_a_post(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    for actor in (cast.bob, cast.guest, cast.mallory):
        with pytest.raises(PermissionDenied):
            await unpublish_post(actor, post)
        with pytest.raises(PermissionDenied):
            await delete_post(actor, post)


async def test_a_moderator_can_unpublish_posts_only_in_their_community(cast: Cast) -> None:
    bread = await create_moderated_community(cast)
    inside = await publish_post(cast.alice, community_id=bread.id)
    outside = await publish_post(cast.alice)
    assert (await get_post_view(cast.bob, inside)).can.moderate
    assert await unpublish_post(cast.bob, inside) is True
    assert await unpublish_post(cast.bob, inside) is False
    with pytest.raises(PermissionDenied):
        await unpublish_post(cast.bob, outside)
    assert await unpublish_post(cast.olga, outside) is True


async def test_only_moderators_can_republish_a_post_that_a_moderator_unpublished(
    cast: Cast,
) -> None:
    bread = await create_moderated_community(cast)
    post = await publish_post(cast.alice, community_id=bread.id)
    await unpublish_post(cast.bob, post)
    with pytest.raises(PermissionDenied):
        await publish_draft(cast.alice, post)
    with pytest.raises(NotFound):
        await publish_draft(cast.charlie, post)
    await publish_draft(cast.bob, post)
    assert (await get_post_view(cast.guest, post)).status == "published"


async def test_an_author_cannot_move_a_moderated_post_to_their_own_community(cast: Cast) -> None:
    """Anyone can create and moderate a community, so authors could bypass moderation this way."""
    own = await factories.community(cast.alice, "own")
    post = await publish_post(cast.alice)
    await unpublish_post(cast.olga, post)
    for action in (save_draft, edit_post):
        with pytest.raises(PermissionDenied) as error:
            await action(cast.alice, post, text="Kept?", community_id=own.id)
        assert "You can't move it" in error.value.message
    view = await get_post_view(cast.alice, post)
    assert (view.community, view.text, view.can.publish) == (None, "Flour.", False)
    await save_draft(cast.alice, post, text="Better.", community_id=None)
    await edit_post(cast.olga, post, community_id=own.id)
    with pytest.raises(PermissionDenied):
        await publish_draft(cast.alice, post)
    await publish_draft(cast.olga, post)


async def test_a_moderator_cannot_republish_their_own_post_that_another_moderator_unpublished(
    cast: Cast,
) -> None:
    bread = await factories.community(cast.alice)
    post = await publish_post(cast.alice, community_id=bread.id)
    await unpublish_post(cast.olga, post)
    assert not (await get_post_view(cast.alice, post)).can.publish
    with pytest.raises(PermissionDenied):
        await publish_draft(cast.alice, post)


async def test_only_the_author_can_republish_a_post_that_they_unpublished(cast: Cast) -> None:
    bread = await create_moderated_community(cast)
    post = await publish_post(cast.alice, community_id=bread.id)
    await unpublish_post(cast.alice, post)
    await save_draft(cast.alice, post, text="Flour, and then")
    assert not (await get_post_view(cast.olga, post)).can.publish
    with pytest.raises(NotFound):
        await publish_draft(cast.bob, post)
    with pytest.raises(PermissionDenied):
        await publish_draft(cast.olga, post)
    await publish_draft(cast.alice, post)


async def test_a_deleted_post_is_not_found_by_anyone(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    async with unit_of_work() as session:
        assert await posts.delete(session, cast.alice, post_id=post.id) is True
        assert await posts.delete(session, cast.alice, post_id=post.id) is False
        [event] = session.info["events"]
        assert event == PostDeleted(post.id, cast.alice.id, cast.alice.id, was_published=True)
    for actor in (cast.alice, cast.olga, cast.bob, cast.guest):
        with pytest.raises(NotFound):
            await get_post_view(actor, post)
    with pytest.raises(NotFound):
        await publish_draft(cast.alice, post)


async def delete_and_restore(actor: Actor, post: Post) -> PostRestored:
    await delete_post(actor, post)
    async with unit_of_work() as session:
        assert await posts.restore(session, actor, post_id=post.id) is True
        assert await posts.restore(session, actor, post_id=post.id) is False
        event, *_audited = session.info["events"]
    assert isinstance(event, PostRestored)
    return event


async def test_a_restored_published_post_is_public_again_with_its_date(cast: Cast) -> None:
    with clock.travel(-timedelta(days=3)):
        post = await publish_post(cast.alice, tags=["rye"])
    published_at = (await get_post_view(cast.guest, post)).published_at
    event = await delete_and_restore(cast.alice, post)
    assert event == PostRestored(post.id, cast.alice.id, cast.alice.id, is_published=True)
    view = await get_post_view(cast.guest, post)
    assert (view.status, view.published_at, view.tags) == ("published", published_at, ["rye"])
    async with read_session() as session:
        assert [tag.tag for tag in await session.scalars(select(PostTag))] == ["rye"]
        author = await session.get_one(User, cast.alice.id)
        assert author.posts_count == 1


async def test_a_restored_draft_is_a_draft(cast: Cast) -> None:
    draft = await start_draft(cast.alice)
    assert not (await delete_and_restore(cast.alice, draft)).is_published
    assert (await get_post_view(cast.alice, draft)).status == "draft"


async def test_a_restored_post_that_its_author_unpublished_stays_unpublished(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    await unpublish_post(cast.alice, post)
    # The author may publish the post again, even after an administrator deleted and restored it.
    for actor in (cast.alice, cast.olga):
        assert not (await delete_and_restore(actor, post)).is_published
        assert (await get_post_view(cast.alice, post)).status == "unpublished"
    await publish_draft(cast.alice, post)


async def test_a_restored_post_that_a_moderator_unpublished_stays_unpublished(cast: Cast) -> None:
    bread = await create_moderated_community(cast)
    post = await publish_post(cast.alice, community_id=bread.id)
    await unpublish_post(cast.bob, post)
    for actor in (cast.alice, cast.olga):
        assert not (await delete_and_restore(actor, post)).is_published
        assert (await get_post_view(cast.alice, post)).status == "unpublished"
        with pytest.raises(PermissionDenied):
            await publish_draft(cast.alice, post)
    await publish_draft(cast.bob, post)


async def test_a_restored_post_of_a_closed_community_is_unpublished(cast: Cast) -> None:
    bread = await factories.community(cast.bob)
    post = await publish_post(cast.alice, community_id=bread.id)
    await delete_post(cast.alice, post)
    async with unit_of_work() as session:
        await communities.close(session, cast.bob, community_id=bread.id)
    assert await restore_post(cast.alice, post) is True
    assert (await get_post_view(cast.alice, post)).status == "unpublished"


async def test_users_can_restore_only_posts_they_deleted_and_only_for_a_limited_time(
    cast: Cast,
) -> None:
    mine, theirs = await publish_post(cast.alice), await publish_post(cast.alice)
    await delete_post(cast.alice, mine)
    await delete_post(cast.olga, theirs)
    with pytest.raises(NotFound):
        await restore_post(cast.bob, mine)
    with pytest.raises(PermissionDenied):
        await restore_post(cast.alice, theirs)
    assert await restore_post(cast.olga, theirs) is True
    with clock.travel(policies.RESTORE_WINDOW + timedelta(seconds=1)):
        for actor in (cast.alice, cast.olga):
            with pytest.raises(PermissionDenied):
                await restore_post(actor, mine)


async def test_a_banned_author_can_still_delete_their_posts(cast: Cast) -> None:
    post = await factories.post(cast.mallory)
    assert not (await get_post_view(cast.mallory, post)).can.edit
    assert await delete_post(cast.mallory, post) is True
    with pytest.raises(PermissionDenied):
        await restore_post(cast.mallory, post)
