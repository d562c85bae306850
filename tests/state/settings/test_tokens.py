"""Access tokens: listed, and ended after a question."""

from datetime import UTC, datetime, timedelta
from typing import Any

from community.core import clock
from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.domain import accounts
from community.models import AccessToken
from community.state.notice import Notice
from community.state.settings.tokens import Tokens
from tests.cast import Cast
from tests.state.settings.opening import open_settings
from tests.state.tabs import Sockets


async def made(owner: Actor, name: str = "backup", **more: Any) -> int:
    async with unit_of_work() as session:
        row = AccessToken(user_id=owner.id, name=name, token_hash=name, scopes=["read"], **more)
        session.add(row)
    return row.id


async def is_alive(token: int) -> bool:
    async with reading() as session:
        row = await session.get(AccessToken, token)
        return row is not None and row.revoked_at is None


async def test_a_token_says_what_it_may_and_until_when(cast: Cast, live: Sockets) -> None:
    end = datetime(2027, 3, 1, 12, tzinfo=UTC)
    with clock.moved(datetime(2026, 12, 1, tzinfo=UTC) - datetime.now(UTC)):
        await made(cast.alice, expires_at=end)
        await made(cast.alice, "ci", last_used_at=clock.now() - timedelta(hours=1))
        alice = await open_settings(live, cast.alice)
    ci, backup = alice[Tokens]["rows"]
    assert (backup["may"], backup["ends"]) == ("May read.", "Ends on 1 March 2027.")
    assert (backup["last_used_at"], ci["ends"]) == (None, "Does not end by itself.")
    assert ci["last_used_at"]


async def test_no_secret_is_in_any_state(cast: Cast, live: Sockets) -> None:
    await made(cast.alice)
    alice = await open_settings(live, cast.alice)
    assert not any("secret" in row or "token_hash" in row for row in alice[Tokens]["rows"])


async def test_a_token_that_was_just_made_is_listed(cast: Cast, live: Sockets) -> None:
    alice = await open_settings(live, cast.alice)
    await made(cast.alice, "new")
    await alice.send(Tokens.look)
    assert [row["name"] for row in alice[Tokens]["rows"]] == ["new"]


async def test_a_token_ends_after_a_question(cast: Cast, live: Sockets) -> None:
    token = await made(cast.alice)
    alice = await open_settings(live, cast.alice)
    await alice.send(Tokens.doom, token_id=token)
    assert (alice[Tokens]["doomed"], alice[Tokens]["doomed_name"]) == (token, "backup")
    assert await is_alive(token)
    await alice.send(Tokens.revoke)
    assert not await is_alive(token)
    assert (alice[Tokens]["rows"], alice[Tokens]["doomed"]) == ([], 0)


async def test_the_question_is_taken_back(cast: Cast, live: Sockets) -> None:
    token = await made(cast.alice)
    alice = await open_settings(live, cast.alice)
    await alice.send(Tokens.doom, token_id=token)
    await alice.send(Tokens.doom, token_id=0)
    await alice.send(Tokens.revoke)
    assert await is_alive(token)
    assert alice[Notice]["toasts"][-1]["tone"] == "danger"


async def test_nobody_asks_about_a_token_of_somebody_else(cast: Cast, live: Sockets) -> None:
    theirs = await made(cast.bob)
    alice = await open_settings(live, cast.alice)
    await alice.send(Tokens.doom, token_id=theirs)
    await alice.send(Tokens.revoke)
    assert alice[Tokens].get("doomed", 0) == 0
    assert await is_alive(theirs)


async def test_one_that_ended_meanwhile_is_said_to_be_gone(cast: Cast, live: Sockets) -> None:
    token = await made(cast.alice)
    alice = await open_settings(live, cast.alice)
    await alice.send(Tokens.doom, token_id=token)
    async with unit_of_work() as session:
        here = Actor(user_id=cast.alice.id, session_id=1)
        await accounts.revoke_token(session, here, token_id=token)
    await alice.send(Tokens.revoke)
    assert alice[Notice]["toasts"][-1]["text"] == "You have no such access token."
