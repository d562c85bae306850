"""What a link to one comment shows of what stands around it."""

import pytest

from community.core.database import reading, unit_of_work
from community.domain import comments
from community.models import Comment, Post
from tests import factories
from tests.cast import Cast
from tests.domain.stories import react, reply
from tests.queries import counted


async def around(cast: Cast, comment: Comment) -> comments.Thread:
    async with reading() as session:
        return await comments.context(session, cast.guest, comment_id=comment.id)


async def all_below(cast: Cast, thread: comments.Thread, parent: Comment) -> list[int]:
    """The replies of one comment that a program finds: those that came, and all behind `more`."""
    found = [each.id for each in thread.items if each.parent_id == parent.id]
    cursor = thread.more.get(str(parent.id))
    while cursor is not None:
        async with reading() as session:
            page = await comments.replies(
                session, cast.guest, comment_id=parent.id, cursor=cursor, limit=2
            )
        found += [each.id for each in page.items if each.parent_id == parent.id]
        cursor = page.next_cursor
    return found


async def six_answers(cast: Cast, post: Post) -> tuple[Comment, list[Comment]]:
    """A comment and its replies, the first of which is the newest."""
    root = await reply(cast.alice, post)
    return root, [await reply(cast.bob, post, to=root) for _ in range(6)][::-1]


@pytest.mark.parametrize("place", range(6))
async def test_a_comment_stands_among_its_neighbours_and_all_of_them_can_be_reached(
    cast: Cast, place: int
) -> None:
    post = await factories.post(cast.alice)
    root, answers = await six_answers(cast, post)
    thread = await around(cast, answers[place])
    shown = [each.id for each in thread.items if each.parent_id == root.id]
    first = [each.id for each in answers[:3]]
    assert shown == (first if place < 3 else [*first, answers[place].id])
    assert set(await all_below(cast, thread, root)) == {each.id for each in answers}


async def test_every_ancestor_has_its_first_replies(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    root, answers = await six_answers(cast, post)
    for each in answers[:3]:
        for person in (cast.alice, cast.charlie):
            await react(person, each)
    deeper = [await reply(cast.alice, post, to=answers[5]) for _ in range(4)]
    thread = await around(cast, deeper[0])
    expected = [root, *answers[:3], answers[5], *deeper[:0:-1], deeper[0]]
    assert [each.id for each in thread.items] == [each.id for each in expected]
    assert set(thread.more) == {str(root.id)}


async def test_a_pinned_answer_is_among_its_neighbours(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    root, answers = await six_answers(cast, post)
    async with unit_of_work() as session:
        await comments.pin(session, cast.alice, comment_id=answers[0].id)
    thread = await around(cast, answers[1])
    assert set(await all_below(cast, thread, root)) == {each.id for each in answers}
    assert answers[0].id in [each.id for each in (await around(cast, root)).items]


async def test_the_way_to_a_comment_costs_the_same_however_long_it_is(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    _, answers = await six_answers(cast, post)
    costs, deep = [], answers[4]
    for _ in range(3):
        deep = await reply(cast.alice, post, to=deep)
        with counted() as statements:
            await around(cast, deep)
        costs.append(len(statements))
    assert costs[0] == costs[1] == costs[2] <= 10
