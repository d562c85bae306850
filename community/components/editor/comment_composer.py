"""The comment composer: a Markdown field in which users write comments.

Users can mention other users and add images. Every post page loads the JavaScript of the composer,
so it must stay small.
"""

from typing import Any

import reflex as rx

from community.components.forms import UPLOAD_PROPS
from community.domain import comments
from community.i18n import gettext as _
from community.rendering import react_component
from community.styles import editor as styles

_CommentComposer = react_component(
    "writing/composer/comment_composer.jsx",
    "CommentComposer",
    on_submit=dict[str, Any],
    on_mention_query=str,
    on_link_query=str,
    on_cancel=None,
    on_allow_assistant=None,
)


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
    **props: Any,
) -> rx.Component:
    """Return a comment field that keeps its text in the browser until the server has stored it.

    A page can contain several composers with the same handlers and Vars, because each composer
    ignores the responses to messages that another composer sent.

    Args:
        draft_key: Key of the draft in the browser's storage. It contains the user ID and the ID of
            the post or comment, as in `{user}:comment-{post}` or `{user}:reply-{comment}`.
        saved: `{"client_id", "revision"}` of the message that the server stored last. The composer
            removes the sent text from the field, but keeps text that was typed after sending.
        rejected: `{"client_id", "revision", "message"}` of the message that the server rejected
            last. The field keeps its text and shows `message`. If the dict contains `version`, the
            composer sends its value as the `base_version` of the next message. Assign a new dict
            for each rejection.
        suggestions: Users that match the last mention query, each `{"slug", "name", "avatar"}`.
        on_submit: Handler that receives `{"text", "media": [id], "client_id", "revision",
            "base_version"}`. If the browser gets no response, it sends the message again with the
            same `client_id` and a higher `revision`. The handler must not store a message twice. If
            it receives the same text under the same `client_id`, it must repeat its first response.
            If the text is different, it must reject the message.
        on_mention_query: Handler that receives the text after `@` when the user stops typing.
        props: `links` are the `Suggestions` of tags and posts for the text after `#`, which the
            handler `on_link_query` receives. `value` is the text to edit and `base_version` its
            version. `max_images` lowers the number of images. `auto_focus` focuses the field.
            `assistant` is the username of the AI assistant, and adds a button that mentions it; if
            `may_ask_assistant` is False, the button first calls `on_allow_assistant`, which sets it
            or offers a plan. `on_cancel` adds a cancel button. `custom_attrs` may contain
            `onSaved`, which the browser calls when the server has stored everything in the field.
    """
    return _CommentComposer(
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
        class_names=styles.COMPOSER,
        icons=styles.COMPOSER_ICONS,
        **{
            "max_length": comments.MAX_TEXT_LENGTH,
            "max_images": comments.MAX_MEDIA,
            **UPLOAD_PROPS,
            **props,
        },
    )
