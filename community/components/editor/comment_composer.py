"""The field for a comment: plain Markdown that grows, with mentions and pictures.

A few kilobytes, because it stands under every post; the editor of posts is another thing.
"""

from typing import Any

import reflex as rx

from community.looks import editor as looks

MAX_LENGTH = 10_000
MAX_PICTURES = 4


def _message(message: rx.Var[dict[str, Any]]) -> tuple[rx.Var[dict[str, Any]]]:
    return (message,)


def _prefix(prefix: rx.Var[str]) -> tuple[rx.Var[str]]:
    return (prefix,)


class _CommentComposer(rx.Component):
    """The component of `comment_composer.jsx`; the props are explained at `comment_composer`."""

    library = "$/public/ui/writing/composer/comment_composer.jsx"
    tag = "CommentComposer"

    draft_key: rx.Var[str]
    value: rx.Var[str]
    base: rx.Var[int]
    sent: rx.Var[dict[str, Any]]
    refusal: rx.Var[dict[str, Any]]
    suggestions: rx.Var[list[dict[str, str]]]
    placeholder: rx.Var[str]
    label: rx.Var[str]
    submit_label: rx.Var[str]
    upload_url: rx.Var[str]
    max_length: rx.Var[int]
    max_pictures: rx.Var[int]
    auto_focus: rx.Var[bool]
    look: rx.Var[dict[str, str]]
    icons: rx.Var[dict[str, str]]
    on_submit: rx.EventHandler[_message]  # type: ignore[type-arg,valid-type]
    on_query: rx.EventHandler[_prefix]  # type: ignore[type-arg,valid-type]
    on_cancel: rx.EventHandler[rx.event.no_args_event_spec]  # type: ignore[type-arg,valid-type]


def comment_composer(
    *,
    draft_key: rx.Var[str] | str,
    sent: rx.Var[Any] | dict[str, Any],
    refusal: rx.Var[Any] | dict[str, Any],
    suggestions: rx.Var[Any] | list[dict[str, str]],
    on_submit: Any,
    on_query: Any,
    placeholder: rx.Var[str] | str = "Write a comment",
    label: rx.Var[str] | str = "Comment",
    submit_label: rx.Var[str] | str = "Send",
    upload_url: str = "/media",
    max_length: int = MAX_LENGTH,
    max_pictures: int = MAX_PICTURES,
    **props: Any,
) -> rx.Component:
    """A field that keeps its words until they are stored, whatever happens in between.

    Several may stand on one page with the same handlers and vars: each answers to its own
    messages only.

    Args:
        draft_key: Names the words kept in this browser, by who writes them and where:
            `{person}:comment-{post}`, `{person}:reply-{comment}`.
        sent: `{"client_id", "revision"}` of the message that was stored last. Its words leave the
            field; what was typed after they went out stays.
        refusal: `{"client_id", "revision", "sentence"}` of the message that was refused last; the
            sentence is shown in its field and the words stay. With `version`, the next message is a
            change to that one. Set it anew at each refusal.
        suggestions: People to mention, `{"slug", "name", "avatar"}` each, for the last query.
        on_submit: Handler of `{"text", "media": [id], "client_id", "revision", "base"}`. A message
            without an answer is sent again with the same `client_id`: store it once, and answer as
            the first time; refuse it if its words are others now. `revision` tells these tries
            apart.
        on_query: Handler of what stands after `@`, asked when the writer pauses.
        placeholder: The invitation in the empty field.
        label: Its name for screen readers.
        submit_label: The word on its button.
        upload_url: Takes pictures as the editor's does.
        max_length: Characters; the button waits until there are no more.
        max_pictures: Pictures in one message; 0 would leave only their refusal.
        props: `value` (the text to change) and `base` (its version), `auto_focus`, `on_cancel`
            (shows a button for it); `onDone` is called when all that was written is stored.
    """
    return _CommentComposer.create(
        key=draft_key,
        draft_key=draft_key,
        sent=sent,
        refusal=refusal,
        suggestions=suggestions,
        on_submit=on_submit,
        on_query=on_query,
        placeholder=placeholder,
        label=label,
        submit_label=submit_label,
        upload_url=upload_url,
        max_length=max_length,
        max_pictures=max_pictures,
        look=rx.Var.create(looks.COMPOSER),
        icons=rx.Var.create(looks.COMPOSER_ICONS),
        **props,
    )
