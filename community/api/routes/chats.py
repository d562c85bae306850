"""HTTP routes for private messages. A chat that the caller is not in does not exist for them."""

from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Path, Query, Response
from pydantic import AwareDatetime, BaseModel, Field

from community.api.http import Session, error_responses, parameters, rate_limit
from community.api.http.callers import SignedIn, has_subscription_feature
from community.api.http.parameters import DefaultPageParams, Id, PageParams, UserId
from community.core.db.pagination import Page
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Invalid
from community.domain import chat, people, reactions
from community.i18n import gettext as _

router = APIRouter(tags=["Private messages"])
write_router = APIRouter(tags=["Private messages"], dependencies=[rate_limit("writes")])
# What other users see at once: chats started, messages, edits and reactions to messages.
message_router = APIRouter(tags=["Private messages"], dependencies=[rate_limit("private_messages")])

_ChatId = Annotated[int, Path(alias="chat", gt=0, lt=2**63)]
_Messages = Annotated[
    PageParams, Depends(parameters.build_page_params_dependency(chat.MESSAGES_PER_PAGE))
]
_Slug = Annotated[str, Field(min_length=1, max_length=60)]
_MessageId = Annotated[Id | None, Query(description="The id of a message.")]
_Search = Annotated[str, Query(max_length=200)]


class GroupCreate(BaseModel):
    """A new group. `members` contains ids or slugs of users, without the caller."""

    name: Annotated[str, Field(max_length=1_000)] = ""
    members: Annotated[list[Id | _Slug], Field(max_length=2 * chat.MAX_MEMBERS)]


class GroupUpdate(BaseModel):
    """The fields of a group to change. `owner` is the id or slug of the new owner.

    `picture` is the id of a picture that the caller uploaded to the chat. `null` removes it.
    """

    name: Annotated[str | None, Field(max_length=1_000)] = None
    picture: UUID | None = None
    newcomers_see_history: bool | None = None
    owner: Id | _Slug | None = None


@dataclass(frozen=True)
class MessageRange:
    """The messages to list: those nearest to one message, or those that contain a text."""

    before: _MessageId = None
    after: _MessageId = None
    around: _MessageId = None
    q: _Search = ""

    def get_start(self, cursor: str | None) -> dict[str, int | None]:
        """Return the arguments of `chat.list_messages` that select where to start.

        Raise `Invalid` if there is more than one start.
        """
        places = {"before": self.before, "after": self.after, "around": self.around}
        if sum(place is not None for place in (*places.values(), cursor)) > 1:
            raise Invalid.for_field("before", _("Choose only one place to start from."))
        return places if cursor is None else {"before": chat.decode_cursor(cursor)}


class MessageCreate(BaseModel):
    """A new message. Repeat a request with the same `client_id` to send the message once.

    `media` and `files` contain the ids of up to four pictures and four other files that the caller
    uploaded to the chat. The text may be empty if there are any.
    """

    text: Annotated[str, Field(max_length=10 * chat.MAX_TEXT_LENGTH)] = ""
    media: Annotated[list[UUID], Field(max_length=20)] = []
    files: Annotated[list[UUID], Field(max_length=20)] = []
    reply_to_id: Id | None = None
    client_id: UUID | None = None


class MessageUpdate(BaseModel):
    """The new text of a message."""

    text: Annotated[str, Field(max_length=10 * chat.MAX_TEXT_LENGTH)]


class MessageReactionUpdate(BaseModel):
    """The code of the caller's reaction to a message. `null` removes it."""

    reaction: Annotated[str | None, Field(max_length=reactions.CODE_MAX_LENGTH)] = None


class ReadPointer(BaseModel):
    """The caller has read all messages up to this one."""

    message_id: Id


class MuteRequest(BaseModel):
    """Until when the caller gets no notifications of the chat. Without it, there is no end."""

    until: AwareDatetime | None = None


class MessageSettingsUpdate(BaseModel):
    """The settings for private messages to change. Omitted settings keep their value."""

    who: chat.WhoMayWrite | None = None
    read_marks: bool | None = None


@router.get("/m")
async def list_chats(
    actor: SignedIn,
    session: Session,
    page: DefaultPageParams,
    folder: chat.Folder = chat.Folder.INBOX,
    q: _Search = "",
) -> Page[chat.ChatView]:
    """List the caller's chats, the one with the latest message first.

    `q` searches the names of people and groups.
    """
    return await chat.list_chats(
        session, actor, folder=folder, search=q, cursor=page.cursor, limit=page.limit
    )


@message_router.post(
    "/m",
    status_code=201,
    dependencies=[has_subscription_feature(chat.FEATURE, chat.ensure_has_feature)],
    responses=error_responses("banned", "subscription_feature_required", "messages_not_accepted"),
)
async def create_group(
    group: GroupCreate, actor: SignedIn, session: Session, response: Response
) -> chat.ChatView:
    """Create a group. People who neither follow the caller nor are followed get an invitation."""
    user_ids = await people.get_user_ids(session, group.members)
    created = await chat.create_group(session, actor, user_ids=user_ids, name=group.name)
    response.headers["Location"] = f"/m/{created.id}"
    return await chat.get_chat(session, actor, created.id)


@router.get("/m/unread")
async def count_unread(actor: SignedIn, session: Session) -> chat.UnreadCounts:
    """Retrieve the number of chats with unread messages, and of these messages."""
    return await chat.count_unread(session, actor)


@message_router.post(
    "/m/start/{user}",
    status_code=201,
    responses={
        200: {"model": chat.ChatView, "description": "The chat existed already."},
        **error_responses(
            "banned",
            "subscription_feature_required",
            "messages_not_accepted",
            "too_many_requests",
        ),
    },
)
async def start_chat(
    actor: SignedIn, session: Session, user_id: UserId, response: Response
) -> chat.ChatView:
    """Start a chat with a user, or open the one that exists.

    The first message to a user who neither follows the caller nor is followed is a request.
    """
    started, is_new = await chat.start(session, actor, user_id=user_id)
    if is_new:
        response.headers["Location"] = f"/m/{started.id}"
    else:
        response.status_code = 200
    return await chat.get_chat(session, actor, started.id)


@router.get("/m/{chat}")
async def get_chat(chat_id: _ChatId, actor: SignedIn, session: Session) -> chat.ChatView:
    """Retrieve a chat with its members."""
    return await chat.get_chat(session, actor, chat_id)


@write_router.patch("/m/{chat}", responses=error_responses("banned"))
async def edit_group(
    chat_id: _ChatId, changes: GroupUpdate, actor: SignedIn, session: Session
) -> chat.ChatView:
    """Change the name, picture or settings of a group, or hand it over. Only its owner can."""
    values = changes.model_dump(exclude={"owner"}, exclude_unset=True)
    if changes.owner is not None:
        values["owner_id"] = (await people.get_user(session, changes.owner)).id
    await chat.edit_group(session, actor, chat_id=chat_id, changes=chat.GroupChanges(**values))
    return await chat.get_chat(session, actor, chat_id)


@router.get("/m/{chat}/messages")
async def list_messages(
    chat_id: _ChatId,
    actor: SignedIn,
    session: Session,
    page: _Messages,
    selected: Annotated[MessageRange, Depends()],
) -> chat.MessagePage:
    """List the messages of a chat, newest first, fifty per page by default.

    `before`, `after` and `around` select the messages nearest to one, and replace `cursor`. `q`
    selects messages that contain a text.
    """
    return await chat.list_messages(
        session,
        actor,
        chat_id=chat_id,
        search=selected.q,
        limit=page.limit,
        **selected.get_start(page.cursor),
    )


@message_router.post(
    "/m/{chat}/messages",
    status_code=201,
    responses=error_responses(
        "banned", "subscription_feature_required", "messages_not_accepted", "request_pending"
    ),
)
async def send_message(
    chat_id: _ChatId, new: MessageCreate, actor: SignedIn, response: Response
) -> chat.MessageView:
    """Send a message. Writing in a chat also accepts it."""
    text = await chat.render_text(new.text)
    async with unit_of_work() as session:
        message = await chat.send(
            session,
            actor,
            chat_id=chat_id,
            text=text,
            media=new.media,
            files=new.files,
            client_id=new.client_id,
            reply_to_id=new.reply_to_id,
        )
    response.headers["Location"] = f"/m/{chat_id}/messages/{message.id}"
    # After the transaction, so that the other members need not wait for it.
    async with read_session() as session:
        return await chat.build_message_view(session, actor, message)


@router.get("/m/{chat}/messages/{message}")
async def get_message(
    chat_id: _ChatId, message: Id, actor: SignedIn, session: Session
) -> chat.MessageView:
    """Retrieve a message."""
    return await chat.get_message(session, actor, chat_id=chat_id, message_id=message)


@message_router.patch(
    "/m/{chat}/messages/{message}",
    responses=error_responses("banned", "subscription_feature_required", "messages_not_accepted"),
)
async def edit_message(
    chat_id: _ChatId, message: Id, changes: MessageUpdate, actor: SignedIn
) -> chat.MessageView:
    """Edit one's own message. After a minute, the message is marked as edited."""
    text = await chat.render_text(changes.text)
    async with unit_of_work() as session:
        await chat.edit(session, actor, chat_id=chat_id, message_id=message, text=text)
        return await chat.get_message(session, actor, chat_id=chat_id, message_id=message)


@write_router.delete("/m/{chat}/messages/{message}", status_code=204)
async def delete_message(chat_id: _ChatId, message: Id, actor: SignedIn, session: Session) -> None:
    """Delete one's own message for all members. A placeholder without text takes its place."""
    await chat.delete_message(session, actor, chat_id=chat_id, message_id=message)


@message_router.put("/m/{chat}/messages/{message}/reaction", responses=error_responses("banned"))
async def react(
    chat_id: _ChatId,
    message: Id,
    change: MessageReactionUpdate,
    actor: SignedIn,
    session: Session,
) -> chat.MessageView:
    """Set, replace or remove the caller's reaction to a message."""
    await chat.react(session, actor, chat_id=chat_id, message_id=message, code=change.reaction)
    return await chat.get_message(session, actor, chat_id=chat_id, message_id=message)


@write_router.post("/m/{chat}/read")
async def mark_read(
    chat_id: _ChatId, pointer: ReadPointer, actor: SignedIn, session: Session
) -> chat.UnreadCounts:
    """Mark all messages up to one as read. The pointer never moves back."""
    await chat.mark_read(session, actor, chat_id=chat_id, message_id=pointer.message_id)
    return await chat.count_unread(session, actor)


@write_router.post("/m/{chat}/mute")
async def mute(
    chat_id: _ChatId, actor: SignedIn, session: Session, request: MuteRequest | None = None
) -> chat.ChatView:
    """Turn off notifications of a chat, until a time or for good."""
    until = None if request is None else request.until
    await chat.mute(session, actor, chat_id=chat_id, until=until)
    return await chat.get_chat(session, actor, chat_id)


@write_router.delete("/m/{chat}/mute", status_code=204)
async def unmute(chat_id: _ChatId, actor: SignedIn, session: Session) -> None:
    """Turn on notifications of a chat."""
    await chat.unmute(session, actor, chat_id=chat_id)


@write_router.post("/m/{chat}/archive")
async def archive(chat_id: _ChatId, actor: SignedIn, session: Session) -> chat.ChatView:
    """Move a chat to the archive. The next message moves it back."""
    await chat.archive(session, actor, chat_id=chat_id)
    return await chat.get_chat(session, actor, chat_id)


@write_router.delete("/m/{chat}/archive", status_code=204)
async def unarchive(chat_id: _ChatId, actor: SignedIn, session: Session) -> None:
    """Move a chat from the archive to the inbox."""
    await chat.unarchive(session, actor, chat_id=chat_id)


@write_router.post("/m/{chat}/accept", responses=error_responses("banned"))
async def accept(chat_id: _ChatId, actor: SignedIn, session: Session) -> chat.ChatView:
    """Accept a request or an invitation to a group. Idempotent."""
    await chat.accept(session, actor, chat_id=chat_id)
    return await chat.get_chat(session, actor, chat_id)


@write_router.post("/m/{chat}/decline", status_code=204)
async def decline(chat_id: _ChatId, actor: SignedIn, session: Session) -> None:
    """Decline a request or an invitation to a group. The other people are not notified."""
    await chat.decline(session, actor, chat_id=chat_id)


@write_router.post("/m/{chat}/leave", status_code=204)
async def leave(chat_id: _ChatId, actor: SignedIn, session: Session) -> None:
    """Leave a group. If its owner leaves, the member who joined first becomes the owner."""
    await chat.leave(session, actor, chat_id=chat_id)


@write_router.post(
    "/m/{chat}/members/{user}",
    responses=error_responses("banned", "subscription_feature_required", "messages_not_accepted"),
)
async def add_member(
    chat_id: _ChatId, actor: SignedIn, session: Session, user_id: UserId
) -> chat.ChatView:
    """Add a user to a group. A stranger is invited. Only the owner can do this. Idempotent."""
    await chat.add_members(session, actor, chat_id=chat_id, user_ids=[user_id])
    return await chat.get_chat(session, actor, chat_id)


@write_router.delete(
    "/m/{chat}/members/{user}", status_code=204, responses=error_responses("banned")
)
async def remove_member(
    chat_id: _ChatId, actor: SignedIn, session: Session, user_id: UserId
) -> None:
    """Remove a user from a group, or leave it if the user is the caller."""
    await chat.remove_member(session, actor, chat_id=chat_id, user_id=user_id)


@write_router.post("/settings/messages")
async def update_settings(
    changes: MessageSettingsUpdate, actor: SignedIn, session: Session
) -> chat.MessagePreferences:
    """Choose who may write to the caller, and whether others see what the caller has read."""
    return await chat.set_preferences(
        session, actor, who=changes.who, read_marks=changes.read_marks
    )
