"""Tests who may begin a conversation, and of requests, folders and settings."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Invalid, NotFound, PermissionDenied
from community.domain import chat, site
from community.domain.chat import Folder, GroupChanges, WhoMayWrite
from community.domain.site import ContentSettings
from community.jobs.registry import SCHEDULED_JOBS
from community.models import Chat
from tests import factories
from tests.cast import Cast
from tests.domain.actions import follow, ignore, run
from tests.domain.chat.conftest import (
    create_group,
    list_chats,
    open_conversation,
    read_texts,
    send,
    start,
    subscribe,
    view,
)
from tests.query_capture import capture_queries


async def test_starting_a_chat_again_returns_the_same_chat_for_both_users(writers: Cast) -> None:
    first, is_new = await run(chat.start, writers.alice, user_id=writers.bob.id)
    again, is_new_again = await run(chat.start, writers.bob, user_id=writers.alice.id)
    assert (first.id, is_new, is_new_again) == (again.id, True, False)


async def test_who_starts_a_chat_without_messages_begins_it(writers: Cast) -> None:
    opened = await start(writers.alice, writers.bob)
    await start(writers.bob, writers.alice)
    assert not (await view(writers.bob, opened)).is_request
    await send(writers.bob, opened, "Hello Alice")
    [request] = await list_chats(writers.alice, folder=Folder.REQUESTS)
    assert (request.id, request.is_request) == (opened.id, True)


async def test_starting_needs_the_feature_unless_the_chat_exists(writers: Cast, cast: Cast) -> None:
    with pytest.raises(PermissionDenied) as error:
        await start(cast.alice, cast.bob)
    assert error.value.code == "subscription_feature_required"
    existing = await start(writers.alice, cast.bob)
    assert (await start(cast.alice, cast.bob)).id == existing.id


async def test_a_user_cannot_write_to_themselves_or_to_an_unknown_user(writers: Cast) -> None:
    with pytest.raises(Invalid):
        await start(writers.alice, writers.alice)
    with pytest.raises(NotFound):
        await run(chat.start, writers.alice, user_id=9_999)


async def test_a_stranger_gets_one_message_as_a_request_until_it_is_accepted(
    writers: Cast,
) -> None:
    opened = await start(writers.alice, writers.bob)
    assert await list_chats(writers.bob, folder=Folder.REQUESTS) == []
    with pytest.raises(Invalid):
        await send(writers.alice, opened, "See https://example.org")
    await send(writers.alice, opened, "Hello Bob")
    [request] = await list_chats(writers.bob, folder=Folder.REQUESTS)
    assert request.is_request
    assert await list_chats(writers.bob) == []
    with pytest.raises(PermissionDenied) as error:
        await send(writers.alice, opened, "Are you there?")
    assert error.value.code == "request_pending"
    pending = await view(writers.alice, opened)
    assert (pending.can.send, pending.blocked_code) == (False, "request_pending")
    assert await run(chat.accept, writers.bob, chat_id=opened.id)
    assert (await view(writers.alice, opened)).can.send
    await send(writers.alice, opened, "See https://example.org")
    assert [found.id for found in await list_chats(writers.bob)] == [opened.id]


async def test_answering_a_request_accepts_it(writers: Cast) -> None:
    opened = await start(writers.alice, writers.bob)
    await send(writers.alice, opened)
    await send(writers.bob, opened, "Hello Alice")
    await send(writers.alice, opened, "How are you?")
    assert not (await view(writers.bob, opened)).is_request


async def test_a_declined_request_disappears_and_its_author_is_not_notified(writers: Cast) -> None:
    opened = await start(writers.alice, writers.bob)
    await send(writers.alice, opened)
    before = await view(writers.alice, opened)
    await run(chat.decline, writers.bob, chat_id=opened.id)
    assert await list_chats(writers.bob, folder=Folder.REQUESTS) == []
    with pytest.raises(NotFound):
        await view(writers.bob, opened)
    assert await view(writers.alice, opened) == before
    await follow(writers.alice, writers.bob)
    with pytest.raises(PermissionDenied):
        await send(writers.alice, opened, "Please")
    # Who declined by mistake opens the chat again from the profile.
    await start(writers.bob, writers.alice)
    assert (await view(writers.bob, opened)).is_request


async def test_an_accepted_chat_cannot_be_declined(writers: Cast) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    with pytest.raises(Invalid):
        await run(chat.decline, writers.bob, chat_id=opened.id)


@pytest.mark.parametrize("follows_back", [True, False])
async def test_a_chat_with_someone_who_follows_or_is_followed_is_no_request(
    writers: Cast, *, follows_back: bool
) -> None:
    pair = (writers.bob, writers.alice) if follows_back else (writers.alice, writers.bob)
    await follow(*pair)
    opened = await start(writers.alice, writers.bob)
    await send(writers.alice, opened, "One")
    await send(writers.alice, opened, "https://example.org")
    assert not (await view(writers.bob, opened)).is_request


async def test_following_after_the_request_moves_the_chat_to_the_inbox(writers: Cast) -> None:
    opened = await start(writers.alice, writers.bob)
    await send(writers.alice, opened)
    await follow(writers.bob, writers.alice)
    await send(writers.alice, opened, "Thanks for following")
    assert [found.id for found in await list_chats(writers.bob)] == [opened.id]


@pytest.mark.parametrize(
    ("who", "is_follower", "is_refused"),
    [
        (WhoMayWrite.ALL_USERS, False, False),
        (WhoMayWrite.FOLLOWING, False, True),
        (WhoMayWrite.FOLLOWING, True, False),
        (WhoMayWrite.NO_USER, True, True),
    ],
)
async def test_users_choose_who_may_write_to_them(
    writers: Cast, who: WhoMayWrite, *, is_follower: bool, is_refused: bool
) -> None:
    await run(chat.set_preferences, writers.bob, who=who)
    if is_follower:
        await follow(writers.bob, writers.alice)
    if not is_refused:
        assert await start(writers.alice, writers.bob)
        return
    with pytest.raises(PermissionDenied) as error:
        await start(writers.alice, writers.bob)
    assert error.value.code == "messages_not_accepted"


async def test_the_setting_does_not_end_a_conversation(writers: Cast) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    await run(chat.set_preferences, writers.bob, who=WhoMayWrite.NO_USER)
    assert await send(writers.alice, opened, "Still there?")


async def test_ignoring_closes_a_chat_both_ways_with_the_words_of_the_setting(
    writers: Cast,
) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    await ignore(writers.bob, writers.alice)
    await run(chat.set_preferences, writers.charlie, who=WhoMayWrite.NO_USER)
    errors = []
    for actor, attempt in (
        (writers.alice, send(writers.alice, opened)),
        (writers.bob, send(writers.bob, opened)),
        (writers.alice, start(writers.alice, writers.charlie)),
    ):
        assert actor
        with pytest.raises(PermissionDenied) as error:
            await attempt
        errors.append((error.value.code, error.value.message))
    assert len(set(errors)) == 1
    refused = await view(writers.alice, opened)
    assert (refused.can.send, refused.blocked_code) == (False, "messages_not_accepted")
    assert await read_texts(writers.alice, opened) == ["Hello"]


async def test_a_banned_user_reads_but_does_not_write(writers: Cast) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    banned = replace(writers.alice, banned_at=clock.now())
    with pytest.raises(PermissionDenied) as error:
        await send(banned, opened)
    assert error.value.code == "banned"
    assert await read_texts(banned, opened) == ["Hello"]


async def test_a_user_without_the_feature_answers_only_administrators(
    writers: Cast, cast: Cast
) -> None:
    from_admin = await start(cast.olga, cast.bob)
    await send(cast.olga, from_admin, "Please change your name")
    assert await send(cast.bob, from_admin, "Done")
    from_alice = await start(writers.alice, cast.bob)
    await send(writers.alice, from_alice)
    with pytest.raises(PermissionDenied) as error:
        await send(cast.bob, from_alice)
    assert error.value.code == "subscription_feature_required"
    assert (await view(cast.bob, from_alice)).blocked_code == "subscription_feature_required"


async def create_newcomer_and_others(
    cast: Cast, *, others: int, hours: int = 24
) -> tuple[Actor, list[Actor]]:
    """Return an account that is new for so many hours, and other users, who are strangers to it."""
    newcomer = subscribe(await factories.user("nina", created_at=clock.now()))
    async with unit_of_work() as session:
        await site.update_settings(session, cast.olga, ContentSettings(new_account_hours=hours))
    return newcomer, [await factories.user(f"person{number}") for number in range(others)]


async def test_a_new_account_begins_five_requests_a_day(cast: Cast) -> None:
    newcomer, people = await create_newcomer_and_others(cast, others=7)
    await follow(people[6], newcomer)
    await start(newcomer, people[6])
    for person in people[:5]:
        opened = await start(newcomer, person)
        await send(newcomer, opened)
        await run(chat.accept, person, chat_id=opened.id)
    with pytest.raises(PermissionDenied) as error:
        await start(newcomer, people[5])
    assert error.value.code == "too_many_requests"
    with clock.travel(timedelta(days=1, minutes=1)):
        assert await start(newcomer, people[5])


async def test_chats_that_are_begun_instead_of_the_other_user_are_counted(cast: Cast) -> None:
    newcomer, others = await create_newcomer_and_others(cast, others=6)
    people = list(map(subscribe, others))
    opened = [await start(person, newcomer) for person in people]
    for person in people[:5]:
        await start(newcomer, person)
    with pytest.raises(PermissionDenied) as error:
        await start(newcomer, people[5])
    assert error.value.code == "too_many_requests"
    await send(newcomer, opened[0])
    assert await list_chats(people[0], folder=Folder.REQUESTS)
    await ignore(people[0], newcomer)
    assert await list_chats(people[0], folder=Folder.REQUESTS) == []


async def test_leaving_a_group_of_invited_people_gives_no_requests_back(cast: Cast) -> None:
    newcomer, people = await create_newcomer_and_others(cast, others=6, hours=48)
    group = await run(chat.create_group, newcomer, user_ids=[one.id for one in people[:5]])
    await run(chat.decline, people[0], chat_id=group.id)
    await run(chat.leave, newcomer, chat_id=group.id)
    for person in people[:5]:
        assert await list_chats(person, folder=Folder.REQUESTS) == []
        with pytest.raises(NotFound):
            await run(chat.accept, person, chat_id=group.id)
    with pytest.raises(PermissionDenied) as error:
        await start(newcomer, people[5])
    assert error.value.code == "too_many_requests"
    with clock.travel(timedelta(days=1, minutes=1)):
        await SCHEDULED_JOBS["purge_messages"].function()
        async with read_session() as session:
            assert await session.get(Chat, group.id) is None
        assert await start(newcomer, people[5])


async def test_a_new_account_invites_five_strangers_a_day(cast: Cast) -> None:
    newcomer, people = await create_newcomer_and_others(cast, others=6)
    ids = [person.id for person in people]
    with pytest.raises(PermissionDenied) as error:
        await run(chat.create_group, newcomer, user_ids=ids)
    assert error.value.code == "too_many_requests"
    group = await run(chat.create_group, newcomer, user_ids=ids[:5])
    await run(chat.decline, people[0], chat_id=group.id)
    for begin in (
        lambda: start(newcomer, people[5]),
        lambda: run(chat.add_members, newcomer, chat_id=group.id, user_ids=ids[5:]),
    ):
        with pytest.raises(PermissionDenied) as error:
            await begin()
        assert error.value.code == "too_many_requests"
    await follow(people[5], newcomer)
    await run(chat.add_members, newcomer, chat_id=group.id, user_ids=ids[5:])
    with clock.travel(timedelta(days=1, minutes=1)):
        assert await start(newcomer, await factories.user("another"))


async def test_requests_that_begin_at_the_same_time_are_counted(cast: Cast) -> None:
    newcomer, people = await create_newcomer_and_others(cast, others=8)
    results = await asyncio.gather(
        *(start(newcomer, person) for person in people), return_exceptions=True
    )
    assert sum(isinstance(result, Chat) for result in results) == 5


async def test_invitations_to_a_group_of_another_account_are_counted(writers: Cast) -> None:
    newcomer, people = await create_newcomer_and_others(writers, others=6)
    group = await create_group(writers.alice, newcomer)
    changes = GroupChanges(owner_id=newcomer.id)
    await run(chat.edit_group, writers.alice, chat_id=group.id, changes=changes)
    for person in people[:5]:
        await run(chat.add_members, newcomer, chat_id=group.id, user_ids=[person.id])
    with pytest.raises(PermissionDenied) as error:
        await run(chat.add_members, newcomer, chat_id=group.id, user_ids=[people[5].id])
    assert error.value.code == "too_many_requests"


async def test_a_muted_chat_is_not_counted_until_the_mute_ends(writers: Cast) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    await send(writers.alice, opened, "One")
    assert await count_unread(writers.bob) == (1, 2)
    with pytest.raises(Invalid):
        await run(chat.mute, writers.bob, chat_id=opened.id, until=clock.now())
    await run(chat.mute, writers.bob, chat_id=opened.id, until=clock.now() + timedelta(hours=8))
    assert await count_unread(writers.bob) == (0, 0)
    with clock.travel(timedelta(hours=9)):
        assert await count_unread(writers.bob) == (1, 2)
    await run(chat.mute, writers.bob, chat_id=opened.id)
    with clock.travel(timedelta(days=3_650)):
        assert await count_unread(writers.bob) == (0, 0)
    await run(chat.unmute, writers.bob, chat_id=opened.id)
    assert await count_unread(writers.bob) == (1, 2)


async def test_a_new_message_moves_an_archived_chat_to_the_inbox(writers: Cast) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    await run(chat.archive, writers.bob, chat_id=opened.id)
    assert await list_chats(writers.bob) == []
    assert (await list_chats(writers.bob, folder=Folder.ARCHIVED))[0].is_archived
    await send(writers.alice, opened, "Again")
    assert [found.id for found in await list_chats(writers.bob)] == [opened.id]


async def test_chats_are_found_by_the_names_of_people_and_of_groups(writers: Cast) -> None:
    with_bob = await open_conversation(writers.alice, writers.bob)
    group = await run(
        chat.create_group, writers.alice, user_ids=[writers.charlie.id], name="Пекари"
    )
    assert [found.id for found in await list_chats(writers.alice, search="BO")] == [with_bob.id]
    assert [found.id for found in await list_chats(writers.alice, search="Пека")] == [group.id]
    assert await list_chats(writers.alice, search="alice") == []


async def test_the_list_of_chats_runs_a_constant_number_of_queries(writers: Cast) -> None:
    async def count_queries() -> int:
        with capture_queries() as queries:
            await list_chats(writers.alice)
        return len(queries)

    await open_conversation(writers.alice, writers.bob)
    await run(chat.create_group, writers.alice, user_ids=[writers.bob.id])
    few = await count_queries()
    for number in range(8):
        person = await factories.user(f"person{number}")
        await open_conversation(writers.alice, person)
    assert await count_queries() == few
    assert len(await list_chats(writers.alice, limit=3)) == 3


@pytest.mark.parametrize(
    "call",
    [
        lambda actor, id_: run(chat.accept, actor, chat_id=id_),
        lambda actor, id_: run(chat.decline, actor, chat_id=id_),
        lambda actor, id_: run(chat.mute, actor, chat_id=id_),
        lambda actor, id_: run(chat.unmute, actor, chat_id=id_),
        lambda actor, id_: run(chat.archive, actor, chat_id=id_),
        lambda actor, id_: run(chat.unarchive, actor, chat_id=id_),
        lambda actor, id_: run(chat.leave, actor, chat_id=id_),
        lambda actor, id_: run(chat.mark_read, actor, chat_id=id_, message_id=1),
        lambda actor, id_: run(chat.react, actor, chat_id=id_, message_id=1, code="like"),
        lambda actor, id_: run(chat.delete_message, actor, chat_id=id_, message_id=1),
        lambda actor, id_: run(chat.add_members, actor, chat_id=id_, user_ids=[1]),
        lambda actor, id_: run(chat.remove_member, actor, chat_id=id_, user_id=1),
        lambda actor, id_: run(chat.list_messages, actor, chat_id=id_),
        lambda actor, id_: run(chat.get_message, actor, chat_id=id_, message_id=1),
        lambda actor, id_: run(chat.get_chat, actor, id_),
    ],
)
async def test_a_chat_does_not_exist_for_others_not_even_for_administrators(
    writers: Cast, call: Callable[[Actor, int], Awaitable[object]]
) -> None:
    opened = await open_conversation(writers.alice, writers.bob)
    for actor in (writers.charlie, writers.olga):
        with pytest.raises(NotFound):
            await call(actor, opened.id)
    with pytest.raises(PermissionDenied):
        await call(writers.guest, opened.id)


async def count_unread(actor: Actor) -> tuple[int, int]:
    async with read_session() as session:
        counts = await chat.count_unread(session, actor)
    return counts.chats, counts.messages
