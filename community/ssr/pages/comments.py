"""Server-rendered discussions below posts."""

from dataclasses import fields
from operator import attrgetter
from typing import Any

from community import urls
from community.components import ui
from community.components.advertisements import advertisement_place
from community.components.comments import texts
from community.components.comments.comment_row import comment_row, load_more_label, load_more_row
from community.components.comments.rows import DiscussionView, Row, RowControls
from community.components.comments.section import (
    DiscussionControls,
    closed_notice,
    discussion_section,
    sign_in_prompt,
)
from community.core import clock
from community.domain.comments import ThreadPage
from community.domain.comments.schemas import CommentView
from community.domain.posts.schemas import ArticleView
from community.i18n import formats
from community.i18n import gettext as _
from community.rendering import HtmlCache, Node, el, group
from community.ssr.pages.discussion_rows import build_discussion_view
from community.styles import comment as styles
from community.styles import editor

# Enough for about 2,000 comments.
_MAX_CACHED_BYTES = 8 * 1024 * 1024
_MAX_DIGESTS = 2_000

_ROW_CONTROLS = RowControls()
_get_context = attrgetter(
    *(
        field.name
        for field in fields(Row)
        if field.name not in ("comment", "ancestor_ids", "root_number")
    )
)
_rows = HtmlCache[CommentView](CommentView, _MAX_CACHED_BYTES, max_digests=_MAX_DIGESTS)


def render_discussion(page: ThreadPage, post: ArticleView) -> Node:
    return discussion_section(
        build_discussion_view(page, post), post.url, _LinkControls(page, post)
    )


class _LinkControls(DiscussionControls):
    """Links that work without scripts, and forms that the browser replaces by live ones."""

    def __init__(self, page: ThreadPage, post: ArticleView) -> None:
        self._page, self._post = page, post

    def row(self, row: Row) -> Node:
        if row.kind == "comment":
            age = formats.format_relative_time(row.comment.created_at, clock.now())
            html = _rows.get(
                row.comment,
                *_get_context(row),
                *row.ancestor_ids,
                age,
                render=lambda: comment_row(row, _ROW_CONTROLS),
            )
            return group(advertisement_place("comments"), html) if row.root_number > 1 else html
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
        href = urls.sign_in(urls.discussion(self._post.url))
        button = ui.link_button(_("Sign in to comment"), href=href, size="sm")
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
        dir="auto",
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
