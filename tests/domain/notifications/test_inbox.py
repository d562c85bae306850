"""The inbox: pages, numbers, what is seen and what is read, and the switches."""

import pytest

from community.core import events
from community.core.actor import Actor
from community.core.database import pushed, reading, unit_of_work
from community.core.errors import Invalid, NotAllowed, NotFound
from community.domain import notifications
from community.domain.notifications import Counts, InboxChanged, Kind
from community.domain.notifications.kinds import sentence
from tests import factories
from tests.cast import Cast
from tests.domain.stories import follow, inbox, only, react, reply, switch_off
from tests.queries import counted


async def answered(cast: Cast, times: int) -> None:
    """Bob's comment has that many answers of Alice."""
    post = await factories.post(cast.alice)
    question = await reply(cast.bob, post)
    for _ in range(times):
        await reply(cast.alice, post, to=question)


async def counts(of: Actor) -> Counts:
    async with reading() as session:
        return await notifications.counts(session, of)


async def test_an_inbox_is_read_page_by_page_what_moved_last_first(cast: Cast) -> None:
    await answered(cast, 5)
    first = await inbox(cast.bob, limit=3)
    rest = await inbox(cast.bob, limit=3, cursor=first.next_cursor)
    ids = [each.target.id for each in (*first.items, *rest.items)]
    assert ids == sorted(ids, reverse=True)
    assert (len(ids), rest.next_cursor) == (5, None)
    assert (first.unread, first.unseen) == (5, 5)


async def test_a_row_that_is_bumped_moves_up(cast: Cast) -> None:
    first, second = await factories.post(cast.alice), await factories.post(cast.alice, "Second")
    await react(cast.bob, first)
    await react(cast.bob, second)
    await react(cast.charlie, first)
    assert [each.target.id for each in (await inbox(cast.alice)).items] == [first.id, second.id]


async def test_a_page_costs_five_queries_however_full_it_is(cast: Cast) -> None:
    await answered(cast, 20)
    await follow(cast.alice, cast.bob)
    async with reading() as session:
        with counted() as statements:
            page = await notifications.inbox(session, cast.bob)
    assert len(page.items) == 20
    assert len(statements) == 5


async def test_seeing_clears_the_bell_and_leaves_the_rows_unread(cast: Cast) -> None:
    await answered(cast, 2)
    async with unit_of_work() as session:
        assert await notifications.saw_all(session, cast.bob) == Counts(unread=2, unseen=0)
    assert await counts(cast.bob) == Counts(unread=2, unseen=0)


async def test_a_row_that_was_seen_counts_on_the_bell_again_when_it_moves(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    await react(cast.bob, post)
    async with unit_of_work() as session:
        await notifications.saw_all(session, cast.alice)
    await react(cast.charlie, post)
    assert await counts(cast.alice) == Counts(unread=1, unseen=1)


async def test_reading_one_reads_and_sees_only_that(cast: Cast) -> None:
    await answered(cast, 2)
    row = (await inbox(cast.bob)).items[0]
    for _ in range(2):
        async with unit_of_work() as session:
            left = await notifications.read(session, cast.bob, notification_id=row.id)
        assert left == Counts(unread=1, unseen=1)


async def test_reading_all_reads_and_sees_everything(cast: Cast) -> None:
    await answered(cast, 3)
    async with unit_of_work() as session:
        assert await notifications.read_all(session, cast.bob) == Counts()
    assert all(each.read_at and each.seen_at for each in (await inbox(cast.bob)).items)


async def test_nobody_reads_the_inbox_of_another(cast: Cast) -> None:
    await answered(cast, 1)
    row = await only(cast.bob)
    with pytest.raises(NotFound):
        async with unit_of_work() as session:
            await notifications.read(session, cast.charlie, notification_id=row.id)
    assert (await inbox(cast.charlie)).items == []


async def test_a_guest_has_no_inbox(cast: Cast) -> None:
    with pytest.raises(NotAllowed):
        await inbox(cast.guest)
    assert await counts(cast.guest) == Counts()


async def test_the_bell_hears_of_every_change(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[int] = []

    async def hear(fact: InboxChanged) -> None:
        heard.append(fact.recipient_id)

    monkeypatch.setitem(events._pushes, InboxChanged, [hear])
    post = await factories.post(cast.alice)
    await react(cast.bob, post)
    await react(cast.bob, post, None)
    await pushed()
    assert heard == [cast.alice.id, cast.alice.id]


async def test_everything_but_mail_is_on_at_first(cast: Cast) -> None:
    async with reading() as session:
        switches = await notifications.switches(session, cast.alice)
    assert not switches.email
    assert switches.types == dict.fromkeys(Kind, True)


async def test_a_switch_leaves_the_others_as_they_are(cast: Cast) -> None:
    await switch_off(cast.alice, "mention", "new_post")
    async with unit_of_work() as session:
        switches = await notifications.switch(
            session, cast.alice, email=True, types={"mention": True, "new_follower": False}
        )
    off = {kind for kind, is_on in switches.types.items() if not is_on}
    assert (switches.email, off) == (True, {"new_post", "new_follower"})


async def test_an_unknown_kind_is_refused(cast: Cast) -> None:
    with pytest.raises(Invalid) as refusal:
        await switch_off(cast.alice, "gossip")
    assert "types" in refusal.value.fields


@pytest.mark.parametrize(
    ("names", "count", "expected"),
    [
        (["Anna"], 1, "Anna reacted to your post"),
        (["Anna", "Bert"], 2, "Anna and Bert reacted to your post"),
        (["Anna", "Bert", "Cleo"], 3, "Anna and 2 others reacted to your post"),
        (["Anna"], 2, "Anna and 1 other reacted to your post"),
        ([], 0, "Somebody reacted to your post"),
    ],
)
def test_a_sentence_names_who_acted(names: list[str], count: int, expected: str) -> None:
    assert sentence(Kind.POST_REACTION, names, count) == expected
