"""Who hears of a new post, and of one that is published no longer."""

import pytest

from community import jobs, owed
from community.core.database import reading, unit_of_work
from community.core.errors import Invalid, NotAllowed, NotFound
from community.domain import notifications, posts
from community.models import NotificationSubscription
from tests import factories
from tests.cast import Cast
from tests.domain.stories import (
    ignore,
    inbox,
    only,
    publish,
    react,
    read_everything,
    reply,
    subscribe,
    switch_off,
    told,
    unpublish,
    watch,
)
from tests.queries import counted


async def test_subscribers_hear_of_a_new_post_of_their_author(cast: Cast) -> None:
    assert await subscribe(cast.bob, cast.alice)
    assert not await subscribe(cast.bob, cast.alice)
    post = await publish(cast.alice)
    row = await only(cast.bob)
    assert (row.kind, row.text) == ("new_post", "Alice published a new post")
    assert ([each.slug for each in row.actors], row.actors_count) == (["alice"], 1)
    assert (row.target.id, row.target.title) == (post.id, "On rye")
    assert await told(cast.charlie) == []


async def test_who_unsubscribes_hears_no_more(cast: Cast) -> None:
    await subscribe(cast.bob, cast.alice)
    async with unit_of_work() as session:
        assert await notifications.unsubscribe_from_author(session, cast.bob, author="alice")
        assert not await notifications.unsubscribe_from_author(session, cast.bob, author="alice")
    await publish(cast.alice)
    assert await told(cast.bob) == []


async def test_subscribers_of_author_and_community_hear_of_a_post_once(cast: Cast) -> None:
    place = await factories.community(cast.alice)
    await subscribe(cast.bob, cast.alice)
    for one in (cast.bob, cast.charlie):
        async with unit_of_work() as session:
            assert await notifications.subscribe_to_community(session, one, community=place.slug)
    await publish(cast.alice, community_id=place.id)
    assert (await told(cast.bob), await told(cast.charlie)) == (["new_post"], ["new_post"])


async def test_a_post_that_comes_back_is_not_new(cast: Cast) -> None:
    await subscribe(cast.bob, cast.alice)
    post = await publish(cast.alice)
    await read_everything(cast.bob)
    await unpublish(cast.alice, post)
    async with unit_of_work() as session:
        await posts.publish(session, cast.alice, post_id=post.id)
    assert await told(cast.bob) == ["new_post"]


async def test_a_crowd_is_told_batch_by_batch_and_each_of_them_once(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("community.domain.notifications.fan_out.TOLD_PER_BATCH", 3)
    place = await factories.community(cast.alice)
    crowd = [await factories.person(f"crowd-{number}") for number in range(10)]
    async with unit_of_work() as session:
        for at, one in enumerate(crowd):
            if at % 2:
                session.add(NotificationSubscription(user_id=one.id, author_id=cast.alice.id))
            if at % 3:
                session.add(NotificationSubscription(user_id=one.id, community_id=place.id))
    await publish(cast.alice, community_id=place.id)
    await jobs.keep_all()
    heard = [len(await told(one)) for one in crowd]
    assert heard == [int(bool(at % 2 or at % 3)) for at in range(10)]


async def test_publishing_costs_the_same_however_many_subscribed(cast: Cast) -> None:
    with counted() as alone:
        await publish(cast.alice)
    for one in (cast.bob, cast.charlie, cast.olga):
        await subscribe(one, cast.alice)
    with counted() as followed:
        await publish(cast.alice, "Again")
    assert len(followed) == len(alone)


async def test_nobody_subscribes_to_oneself(cast: Cast) -> None:
    with pytest.raises(Invalid):
        await subscribe(cast.alice, cast.alice)


async def test_one_cannot_subscribe_to_somebody_who_ignores_one(cast: Cast) -> None:
    await ignore(cast.alice, cast.bob)
    with pytest.raises(NotAllowed) as refusal:
        await subscribe(cast.bob, cast.alice)
    assert refusal.value.code == "ignored"


async def test_ignoring_ends_subscriptions_both_ways(cast: Cast) -> None:
    await subscribe(cast.alice, cast.bob)
    await subscribe(cast.bob, cast.alice)
    await ignore(cast.alice, cast.bob)
    await publish(cast.alice)
    await publish(cast.bob)
    assert (await told(cast.alice), await told(cast.bob)) == ([], [])


async def test_new_posts_switched_off_are_not_told(cast: Cast) -> None:
    await subscribe(cast.bob, cast.alice)
    await switch_off(cast.bob, "new_post")
    await publish(cast.alice)
    assert await told(cast.bob) == []


async def test_those_who_watch_hear_that_a_post_was_unpublished(cast: Cast) -> None:
    post = await publish(cast.alice)
    await watch(cast.bob, post)
    await unpublish(cast.alice, post)
    row = await only(cast.bob)
    assert (row.kind, row.text) == ("post_unpublished", "A post you watch is no longer published")
    assert row.actors == []
    assert await told(cast.alice) == []


async def test_an_author_hears_that_a_moderator_unpublished_the_post(cast: Cast) -> None:
    post = await publish(cast.alice)
    await unpublish(cast.olga, post)
    assert (await only(cast.alice)).text == "Your post is no longer published"


async def test_unread_news_about_an_unpublished_post_goes(cast: Cast) -> None:
    await subscribe(cast.bob, cast.alice)
    post = await publish(cast.alice)
    await watch(cast.charlie, post)
    await reply(cast.olga, post)
    await react(cast.olga, post)
    assert (await told(cast.bob), await told(cast.charlie)) == (["new_post"], ["post_comment"])
    await unpublish(cast.alice, post)
    assert (await told(cast.bob), await told(cast.charlie)) == ([], ["post_unpublished"])
    assert await told(cast.alice) == ["post_reaction", "post_comment"]


async def test_a_deleted_post_leaves_every_inbox(cast: Cast) -> None:
    post = await publish(cast.alice)
    await react(cast.bob, post)
    async with unit_of_work() as session:
        await posts.delete(session, cast.alice, post_id=post.id)
    assert await told(cast.alice) == []


async def test_a_post_that_is_withdrawn_before_the_job_runs_is_not_told(cast: Cast) -> None:
    await subscribe(cast.bob, cast.alice)
    post = await publish(cast.alice)
    await unpublish(cast.alice, post)
    assert await told(cast.bob) == []


async def test_there_is_no_watching_what_one_cannot_see(cast: Cast) -> None:
    draft = await factories.post(cast.alice, status="draft", published_at=None)
    with pytest.raises(NotFound):
        await watch(cast.bob, draft)


async def test_an_inbox_shows_titles_as_they_are_now(cast: Cast) -> None:
    await subscribe(cast.bob, cast.alice)
    post = await publish(cast.alice)
    await jobs.keep_all()
    async with unit_of_work() as session:
        await posts.edit(session, cast.alice, post_id=post.id, title="On spelt")
    assert (await inbox(cast.bob)).items[0].target.title == "On spelt"


async def test_an_inbox_tells_nothing_of_what_its_reader_may_not_see(cast: Cast) -> None:
    """What somebody read stays in their list, but says no more than that it happened."""
    await subscribe(cast.bob, cast.alice)
    post = await publish(cast.alice)
    await reply(cast.alice, post, "@bob, look.")
    await read_everything(cast.bob)
    await unpublish(cast.olga, post)
    async with unit_of_work() as session:
        await posts.save_draft(session, cast.alice, post_id=post.id, title="My secret")
    hidden = [each.target for each in (await inbox(cast.bob)).items]
    assert {(each.type, each.id, each.title, each.url) for each in hidden} == {
        ("post", post.id, "", "/notifications")
    }
    assert (await only(cast.alice)).target.title == "My secret"
    async with unit_of_work() as session:
        await posts.delete(session, cast.alice, post_id=post.id)
    assert {each.target.title for each in (await inbox(cast.bob)).items} == {""}


async def test_nothing_is_promised_by_a_transaction_that_fails(cast: Cast) -> None:
    async def publish_in_vain() -> None:
        async with unit_of_work() as session:
            draft = await posts.start_draft(session, cast.alice, title="On rye", text="Flour.")
            await posts.publish(session, cast.alice, post_id=draft.id)
            raise RuntimeError("at the last moment")

    with pytest.raises(RuntimeError):
        await publish_in_vain()
    async with reading() as session:
        assert await owed.due(session, 10) == []
