"""The editor of a post: Milkdown, wrapped. Markdown goes in and comes out.

It is a part of its own that only pages with an editor fetch (`assets/ui/writing/editor`).
"""

from typing import Any

import reflex as rx

from community.looks import editor as looks

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


def _saved_version(
    markdown: rx.Var[str], revision: rx.Var[int], document_key: rx.Var[str]
) -> tuple[rx.Var[str], rx.Var[int], rx.Var[str]]:
    return markdown, revision, document_key


class _PostEditor(rx.NoSSRComponent):
    """The component of `post_editor.jsx`; the props are explained at `post_editor`."""

    library = "$/public/ui/writing/editor/post_editor.jsx"
    tag = "PostEditor"
    lib_dependencies: list[str] = _PACKAGES

    ready: rx.Var[bool]
    document_key: rx.Var[str]
    value: rx.Var[str]
    saved_at: rx.Var[str]
    acknowledged: rx.Var[int]
    label: rx.Var[str]
    placeholder: rx.Var[str]
    upload_url: rx.Var[str]
    look: rx.Var[dict[str, str]]
    icons: rx.Var[dict[str, str]]
    on_change: rx.EventHandler[_saved_version]  # type: ignore[type-arg,valid-type]
    on_blur: rx.EventHandler[rx.event.no_args_event_spec]  # type: ignore[type-arg,valid-type]


def post_editor(
    *,
    document_key: rx.Var[str] | str,
    value: rx.Var[str] | str,
    saved_at: rx.Var[str] | str,
    acknowledged: rx.Var[int] | int,
    on_change: Any,
    placeholder: str = "Write here. Markdown works, and pictures can be dropped or pasted.",
    label: str = "Text of the post",
    upload_url: str = "/media",
    **props: Any,
) -> rx.Component:
    """An editor that saves without being asked and loses nothing.

    Words are kept in the browser a quarter of a second after they were typed, and sent a pause
    later, at least every five seconds, and again after each reconnection until acknowledged.

    Args:
        document_key: Which text this is (`post-42`); set it in the page's `on_load`. Only another
            key replaces what somebody writes, so it must stay the same while one text is written.
            It names the copy in the browser: add the account where several share one.
        value: Markdown to begin with: read when a document is opened, and when a newer `saved_at`
            comes while nothing has been written here yet.
        saved_at: When the server stored `value`, in any form; compared, never computed with.
        acknowledged: The largest revision that the server has stored; 0 on a fresh page.
        on_change: Handler of `(markdown, revision, document_key)`. It stores the text and then
            sets `saved_at` and `acknowledged = revision`. The same version may come twice.
        placeholder: The invitation in an empty text.
        label: The name of the field for screen readers.
        upload_url: Takes `POST` of a multipart `file`; answers 201 `{url, …}` or a problem whose
            `detail` is shown at the place of the picture.
        props: `on_blur` and what else the component takes.
    """
    return rx.el.div(
        _PostEditor.create(
            ready=rx.State.is_hydrated,
            document_key=document_key,
            value=value,
            saved_at=saved_at,
            acknowledged=acknowledged,
            on_change=on_change,
            placeholder=placeholder,
            label=label,
            upload_url=upload_url,
            look=rx.Var.create(looks.EDITOR),
            icons=rx.Var.create(looks.EDITOR_ICONS),
            **props,
        ),
        class_name=looks.MINIMUM,
    )
