"""Limits of private messages, and the rules who may read, write and manage a chat.

How many a user may send in a minute is in `core/rate_limits.py`.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement
from sqlmodel import col

from community.core.actor import Actor, make_banned_error
from community.core.errors import DomainError, Invalid, NotFound, PermissionDenied
from community.core.ids import parse_id
from community.core.text import markup, normalization
from community.i18n import gettext as _, ngettext
from community.models import Chat, ChatMember, ChatMessage

MAX_TEXT_LENGTH: Final = 4_000
NAME_MAX_LENGTH: Final = 80
# The owner and invited strangers are counted.
MAX_MEMBERS: Final = 50
MESSAGES_PER_PAGE: Final = 50
CHATS_PER_PAGE: Final = 20
# Members of a group in a list of chats, where there is room for a few pictures.
MAX_LISTED_MEMBERS: Final = 4
# Counts of unread messages end here, so that they stay fast in long chats. Pages show "99+".
MAX_UNREAD_COUNT: Final = 100
EXCERPT_LENGTH: Final = 120
# Pictures, and other files, in a message.
MAX_MEDIA: Final = 4
MAX_FILES: Final = 4
# Uploaded files of a user that are not sent. Without a limit, a client could fill the storage.
MAX_UNSENT_FILES: Final = 40
# The documentation of the HTTP API promises one day, so do not shorten it.
UNSENT_FILE_RETENTION: Final = timedelta(hours=24)
# Number of files that are deleted together.
PURGE_BATCH_SIZE: Final = 100
FILE_NAME_MAX_LENGTH: Final = 255
ALT_MAX_LENGTH: Final = 300
# An edit within this time after sending does not mark the message as edited.
EDIT_GRACE_PERIOD: Final = timedelta(seconds=60)
# Members who have read a message by then are not notified of it.
NOTIFY_DELAY: Final = timedelta(seconds=10)
# How many chats with strangers a new account may begin in a day.
MAX_REQUESTS_OF_NEW_ACCOUNT: Final = 5
REQUEST_WINDOW: Final = timedelta(days=1)
# Stored in `ChatMember.muted_until` for a chat that is muted without an end.
FOREVER: Final = datetime(9999, 12, 31, tzinfo=UTC)
# The feature that a subscription plan must include so that its users may send messages.
FEATURE: Final = "private_messages"

# The SQL condition for memberships that let their user read the chat.
may_read_chat: Final[ColumnElement[bool]] = col(ChatMember.status).in_(("active", "request"))


@dataclass(frozen=True, slots=True)
class Partner:
    """The other user of a direct chat, and what they and the actor have chosen about each other."""

    user_id: int
    is_available: bool  # whether the account exists and is no bot
    is_admin: bool
    is_ignoring: bool  # whether one of the two ignores the other
    takes_messages: bool  # whether the settings of the partner let the actor begin a conversation
    is_stranger: bool  # whether neither follows the other


def may_read(member: ChatMember | None) -> bool:
    """Return whether the member may read the chat. `may_read_chat` is the same in SQL."""
    return member is not None and member.status in {"active", "request"}


def may_manage(chat: Chat, member: ChatMember) -> bool:
    return chat.kind == "group" and member.status == "active" and member.role == "owner"


def may_leave(chat: Chat, member: ChatMember) -> bool:
    return chat.kind == "group" and member.status == "active"


def parse_chat_id(text: str) -> int:
    """Return the id of a chat in a part of a URL. Raise `NotFound` if it is none."""
    if (chat_id := parse_id(text)) is None:
        raise make_chat_not_found_error()
    return chat_id


def make_chat_not_found_error() -> NotFound:
    return NotFound(_("This conversation doesn't exist, or you are not in it."))


def make_message_not_found_error() -> NotFound:
    return NotFound(_("This message doesn't exist."))


def make_refused_error() -> PermissionDenied:
    """Return the error for every reason why a user cannot be written to.

    It must not tell whether they ignore the actor or take no messages.
    """
    return PermissionDenied(
        _("This person doesn't accept messages from you."), code="messages_not_accepted"
    )


def ensure_not_banned(actor: Actor) -> None:
    """Raise `PermissionDenied` if the actor is a guest or is banned."""
    if actor.id and actor.banned_at is not None:
        raise make_banned_error(actor)


def ensure_has_feature(actor: Actor) -> None:
    """Raise `PermissionDenied` unless the actor may start chats and send messages."""
    actor.ensure_feature(FEATURE, _("Only subscribers can send private messages."))


def ensure_may_begin(actor: Actor, partner: Partner) -> None:
    """Check that the actor may begin a direct chat with the partner.

    Raise `PermissionDenied` if the actor is banned (`banned`), has no plan with the feature
    (`subscription_feature_required`), or the partner takes no messages from them
    (`messages_not_accepted`).
    """
    ensure_not_banned(actor)
    ensure_has_feature(actor)
    ensure_reachable(partner)


def may_begin(actor: Actor, partner: Partner) -> bool:
    try:
        ensure_may_begin(actor, partner)
    except PermissionDenied:
        return False
    return True


def ensure_reachable(partner: Partner) -> None:
    """Raise `PermissionDenied` (`messages_not_accepted`) if the partner takes no messages."""
    if not partner.is_available or partner.is_ignoring or not partner.takes_messages:
        raise make_refused_error()


def find_send_error(
    actor: Actor,
    chat: Chat,
    member: ChatMember,
    other: ChatMember | None,
    partner: Partner | None,
    *,
    edits: bool = False,
) -> DomainError | None:
    """Return the error why the actor may not send or edit a message, or None."""
    try:
        ensure_not_banned(actor)
        if chat.kind == "group" and member.status == "request":
            raise PermissionDenied(_("Accept the invitation before you write."))
        if other is None or partner is None:
            ensure_has_feature(actor)
            return None
        if not partner.is_admin:
            ensure_has_feature(actor)
        if other.has_accepted:  # The settings decide only who may begin a conversation.
            if not partner.is_available or partner.is_ignoring:
                raise make_refused_error()
        else:
            ensure_reachable(partner)
            # Before the other user accepts, only the actor can have sent a message.
            if is_request(other, partner) and chat.last_message_id and not edits:
                raise make_pending_error()
    except DomainError as error:
        return error
    return None


def is_request(other: ChatMember | None, partner: Partner | None) -> bool:
    """Return whether a message is sent to a user who has not accepted the chat.

    A stranger has to accept it. Who declined it has to as well, even if they are not a stranger.
    """
    if other is None or partner is None:
        return False
    return other.status == "declined" or (other.status == "request" and partner.is_stranger)


def make_pending_error() -> PermissionDenied:
    """Return the error of a user whose request has not been accepted."""
    message = _("You can write again once this person accepts your message.")
    return PermissionDenied(message, code="request_pending")


def ensure_request_allowed(text: markup.RenderedMessage, *, has_files: bool) -> None:
    """Raise `Invalid` if a message to a stranger has a link, a picture or another file."""
    if text.link_urls:
        raise Invalid.for_field(
            "text", _("The first message to someone you don't know can't contain links.")
        )

    if has_files:
        raise make_files_in_request_error("media")


def make_files_in_request_error(field: str) -> Invalid:
    message = _("The first message to someone you don't know can't contain pictures or files.")
    return Invalid.for_field(field, message)


def may_edit(actor: Actor, message: ChatMessage) -> bool:
    return may_delete(actor, message) and actor.banned_at is None


def may_delete(actor: Actor, message: ChatMessage) -> bool:
    return actor.owns(message.author_id) and not message.change and message.deleted_at is None


def clean_text(text: str) -> str:
    """Return the normalized text of a message without surrounding white space."""
    cleaned = normalization.normalize_markdown(text).strip()
    normalization.ensure_max_length(cleaned, field="text", max_length=MAX_TEXT_LENGTH)
    return cleaned


def ensure_not_empty(text: str, *, has_files: bool) -> None:
    """Raise `Invalid` if a message has neither text nor pictures or files."""
    if not has_files and not normalization.has_visible_character(text):
        raise Invalid.for_field("text", _("Write a message first."))


def ensure_files_count(*, media: int, files: int) -> None:
    """Raise `Invalid` if a message would have too many pictures or other files."""
    if media > MAX_MEDIA:
        message = ngettext("Add at most {n} picture.", "Add at most {n} pictures.", MAX_MEDIA)
        raise Invalid.for_field("media", message)
    if files > MAX_FILES:
        message = ngettext("Add at most {n} file.", "Add at most {n} files.", MAX_FILES)
        raise Invalid.for_field("files", message)


def ensure_members_count(count: int) -> None:
    """Raise `Invalid` if a group would have more than `MAX_MEMBERS` members."""
    if count > MAX_MEMBERS:
        message = ngettext(
            "A group can have up to {n} member.", "A group can have up to {n} members.", MAX_MEMBERS
        )
        raise Invalid.for_field("members", message)


def ensure_may_manage(chat: Chat, member: ChatMember) -> None:
    """Raise `PermissionDenied` unless the member is the owner of the group."""
    if not may_manage(chat, member):
        raise PermissionDenied(_("Only the owner of the group can do this."))
