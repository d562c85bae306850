"""The post editor, a wrapper around the Milkdown library. It reads and writes Markdown.

It stores nothing. Only pages with an editor load its JavaScript (`assets/ui/writing/editor`).
"""

from typing import Any

import reflex as rx

from community.components.forms import UPLOAD_PROPS
from community.i18n import gettext as _
from community.rendering import Node, el, react_component, sanitized_html
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


_PostEditor = react_component(
    "writing/editor/post_editor.jsx",
    "PostEditor",
    base=rx.NoSSRComponent,
    packages=_PACKAGES,
    on_change=str,
    on_mention_query=str,
    on_link_query=str,
)


def post_editor(
    value: rx.Var[str] | str,
    *,
    on_change: Any,
    auto_focus: rx.Var[bool] | bool = False,
    **suggested: Any,
) -> rx.Component:
    """Return a text editor.

    Args:
        value: The initial Markdown. The editor reads it only once. To open another text, give an
            element around the editor another `key`.
        on_change: Handler that receives the Markdown 0.25 seconds after a change, and at once when
            the editor loses the focus or is closed.
        auto_focus: Whether the editor gets the focus when it has started. The cursor is at the end
            of the text.
        suggested: `suggestions`, `links`, `on_mention_query` and `on_link_query` of
            `comment_composer`. Without them, nothing is suggested after `@` and `#`.
    """
    return rx.el.div(
        _PostEditor(
            value=value,
            on_change=on_change,
            auto_focus=auto_focus,
            placeholder=_(
                "Write your post. Markdown is supported, and you can drop or paste images."
            ),
            label=_("Post text"),
            class_names=styles.EDITOR,
            icons=styles.EDITOR_ICONS,
            **{"suggestions": [], **UPLOAD_PROPS, **suggested},
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
