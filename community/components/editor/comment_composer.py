"""The comment composer: a Markdown field in which users write comments.

Users can mention other users and add images. Every post page loads the JavaScript of the composer,
so it must stay small.
"""

from typing import Any

import reflex as rx

from community.i18n import gettext as _
from community.styles import editor as styles

MAX_LENGTH = 10_000
MAX_IMAGES = 4


def _message_event_spec(message: rx.Var[dict[str, Any]]) -> tuple[rx.Var[dict[str, Any]]]:
    return (message,)


def _mention_query_event_spec(prefix: rx.Var[str]) -> tuple[rx.Var[str]]:
    return (prefix,)


class _CommentComposer(rx.Component):
    library = "$/public/ui/writing/composer/comment_composer.jsx"
    tag = "CommentComposer"

    draft_key: rx.Var[str]
    value: rx.Var[str]
    base_version: rx.Var[int]
    saved: rx.Var[dict[str, Any]]
    rejected: rx.Var[dict[str, Any]]
    suggestions: rx.Var[list[dict[str, str]]]
    placeholder: rx.Var[str]
    label: rx.Var[str]
    submit_label: rx.Var[str]
    upload_url: rx.Var[str]
    max_length: rx.Var[int]
    max_images: rx.Var[int]
    auto_focus: rx.Var[bool]
    class_names: rx.Var[dict[str, str]]
    icons: rx.Var[dict[str, str]]
    on_submit: rx.EventHandler[_message_event_spec]  # type: ignore[type-arg,valid-type]
    on_mention_query: rx.EventHandler[_mention_query_event_spec]  # type: ignore[type-arg,valid-type]
    on_cancel: rx.EventHandler[rx.event.no_args_event_spec]  # type: ignore[type-arg,valid-type]


def comment_composer(
    *,
    draft_key: rx.Var[str] | str,
    saved: rx.Var[Any] | dict[str, Any],
    rejected: rx.Var[Any] | dict[str, Any],
    suggestions: rx.Var[Any] | list[dict[str, str]],
    on_submit: Any,
    on_mention_query: Any,
    placeholder: rx.Var[str] | str | None = None,
    label: rx.Var[str] | str | None = None,
    submit_label: rx.Var[str] | str | None = None,
    upload_url: str = "/media",
    max_length: int = MAX_LENGTH,
    max_images: int = MAX_IMAGES,
    **props: Any,
) -> rx.Component:
    """Return a comment field that keeps its text in the browser until the server has stored it.

    A page can contain several composers with the same handlers and Vars, because each composer
    ignores the responses to messages that another composer sent.

    Args:
        draft_key: Key of the draft in the browser's storage. It contains the user ID and the ID
            of the post or comment, as in `{user}:comment-{post}` or `{user}:reply-{comment}`.
        saved: `{"client_id", "revision"}` of the message that the server stored last. The composer
            removes the sent text from the field, but keeps text that was typed after sending.
        rejected: `{"client_id", "revision", "message"}` of the message that the server rejected
            last. The field keeps its text and shows `message`. If the dict contains
            `version`, the composer sends its value as the `base_version` of the next message.
            Assign a new dict for each rejection.
        suggestions: Users that match the last mention query, each `{"slug", "name", "avatar"}`.
        on_submit: Handler that receives
            `{"text", "media": [id], "client_id", "revision", "base_version"}`. If the browser gets
            no response, it sends the message again with the same `client_id` and a higher
            `revision`. The handler must not store a message twice. If it receives the same
            text under the same `client_id`, it must repeat its first response. If the text is
            different, it must reject the message.
        on_mention_query: Handler that receives the text after `@` when the user stops typing.
        placeholder: Placeholder of the empty field.
        label: Accessible name of the field.
        submit_label: Label of the submit button.
        upload_url: URL that receives images. See `upload_url` of `post_editor`.
        max_length: Maximum number of characters. Longer texts cannot be submitted.
        max_images: Maximum number of images per message.
        props: `value` is the text to edit and `base_version` its version. `auto_focus` focuses the
            field. `on_cancel` adds a cancel button. `custom_attrs` may contain `onSaved`, which
            the browser calls when the server has stored everything in the field.
    """
    return _CommentComposer.create(
        key=draft_key,
        draft_key=draft_key,
        saved=saved,
        rejected=rejected,
        suggestions=suggestions,
        on_submit=on_submit,
        on_mention_query=on_mention_query,
        placeholder=_("Write a comment") if placeholder is None else placeholder,
        label=_("Your comment") if label is None else label,
        submit_label=_("Send") if submit_label is None else submit_label,
        upload_url=upload_url,
        max_length=max_length,
        max_images=max_images,
        class_names=rx.Var.create(styles.COMPOSER),
        icons=rx.Var.create(styles.COMPOSER_ICONS),
        **props,
    )
