"""Who hears of a comment, and of what kind it is to them."""

import asyncio

import pytest
from sqlmodel import col, func, select

from community import jobs, owed
from community.core.database import reading, unit_of_work
from community.domain import comments, notifications
from community.domain.notifications import policies
from community.models import Notification, PostWatch
from tests import factories
from tests.cast import Cast
from tests.domain.stories import (
    delete,
    ignore,
    inbox,
    only,
    publish,
    read_everything,
    reply,
    switch_off,
    told,
    watch,
)
from tests.queries import counted


async def test_a_reply_notifies_the_author_of_the_parent_once(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    question = await reply(cast.bob, post)
    answer = await reply(cast.charlie, post, to=question)
    row = await only(cast.bob)
    assert (row.kind, row.text) == ("comment_reply", "Charlie replied to your comment")
    assert [each.slug for each in row.actors] == ["charlie"]
    assert (row.target.type, row.target.id, row.target.title) == ("comment", answer.id, post.title)
    assert row.target.url == f"/p/{post.id}/{post.slug}?comment={answer.id}#comment-{answer.id}"


async def test_a_mention_notifies_the_one_who_is_named(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    await reply(cast.bob, post, "Ask @charlie about it.")
    assert (await only(cast.charlie)).text == "Bob mentioned you in a comment"


async def test_a_name_that_is_added_afterwards_is_told_and_one_that_stays_is_not(
    cast: Cast,
) -> None:
    post = await factories.post(cast.alice)
    question = await reply(cast.alice, post)
    answer = await reply(cast.bob, post, "Ask @charlie.", to=question)
    for each in (cast.alice, cast.charlie):
        await read_everything(each)
    async with unit_of_work() as session:
        await comments.edit(
            session, cast.bob, comment_id=answer.id, text="Ask @charlie or @olga, @alice."
        )
    assert await told(cast.olga) == ["mention"]
    unread = [
        [row for row in (await inbox(who)).items if row.read_at is None]
        for who in (cast.alice, cast.charlie)
    ]
    assert unread == [[], []]


async def test_who_was_mentioned_hears_of_it_again_when_a_deletion_is_undone(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    said = await reply(cast.bob, post, "Ask @charlie.")
    await delete(cast.bob, said)
    assert await told(cast.charlie) == []
    async with unit_of_work() as session:
        await comments.restore(session, cast.bob, comment_id=said.id)
    assert await told(cast.charlie) == ["mention"]


async def test_a_mention_in_a_reply_is_one_notification(cast: Cast) -> None:
    post = await publish(cast.alice)
    question = await reply(cast.alice, post)
    await reply(cast.bob, post, "Yes, @alice, always.", to=question)
    assert await told(cast.alice) == ["comment_reply"]


async def test_who_switched_replies_off_still_hears_of_the_mention_in_one(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    question = await reply(cast.bob, post)
    await switch_off(cast.bob, "comment_reply")
    await reply(cast.charlie, post, "@bob, no.", to=question)
    assert await told(cast.bob) == ["mention"]


async def test_an_author_hears_of_every_comment_under_their_post(cast: Cast) -> None:
    post = await publish(cast.alice)
    await reply(cast.bob, post)
    row = await only(cast.alice)
    assert (row.kind, row.text) == ("post_comment", "Bob commented on your post")


async def test_those_who_watch_a_post_hear_of_its_comments(cast: Cast) -> None:
    post = await publish(cast.alice)
    assert await watch(cast.charlie, post)
    assert not await watch(cast.charlie, post)
    await reply(cast.bob, post)
    assert (await only(cast.charlie)).text == "Bob commented on a post you watch"


async def test_who_stops_watching_hears_no_more(cast: Cast) -> None:
    post = await publish(cast.alice)
    await watch(cast.charlie, post)
    async with unit_of_work() as session:
        assert await notifications.unwatch(session, cast.charlie, post_id=post.id)
        assert not await notifications.unwatch(session, cast.charlie, post_id=post.id)
    await reply(cast.bob, post)
    assert await told(cast.charlie) == []


async def test_nobody_is_told_of_their_own_comment(cast: Cast) -> None:
    post = await publish(cast.alice)
    own = await reply(cast.alice, post, "I, @alice, think so.")
    await reply(cast.alice, post, to=own)
    assert await told(cast.alice) == []


async def test_nobody_hears_of_people_they_ignore_or_who_ignore_them(cast: Cast) -> None:
    post = await publish(cast.alice)
    await ignore(cast.alice, cast.bob)
    await ignore(cast.charlie, cast.alice)
    await reply(cast.bob, post, "@alice!")
    await reply(cast.charlie, post, "@alice!")
    assert await told(cast.alice) == []


async def test_what_is_switched_off_is_not_stored(cast: Cast) -> None:
    post = await publish(cast.alice)
    await switch_off(cast.alice, "post_comment")
    await reply(cast.bob, post)
    async with reading() as session:
        assert (await session.execute(select(func.count(col(Notification.id))))).scalar_one() == 0


async def test_comments_collapse_while_unread(cast: Cast) -> None:
    post = await publish(cast.alice)
    await reply(cast.bob, post)
    last = await reply(cast.charlie, post)
    row = await only(cast.alice)
    assert (row.text, row.actors_count) == ("Charlie and Bob commented on your post", 2)
    assert [each.slug for each in row.actors] == ["charlie", "bob"]
    assert row.target.id == last.id


async def test_one_who_comments_twice_counts_once(cast: Cast) -> None:
    post = await publish(cast.alice)
    await reply(cast.bob, post)
    await reply(cast.charlie, post)
    await reply(cast.bob, post)
    row = await only(cast.alice)
    assert (row.actors_count, [each.slug for each in row.actors]) == (2, ["bob", "charlie"])


async def test_a_comment_after_reading_is_news_again(cast: Cast) -> None:
    post = await publish(cast.alice)
    await reply(cast.bob, post)
    await read_everything(cast.alice)
    await reply(cast.charlie, post)
    items = (await inbox(cast.alice)).items
    assert [each.actors_count for each in items] == [1, 1]
    assert [each.read_at is None for each in items] == [True, False]


async def test_answers_stand_for_themselves(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    question = await reply(cast.bob, post)
    await reply(cast.charlie, post, to=question)
    await reply(cast.alice, post, to=question)
    assert await told(cast.bob) == ["comment_reply", "comment_reply"]


async def test_a_deleted_comment_takes_its_unread_news_along(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    question = await reply(cast.bob, post)
    answer = await reply(cast.charlie, post, "@alice knows.", to=question)
    assert (await told(cast.bob), await told(cast.alice)) == (["comment_reply"], ["mention"])
    await delete(cast.charlie, answer)
    assert (await told(cast.bob), await told(cast.alice)) == ([], [])


async def test_one_comment_less_leaves_the_others_in_the_row(cast: Cast) -> None:
    post = await publish(cast.alice)
    first = await reply(cast.bob, post)
    last = await reply(cast.charlie, post)
    await delete(cast.charlie, last)
    row = await only(cast.alice)
    assert (row.text, row.target.id) == ("Bob commented on your post", first.id)
    await delete(cast.bob, first)
    assert await told(cast.alice) == []


async def test_who_has_another_comment_in_the_row_stays_in_it(cast: Cast) -> None:
    post = await publish(cast.alice)
    first = await reply(cast.bob, post)
    last = await reply(cast.bob, post)
    await delete(cast.bob, last)
    row = await only(cast.alice)
    assert (row.actors_count, row.target.id) == (1, first.id)


async def test_what_was_read_stays_as_it_was(cast: Cast) -> None:
    post = await publish(cast.alice)
    comment = await reply(cast.bob, post)
    await read_everything(cast.alice)
    await delete(cast.bob, comment)
    assert await told(cast.alice) == ["post_comment"]


async def test_an_answer_to_a_deleted_comment_is_no_news_to_its_author(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    question = await reply(cast.bob, post)
    await reply(cast.charlie, post, to=question)
    await read_everything(cast.bob)
    await delete(cast.bob, question)
    before = await told(cast.bob)
    async with reading() as session:
        assert await notifications.counts(session, cast.bob) == notifications.Counts()
    assert before == ["comment_reply"]


async def test_a_comment_costs_the_same_however_many_people_it_names(cast: Cast) -> None:
    post = await publish(cast.alice)
    crowd = [await factories.person(f"crowd-{number}") for number in range(10)]
    await reply(cast.bob, post)  # from here on the settings of the site are remembered
    await read_everything(cast.alice)
    with counted() as few:
        await reply(cast.charlie, post, "@crowd-1, look.")
    await read_everything(cast.alice)
    for one in crowd[:5]:
        await watch(one, post)
    names = ", ".join(f"@{one.slug}" for one in crowd)
    with counted() as many:
        await reply(cast.charlie, post, f"{names}: look.")
    assert len(few) == len(many)


async def test_a_crowd_that_watches_hears_of_it_from_a_job(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("community.domain.notifications.listeners.TOLD_AT_ONCE", 3)
    monkeypatch.setattr("community.domain.notifications.fan_out.TOLD_PER_BATCH", 2)
    post = await factories.post(cast.alice)
    crowd = [await factories.person(f"crowd-{number}") for number in range(8)]
    for one in crowd:
        await watch(one, post)
    await reply(cast.bob, post, "Hello, @crowd-7.")
    async with reading() as session:
        at_once = (await session.execute(select(func.count(col(Notification.id))))).scalar_one()
        assert len(await owed.due(session, 10)) == 1
    await jobs.keep_all()
    assert at_once == 4
    kinds = [await told(one) for one in crowd]
    assert kinds == [["post_comment"]] * 7 + [["mention"]]
    async with reading() as session:
        assert await owed.due(session, 10) == []


async def test_comments_at_once_all_reach_the_same_row(cast: Cast) -> None:
    post = await publish(cast.alice)
    crowd = [await factories.person(f"crowd-{number}") for number in range(8)]
    await asyncio.gather(*(reply(one, post) for one in crowd))
    row = await only(cast.alice)
    assert (row.actors_count, len(row.actors)) == (8, policies.ACTORS_SHOWN)
    assert row.text.endswith("and 7 others commented on your post")


async def test_an_author_watches_their_post_from_its_publication(cast: Cast) -> None:
    post = await publish(cast.alice)
    async with reading() as session:
        assert await session.get(PostWatch, (post.id, cast.alice.id)) is not None
