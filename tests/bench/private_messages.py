"""Measures the search in 1,000,000 private messages, and opening chats with few and many of them.

Run `python -m tests.bench.private_messages URL` with the URL of an empty SQLite file or of a
PostgreSQL database, which it drops and creates. `--keep` measures without filling it again.
"""

import argparse
import asyncio
import os
import random
import statistics
import time
from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy import Connection, create_engine, insert, text

from community.core import clock
from community.core.actor import Actor
from community.core.db import sessions
from community.core.db.sessions import read_session
from community.core.settings import settings
from community.domain import chat
from community.models import Chat, ChatMember, User
from tests import databases
from tests.bench import report

READER = 1
# The numbers of messages in the largest chats of the reader. Each other chat has 200.
LARGE_CHATS = (500_000, 100_000, 10)
SMALL_CHATS = 300
# The chats that the reader is not in.
OTHER_CHATS = 1_700
RARE_WORD = "quixotism"
REPETITIONS = 25


FILL_MESSAGES = """
INSERT INTO messages (
  id, chat_id, author_id, change, text, html, reactions, reactions_count, files_count, created_at
)
SELECT
  n, chat_id, CASE WHEN n % 2 = 0 THEN chat_id + 2 ELSE 1 END, '', body, '<p>' || body || '</p>',
  '{}', 0, 0, :now
FROM (
  SELECT
    n,
    CASE
      WHEN place < 500000 THEN 1 WHEN place < 600000 THEN 2 WHEN place < 600010 THEN 3
      ELSE 4 + place % 2000
    END AS chat_id,
    body || CASE WHEN n % 50000 = 0 THEN ' quixotism' ELSE '' END AS body
  FROM (
    SELECT numbers.n, numbers.n * 654435761 % 1000000 AS place, bodies.body
    FROM numbers JOIN bodies ON bodies.id = numbers.n * 7919 % 20000
  ) AS placed
) AS messages_of_chats
"""
NUMBERS = {
    "sqlite": "CREATE TABLE numbers AS WITH RECURSIVE r(n) AS "
    "(SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 1000000) SELECT n FROM r",
    "postgresql": "CREATE TABLE numbers AS SELECT n FROM generate_series(1::bigint, 1000000) AS n",
}


def create_words() -> list[str]:
    choice = random.Random(7)  # not a secret
    syllables = [a + b for a in "bcdfghklmnprstvw" for b in "aeiou"]
    return ["".join(choice.choices(syllables, k=choice.randint(2, 4))) for _ in range(20_000)]


def create_bodies() -> list[dict[str, Any]]:
    """Return texts of 4 to 20 words, of which few are frequent, as in languages."""
    choice, words = random.Random(8), create_words()
    weights = [1 / (rank + 2) for rank in range(len(words))]
    return [
        {"id": n, "body": " ".join(choice.choices(words, weights, k=choice.randint(4, 20)))}
        for n in range(20_000)
    ]


def fill(connection: Connection) -> None:
    now = clock.now()
    chats = range(1, len(LARGE_CHATS) + SMALL_CHATS + OTHER_CHATS + 1)
    connection.execute(
        insert(User),
        [
            User(
                slug=f"u{n}", name=f"U {n}", name_skeleton=f"u{n}", email=f"{n}@example.com"
            ).model_dump(exclude={"id"})
            for n in range(1, len(chats) + 3)
        ],
    )
    pairs = {n: (READER if n <= len(LARGE_CHATS) + SMALL_CHATS else 2, n + 2) for n in chats}
    connection.execute(
        insert(Chat),
        [
            Chat(
                kind="direct", pair_key=f"{a}:{b}", created_by_id=a, last_message_id=1_000_000 - n
            ).model_dump(exclude={"id"})
            for n, (a, b) in pairs.items()
        ],
    )
    connection.execute(
        insert(ChatMember),
        [
            ChatMember(
                chat_id=n, user_id=user, has_accepted=True, last_read_message_id=900_000
            ).model_dump()
            for n, pair in pairs.items()
            for user in pair
        ],
    )
    connection.execute(text(NUMBERS[connection.dialect.name]))
    connection.execute(text("CREATE TABLE bodies (id bigint PRIMARY KEY, body text)"))
    connection.execute(text("INSERT INTO bodies VALUES (:id, :body)"), create_bodies())
    connection.execute(text(FILL_MESSAGES), {"now": now.replace(tzinfo=None).isoformat(" ")})
    for name in ("numbers", "bodies"):
        connection.execute(text(f"DROP TABLE {name}"))


def prepare(url: str) -> None:
    """Create the database and fill it."""
    if url.startswith("postgresql"):
        databases.recreate_postgres_database(url)
    else:
        databases.migrate(url.replace("sqlite:", "sqlite+aiosqlite:"))
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("DROP INDEX ix_messages_search"))
            connection.execute(text("SET session_replication_role = replica"))
            fill(connection)
            connection.execute(
                text(
                    "CREATE INDEX ix_messages_search ON messages "
                    "USING gin (lower(' ' || text) gin_trgm_ops)"
                )
            )
        else:
            fill(connection)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("VACUUM ANALYZE" if "postgresql" in url else "ANALYZE"))
    engine.dispose()


async def measure(name: str, action: Callable[..., Awaitable[Any]], **arguments: Any) -> None:
    actor, times = Actor(user_id=READER), []
    for _ in range(REPETITIONS):
        started_at = time.perf_counter()
        async with read_session() as session:
            await action(session, actor, **arguments)
        times.append((time.perf_counter() - started_at) * 1000)
    # The first run fills the caches of the database and of SQLAlchemy.
    print(
        f"  {name:<52}{statistics.median(times[1:]):8.1f} ms{max(times[1:]):10.1f} ms", flush=True
    )


async def measure_all() -> None:
    words = create_words()
    terms = {
        "frequent word": words[0],
        "word in 1 % of the messages": words[200],
        "two words": f"{words[30]} {words[60]}",
        "rare word": RARE_WORD,
        "absent word": "zzyzx",
        "two letters": RARE_WORD[:2],
    }
    chats = {"500,000": 1, "100,000": 2, "200": len(LARGE_CHATS) + 1}
    for size, chat_id in chats.items():
        for name, term in terms.items():
            label = f"search in a chat of {size}: {name}"
            await measure(label, chat.list_messages, chat_id=chat_id, search=term)
    for name, term in terms.items():
        await measure(f"search in {SMALL_CHATS + 3} chats: {name}", chat.list_chats, search=term)
    for size, chat_id in {**chats, "10": 3}.items():
        await measure(f"open a chat of {size}: the chat", chat.get_chat, chat_id=chat_id)
        label = f"open a chat of {size}: the latest messages"
        await measure(label, chat.list_messages, chat_id=chat_id)
    await measure(f"unread counts of {SMALL_CHATS + 3} chats", chat.count_unread)
    await measure("list of chats", chat.list_chats)
    await sessions.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("--keep", action="store_true", help="do not fill the database again")
    arguments = parser.parse_args()
    load_before = report.get_load_average()
    if not arguments.keep:
        started_at = time.monotonic()
        prepare(arguments.url)
        print(f"Filled the database in {time.monotonic() - started_at:.0f} s")
    os.environ["DATABASE_URL"] = arguments.url
    settings.cache_clear()
    print(report.describe_machine(arguments.url.partition(":")[0], load_before))
    print("Median and slowest:")
    asyncio.run(measure_all())


if __name__ == "__main__":
    main()
