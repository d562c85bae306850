"""What is remembered is read once, by one, and anew when it is old."""

import asyncio

from community.core.database import reading
from community.core.remembered import Remembered


class Source:
    """Counts how often it is read."""

    def __init__(self) -> None:
        self.times = 0

    async def read(self, _: object) -> int:
        self.times += 1
        await asyncio.sleep(0)
        return self.times


async def ask(value: Remembered[int]) -> int:
    async with reading() as session:
        return await value.get(session)


async def test_many_who_ask_at_once_read_it_once(db: None) -> None:
    source = Source()
    value = Remembered(source.read, seconds=60)
    assert await asyncio.gather(*(ask(value) for _ in range(5))) == [1] * 5


async def test_what_is_old_or_forgotten_is_read_again(db: None) -> None:
    fresh, stale = Source(), Source()
    kept, dropped = Remembered(fresh.read, seconds=60), Remembered(stale.read, seconds=0)
    assert [await ask(kept), await ask(kept)] == [1, 1]
    kept.forget()
    assert await ask(kept) == 2
    assert [await ask(dropped), await ask(dropped)] == [1, 2]


async def test_what_is_forgotten_while_it_is_read_is_not_kept(db: None) -> None:
    source = Source()

    async def read(session: object) -> int:
        found = await source.read(session)
        if found == 1:
            value.forget()
        return found

    value = Remembered(read, seconds=60)
    assert [await ask(value) for _ in range(3)] == [1, 2, 2]
