"""Tests of hostile messages on the socket: they cost little, and the log contains none of them."""

import json
import logging
import time
from io import StringIO
from typing import Any

import pytest

from community.community import app
from community.core.logs import LogLimit
from community.reflex_adapter import socket as socket_messages
from community.reflex_adapter.serving import MAX_MESSAGE_BYTES
from community.reflex_adapter.socket import MAX_INVALID_MESSAGES, get_socket_ids
from tests.fake_socket import CLOSED, FakeSocket, open_socket
from tests.page_client import NAMESPACE

SECRET = "hunter2-password"
FORGED_LINE = f'\n{{"event": "forged", "password": "{SECRET}"}}\n'
LOAD = "reflex___state____state.hydrate"


@pytest.fixture(autouse=True)
def _unused_log_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_messages, "_log_limit", LogLimit(per_minute=20))


def encode_event(name: Any, **fields: Any) -> str:
    return f"42{NAMESPACE},{json.dumps(['event', {'name': name, 'payload': {}, **fields}])}"


MALFORMED = {
    "empty": "",
    "no packet": f"x{SECRET}",
    "upgrade": "2probe",
    "nested pong": "3" + "[" * 3_000,
    "binary": f"451-{NAMESPACE}," + json.dumps(["event", {"_placeholder": True, "num": 0}]),
    "acknowledgement": f"43{NAMESPACE},1[]",
    "other namespace": f'42/other,["event", {{"password": "{SECRET}"}}]',
    "second connection": f"40{NAMESPACE},{{}}",
    "no JSON": f'42{NAMESPACE},["event", password={SECRET}',
    "nested": f'42{NAMESPACE},["event",' + "[" * 3_000,
    "no list": f'42{NAMESPACE},{{"password": "{SECRET}"}}',
    "internal event": f'42{NAMESPACE},["disconnect","{SECRET}"]',
    "unknown socket event": f'42{NAMESPACE},["{"a" * 10_000}", "{SECRET}"]',
    "text instead of an event": f"42{NAMESPACE},{json.dumps(['event', FORGED_LINE])}",
    "no event": f"42{NAMESPACE},{json.dumps(['event'])}",
    "unknown name": encode_event("a" * 10_000, payload={"password": SECRET}),
    "unknown short name": encode_event(FORGED_LINE),
    "name that is no text": encode_event({"password": SECRET}),
    "payload": encode_event(LOAD, payload=SECRET),
    "router data": encode_event(LOAD, router_data=SECRET),
    "path": encode_event(LOAD, router_data={"pathname": ["/"]}),
    "long path": encode_event(LOAD, router_data={"pathname": "/" + "a" * 10_000}),
    "query": encode_event(LOAD, router_data={"pathname": "/", "query": SECRET}),
    "query value": encode_event(LOAD, router_data={"pathname": "/", "query": {"a": {"b": 1}}}),
    "large query": encode_event(LOAD, router_data={"query": {str(n): "" for n in range(1_000)}}),
}


async def connect(fake_socket: FakeSocket) -> None:
    await fake_socket.wait_for_message(f"40{NAMESPACE}")


async def ping(fake_socket: FakeSocket) -> None:
    """Wait until the server has handled all earlier messages of the socket."""
    fake_socket.send_text(f'42{NAMESPACE},["ping"]')
    await fake_socket.wait_for_message(f'42{NAMESPACE},["ping"')


@pytest.mark.parametrize("message", MALFORMED.values(), ids=MALFORMED)
async def test_a_malformed_message_is_one_log_line_without_its_content(
    log_output: StringIO, message: str
) -> None:
    async with open_socket("", {"nothing": 1}) as fake_socket:
        await connect(fake_socket)
        fake_socket.send_text(message)
        await ping(fake_socket)
        assert fake_socket.token in get_socket_ids(app)
    [line] = log_output.getvalue().splitlines()
    entry = json.loads(line)
    assert entry["event"] == "socket_message_rejected"
    assert SECRET not in line
    assert len(line) < 300


async def test_libraries_print_nothing_past_the_log(
    log_output: StringIO, capfd: pytest.CaptureFixture[str]
) -> None:
    for name in ("engineio.server", "socketio.server"):
        assert logging.getLogger(name).handlers == []
    for message in MALFORMED.values():
        async with open_socket("", {"nothing": 1}) as fake_socket:
            await connect(fake_socket)
            fake_socket.send_text(message)
            await ping(fake_socket)
    assert capfd.readouterr() == ("", "")


async def test_a_connection_that_sends_many_malformed_messages_is_closed(
    log_output: StringIO,
) -> None:
    async with open_socket("", {"nothing": 1}) as fake_socket:
        await connect(fake_socket)
        for number in range(MAX_INVALID_MESSAGES):
            fake_socket.send_text(encode_event(f"unknown.{number}"))
        await fake_socket.wait_for_message(CLOSED)
    assert fake_socket.token not in get_socket_ids(app)
    assert len(log_output.getvalue().splitlines()) == MAX_INVALID_MESSAGES


async def test_many_connections_with_malformed_messages_do_not_flood_the_log(
    log_output: StringIO,
) -> None:
    for _ in range(5):
        async with open_socket("", {"nothing": 1}) as fake_socket:
            await connect(fake_socket)
            for number in range(MAX_INVALID_MESSAGES - 1):
                fake_socket.send_text(encode_event(f"unknown.{number}"))
            await ping(fake_socket)
    assert len(log_output.getvalue().splitlines()) == 20


async def test_a_message_over_the_limit_is_dropped(log_output: StringIO) -> None:
    async with open_socket("", {"nothing": 1}) as fake_socket:
        await connect(fake_socket)
        fake_socket.send_text(encode_event(LOAD, payload={"text": "a" * MAX_MESSAGE_BYTES}))
        await ping(fake_socket)
    assert json.loads(log_output.getvalue())["reason"] == "too long"


async def test_malformed_messages_of_any_length_take_little_time(log_output: StringIO) -> None:
    async with open_socket("", {"nothing": 1}) as fake_socket:
        await connect(fake_socket)
        started_at = time.process_time()
        for text in ("a" * 600_000, "\\" * 300_000, 'token="' * 80_000):
            fake_socket.send_text(encode_event(text))
            fake_socket.send_text(encode_event(LOAD, payload=text))
            await ping(fake_socket)
        assert time.process_time() - started_at < 2


async def test_the_longest_post_fits_into_a_message() -> None:
    text = "\x01" * 100_000
    message = encode_event(
        "reflex___state____state.community___state___pages___posts___writing____writing_state.save",
        payload={
            "message": {"changes": {"text": text, "title": "a" * 1_000, "intro": "é" * 1_000}}
        },
    )
    socket_messages.check_frame({"type": "websocket.receive", "text": message})
    assert len(message.encode()) < MAX_MESSAGE_BYTES
