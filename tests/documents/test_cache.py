"""Pages that are kept: as many as there is room for, those that are read."""

from collections.abc import Awaitable, Callable

from community.documents.cache import Cache, Prepared
from community.documents.zipping import Piece
from community.realtime import hub

PAGE = Prepared(200, main=Piece.of(b"words " * 100), topics=frozenset({"feeds"}))


def rendered(made: list[str], address: str) -> Callable[[], Awaitable[Prepared]]:
    async def render() -> Prepared:
        made.append(address)
        return PAGE

    return render


async def ask(cache: Cache, made: list[str], *addresses: str) -> None:
    for address in addresses:
        await cache.get(address, rendered(made, address))


async def test_the_page_that_nobody_asked_for_longest_makes_room() -> None:
    cache, made = Cache(kept_bytes=2 * PAGE.size), list[str]()
    await ask(cache, made, "/read", "/once", "/read", "/other", "/read", "/once")
    assert made == ["/read", "/once", "/other", "/once"]


async def test_a_page_larger_than_all_the_room_is_answered_and_not_kept() -> None:
    cache, made = Cache(kept_bytes=PAGE.size - 1), list[str]()
    await ask(cache, made, "/long", "/long")
    assert made == ["/long", "/long"]


async def test_a_page_made_anew_takes_its_room_once() -> None:
    cache, made = Cache(kept_bytes=2 * PAGE.size), list[str]()
    await ask(cache, made, "/one", "/two")
    for _ in range(3):
        await hub.publish("feeds", {})
        await ask(cache, made, "/one", "/two")
    await ask(cache, made, "/one", "/two")
    assert made == ["/one", "/two"] * 4
