from datetime import timedelta

import pytest
from sqlmodel import select

from community.core import clock
from community.core.database import reading, unit_of_work
from community.core.errors import Conflict, NotAllowed, NotFound
from community.domain import communities, posts
from community.domain.posts import PostDeleted, PostRestored, PostUnpublished, policies
from community.models import Community, PostTag
from tests import factories
from tests.cast import Cast
from tests.domain.posts.writing import (
    delete,
    edit,
    publish,
    restore,
    save,
    seen,
    start,
    unpublish,
    write,
)


async def moderated(cast: Cast) -> Community:
    """Olga's community, where Bob moderates."""
    bread = await factories.community(cast.olga)
    async with unit_of_work() as session:
        await communities.join(session, cast.bob, community_id=bread.id)
        await communities.appoint(session, cast.olga, community_id=bread.id, user_id=cast.bob.id)
    return bread


async def test_an_unpublished_post_is_its_authors_again(cast: Cast) -> None:
    post = await write(cast.alice, tags=["rye"])
    async with unit_of_work() as session:
        assert await posts.unpublish(session, cast.alice, post_id=post.id) is True
        assert await posts.unpublish(session, cast.alice, post_id=post.id) is False
        assert session.info["facts"] == [PostUnpublished(post.id, cast.alice.id, cast.alice.id)]
    for actor in (cast.bob, cast.guest):
        with pytest.raises(NotFound):
            await seen(actor, post)
    assert (await seen(cast.alice, post)).status == "unpublished"
    async with reading() as session:
        assert (await session.scalars(select(PostTag))).all() == []
    await publish(cast.alice, post)
    assert (await seen(cast.guest, post)).tags == ["rye"]


async def test_a_draft_cannot_be_unpublished(cast: Cast) -> None:
    draft = await start(cast.alice)
    with pytest.raises(Conflict):
        await unpublish(cast.alice, draft)


async def test_strangers_take_nothing_down(cast: Cast) -> None:
    post = await write(cast.alice)
    for actor in (cast.bob, cast.guest, cast.mallory):
        with pytest.raises(NotAllowed):
            await unpublish(actor, post)
        with pytest.raises(NotAllowed):
            await delete(actor, post)


async def test_a_moderator_takes_down_in_their_community_only(cast: Cast) -> None:
    bread = await moderated(cast)
    inside = await write(cast.alice, community_id=bread.id)
    outside = await write(cast.alice)
    assert (await seen(cast.bob, inside)).can.moderate
    assert await unpublish(cast.bob, inside) is True
    assert await unpublish(cast.bob, inside) is False
    with pytest.raises(NotAllowed):
        await unpublish(cast.bob, outside)
    assert await unpublish(cast.olga, outside) is True


async def test_what_a_moderator_took_down_only_moderators_put_back(cast: Cast) -> None:
    bread = await moderated(cast)
    post = await write(cast.alice, community_id=bread.id)
    await unpublish(cast.bob, post)
    with pytest.raises(NotAllowed):
        await publish(cast.alice, post)
    with pytest.raises(NotFound):
        await publish(cast.charlie, post)
    await publish(cast.bob, post)
    assert (await seen(cast.guest, post)).status == "published"


async def test_its_author_carries_it_to_no_place_of_their_own(cast: Cast) -> None:
    """Anybody may open a community, and moderates it."""
    own = await factories.community(cast.alice, "own")
    post = await write(cast.alice)
    await unpublish(cast.olga, post)
    for carry in (save, edit):
        with pytest.raises(NotAllowed) as refusal:
            await carry(cast.alice, post, text="Kept?", community_id=own.id)
        assert "stays in its place" in refusal.value.sentence
    view = await seen(cast.alice, post)
    assert (view.community, view.text, view.can.publish) == (None, "Flour.", False)
    await save(cast.alice, post, text="Better.", community_id=None)
    await edit(cast.olga, post, community_id=own.id)
    with pytest.raises(NotAllowed):
        await publish(cast.alice, post)
    await publish(cast.olga, post)


async def test_nobody_puts_back_their_own_where_they_moderate(cast: Cast) -> None:
    bread = await factories.community(cast.alice)
    post = await write(cast.alice, community_id=bread.id)
    await unpublish(cast.olga, post)
    assert not (await seen(cast.alice, post)).can.publish
    with pytest.raises(NotAllowed):
        await publish(cast.alice, post)


async def test_what_its_author_withdrew_nobody_else_publishes(cast: Cast) -> None:
    bread = await moderated(cast)
    post = await write(cast.alice, community_id=bread.id)
    await unpublish(cast.alice, post)
    await save(cast.alice, post, text="Flour, and then")
    assert not (await seen(cast.olga, post)).can.publish
    with pytest.raises(NotFound):
        await publish(cast.bob, post)
    with pytest.raises(NotAllowed):
        await publish(cast.olga, post)
    await publish(cast.alice, post)


async def test_deleting_what_a_moderator_took_down_opens_no_way_back(cast: Cast) -> None:
    bread = await moderated(cast)
    post = await write(cast.alice, community_id=bread.id)
    await unpublish(cast.bob, post)
    await delete(cast.alice, post)
    with pytest.raises(NotAllowed):
        await restore(cast.alice, post)


async def test_a_deleted_post_is_gone_for_everybody(cast: Cast) -> None:
    post = await write(cast.alice)
    async with unit_of_work() as session:
        assert await posts.delete(session, cast.alice, post_id=post.id) is True
        assert await posts.delete(session, cast.alice, post_id=post.id) is False
        [fact] = session.info["facts"]
        assert fact == PostDeleted(post.id, cast.alice.id, cast.alice.id, was_published=True)
    for actor in (cast.alice, cast.olga, cast.bob, cast.guest):
        with pytest.raises(NotFound):
            await seen(actor, post)
    with pytest.raises(NotFound):
        await publish(cast.alice, post)


async def test_a_deleted_post_comes_back_to_its_author_first(cast: Cast) -> None:
    post, draft = await write(cast.alice), await start(cast.alice)
    await delete(cast.alice, post)
    await delete(cast.alice, draft)
    async with unit_of_work() as session:
        assert await posts.restore(session, cast.alice, post_id=post.id) is True
        assert await posts.restore(session, cast.alice, post_id=post.id) is False
        assert session.info["facts"] == [PostRestored(post.id, cast.alice.id, cast.alice.id)]
    await restore(cast.alice, draft)
    assert (await seen(cast.alice, post)).status == "unpublished"
    assert (await seen(cast.alice, draft)).status == "draft"


async def test_only_for_a_while_and_only_what_one_deleted_oneself(cast: Cast) -> None:
    mine, theirs = await write(cast.alice), await write(cast.alice)
    await delete(cast.alice, mine)
    await delete(cast.olga, theirs)
    with pytest.raises(NotFound):
        await restore(cast.bob, mine)
    with pytest.raises(NotAllowed):
        await restore(cast.alice, theirs)
    assert await restore(cast.olga, theirs) is True
    with clock.moved(policies.RESTORE_TERM + timedelta(seconds=1)):
        for actor in (cast.alice, cast.olga):
            with pytest.raises(NotAllowed):
                await restore(actor, mine)


async def test_a_banned_author_may_still_take_their_words_away(cast: Cast) -> None:
    post = await factories.post(cast.mallory)
    assert not (await seen(cast.mallory, post)).can.edit
    assert await delete(cast.mallory, post) is True
    with pytest.raises(NotAllowed):
        await restore(cast.mallory, post)
