"""What comments cost the database, however long a discussion is."""

from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.domain import comments
from community.models import Comment, Post
from tests import counters, factories
from tests.cast import Cast
from tests.domain.stories import reply
from tests.queries import counted


async def cost_of_reply(by: Actor, post: Post, to: Comment) -> int:
    """Statements of a reply with what its sender gets back."""
    with counted() as statements:
        async with unit_of_work() as session:
            sent = await comments.reply(
                session, by, post_id=post.id, text="Well said.", parent_id=to.id
            )
            await comments.get_view(session, by, sent.id)
    return len(statements)


async def test_a_reply_costs_the_same_deep_down_among_many(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    deep = root = await reply(cast.alice, post)
    first = await cost_of_reply(cast.bob, post, root)
    for _ in range(12):
        deep = await reply(cast.alice, post, to=deep)
        await reply(cast.charlie, post, to=root)
    assert await cost_of_reply(cast.bob, post, deep) <= first + 1  # whom it answers has a name


async def test_a_page_of_a_discussion_costs_the_same_however_long_it_is(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    costs = []
    for _ in range(2):
        parent = await reply(cast.alice, post)
        for _ in range(3):
            parent = await reply(cast.bob, post, to=parent)
        with counted() as statements:
            async with reading() as session:
                await comments.thread(session, cast.charlie, post_id=post.id)
        costs.append(len(statements))
        for _ in range(25):
            await reply(cast.charlie, post)
    assert costs[0] == costs[1] <= 10
    async with reading() as session:
        assert [each for each in await counters.faults(session) if "users." not in each] == []


async def test_of_many_replies_the_first_three_are_shown_in_their_order(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    roots = [await reply(cast.alice, post) for _ in range(2)]
    below = {
        root.id: [(await reply(cast.bob, post, to=root)).id for _ in range(5)] for root in roots
    }
    async with reading() as session:
        page = await comments.thread(session, cast.guest, post_id=post.id, order=comments.Order.OLD)
    for root, replies in below.items():
        assert [each.id for each in page.items if each.parent_id == root] == replies[:3]
        assert str(root) in page.more
