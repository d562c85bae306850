"""The rows of a conversation: messages, separators and changes of a group."""

from typing import Any

from community.components import people, ui
from community.components.chat.rows import ChatRow, RowControls
from community.components.chat.texts import group_change_text
from community.domain.chat import FileView, MessageView
from community.i18n import gettext as _
from community.rendering import (
    Node,
    choose,
    each,
    el,
    file_size,
    first_of,
    group,
    length,
    present,
    sanitized_html,
    switch,
    when,
)
from community.styles import chat as styles


def conversation_row(row: ChatRow, controls: RowControls) -> Node:
    return when(
        row.kind == "message",
        lambda: message_row(row, controls),
        lambda: when(
            row.kind == "day",
            lambda: el.h3(row.label, id=row.key, class_name=styles.DAY),
            lambda: when(
                row.kind == "unread",
                # Translators: separator above the first message that the reader has not read.
                lambda: el.h3(_("New messages"), id=row.key, class_name=styles.NEW_DIVIDER),
                lambda: el.p(
                    group_change_text(row.message),
                    id=row.key,
                    class_name=styles.CHANGE,
                    dir="auto",
                ),
            ),
        ),
    )


def message_row(row: ChatRow, controls: RowControls) -> Node:
    message = row.message
    return el.article(
        when(row.shows_author, lambda: _avatar(row)),
        el.div(
            when(
                row.shows_author & row.starts_group,
                lambda: people.author_link(message.author, class_name=styles.AUTHOR),
            ),
            _bubble(row, controls),
            when(
                length(message.reactions) > 0,
                lambda: el.div(controls.reaction_bar(message), class_name=styles.REACTIONS),
            ),
            when(row.error != "", lambda: _rejection(row, controls)),
            when(length(row.readers) > 0, lambda: _readers(row)),
            when(
                row.is_last_read,
                # Translators: below the last message that the other person has read.
                lambda: el.p(_("Read"), class_name=styles.LAST_READ),
            ),
            controls.actions(row),
            class_name=choose(row.is_own, styles.MAIN_OWN, styles.MAIN),
        ),
        id=row.key,
        tab_index=-1,
        class_name=choose(
            row.is_own,
            choose(row.starts_group, styles.ROW_OWN_FIRST, styles.ROW_OWN),
            choose(row.starts_group, styles.ROW_FIRST, styles.ROW),
        ),
        aria_label=_("{name}, {time}", name=message.author.name, time=row.time),
        custom_attrs={"data-message": message.id},
    )


def _bubble(row: ChatRow, controls: RowControls) -> Node:
    message = row.message
    return el.div(
        when(
            message.deleted_at,
            lambda: el.p(_("Message deleted"), class_name=styles.DELETED),
            lambda: _content(message, controls),
        ),
        _meta(row),
        class_name=choose(
            row.is_own,
            choose(row.is_target, styles.BUBBLE_OWN_TARGET, styles.BUBBLE_OWN),
            choose(row.is_target, styles.BUBBLE_TARGET, styles.BUBBLE),
        ),
    )


def _avatar(row: ChatRow) -> Node:
    return el.div(
        when(row.ends_group, lambda: ui.user_avatar(row.message.author)), class_name=styles.AVATAR
    )


def _content(message: MessageView, controls: RowControls) -> Node:
    return el.div(
        present(message.reply_to, lambda reply: _quote(reply, controls)),
        when(length(message.media) > 0, lambda: _pictures(message)),
        when(message.html != "", lambda: sanitized_html(message.html, styles.TEXT)),
        each(message.files, _file),
        class_name=styles.BODY,
    )


def _pictures(message: MessageView) -> Node:
    return el.div(
        each(
            message.media,
            lambda picture: el.a(
                el.img(
                    src=picture.url,
                    alt=picture.alt,
                    width=picture.width,
                    height=picture.height,
                    loading="lazy",
                    class_name=styles.PICTURE,
                ),
                href=picture.url,
                target="_blank",
                aria_label=first_of(picture.alt, _("Image")),
                class_name=styles.PICTURE_LINK,
            ),
        ),
        class_name=choose(length(message.media) == 1, styles.SINGLE_PICTURE, styles.PICTURES),
        custom_attrs={"data-file": ""},
    )


def _file(file: FileView) -> Node:
    return group(
        el.a(
            ui.icon("paperclip", styles.FILE_ICON),
            el.span(
                el.bdi(file.name, class_name=styles.FILE_NAME),
                el.span(file_size(file.size), class_name=styles.FILE_SIZE),
                class_name=styles.FILE_TEXT,
            ),
            ui.icon("download", styles.FILE_ICON),
            href=file.url,
            download=file.name,
            title=_("Download"),
            class_name=styles.FILE,
            custom_attrs={"reloadDocument": True, "data-file": ""},
        ),
        when(
            file.content_type.startswith("audio/"),
            lambda: el.audio(src=file.url, controls=True, preload="none", class_name=styles.AUDIO),
        ),
    )


def _quote(reply: Any, controls: RowControls) -> Node:
    return el.button(
        el.span(el.bdi(reply.author.name), class_name=styles.QUOTE_AUTHOR),
        el.span(
            when(reply.excerpt != "", lambda: reply.excerpt, lambda: _("Message deleted")),
            class_name=styles.QUOTE_TEXT,
            dir="auto",
        ),
        type="button",
        class_name=styles.QUOTE,
        title=_("Go to this message"),
        custom_attrs=controls.show_message(reply.id),
    )


def _meta(row: ChatRow) -> Node:
    return el.span(
        # Translators: mark on a message whose text was changed.
        when(row.message.edited_at, lambda: el.span(_("edited"))),
        el.span(row.time),
        when(row.state != "", lambda: _state_icon(row.state)),
        class_name=styles.META,
    )


def _state_icon(state: Any) -> Node:
    labels = {
        "waiting": _("Waiting to be sent"),
        "sending": _("Sending…"),
        "rejected": _("Not sent"),
        "sent": _("Sent"),
        "read": _("Read"),
    }
    icons = {
        "waiting": ui.icon("clock", styles.STATE),
        "sending": ui.icon("clock", styles.STATE),
        "rejected": ui.icon("alert", styles.STATE_REJECTED),
        "sent": ui.icon("check", styles.STATE),
        "read": ui.icon("check_double", styles.STATE_READ),
    }
    label = switch(state, labels, "")
    return el.span(switch(state, icons, icons["sent"]), role="img", aria_label=label, title=label)


def _rejection(row: ChatRow, controls: RowControls) -> Node:
    return el.div(
        el.p(row.error, role="alert", dir="auto"),
        el.div(
            _text_button(_("Try again"), controls.retry(row.client_id)),
            _text_button(_("Copy"), controls.copy(row.message.text)),
            _text_button(_("Delete"), controls.delete_pending(row.client_id)),
            class_name=styles.REJECTED_ACTIONS,
        ),
        class_name=styles.REJECTED,
    )


def _text_button(label: str, attributes: dict[str, Any]) -> Node:
    return el.button(
        label, type="button", class_name=styles.REJECTED_ACTION, custom_attrs=attributes
    )


def _readers(row: ChatRow) -> Node:
    """Return the small pictures of the members who have read up to this message."""
    return el.div(
        each(
            row.readers,
            lambda user: el.span(
                ui.avatar(user.name, user.avatar, "xs"),
                el.span(_("Read by {name}", name=user.name), class_name="sr-only"),
                class_name=styles.READER,
                title=user.name,
            ),
        ),
        class_name=styles.READERS,
    )
