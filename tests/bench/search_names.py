"""Measures suggestions among the titles, users, communities and tags of `tests.bench.search`.

Run it with the same arguments: `python -m tests.bench.search_names --folder FOLDER`.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from community.core.actor import Actor
from community.core.db import sessions
from community.core.db.sessions import read_session
from community.core.processes.memory import limit_garbage_collection
from community.domain import search
from tests.bench import bulk_load
from tests.bench.report import Durations
from tests.bench.search_content import ENGLISH, RUSSIAN, VOCABULARY, get_words

READER = Actor(user_id=2)


def build_queries(words: list[str]) -> dict[str, list[str]]:
    """Return texts as people type them, by the name of their kind."""
    common, rare = words[:10], words[VOCABULARY // 2 :][:10]
    return {
        "two letters": [word[:2] for word in common],
        "three letters": [word[:3] for word in common],
        "four letters": [word[:4] for word in common],
        "the commonest words": common,
        "the two commonest words": [f"{words[0]} {words[1]}"],
        "a common word and the beginning of another": [f"{words[0]} {w[:2]}" for w in common],
        "a rare word": rare,
        "a common and a rare word": [f"{words[0]} {word}" for word in rare],
        "eight common words": [" ".join(words[:8])],
        "no hit": ["щщщщ", "zzzz"],
    }


async def measure(name: str, texts: list[str], repetitions: int, run: Any) -> None:
    durations, found = Durations(), None
    for text in texts:  # The first run fills the caches of the database and of SQLAlchemy.
        await run(text)
    for number in range(max(repetitions, len(texts))):
        with durations.record():
            found = await run(texts[number % len(texts)])
    print(f"{name:44}{len(str(found)):>8}{durations}", flush=True)


async def measure_all(repetitions: int) -> None:
    both = [build_queries(get_words(language)) for language in (RUSSIAN, ENGLISH)]
    print(f"{'':44}{'size':>8}{Durations.HEADER}")
    for name in both[RUSSIAN]:
        texts = both[RUSSIAN][name] + both[ENGLISH][name]
        await measure(name, texts, repetitions, _in_session(search.suggest))
    people = [word[:2] for word in get_words(RUSSIAN)[:10]]
    await measure("people: two letters", people, repetitions, _in_session(_suggest_people))
    await measure("people: @author-1", ["author-1"], repetitions, _in_session(_suggest_people))
    typos = [word[:-1] + "э" + word[-1:] for word in get_words(RUSSIAN)[300:310]]
    await measure("a corrected word", typos, repetitions, _in_session(search.find_correction))
    await sessions.close()


async def _suggest_people(session: Any, actor: Actor, q: str) -> Any:
    return await search.suggest_people(session, actor, q=q)


def _in_session(action: Callable[..., Awaitable[Any]]) -> Callable[[str], Awaitable[Any]]:
    async def run(text: str) -> Any:
        async with read_session() as session:
            return await action(session, READER, text)

    return run


def main() -> None:
    options = bulk_load.open_database(__doc__)
    limit_garbage_collection()
    asyncio.run(measure_all(options.repetitions))
    print(bulk_load.describe(options))


if __name__ == "__main__":
    main()
