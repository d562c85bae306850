"""Tests of sending, editing and deleting messages, of reactions, pages and read pointers."""

import asyncio
from datetime import timedelta
from uuid import uuid4

import pytest

from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, Invalid, NotFound, PermissionDenied
from community.domain import chat
from community.models import Chat, ChatMember
from tests.cast import Cast
from tests.domain.actions import run
from tests.domain.chat.conftest import (
    create_group,
    open_conversation,
    read_messages,
    read_texts,
    send,
    start,
    view,
)


async def test_a_message_that_is_sent_again_is_stored_once(writers: Cast) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    client_id = uuid4()
    sent = await asyncio.gather(
        *(send(writers.bob, opened, "Hi", client_id=client_id) for _ in range(4))
    )
    assert len({message.id for message in sent}) == 1
    assert await read_texts(writers.alice, opened) == ["Hi", "Hello"]
    with pytest.raises(Conflict):
        await send(writers.bob, opened, "Something else", client_id=client_id)


@pytest.mark.parametrize("text", ["", "  \n ", "\u200b", "x" * 4_001])
async def test_a_message_has_up_to_4000_visible_characters(writers: Cast, text: str) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    with pytest.raises(Invalid):
        await send(writers.alice, opened, text)


async def test_the_text_of_a_message_is_rendered_without_scripts(writers: Cast) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    await send(writers.alice, opened, "**Bold** <script>alert(1)</script> @bob")
    [message, _] = (await read_messages(writers.bob, opened)).items
    assert "<strong>Bold</strong>" in message.html
    assert "<script" not in message.html
    assert 'href="/bob"' in message.html


async def test_concurrent_messages_are_read_in_the_order_of_their_ids(writers: Cast) -> None:
    opened = await create_group(writers.alice, writers.bob, writers.charlie)
    senders = (writers.alice, writers.bob, writers.charlie)
    await asyncio.gather(*(send(senders[number % 3], opened, f"{number}") for number in range(12)))
    ids = [message.id for message in (await read_messages(writers.bob, opened)).items]
    assert ids == sorted(ids, reverse=True)
    async with read_session() as session:
        assert (await session.get_one(Chat, opened.id)).last_message_id == ids[0]


async def test_an_author_edits_and_deletes_their_message(writers: Cast) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    message = await send(writers.alice, opened, "Helo")
    await run(chat.react, writers.bob, chat_id=opened.id, message_id=message.id, code="like")
    call = {"chat_id": opened.id, "message_id": message.id}
    await run(chat.edit, writers.alice, text=await chat.render_text("Hello!"), **call)
    assert (await read_messages(writers.bob, opened)).items[0].edited_at is None
    with clock.travel(timedelta(minutes=2)):
        await run(chat.edit, writers.alice, text=await chat.render_text("Hallo"), **call)
    edited = (await read_messages(writers.bob, opened)).items[0]
    assert (edited.text, edited.edited_at is None) == ("Hallo", False)
    assert await run(chat.delete_message, writers.alice, **call)
    assert not await run(chat.delete_message, writers.alice, **call)
    stub = (await read_messages(writers.bob, opened)).items[0]
    assert (stub.text, stub.html, stub.reactions) == ("", "", [])
    assert stub.deleted_at is not None
    with pytest.raises(PermissionDenied):
        await run(chat.edit, writers.alice, text=await chat.render_text("Back"), **call)


async def test_others_neither_edit_nor_delete_a_message(writers: Cast) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    message = await send(writers.alice, opened)
    call = {"chat_id": opened.id, "message_id": message.id}
    with pytest.raises(PermissionDenied):
        await run(chat.edit, writers.bob, text=await chat.render_text("Mine"), **call)
    with pytest.raises(PermissionDenied):
        await run(chat.delete_message, writers.bob, **call)


async def test_a_message_of_another_chat_is_not_found(writers: Cast) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    other = await open_conversation(writers.alice, writers.charlie)
    message = await send(writers.alice, other, "Secret")
    with pytest.raises(NotFound):
        await run(chat.get_message, writers.bob, chat_id=opened.id, message_id=message.id)
    with pytest.raises(Invalid):
        await send(writers.bob, opened, "What?", reply_to=message)


async def test_a_reply_shows_the_beginning_of_the_message(writers: Cast) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    question = await send(writers.alice, opened, "**How** are you?")
    await send(writers.bob, opened, "Fine", reply_to=question)
    reply = (await read_messages(writers.alice, opened)).items[0].reply_to
    assert reply is not None
    assert (reply.id, reply.author.slug, reply.excerpt) == (question.id, "alice", "How are you?")
    await run(chat.delete_message, writers.alice, chat_id=opened.id, message_id=question.id)
    deleted = (await read_messages(writers.alice, opened)).items[0].reply_to
    assert deleted is not None
    assert deleted.excerpt == ""


async def test_each_member_has_one_reaction_to_a_message(writers: Cast) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    message = await send(writers.alice, opened)

    async def react(code: str | None) -> list[tuple[str, int]]:
        await run(chat.react, writers.bob, chat_id=opened.id, message_id=message.id, code=code)
        seen = (await read_messages(writers.bob, opened)).items[0]
        assert seen.my_reaction == code
        return [(reaction.code, reaction.count) for reaction in seen.reactions]

    assert await react("like") == [("like", 1)]
    assert await react("like") == [("like", 1)]
    assert await react("love") == [("love", 1)]
    assert await react(None) == []
    with pytest.raises(Invalid):
        await react("unknown")


async def test_the_read_pointer_never_moves_back_or_beyond_the_last_message(
    writers: Cast,
) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    first = await send(writers.alice, opened, "One")
    last = await send(writers.alice, opened, "Two")

    async def read(message_id: int) -> tuple[int, int]:
        await run(chat.mark_read, writers.bob, chat_id=opened.id, message_id=message_id)
        async with read_session() as session:
            member = await session.get_one(ChatMember, (opened.id, writers.bob.id))
        return member.last_read_message_id, (await view(writers.bob, opened)).unread_count

    assert await read(first.id) == (first.id, 1)
    assert await read(1) == (first.id, 1)
    assert await read(2**62) == (last.id, 0)


async def test_read_marks_are_hidden_both_ways(writers: Cast) -> None:
    opened = await open_conversation(writers.alice, writers.bob)

    async def read_marks_of(reader: str) -> list[bool]:
        return [
            member.last_read_message_id is not None
            for actor in (writers.alice, writers.bob)
            for member in (await view(actor, opened)).members
            if member.user.slug == reader
        ]

    assert await read_marks_of("bob") == [True, True]
    await run(chat.set_preferences, writers.bob, read_marks=False)
    assert await read_marks_of("bob") == [False, True]
    assert await read_marks_of("alice") == [True, False]


async def test_messages_are_paged_in_both_directions_and_around_one(writers: Cast) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    sent = [await send(writers.alice, opened, f"{number}") for number in range(6)]
    middle = sent[2].id
    latest = await read_messages(writers.bob, opened, limit=2)
    assert [found.text for found in latest.items] == ["5", "4"]
    assert latest.next_cursor is not None
    assert not latest.has_newer
    assert await read_texts(writers.bob, opened, before=middle) == ["1", "0", "Hello"]
    newer = await read_messages(writers.bob, opened, after=middle, limit=2)
    assert ([found.text for found in newer.items], newer.has_newer) == (["4", "3"], True)
    assert await read_texts(writers.bob, opened, around=middle, limit=4) == ["4", "3", "2", "1"]


async def test_messages_are_searched_in_one_chat(writers: Cast) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    other = await open_conversation(writers.alice, writers.charlie)
    await send(writers.alice, opened, "Rye bread at 50%")
    await send(writers.alice, other, "Rye bread too")
    assert await read_texts(writers.bob, opened, search="BREAD") == ["Rye bread at 50%"]
    assert await read_texts(writers.bob, opened, search="0%") == ["Rye bread at 50%"]
    assert await read_texts(writers.bob, opened, search="a%5") == []


async def test_a_first_message_can_be_corrected_without_links(writers: Cast) -> None:
    opened = await start(writers.alice, writers.bob)
    message = await send(writers.alice, opened, "Helo")
    call = {"chat_id": opened.id, "message_id": message.id}
    await run(chat.edit, writers.alice, text=await chat.render_text("Hello"), **call)
    link = await chat.render_text("https://example.org")
    with pytest.raises(Invalid):
        await run(chat.edit, writers.alice, text=link, **call)
    assert await read_texts(writers.bob, opened) == ["Hello"]


async def test_several_actions_in_one_transaction_keep_the_last_message(writers: Cast) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    text = await chat.render_text("Hi")
    async with unit_of_work() as session:
        message = await chat.send(session, writers.alice, chat_id=opened.id, text=text)
        await chat.react(
            session, writers.bob, chat_id=opened.id, message_id=message.id, code="like"
        )
    async with read_session() as session:
        assert (await session.get_one(Chat, opened.id)).last_message_id == message.id
