"""The section with the discussion under a post."""

from abc import ABC, abstractmethod
from typing import Any

from community import urls
from community.components import ui
from community.components.comments import texts
from community.components.comments.rows import DiscussionView, Row
from community.i18n import gettext as _
from community.rendering import Node, choose, each, el, group, length, when
from community.styles import comment as styles
from community.styles.ui import display, form


class DiscussionControls(ABC):
    """The elements of a discussion that differ between live pages and server-rendered pages."""

    @abstractmethod
    def row(self, row: Row) -> Node:
        """Return a comment, or a link or button that shows more comments."""

    @abstractmethod
    def sort_select(self, order: str, attributes: dict[str, Any]) -> Node:
        """Return the `<select>` with the sort orders, of which `order` is selected."""

    @abstractmethod
    def comment_form(self) -> Node:
        """Return the form for a comment on the post, or a text that says who can comment."""

    @abstractmethod
    def load_more_link(self, view: DiscussionView, label: Node) -> Node:
        """Return the link or button that loads more comments on the post."""

    def new_comments_button(self, view: DiscussionView) -> Node:
        del view


def discussion_section(view: DiscussionView, post_url: str, controls: DiscussionControls) -> Node:
    return el.section(
        _heading(view, controls),
        el.div(controls.comment_form(), class_name=styles.FORM_ROOT),
        _partial_thread_banner(view, post_url),
        # The total leaves out comments that wait for a moderator, which their author sees.
        when(
            (view.total == 0) & (length(view.thread_rows) == 0),
            lambda: el.p(_(texts.EMPTY), class_name=styles.EMPTY),
        ),
        when(
            length(view.pinned_rows) > 0,
            lambda: el.div(
                el.p(ui.icon("pin"), _("Pinned"), class_name=styles.PINNED_LABEL),
                each(view.pinned_rows, controls.row),
                class_name=styles.PINNED,
            ),
        ),
        el.div(each(view.thread_rows, controls.row), class_name=styles.THREAD),
        when(
            view.next_cursor != "",
            lambda: controls.load_more_link(
                view, group(ui.icon("chevron_down"), _("More comments"))
            ),
        ),
        id="comments",
        class_name=styles.SECTION,
    )


def closed_notice() -> Node:
    return restriction_notice(_("Comments are closed."))


def restriction_notice(reason: str, button: Node = None) -> Node:
    """Return the text that replaces the comment form for viewers who may not comment.

    Args:
        button: The button with which the viewer can change that.
    """
    return el.div(el.span(reason), button, class_name=styles.SIGN_IN_PROMPT)


def review_notice() -> Node:
    """Return the line below the form of viewers whose comments wait for a moderator."""
    return el.p(_("Comments are reviewed before they appear."), class_name=styles.REVIEW_NOTICE)


def sign_in_prompt(button: Node, class_name: str = "") -> Node:
    return el.div(
        el.span(_("Have something to add?")),
        button,
        class_name=f"{styles.SIGN_IN_PROMPT} {class_name}".rstrip(),
    )


def _heading(view: DiscussionView, controls: DiscussionControls) -> Node:
    return el.div(
        el.h2(
            _("Discussion"),
            " ",
            el.span(ui.compact_number(view.total), class_name=styles.TITLE_COUNT),
            controls.new_comments_button(view),
            class_name=styles.TITLE,
        ),
        when(view.total > 1, lambda: _sort_select(view, controls)),
        class_name=styles.HEADING,
    )


def _sort_select(view: DiscussionView, controls: DiscussionControls) -> Node:
    attributes = {"class_name": form.SELECT_QUIET, "aria_label": _("Sort comments")}
    return el.div(
        controls.sort_select(view.order, attributes),
        ui.icon("chevron_down", form.SELECT_ARROW),
        class_name=f"{form.SELECT_QUIET_FRAME} {display.REQUIRES_SCRIPT}",
    )


def _partial_thread_banner(view: DiscussionView, post_url: str) -> Node:
    """Return a banner if the page does not show the whole discussion from its start."""

    def partial() -> Node:
        return el.p(
            choose(view.is_continuation, _(texts.LATER_PAGE), _(texts.SINGLE_THREAD)),
            el.a(_(texts.SHOW_ALL), href=urls.discussion(post_url), class_name=styles.BANNER_LINK),
            class_name=styles.BANNER,
        )

    return when(
        view.is_focus_missing,
        lambda: el.p(_(texts.COMMENT_NOT_FOUND), class_name=styles.BANNER),
        lambda: when((view.focus_id != 0) | view.is_continuation, partial),
    )
