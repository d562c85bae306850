from sqlmodel import func, select

from community.core.database import reading
from community.models import User
from tests.cast import Cast


async def test_the_cast_is_on_the_site(cast: Cast) -> None:
    async with reading() as session:
        assert await session.scalar(select(func.count()).select_from(User)) == 5
