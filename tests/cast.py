"""The test users that most tests share."""

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine, create_engine
from sqlalchemy.orm import Session

from community.core.actor import GUEST, Actor
from community.core.db.sessions import unit_of_work
from community.models import User
from tests import databases, factories


@dataclass(frozen=True)
class Cast:
    """The test users, as the actors that tests pass to domain functions.

    Alice, Bob and Charlie are ordinary users, Olga is an administrator, Mallory is banned, and
    `guest` is a visitor who is not signed in.
    """

    alice: Actor
    bob: Actor
    charlie: Actor
    olga: Actor
    mallory: Actor
    guest: Actor = GUEST


async def create_cast() -> Cast:
    """Create the test users in the database of the settings, which has no users yet."""
    rows = _build_rows()
    async with unit_of_work() as session:
        session.add_all(rows)
    return _to_cast(rows)


def create_template_with_cast(template: Path, folder: Path) -> tuple[Path, Cast]:
    """Return the path of a copy of a SQLite file that contains the test users, and the users."""
    databases.copy_sqlite_template(template, folder)
    path = folder / "community.db"
    cast = _insert_cast(create_engine(f"sqlite:///{path}"))
    databases.move_changes_into_file(path)
    return path, cast


def save_cast(url: str) -> Cast:
    """Create the test users in a PostgreSQL database, and save them for `delete_all_rows`."""
    databases.delete_all_rows(url)
    cast = _insert_cast(engine := databases.get_postgres_engine(url))
    with engine.begin() as connection:
        databases.save_rows(connection, "users")
    return cast


def _insert_cast(engine: Engine) -> Cast:
    rows = _build_rows()
    with Session(engine, expire_on_commit=False) as session:
        session.add_all(rows)
        session.commit()
    return _to_cast(rows)


def _build_rows() -> list[User]:
    return [
        factories.build_user("olga", is_admin=True),
        *map(factories.build_user, ("alice", "bob", "charlie")),
        factories.build_user("mallory", is_banned=True),
    ]


def _to_cast(rows: list[User]) -> Cast:
    olga, alice, bob, charlie, mallory = map(factories.to_actor, rows)
    return Cast(alice=alice, bob=bob, charlie=charlie, olga=olga, mallory=mallory)
