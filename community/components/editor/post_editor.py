"""The post editor, a wrapper around the Milkdown library. It reads and writes Markdown.

Only pages with an editor load its JavaScript (`assets/ui/writing/editor`).
"""

from typing import Any

import reflex as rx

from community.i18n import gettext as _
from community.rendering import Node, el, sanitized_html
from community.styles import editor as styles

_PACKAGES = [
    "@milkdown/core@7.22.1",
    "@milkdown/plugin-clipboard@7.22.1",
    "@milkdown/plugin-cursor@7.22.1",
    "@milkdown/plugin-history@7.22.1",
    "@milkdown/plugin-trailing@7.22.1",
    "@milkdown/preset-commonmark@7.22.1",
    "@milkdown/preset-gfm@7.22.1",
    "@milkdown/prose@7.22.1",
    "@milkdown/utils@7.22.1",
    "mdast-util-to-markdown@2.1.2",
]


def _text_change_event_spec(
    markdown: rx.Var[str], revision: rx.Var[int], document_key: rx.Var[str]
) -> tuple[rx.Var[str], rx.Var[int], rx.Var[str]]:
    return markdown, revision, document_key


class _PostEditor(rx.NoSSRComponent):
    library = "$/public/ui/writing/editor/post_editor.jsx"
    tag = "PostEditor"
    lib_dependencies: list[str] = _PACKAGES

    is_ready: rx.Var[bool]
    document_key: rx.Var[str]
    value: rx.Var[str]
    saved_at: rx.Var[str]
    acknowledged_revision: rx.Var[int]
    label: rx.Var[str]
    placeholder: rx.Var[str]
    upload_url: rx.Var[str]
    class_names: rx.Var[dict[str, str]]
    icons: rx.Var[dict[str, str]]
    on_change: rx.EventHandler[_text_change_event_spec]  # type: ignore[type-arg,valid-type]
    on_blur: rx.EventHandler[rx.event.no_args_event_spec]  # type: ignore[type-arg,valid-type]


def post_editor(
    *,
    document_key: rx.Var[str] | str,
    value: rx.Var[str] | str,
    saved_at: rx.Var[str] | str,
    acknowledged_revision: rx.Var[int] | int,
    on_change: Any,
    placeholder: str | None = None,
    label: str | None = None,
    upload_url: str = "/media",
    **props: Any,
) -> rx.Component:
    """Return a text editor that saves changes automatically.

    The browser stores a change locally after 0.25 seconds. It sends the change to the server when
    the user pauses, or after five seconds of continuous typing. It sends the change again after
    each reconnection until the server acknowledges it.

    Args:
        document_key: Identifies the text, for example `post-42`. Set it in the page's `on_load`.
            A new key replaces the content of the editor, so the key must not change while the user
            edits the same text. The browser also stores its copy under this key, so include the
            user ID if several users share a browser.
        value: The initial Markdown. The editor reads it when it opens a document, and again when
            `saved_at` changes before the user has changed the text.
        saved_at: The time at which the server stored `value`. Any format is valid, because the
            editor only compares it with the previous value.
        acknowledged_revision: The largest revision that the server has stored; 0 when the page was
            just opened.
        on_change: Handler that receives `(markdown, revision, document_key)`. It must store the
            text and set `saved_at` and `acknowledged_revision`. The browser can send the same
            revision twice.
        placeholder: Placeholder of an empty text.
        label: Accessible name of the text field.
        upload_url: URL to which the editor sends an image as the field `file` of a multipart
            `POST`. The response is 201 with `{url, …}`, or a problem document (RFC 9457) whose
            `detail` the editor shows at the position of the image.
        props: `on_blur` and other props of the component.
    """
    if placeholder is None:
        placeholder = _("Write your post. Markdown is supported, and you can drop or paste images.")
    return rx.el.div(
        _PostEditor.create(
            is_ready=rx.State.is_hydrated,
            document_key=document_key,
            value=value,
            saved_at=saved_at,
            acknowledged_revision=acknowledged_revision,
            on_change=on_change,
            placeholder=placeholder,
            label=_("Post text") if label is None else label,
            upload_url=upload_url,
            class_names=rx.Var.create(styles.EDITOR),
            icons=rx.Var.create(styles.EDITOR_ICONS),
            **props,
        ),
        class_name=styles.MIN_HEIGHT,
    )


def static_post_editor(html: str) -> Node:
    """Return the elements that `post_editor` shows, without its toolbar.

    The server renders them, and the browser replaces them by the editor. `html` is the text.
    """
    classes = styles.EDITOR
    toolbar = el.div(
        el.span(class_name=styles.TOOLBAR_PLACEHOLDER),
        class_name=classes["toolbar"],
        aria_hidden="true",
    )
    return el.div(
        el.div(
            el.div(toolbar, el.div(class_name=classes["below_toolbar"]), class_name=classes["bar"]),
            sanitized_html(html, classes["text"]),
            class_name=classes["frame"],
        ),
        class_name=styles.MIN_HEIGHT,
    )
