import pytest
from sqlmodel import col, update

from community.core.database import reading, unit_of_work
from community.core.errors import NotAllowed
from community.domain import site
from community.models import ReactionKind, SiteSetting
from community.wiring import wire
from tests.cast import Cast
from tests.queries import counted


@pytest.fixture(autouse=True)
def wired() -> None:
    wire()


async def edit_minutes() -> int:
    async with reading() as session:
        return (await site.content(session)).comment_edit_minutes


async def test_a_new_site_has_defaults(cast: Cast) -> None:
    assert await edit_minutes() == 15


async def test_a_change_by_an_administrator_holds_at_once(cast: Cast) -> None:
    assert await edit_minutes() == 15
    async with unit_of_work() as session:
        await site.configure(session, cast.olga, site.Content(comment_edit_minutes=60))
    assert await edit_minutes() == 60


@pytest.mark.parametrize("who", ["alice", "guest"])
async def test_nobody_else_changes_the_settings(cast: Cast, who: str) -> None:
    async with unit_of_work() as session:
        with pytest.raises(NotAllowed):
            await site.configure(session, getattr(cast, who), site.Content(comment_edit_minutes=0))
    assert await edit_minutes() == 15


async def test_what_a_newer_version_wrote_is_passed_over(cast: Cast) -> None:
    async with unit_of_work() as session:
        session.add(SiteSetting(name="content", value={"comment_edit_minutes": 5, "later": True}))
    assert await edit_minutes() == 5


async def test_asking_again_costs_no_query(cast: Cast) -> None:
    async with reading() as session:
        await site.content(session)
        await site.reaction_choices(session)
        with counted() as queries:
            await site.content(session)
            await site.counts(session, {"like": 1})
            await site.reaction_choices(session)
    assert not queries


async def test_reactions_are_counted_in_the_order_of_the_choices(cast: Cast) -> None:
    async with reading() as session:
        counts = await site.counts(session, {"sad": 1, "like": 3, "love": 0, "unknown": 9})
        assert [(count.code, count.emoji, count.count) for count in counts] == [
            ("like", "👍", 3),
            ("sad", "😢", 1),
        ]


async def test_a_retired_reaction_is_not_offered_but_still_counted(cast: Cast) -> None:
    async with unit_of_work() as session:
        moment = cast.alice.joined_at
        await session.execute(
            update(ReactionKind).where(col(ReactionKind.code) == "wow").values(retired_at=moment)
        )
        choices = await site.reaction_choices(session)
        assert "wow" not in [choice.code for choice in choices]
        assert [count.code for count in await site.counts(session, {"wow": 2})] == ["wow"]
        await session.rollback()
