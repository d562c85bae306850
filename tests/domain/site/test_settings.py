import pytest
from sqlmodel import col, update

from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import PermissionDenied
from community.domain import site
from community.models import ReactionKind, SiteSetting
from community.wiring import wire
from tests.cast import Cast
from tests.query_capture import capture_queries


@pytest.fixture(autouse=True)
def wire_events() -> None:
    wire()


async def get_comment_edit_minutes() -> int:
    async with read_session() as session:
        return (await site.get_content_settings(session)).comment_edit_minutes


async def test_a_new_site_has_the_default_settings(cast: Cast) -> None:
    assert await get_comment_edit_minutes() == 15


async def test_a_change_of_settings_by_an_administrator_applies_immediately(cast: Cast) -> None:
    assert await get_comment_edit_minutes() == 15
    async with unit_of_work() as session:
        await site.update_settings(
            session, cast.olga, site.ContentSettings(comment_edit_minutes=60)
        )
    assert await get_comment_edit_minutes() == 60


@pytest.mark.parametrize("name", ["alice", "guest"])
async def test_only_administrators_can_change_the_settings(cast: Cast, name: str) -> None:
    async with unit_of_work() as session:
        with pytest.raises(PermissionDenied):
            await site.update_settings(
                session, getattr(cast, name), site.ContentSettings(comment_edit_minutes=0)
            )
    assert await get_comment_edit_minutes() == 15


async def test_unknown_stored_settings_are_ignored(cast: Cast) -> None:
    async with unit_of_work() as session:
        session.add(SiteSetting(name="content", value={"comment_edit_minutes": 5, "later": True}))
    assert await get_comment_edit_minutes() == 5


async def test_settings_are_cached(cast: Cast) -> None:
    async with read_session() as session:
        await site.get_content_settings(session)
        await site.list_reaction_choices(session)
        with capture_queries() as queries:
            await site.get_content_settings(session)
            await site.build_reaction_counts(session, {"like": 1})
            await site.list_reaction_choices(session)
    assert not queries


async def test_reaction_counts_are_in_the_order_of_the_reaction_choices(cast: Cast) -> None:
    async with read_session() as session:
        counts = await site.build_reaction_counts(
            session, {"sad": 1, "like": 3, "love": 0, "unknown": 9}
        )
        assert [(count.code, count.emoji, count.count) for count in counts] == [
            ("like", "👍", 3),
            ("sad", "😢", 1),
        ]


async def test_a_retired_reaction_cannot_be_chosen_but_is_still_counted(cast: Cast) -> None:
    async with unit_of_work() as session:
        retired_at = cast.alice.joined_at
        await session.execute(
            update(ReactionKind)
            .where(col(ReactionKind.code) == "wow")
            .values(retired_at=retired_at)
        )
        choices = await site.list_reaction_choices(session)
        assert "wow" not in [choice.code for choice in choices]
        counts = await site.build_reaction_counts(session, {"wow": 2})
        assert [count.code for count in counts] == ["wow"]
        await session.rollback()
