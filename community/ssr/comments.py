"""Server-rendered discussions below posts."""

from typing import Any

from community import urls
from community.components import ui
from community.components.comments.comment_row import comment_row, load_more_label, load_more_row
from community.components.comments.row_controls import RowControls
from community.components.comments.rows import DiscussionView, Row
from community.components.comments.section import (
    DiscussionControls,
    closed_notice,
    discussion_section,
    sign_in_prompt,
)
from community.domain.comments import ThreadPage
from community.domain.posts.schemas import PostView
from community.i18n import gettext as _
from community.rendering import Node, el, group
from community.ssr.discussion_rows import build_discussion_view
from community.styles import comment as styles
from community.styles import comment_texts as texts
from community.styles import editor

_ROW_CONTROLS = RowControls()


def render_discussion(page: ThreadPage, post: PostView) -> Node:
    return discussion_section(
        build_discussion_view(page, post), post.url, _LinkControls(page, post)
    )


class _LinkControls(DiscussionControls):
    """Links that work without scripts, and forms that the browser replaces by live ones."""

    def __init__(self, page: ThreadPage, post: PostView) -> None:
        self._page, self._post = page, post

    def row(self, row: Row) -> Node:
        if row.kind == "comment":
            return comment_row(row, _ROW_CONTROLS)
        href = urls.comment(self._post.id, self._post.slug, row.parent_id)
        link = _more_link(load_more_label(row.remaining_count), href)
        return load_more_row(row, _ROW_CONTROLS, link)

    def sort_select(self, order: str, attributes: dict[str, Any]) -> Node:
        labels = texts.sort_order_labels()
        options = [
            el.option(label, value=value, selected=value == order)
            for value, label in labels.items()
        ]
        return el.select(options, **attributes)

    def comment_form(self) -> Node:
        """Return the sign-in prompt for guests and a placeholder of the form for members.

        The page is cached for both, so the layout of the viewer hides one of them.
        """
        if not self._post.comments_enabled:
            return closed_notice()
        next_url = urls.encode_query(next=urls.discussion(self._post.url))
        button = ui.link_button(
            _("Sign in to comment"), href=f"{urls.SIGN_IN}&{next_url}", size="sm"
        )
        return group(
            sign_in_prompt(button, styles.GUESTS_ONLY),
            el.div(_composer_placeholder(), class_name=styles.MEMBERS_ONLY, inert=True),
        )

    def load_more_link(self, view: DiscussionView, label: Node) -> Node:
        href = urls.discussion(self._post.url, order=view.order, after=view.next_cursor)
        return _more_link(label, href)


def _more_link(label: Node, href: str) -> Node:
    return el.a(label, href=href, class_name=styles.MORE_LINK)


def _composer_placeholder() -> Node:
    """Return an empty comment form with the same height as that of live pages."""
    classes = editor.COMPOSER
    field = el.textarea(
        class_name=classes["field"],
        rows="1",
        placeholder=_("Write a comment"),
        aria_label=_("Your comment"),
    )
    return el.div(
        el.div(field, class_name=classes["field_frame"]),
        el.div(
            el.span(ui.icon("image"), class_name=classes["toolbar_button"]),
            el.span(
                el.span(_("Send"), class_name=classes["submit"], aria_disabled="true"),
                class_name=classes["end"],
            ),
            class_name=classes["bar"],
        ),
        class_name=classes["form"],
    )
