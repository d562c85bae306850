"""What is done again and again, without anybody asking."""

from datetime import timedelta

import pytest
from sqlmodel import select

from community.core import clock
from community.core.database import reading, unit_of_work
from community.domain import posts
from community.jobs.chores import doing_chores
from community.jobs.keeping import perform
from community.jobs.registry import ANSWERS_KEPT_FOR, CHORES, DUTIES
from community.models import Post, StoredAnswer
from tests import factories
from tests.cast import Cast


@pytest.mark.parametrize("name", sorted(DUTIES))
async def test_a_duty_has_nothing_to_do_on_a_new_site(cast: Cast, name: str) -> None:
    async with unit_of_work() as session:
        assert not await DUTIES[name].work(session)


async def test_answers_are_dropped_once_they_are_not_given_again(cast: Cast) -> None:
    async with unit_of_work() as session:
        for key, age in (("old", ANSWERS_KEPT_FOR), ("young", timedelta(hours=1))):
            session.add(StoredAnswer(key=key, body_hash="", created_at=clock.now() - age))
    await perform("drop_answers")
    async with reading() as session:
        assert (await session.scalars(select(StoredAnswer.key))).all() == ["young"]


async def test_a_process_that_stops_writes_down_the_views_it_counted(cast: Cast) -> None:
    assert posts.flush_views in CHORES
    post = await factories.post(cast.alice)
    async with doing_chores():
        posts.note_view(cast.bob, post.id)
        posts.note_view(cast.charlie, post.id)
    async with reading() as session:
        assert (await session.get_one(Post, post.id)).views_count == 2
