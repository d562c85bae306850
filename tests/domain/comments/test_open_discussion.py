"""What the page of a post shows of its discussion, by its address."""

from community.core.database import reading, unit_of_work
from community.domain import comments
from community.domain.comments import Opening, Order
from community.models import Comment, Post
from tests import factories
from tests.cast import Cast


async def say(cast: Cast, post: Post, above: Comment | None = None) -> Comment:
    async with unit_of_work() as session:
        parent = above.id if above else None
        return await comments.reply(
            session, cast.bob, post_id=post.id, text="Well.", parent_id=parent
        )


async def opened(cast: Cast, post: Post, **query: str) -> Opening:
    async with reading() as session:
        return await comments.open_discussion(session, cast.guest, post_id=post.id, **query)


def ids_of(opening: Opening) -> list[int]:
    return [each.id for each in opening.thread.items]


async def test_a_comment_deep_in_a_branch_is_opened_below_its_ancestors(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    await say(cast, post)
    branch = [await say(cast, post)]
    for _ in range(8):
        branch.append(await say(cast, post, branch[-1]))
    opening = await opened(cast, post, comment=str(branch[6].id))
    assert opening.focus == branch[6].id
    assert ids_of(opening) == [each.id for each in branch]


async def test_what_stands_beside_the_ancestors_is_left_to_the_whole_discussion(
    cast: Cast,
) -> None:
    post = await factories.post(cast.alice)
    root = await say(cast, post)
    await say(cast, post, root)
    answer = await say(cast, post, root)
    for _ in range(5):
        await say(cast, post, answer)
    opening = await opened(cast, post, comment=str(answer.id))
    assert list(opening.thread.more) == [str(answer.id)]


async def test_a_comment_that_is_not_there_opens_the_whole_discussion(cast: Cast) -> None:
    post, elsewhere = await factories.post(cast.alice), await factories.post(cast.alice, "Other")
    root, gone = await say(cast, post), await say(cast, post)
    async with unit_of_work() as session:
        await comments.delete(session, cast.bob, comment_id=gone.id)
    foreign = await say(cast, elsewhere)
    for asked in (str(gone.id), str(foreign.id), "999999", "9" * 30, "²", "x"):
        opening = await opened(cast, post, comment=asked)
        assert (opening.focus, opening.is_lost, ids_of(opening)) == (None, True, [root.id])


async def test_orders_and_later_pages_have_addresses(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    roots = [await say(cast, post) for _ in range(21)]
    first = await opened(cast, post, order="old")
    assert first.order is Order.OLD
    assert first.thread.next_cursor is not None
    later = await opened(cast, post, order="old", after=first.thread.next_cursor)
    assert (later.is_later, ids_of(later)) == (True, [roots[-1].id])


async def test_nonsense_in_an_address_opens_the_first_page(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    root = await say(cast, post)
    opening = await opened(cast, post, order="sideways", after="nonsense")
    assert (opening.order, opening.is_later, ids_of(opening)) == (Order.BEST, False, [root.id])
