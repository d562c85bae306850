"""Tests of the search for messages by text."""

import pytest

from community.core.actor import Actor
from community.domain import chat
from community.domain.chat.visibility import search as message_search
from tests.cast import Cast
from tests.domain.actions import ignore, run
from tests.domain.chat.conftest import (
    create_group,
    list_chats,
    open_conversation,
    read_messages,
    read_texts,
    send,
)


@pytest.mark.parametrize(
    "search", ["rye", "RYE", "ye bre", "bread rye", "r", '"', "50%", "Хлеб", "хЛЕБ ржаной"]
)
async def test_messages_are_found_by_parts_of_their_words(writers: Cast, search: str) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    text = 'Rye bread "at" 50% — ржаной ХЛЕБ'
    await send(writers.bob, opened, text)
    await send(writers.bob, opened, "Flou")
    assert await read_texts(writers.alice, opened, search=search) == [text]


@pytest.mark.parametrize("search", ["rye wheat", "a%5", "brea_", "c*", "text:rye", "rye OR wheat"])
async def test_other_messages_are_not_found(writers: Cast, search: str) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    await send(writers.bob, opened, "Rye bread at 50%")
    assert await read_texts(writers.alice, opened, search=search) == []


async def test_the_index_follows_edits_and_deletions(writers: Cast) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    sent = await send(writers.bob, opened, "Rye bread")
    key = {"chat_id": opened.id, "message_id": sent.id}
    await run(chat.edit, writers.bob, **key, text=await chat.render_text("Wheat"))
    assert await read_texts(writers.bob, opened, search="rye") == []
    assert await read_texts(writers.bob, opened, search="wheat") == ["Wheat"]
    await run(chat.delete_message, writers.bob, **key)
    assert await read_texts(writers.bob, opened, search="wheat") == []


async def test_results_are_paginated(writers: Cast) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    other = await open_conversation(writers.alice, writers.charlie)
    ids = []
    for number in range(5):
        ids.append((await send(writers.bob, opened, f"Loaf {number}")).id)
        await send(writers.charlie, other, f"Loaf {number}")
    page = await read_messages(writers.alice, opened, search="loaf", limit=2)
    assert [message.id for message in page.items] == [ids[4], ids[3]]
    assert page.next_cursor
    before = chat.decode_cursor(page.next_cursor)
    page = await read_messages(writers.alice, opened, search="loaf", limit=2, before=before)
    assert [message.id for message in page.items] == [ids[2], ids[1]]
    page = await read_messages(writers.alice, opened, search="loaf", limit=9, after=ids[2])
    assert [message.id for message in page.items] == [ids[4], ids[3]]


async def test_short_words_are_found_among_the_latest_messages(
    writers: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(message_search, "MAX_SCANNED", 2)
    opened = await open_conversation(writers.alice, writers.bob)
    for text in ("ab 1", "ab 2", "ab 3", "ab 4"):
        await send(writers.bob, opened, text)
    found = await read_texts(writers.alice, opened, search="ab")
    assert found[:2] == ["ab 4", "ab 3"]
    assert "ab 1" not in found


async def test_chats_are_found_by_texts_that_the_user_may_read(writers: Cast) -> None:
    direct = await open_conversation(writers.alice, writers.bob)
    await send(writers.alice, direct, "Sourdough")
    group = await create_group(writers.alice, writers.charlie, name="")
    await send(writers.alice, group, "Sourdough")
    await run(chat.add_members, writers.alice, chat_id=group.id, user_ids=[writers.bob.id])
    await run(chat.accept, writers.bob, chat_id=group.id)

    async def find(actor: Actor, text: str) -> list[int]:
        return [found.id for found in await list_chats(actor, search=text)]

    assert await find(writers.alice, "sourd") == [group.id, direct.id]
    assert await find(writers.bob, "sourd") == [direct.id]  # he joined the group later
    assert await find(writers.charlie, "sourd") == [group.id]
    assert await find(writers.olga, "sourd") == []
    await ignore(writers.charlie, writers.alice)
    assert await find(writers.charlie, "sourd") == []
    await run(chat.leave, writers.charlie, chat_id=group.id)
    assert await find(writers.charlie, "sourd") == []


@pytest.mark.parametrize("chat_id", [1, 19_999, 20_000, 400_000_001, 2**62])
def test_the_chats_have_different_keys(chat_id: int) -> None:
    keys = {message_search.build_chat_key(number) for number in (chat_id, chat_id + 1)}
    assert len(keys) == 2
    assert {len(key) for key in keys} == {3}
