"""Private messages with sample content: a conversation and the list of chats."""

from typing import Any, Final
from uuid import UUID

from community.components import ui
from community.components.chat.chat_list import chat_list_row
from community.components.chat.composer import request_notice
from community.components.chat.message_row import conversation_row
from community.components.chat.rows import ChatListRow, ChatRow, RowControls
from community.domain.chat import FileView, MessageView
from community.domain.chat.schemas import ReplyExcerpt
from community.domain.people.schemas import UserSummary
from community.domain.uploads import MediaView
from community.pages.design import samples
from community.pages.design.sample_models import count_reactions, minutes_ago
from community.rendering import Node, each, el
from community.styles import chat as styles

_FILE: Final = FileView(
    id=UUID(int=1),
    name="A contract with a rather long name, third version (final).pdf",
    size=1_240_000,
    content_type="application/pdf",
    url="#",
)
_PICTURE: Final = MediaView(
    id=UUID(int=2), url=samples.NOON, alt="A lake at noon", width=1200, height=800
)


def sample_conversation() -> Node:
    return el.div(
        each(_list_rows(), lambda row: conversation_row(row, RowControls())),
        class_name=f"{styles.CONTENT} max-w-2xl",
    )


def sample_chat_list() -> Node:
    return el.div(each(_list_chats(), chat_list_row), class_name="max-w-xs")


def sample_request() -> Node:
    return request_notice(
        "This person wants to write to you.",
        ui.button("Decline"),
        ui.button("Accept", variant="primary"),
    )


def _row(author: UserSummary, html: str, **fields: Any) -> ChatRow:
    message_fields = {
        name: fields.pop(name)
        for name in ("reply_to", "reactions", "media", "files", "edited_at", "deleted_at")
        if name in fields
    }
    is_own = author is samples.VERA
    message = MessageView(
        id=1, chat_id=1, author=author, html=html, created_at=minutes_ago(5), **message_fields
    )
    defaults = {"is_own": is_own, "shows_author": not is_own, "time": "14:05"}
    return ChatRow(kind="message", key=f"row-{html[:12]}", message=message, **defaults | fields)


def _list_rows() -> list[ChatRow]:
    vera, tom, ida, long = samples.VERA, samples.TOM, samples.IDA, samples.LONG
    empty = MessageView(id=0, chat_id=1, author=tom, created_at=minutes_ago(1))
    reply = ReplyExcerpt(id=1, author=tom, excerpt="Who brings the butter, and how much of it?")
    return [
        ChatRow(kind="day", key="day", message=empty, label="Monday, 12 October"),
        _row(long, "<p>I propose that we meet on <strong>Saturday</strong> at ten.</p>"),
        _row(tom, "<p>Who brings the butter?</p>", ends_group=False),
        _row(
            tom,
            "<p>And how much of it?</p>",
            starts_group=False,
            reactions=count_reactions(agree=3, love=1),
        ),
        _row(vera, "<p>I do. Two pounds.</p>", reply_to=reply, state="read", readers=[tom, ida]),
        _row(tom, "", deleted_at=minutes_ago(3)),
        ChatRow(kind="unread", key="unread", message=empty),
        _row(ida, "<p>Rindfleischetikettierungsüberwachungsaufgaben</p>", media=[_PICTURE]),
        _row(vera, "", files=[_FILE], state="sent", edited_at=minutes_ago(2)),
        _row(vera, "<p>На связи из поезда</p>", state="waiting", client_id="1"),
        _row(
            vera,
            "<p>See https://example.com</p>",
            state="rejected",
            error="The first message to someone you don't know can't contain links.",
            client_id="2",
        ),
    ]


def _list_chats() -> list[ChatListRow]:
    vera, tom, long = samples.VERA, samples.TOM, samples.LONG
    chats: list[dict[str, Any]] = [
        {"people": [long], "excerpt": "As agreed.", "unread": "3", "time": "14:05"},
        {"people": [tom], "prefix": "You:", "excerpt": "Until then", "state": "read"},
        {"people": [tom], "prefix": "Draft:", "excerpt": "Dear Tom", "is_draft": True},
        {"people": [tom, vera], "is_group": True, "is_muted": True, "unread": "99+"},
    ]
    names = (long.name, tom.name, tom.name, "Bread people of the north")
    return [
        ChatListRow(key=str(index), id=index, href="#", name=name, **{"time": "Mon", **chat})
        for index, (name, chat) in enumerate(zip(names, chats, strict=True))
    ]
