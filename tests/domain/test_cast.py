from sqlmodel import func, select

from community.core.db.sessions import read_session
from community.models import User
from tests.cast import Cast


async def test_the_test_users_are_stored_in_the_database(cast: Cast) -> None:
    async with read_session() as session:
        assert await session.scalar(select(func.count()).select_from(User)) == 5
