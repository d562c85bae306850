"""Tests of access tokens in the settings: listing them, and revoking them after confirmation."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from community import authentication
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import identity
from community.models import AccessToken
from community.state.pages.settings.security import TokensState
from community.state.runtime.toasts import ToastsState
from tests.cast import Cast
from tests.state.settings.settings_page import open_settings
from tests.state.tabs import SocketServer


async def create_token(owner: Actor, name: str = "backup", **fields: Any) -> int:
    async with unit_of_work() as session:
        row = AccessToken(user_id=owner.id, name=name, token_hash=name, scopes=["read"], **fields)
        session.add(row)
    return row.id


async def is_token_active(token_id: int) -> bool:
    async with read_session() as session:
        row = await session.get(AccessToken, token_id)
        return row is not None and row.revoked_at is None


async def test_a_token_shows_its_scopes_and_expiry(cast: Cast, socket_server: SocketServer) -> None:
    next_year = clock.now().year + 1
    await create_token(cast.alice, expires_at=datetime(next_year, 3, 1, 12, tzinfo=UTC))
    await create_token(cast.alice, "ci", last_used_at=clock.now() - timedelta(hours=1))
    alice = await open_settings(socket_server, cast.alice)
    ci, backup = alice[TokensState]["tokens"]
    assert (backup["scopes_text"], backup["expiry_text"]) == (
        "Read",
        f"Expires on 1 March {next_year}",
    )
    assert (backup["last_used_at"], ci["expiry_text"]) == (None, "No expiry")
    assert ci["last_used_at"]


def token_form(**fields: Any) -> dict[str, Any]:
    return {"token_name": "backup", "token_days": "30", "read": "on"} | fields


async def test_a_created_token_is_sent_with_its_secret_and_listed(
    cast: Cast, socket_server: SocketServer
) -> None:
    alice = await open_settings(socket_server, cast.alice)
    await alice.send(TokensState.create, message=token_form(write="on"))
    created = alice[TokensState]["created"]
    actor = await authentication.authenticate_bearer(created["secret"], "203.0.113.9")
    assert actor is not None
    assert actor.is_user(cast.alice.id)
    [row] = alice[TokensState]["tokens"]
    assert (row["name"], row["scopes_text"]) == ("backup", "Read and write")
    assert (row["expiry_text"], alice[TokensState]["save_count"]) != ("No expiry", 0)
    await alice.send(TokensState.dismiss_created)
    assert alice[TokensState]["created"] is None


async def test_the_server_does_not_keep_the_secret_of_a_created_token(
    cast: Cast, socket_server: SocketServer
) -> None:
    alice = await open_settings(socket_server, cast.alice)
    await alice.send(TokensState.create, message=token_form())
    secret = alice[TokensState]["created"]["secret"]
    state = await socket_server.get_state(alice, TokensState)
    assert secret not in repr(vars(state))


@pytest.mark.parametrize(
    ("fields", "field_name"), [({"token_name": " "}, "name"), ({"read": ""}, "scopes")]
)
async def test_an_invalid_token_form_shows_an_error_at_its_field(
    cast: Cast, socket_server: SocketServer, fields: dict[str, str], field_name: str
) -> None:
    alice = await open_settings(socket_server, cast.alice)
    message = {name: value for name, value in token_form(**fields).items() if value}
    await alice.send(TokensState.create, message=message)
    assert list(alice[TokensState]["errors"]) == [field_name]
    assert alice[TokensState]["tokens"] == []


async def test_a_token_is_revoked_after_confirmation(
    cast: Cast, socket_server: SocketServer
) -> None:
    token = await create_token(cast.alice)
    alice = await open_settings(socket_server, cast.alice)
    await alice.send(TokensState.show_revoke_dialog, token_id=token)
    assert (alice[TokensState]["revoke_target_id"], alice[TokensState]["revoke_target_name"]) == (
        token,
        "backup",
    )
    assert await is_token_active(token)
    await alice.send(TokensState.revoke)
    assert not await is_token_active(token)
    assert (alice[TokensState]["tokens"], alice[TokensState]["revoke_target_id"]) == ([], 0)


async def test_the_revocation_of_a_token_can_be_cancelled(
    cast: Cast, socket_server: SocketServer
) -> None:
    token = await create_token(cast.alice)
    alice = await open_settings(socket_server, cast.alice)
    await alice.send(TokensState.show_revoke_dialog, token_id=token)
    await alice.send(TokensState.show_revoke_dialog, token_id=0)
    await alice.send(TokensState.revoke)
    assert await is_token_active(token)
    assert alice[ToastsState]["toasts"][-1]["tone"] == "danger"


async def test_a_token_of_another_user_cannot_be_revoked(
    cast: Cast, socket_server: SocketServer
) -> None:
    theirs = await create_token(cast.bob)
    alice = await open_settings(socket_server, cast.alice)
    await alice.send(TokensState.show_revoke_dialog, token_id=theirs)
    await alice.send(TokensState.revoke)
    assert alice[TokensState].get("revoke_target_id", 0) == 0
    assert await is_token_active(theirs)


async def test_revoking_an_already_revoked_token_shows_an_error(
    cast: Cast, socket_server: SocketServer
) -> None:
    token = await create_token(cast.alice)
    alice = await open_settings(socket_server, cast.alice)
    await alice.send(TokensState.show_revoke_dialog, token_id=token)
    async with unit_of_work() as session:
        actor = Actor(user_id=cast.alice.id, session_id=1)
        await identity.revoke_token(session, actor, token_id=token)
    await alice.send(TokensState.revoke)
    assert alice[ToastsState]["toasts"][-1]["text"] == "Access token not found"
