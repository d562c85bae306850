"""Tests of the table of comments in the Admin Panel, and of the comment in its side sheet."""

import pytest

from community.admin.comments import COMMENT_LAYOUT
from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.core.errors import DomainError, NotFound
from community.domain import audit, comments, tables
from community.domain.comments import COMMENT_TABLE
from community.domain.tables import parse_view
from community.models import Comment
from tests import factories
from tests.cast import Cast
from tests.domain.actions import delete_comment, publish_post, reply, run


async def list_texts(actor: Actor, **params: str) -> list[str]:
    view = parse_view(COMMENT_TABLE, params)
    async with read_session() as session:
        page = await tables.load_page(session, actor, COMMENT_TABLE, view)
    return [COMMENT_LAYOUT.columns[0].value(record.value) for record in page.items]  # type: ignore[misc]


async def hold(actor: Actor, comment: Comment, **more: str) -> None:
    await run(
        comments.moderate,
        actor,
        comment_id=comment.id,
        status="on_moderation",
        **more,  # type: ignore[arg-type]
    )


async def test_the_table_finds_comments_by_text_status_author_post_and_time(cast: Cast) -> None:
    rye, wheat = await publish_post(cast.alice, "Rye"), await publish_post(cast.alice, "Wheat")
    first = await reply(cast.bob, rye, "Good bread 100%")
    await reply(cast.charlie, rye, "No.")
    await reply(cast.bob, wheat, "Another loaf")
    await hold(cast.olga, first)
    assert await list_texts(cast.olga) == ["Good bread 100%", "Another loaf", "No."]
    oldest_first = ["Good bread 100%", "No.", "Another loaf"]
    assert await list_texts(cast.olga, sort="waiting") == oldest_first
    assert (await list_texts(cast.olga, sort="created"))[0] == "Good bread 100%"
    assert await list_texts(cast.olga, q="BREAD") == ["Good bread 100%"]
    assert await list_texts(cast.olga, q="0%") == []  # Short terms match the start of a word.
    assert await list_texts(cast.olga, q="100%") == ["Good bread 100%"]
    assert await list_texts(cast.olga, status="on_moderation") == ["Good bread 100%"]
    assert await list_texts(cast.olga, author=str(cast.charlie.id)) == ["No."]
    assert await list_texts(cast.olga, post=str(wheat.id)) == ["Another loaf"]
    assert len(await list_texts(cast.olga, posted="day")) == 3
    assert await list_texts(cast.olga, sort="created", community="7") == []


async def test_waiting_comments_come_first_on_all_pages(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    rows = [await reply(cast.bob, post, f"Comment {number}") for number in range(6)]
    for row in (rows[1], rows[3], rows[4]):
        await hold(cast.olga, row)
    for limit in (1, 2, 4):
        ids: list[int] = []
        cursor: str | None = ""
        while cursor is not None:
            async with read_session() as session:
                page = await tables.load_page(
                    session,
                    cast.olga,
                    COMMENT_TABLE,
                    parse_view(COMMENT_TABLE, {}),
                    cursor=cursor,
                    limit=limit,
                )
            ids += [record.id for record in page.items]
            cursor = page.next_cursor
        assert ids == [rows[number].id for number in (4, 3, 1, 5, 2, 0)]


async def test_a_search_for_frequent_and_rare_words_finds_their_sequence(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables.search, "SAMPLE_SIZE", 5)
    post = await publish_post(cast.alice)
    for text in ("Rye bread.", "Bread rye.", "Bread, and rye.", *["Bread."] * 5):
        await reply(cast.bob, post, text)
    async with read_session() as session:
        rare = await tables.search.find_rare_words(session, COMMENT_TABLE, ["bread", "rye"])
    assert rare == ["rye"]
    assert await list_texts(cast.olga, q="bread rye") == ["Bread rye."]
    assert await list_texts(cast.olga, q="rye bread") == ["Rye bread."]
    assert await list_texts(cast.olga, q="bread oats") == []


async def test_the_text_that_an_author_deleted_is_neither_shown_nor_found(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    own, moderated = await reply(cast.bob, post, "secret"), await reply(cast.bob, post, "secret 2")
    await delete_comment(cast.bob, own)
    await delete_comment(cast.olga, moderated)
    assert await list_texts(cast.olga, q="secret") == ["secret 2"]
    assert await list_texts(cast.olga, status="deleted") == ["secret 2"]
    async with read_session() as session:
        with pytest.raises(NotFound):
            await comments.get_comment_record(session, cast.olga, own.id)


async def test_a_record_has_the_context_the_history_and_the_audit_entry(cast: Cast) -> None:
    post = await publish_post(cast.alice, "Rye")
    root = await reply(cast.alice, post, "A question")
    comment = await reply(cast.bob, post, "An answer", root)
    await hold(cast.olga, comment, reason="Off topic")
    async with read_session() as session:
        record = await comments.get_comment_record(session, cast.olga, comment.id)
        waiting = await comments.count_waiting(session)
        entries = await audit.list_entries(session, cast.olga)
    assert record.parent is not None
    assert (record.parent.text, record.comment.text) == ("A question", "An answer")
    assert record.moderations[0].reason == "Off topic"
    assert waiting == 1
    assert entries.items[0].action == "comment.moderated"
    assert entries.items[0].reason == "Off topic"


async def test_only_administrators_of_the_section_read_comments_there(cast: Cast) -> None:
    comment = await reply(cast.bob, await publish_post(cast.alice))
    other = await factories.user("other", sections=["users"])
    for actor, code in ((cast.bob, "not_found"), (cast.guest, "not_found"), (other, "forbidden")):
        with pytest.raises(DomainError) as caught:
            await list_texts(actor)
        assert caught.value.code == code
        async with read_session() as session:
            with pytest.raises(DomainError) as caught:
                await comments.get_comment_record(session, actor, comment.id)
        assert caught.value.code == code
