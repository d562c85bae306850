"""The section with all comments, where administrators approve, hide and delete them."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Final

import reflex as rx

from community import urls
from community.admin.blocks import sheet_facts
from community.admin.blocks.side_sheet import fact, facts, record_sheet, sheet_section
from community.admin.blocks.table import layout
from community.admin.blocks.table.layout import TableLayout
from community.admin.blocks.table.record_actions import RecordAction, RecordActionsState
from community.admin.blocks.table.record_dialog import ActionButton, record_button
from community.admin.blocks.table.values import Badge, Link, Person
from community.admin.layout import record_page
from community.admin.posts import AUTHOR_FILTER, COMMUNITY_FILTER
from community.components import ui
from community.domain import comments
from community.i18n import gettext as _, ngettext_noop, noop
from community.models import Comment
from community.rendering import Node, el, sanitized_html
from community.state.runtime.request_context import run_action, run_query
from community.styles.admin import moderation as styles
from community.styles.ui import data_table

_EXCERPT_LENGTH: Final = 160

_STATUS_BADGES: Final = {
    "on_moderation": Badge(noop("On moderation"), "strong"),
    "published": Badge(noop("Published")),
    "deleted": Badge(noop("Deleted"), "danger"),
}
SHEET_ID = "comment-sheet"
_SECTION_URL = urls.admin_section("comments")


def _to_excerpt(comment: Comment) -> str:
    line = " ".join(comment.text[: 4 * _EXCERPT_LENGTH].split())
    return line if len(line) <= _EXCERPT_LENGTH else line[: _EXCERPT_LENGTH - 1] + "…"


def _to_post(comment: Comment) -> Link:
    post = comment.post
    return Link(post.title, urls.comment(post.id, post.slug, comment.id))


def _to_community(comment: Comment) -> str:
    return comment.post.community.name if comment.post.community else ""


COMMENT_LAYOUT: Final = layout.TableLayout(
    table=comments.COMMENT_TABLE,
    columns=(
        layout.Column("text", noop("Comment"), _to_excerpt, width="lg"),
        layout.Column("author", noop("Author"), lambda row: Person.of(row.author), "person", "md"),
        layout.Column("post", noop("Post"), _to_post, "link", "md"),
        layout.Column("community", noop("Community"), _to_community, width="sm", is_default=False),
        layout.Column(
            "status",
            noop("Status"),
            lambda comment: _STATUS_BADGES[comment.moderation_status],
            "badge",
            sort="waiting",
        ),
        layout.Column(
            "reactions",
            noop("Reactions"),
            lambda comment: comment.reactions_count,
            "number",
            is_default=False,
        ),
        layout.Column(
            "created", noop("Posted"), lambda comment: comment.created_at, "time", sort="created"
        ),
    ),
    filters={
        "status": layout.badge_labels(noop("Status"), _STATUS_BADGES),
        "posted": layout.period_labels(noop("Posted")),
        "author": AUTHOR_FILTER,
        "post": layout.FilterLabels(noop("Post")),
        "community": COMMUNITY_FILTER,
    },
    sorts={"waiting": noop("Waiting first")},
)


async def _moderate(
    state: "CommentTableState",
    comment_id: int,
    reason: str,
    *,
    status: comments.ModerationStatus,
    expected_status: comments.ModerationStatus | None = None,
) -> bool:
    return await run_action(
        comments.moderate,
        comment_id=comment_id,
        status=status,
        reason=reason,
        expected_status=expected_status,
        base_version=state._get_version(comment_id),
    )


class CommentTableState(RecordActionsState, rx.State):
    layout: ClassVar[TableLayout] = COMMENT_LAYOUT
    actions: ClassVar[Mapping[str, RecordAction]] = {
        "approve": partial(_moderate, status="published", expected_status="on_moderation"),
        "hide": partial(_moderate, status="on_moderation", expected_status="published"),
        "delete": partial(_moderate, status="deleted"),
        "restore": partial(_moderate, status="published", expected_status="deleted"),
    }

    record: comments.CommentRecord | None = None

    async def _load_record(self, record_id: int) -> None:
        self.record = await run_query(comments.get_comment_record, record_id)

    def _get_version(self, comment_id: int) -> int | None:
        """Return the version of the comment in the side sheet, which the viewer has read."""
        if self.record is None or self.record_id != comment_id:
            return None
        return self.record.comment.version


def comment_sheet(actions: Sequence[ActionButton]) -> rx.Component:
    state: Any = CommentTableState
    record = state.record
    return record_sheet(
        state,
        record,
        _actions(record, actions),
        _context(record),
        _details(record),
        _moderations(record),
        _revisions(record),
        id=SHEET_ID,
        title=_("Comment"),
    )


def _actions(record: Any, actions: Sequence[ActionButton]) -> Node:
    comment = record.comment

    def button(code: str) -> Node:
        return record_button(CommentTableState, actions, code, comment.id)

    buttons = rx.match(
        comment.moderation_status,
        ("published", rx.fragment(button("hide"), button("delete"))),
        ("on_moderation", rx.fragment(button("approve"), button("delete"))),
        button("restore"),
    )
    view = ui.link_button(
        _("View in discussion"),
        href=comment.url,
        icon_name="arrow_up_right",
        variant="quiet",
        size="sm",
    )
    return el.div(buttons, view, class_name=styles.ACTIONS)


def _context(record: Any) -> Node:
    return el.div(
        rx.cond(
            record.parent, _quoted(record.parent, styles.CONTEXT), el.span(class_name="hidden")
        ),
        _quoted(record.comment, styles.COMMENT),
        class_name=styles.THREAD,
    )


def _quoted(comment: Any, class_name: str) -> Node:
    hidden = el.p(_("The text is not available."), class_name=styles.EMPTY)
    return el.div(
        rx.cond(
            comment.author,
            el.div(
                ui.avatar(comment.author.name, comment.author.avatar, "sm"),
                el.a(
                    comment.author.name,
                    href=urls.profile(comment.author.slug),
                    class_name=styles.AUTHOR,
                    dir="auto",
                ),
                ui.relative_time(comment.created_at),
                class_name=styles.HEAD,
            ),
        ),
        rx.cond(comment.author, sanitized_html(comment.html, styles.TEXT), hidden),
        class_name=class_name,
    )


def _details(record: Any) -> Node:
    comment = record.comment
    labels = sheet_facts.get_status_labels()
    by_author = f"{_SECTION_URL}?author={record.author_id}"
    on_post = f"{_SECTION_URL}?post={comment.post_id}"
    return sheet_section(
        facts(
            fact(_("Status"), rx.match(comment.moderation_status, *labels.items(), "")),
            fact(_("Post"), el.a(record.post_title, href=comment.url, class_name=styles.LINK)),
            rx.cond(record.community != "", rx.fragment(*fact(_("Community"), record.community))),
        ),
        el.div(
            el.a(_("All comments of this author"), href=by_author, class_name=styles.LINK),
            el.a(_("All comments on this post"), href=on_post, class_name=styles.LINK),
            class_name=styles.LINKS,
        ),
        title=_("Details"),
    )


def _moderations(record: Any) -> Node:
    return rx.cond(
        record.moderations.length() > 0,
        sheet_section(
            el.ol(rx.foreach(record.moderations, _moderation), class_name=styles.LIST),
            title=_("Moderation"),
        ),
    )


def _moderation(item: Any) -> Node:
    rules = sheet_facts.get_rule_labels()
    return el.li(
        el.div(
            el.span(
                rx.match(item.status, *sheet_facts.get_status_labels().items(), ""),
                class_name=styles.STATUS,
            ),
            rx.cond(item.actor, el.span(item.actor.name, dir="auto"), el.span(_("Automatically"))),
            ui.relative_time(item.created_at),
            class_name=styles.HEAD,
        ),
        rx.cond(item.rule != "", el.p(rx.match(item.rule, *rules.items(), item.rule))),
        rx.cond(item.reason != "", el.p(item.reason, class_name=styles.REASON, dir="auto")),
        class_name=styles.ITEM,
    )


def _revisions(record: Any) -> Node:
    return rx.cond(
        record.revisions.length() > 0,
        sheet_section(
            el.ol(rx.foreach(record.revisions, _revision), class_name=styles.LIST),
            title=_("Edit history"),
        ),
    )


def _revision(item: Any) -> Node:
    return el.li(
        el.div(ui.relative_time(item.created_at), class_name=styles.HEAD),
        el.p(item.text, class_name=data_table.SHEET_TEXT, dir="auto"),
        class_name=styles.ITEM,
    )


ACTIONS: Final = (
    ActionButton(
        "approve",
        noop("Approve"),
        noop("Approve the comment?"),
        ngettext_noop("Approve {n} comment?", "Approve {n} comments?"),
        noop("Visible to everyone. The people answered or mentioned are notified."),
        "check",
    ),
    ActionButton(
        "hide",
        noop("Hide"),
        noop("Hide the comment?"),
        ngettext_noop("Hide {n} comment?", "Hide {n} comments?"),
        noop("Only the author and moderators can see a hidden comment, until someone approves it."),
        "eye_off",
    ),
    ActionButton(
        "delete",
        noop("Delete"),
        noop("Delete the comment?"),
        ngettext_noop("Delete {n} comment?", "Delete {n} comments?"),
        noop("The text disappears for everyone except moderators. You can restore it."),
        "trash",
        "danger",
    ),
    ActionButton(
        "restore",
        noop("Restore"),
        noop("Restore the comment?"),
        ngettext_noop("Restore {n} comment?", "Restore {n} comments?"),
        noop("Visible to everyone again."),
        "undo",
    ),
)


def comments_page() -> rx.Component:
    return record_page(
        "comments",
        CommentTableState,
        ACTIONS,
        comment_sheet,
        caption=_("Comments"),
        search_label=_("Search in comments"),
        empty_title=_("No comments yet"),
        empty_text=_("Comments appear here as soon as someone writes one."),
        empty_icon="comment",
    )
