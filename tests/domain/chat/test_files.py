"""Tests of pictures and files in messages: who can upload, send and open them, and until when."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.core.errors import Conflict, DomainError, Invalid, NotFound, PermissionDenied
from community.core.settings import settings
from community.domain import chat
from community.domain.chat import GroupChanges, policies
from community.jobs.delete_uploads import purge_chat_file_batch
from community.models import Chat, ChatFile
from tests.cast import Cast
from tests.domain.actions import follow, ignore, run, unfollow
from tests.domain.chat.conftest import (
    create_group,
    open_conversation,
    open_file,
    read_messages,
    send,
    start,
    upload_file,
    upload_picture,
    view,
)


async def can_open(actor: Actor, opened: Chat, *files: ChatFile) -> bool:
    """Return whether the user can open all of the files. Fail if they can open some of them."""
    results = set()
    for file in files:
        try:
            await open_file(actor, opened, file)
        except NotFound:
            results.add(False)
        else:
            results.add(True)
    assert len(results) == 1
    return results.pop()


def list_stored_files() -> list[Path]:
    return [path for path in (settings().data_dir / "chats").rglob("*") if path.is_file()]


async def test_a_message_shows_its_pictures_and_files_in_the_given_order(writers: Cast) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    pictures = [await upload_picture(writers.alice, opened) for _ in range(2)]
    files = [await upload_file(writers.alice, opened, name=name) for name in ("b.txt", "a.txt")]
    sent = await send(writers.alice, opened, "", media=pictures[::-1], files=files)
    [shown, *_older] = (await read_messages(writers.bob, opened)).items
    assert [media.id for media in shown.media] == [pictures[1].id, pictures[0].id]
    assert [(file.name, file.size) for file in shown.files] == [("b.txt", 5), ("a.txt", 5)]
    base = f"/m/{opened.id}/files"
    assert shown.files[0].url == f"{base}/{files[0].id}"
    assert shown.media[0].variants == {
        "320": f"{base}/{pictures[1].id}?size=320",
        "720": f"{base}/{pictures[1].id}?size=720",
    }
    assert (shown.media[0].width, shown.media[0].height) == (400, 200)
    assert await can_open(writers.bob, opened, *pictures, *files)
    text = await chat.render_text("")
    await run(chat.edit, writers.alice, chat_id=opened.id, message_id=sent.id, text=text)


async def test_only_the_uploader_can_send_a_file_and_only_once(writers: Cast) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    other = await create_group(writers.alice, writers.bob)
    file = await upload_file(writers.alice, opened)
    picture = await upload_picture(writers.alice, opened)
    assert await can_open(writers.alice, opened, file, picture)
    assert not await can_open(writers.bob, opened, file, picture)
    assert not await can_open(writers.alice, other, file, picture)
    sent: list[Callable[[], Awaitable[object]]] = [
        lambda: send(writers.bob, opened, files=[file]),
        lambda: send(writers.alice, other, files=[file]),
        lambda: send(writers.alice, opened, files=[picture]),
        lambda: send(writers.alice, opened, media=[file]),
        lambda: send(writers.alice, opened, files=[file, file]),
        lambda: send(writers.alice, opened, media=[picture] * 5),
        lambda: send(writers.alice, opened, " "),
    ]
    for attempt in sent:
        with pytest.raises(Invalid):
            await attempt()
    await send(writers.alice, opened, files=[file], media=[picture])
    with pytest.raises(Invalid):
        await send(writers.alice, opened, files=[file])


async def test_a_request_contains_no_files(writers: Cast) -> None:
    requested = await start(writers.alice, writers.bob)
    assert not (await view(writers.alice, requested)).can.attach
    with pytest.raises(Invalid):
        await upload_file(writers.alice, requested)
    await follow(writers.bob, writers.alice)
    file = await upload_file(writers.alice, requested)
    await unfollow(writers.bob, writers.alice)
    with pytest.raises(Invalid):
        await send(writers.alice, requested, files=[file])
    await send(writers.alice, requested)
    await run(chat.accept, writers.bob, chat_id=requested.id)
    assert (await view(writers.alice, requested)).can.attach
    await send(writers.alice, requested, files=[file])


async def test_who_may_not_write_uploads_nothing(writers: Cast, cast: Cast) -> None:
    group = await create_group(writers.alice, writers.bob)
    refused: list[tuple[Actor, type[DomainError]]] = [
        (replace(writers.bob, banned_at=clock.now()), PermissionDenied),
        (cast.bob, PermissionDenied),
        (writers.charlie, NotFound),
        (writers.olga, NotFound),
        (writers.guest, PermissionDenied),
    ]
    for actor, error in refused:
        with pytest.raises(error):
            await upload_file(actor, group)
    for _ in range(policies.MAX_UNSENT_FILES):
        await upload_file(writers.bob, group)
    with pytest.raises(Conflict):
        await upload_file(writers.bob, group)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "validation"),
        (b"\x7fELF\x02\x01\x01\x00", "unsupported_media"),
        (b"x" * (10 * 1024 * 1024 + 1), "too_large"),
    ],
)
async def test_unusable_files_are_rejected(writers: Cast, content: bytes, code: str) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    with pytest.raises(Invalid) as error:
        await upload_file(writers.alice, opened, content)
    assert error.value.code == code


async def test_files_are_gone_after_leaving_and_removal(writers: Cast) -> None:
    group = await create_group(writers.alice, writers.bob, writers.charlie)
    file = await upload_file(writers.alice, group)
    picture = await upload_picture(writers.alice, group)
    await send(writers.alice, group, files=[file], media=[picture])
    unsent = await upload_file(writers.bob, group)
    assert await can_open(writers.bob, group, file, picture, unsent)
    await run(chat.leave, writers.bob, chat_id=group.id)
    assert not await can_open(writers.bob, group, file, picture, unsent)
    await run(chat.remove_member, writers.alice, chat_id=group.id, user_id=writers.charlie.id)
    assert not await can_open(writers.charlie, group, file, picture)
    await run(chat.add_members, writers.alice, chat_id=group.id, user_ids=[writers.charlie.id])
    await run(chat.accept, writers.charlie, chat_id=group.id)
    assert not await can_open(writers.charlie, group, file, picture)  # from before joining again
    assert await can_open(writers.alice, group, file, picture)


async def test_files_are_gone_with_the_message_and_its_author(writers: Cast) -> None:
    group = await create_group(writers.alice, writers.bob, writers.charlie)
    file = await upload_file(writers.alice, group)
    picture = await upload_picture(writers.alice, group)
    sent = await send(writers.alice, group, files=[file], media=[picture])
    await ignore(writers.bob, writers.alice)
    assert not await can_open(writers.bob, group, file, picture)
    assert await can_open(writers.charlie, group, file, picture)
    await run(chat.delete_message, writers.alice, chat_id=group.id, message_id=sent.id)
    for actor in (writers.alice, writers.charlie):
        assert not await can_open(actor, group, file, picture)
    with pytest.raises(Invalid):
        await send(writers.alice, group, files=[file])
    [stub, *_] = (await read_messages(writers.charlie, group)).items
    assert (stub.files, stub.media) == ([], [])
    assert len(list_stored_files()) == 3
    assert await purge_chat_file_batch()
    assert list_stored_files() == []


async def test_unsent_files_are_deleted_after_a_day(writers: Cast) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    group = await create_group(writers.alice, writers.bob)
    sent, unsent = [await upload_file(writers.alice, opened) for _ in range(2)]
    await send(writers.alice, opened, files=[sent])
    shown = await upload_picture(writers.alice, group)
    changes = GroupChanges(picture=shown.id)
    await run(chat.edit_group, writers.alice, chat_id=group.id, changes=changes)
    left = await upload_file(writers.bob, group)
    with clock.travel(timedelta(hours=23)):
        assert not await purge_chat_file_batch()
    with clock.travel(timedelta(hours=25)):
        assert await purge_chat_file_batch()
        assert not await purge_chat_file_batch()
    assert not await can_open(writers.alice, opened, unsent)
    assert not await can_open(writers.bob, group, left)
    assert await can_open(writers.bob, opened, sent)
    assert await can_open(writers.bob, group, shown)
    assert len(list_stored_files()) == 3


async def test_the_files_of_a_group_that_all_members_left_are_deleted(writers: Cast) -> None:
    group = await create_group(writers.alice, writers.bob)
    file = await upload_file(writers.alice, group)
    await send(writers.alice, group, files=[file])
    for actor in (writers.alice, writers.bob):
        await run(chat.leave, actor, chat_id=group.id)
    with clock.travel(timedelta(hours=25)):
        assert await purge_chat_file_batch()
    assert list_stored_files() == []


async def test_only_members_see_the_picture_of_a_group(writers: Cast) -> None:
    group = await create_group(writers.alice, writers.bob)
    first, second = [await upload_picture(writers.alice, group) for _ in range(2)]

    async def set_picture(actor: Actor, file: ChatFile | None) -> None:
        changes = GroupChanges(picture=None if file is None else file.id)
        await run(chat.edit_group, actor, chat_id=group.id, changes=changes)

    await set_picture(writers.alice, first)
    await set_picture(writers.alice, first)
    assert (await view(writers.bob, group)).picture == f"/m/{group.id}/files/{first.id}?size=0"
    assert await can_open(writers.bob, group, first)
    assert not await can_open(writers.charlie, group, first)
    with pytest.raises(Invalid):
        await send(writers.alice, group, media=[first])
    await set_picture(writers.alice, second)
    assert not await can_open(writers.alice, group, first)
    assert await can_open(writers.bob, group, second)
    await run(chat.edit_group, writers.alice, chat_id=group.id, changes=GroupChanges(name="X"))
    assert (await view(writers.bob, group)).picture is not None
    with pytest.raises(PermissionDenied):
        await set_picture(writers.bob, None)
    by_other = await upload_picture(writers.bob, group)
    for unusable in (by_other, await upload_file(writers.alice, group)):
        with pytest.raises(Invalid):
            await set_picture(writers.alice, unusable)
    await set_picture(writers.alice, None)
    assert (await view(writers.bob, group)).picture is None
    assert not await can_open(writers.bob, group, second)


async def test_the_views_of_a_page_need_one_query_for_all_files(writers: Cast) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    file = await upload_file(writers.alice, opened)
    await send(writers.alice, opened, files=[file])
    async with read_session() as session:
        found = await chat.list_chats(session, writers.bob)
    assert found.items[0].last_message is not None
    assert [shown.id for shown in found.items[0].last_message.files] == [file.id]
