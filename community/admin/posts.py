"""The section with all posts, where administrators hide, move, delete and restore them."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Any, ClassVar, Final

import reflex as rx
from pydantic import BaseModel, Field

from community import urls
from community.admin.blocks.sheet_facts import get_rule_labels
from community.admin.blocks.side_sheet import fact, facts, record_sheet, sheet_section
from community.admin.blocks.table import layout
from community.admin.blocks.table.layout import TableLayout
from community.admin.blocks.table.record_actions import RecordAction, RecordActionsState
from community.admin.blocks.table.record_dialog import ActionButton, record_button
from community.admin.blocks.table.values import Badge, Person
from community.admin.layout import record_page
from community.components import ui
from community.core.errors import DomainError
from community.domain import communities, posts
from community.domain.communities import SLUG_MAX_LENGTH
from community.i18n import gettext as _, ngettext_noop, noop
from community.rendering import Node, el, sanitized_html
from community.state.runtime import forms, toasts
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_action, run_query
from community.styles.admin import moderation as styles
from community.styles.ui import data_table

_STATUS_BADGES: Final = {
    "on_moderation": Badge(noop("Waiting"), "strong"),
    "published": Badge(noop("Published"), "success"),
    "unpublished": Badge(noop("Unpublished")),
    "deleted": Badge(noop("Deleted"), "danger"),
}
# Other tables have these filters too.
AUTHOR_FILTER: Final = layout.FilterLabels(noop("Author"), placeholder=noop("Author's username"))
COMMUNITY_FILTER: Final = layout.FilterLabels(
    noop("Community"), placeholder=noop("Community address")
)

POST_LAYOUT: Final = layout.TableLayout(
    table=posts.POST_TABLE,
    columns=(
        layout.Column("title", noop("Title"), lambda post: post.title, width="lg"),
        layout.Column(
            "author", noop("Author"), lambda post: Person.of(post.author), "person", "md"
        ),
        layout.Column(
            "community",
            noop("Community"),
            lambda post: post.community.name if post.community else "",
            width="sm",
        ),
        layout.Column(
            "status", noop("Status"), lambda post: _STATUS_BADGES.get(post.status), "badge"
        ),
        layout.Column("comments", noop("Comments"), lambda post: post.comments_count, "number"),
        layout.Column(
            "reactions",
            noop("Reactions"),
            lambda post: post.reactions_count,
            "number",
            is_default=False,
        ),
        layout.Column(
            "views", noop("Views"), lambda post: post.views_count, "number", is_default=False
        ),
        layout.Column(
            "published",
            noop("Published"),
            lambda post: post.published_at,
            "time",
            sort="published",
        ),
    ),
    filters={
        "status": layout.badge_labels(noop("Status"), _STATUS_BADGES),
        "published": layout.period_labels(noop("Published")),
        "author": AUTHOR_FILTER,
        "community": COMMUNITY_FILTER,
    },
)
SHEET_ID = "post-sheet"


class MoveForm(BaseModel):
    community: Annotated[str, Field(max_length=100)] = ""


async def _unpublish(_state: Any, post_id: int, reason: str) -> bool:
    return await run_action(posts.unpublish, post_id=post_id, reason=reason)


async def _moderate(
    state: "PostTableState", post_id: int, reason: str, *, status: posts.ModeratedPostStatus
) -> bool:
    return await run_action(
        posts.moderate,
        post_id=post_id,
        status=status,
        reason=reason,
        base_version=state._get_version(post_id),
    )


async def _publish(_state: Any, post_id: int, reason: str) -> bool:
    await run_action(posts.publish, post_id=post_id, reason=reason)
    return True


async def _delete(_state: Any, post_id: int, reason: str) -> bool:
    return await run_action(posts.delete, post_id=post_id, reason=reason)


async def _restore(_state: Any, post_id: int, reason: str) -> bool:
    return await run_action(posts.restore, post_id=post_id, reason=reason)


class PostTableState(RecordActionsState, rx.State):
    layout: ClassVar[TableLayout] = POST_LAYOUT
    actions: ClassVar[Mapping[str, RecordAction]] = {
        "approve": partial(_moderate, status="published"),
        "reject": partial(_moderate, status="unpublished"),
        "hide": _unpublish,
        "publish": _publish,
        "delete": _delete,
        "restore": _restore,
    }

    record: posts.PostRecord | None = None
    move_error: str = ""  # the error message of the form that moves the post to another community

    async def _load_record(self, record_id: int) -> None:
        self.record, self.move_error = await run_query(posts.get_post_record, record_id), ""

    def _get_version(self, post_id: int) -> int | None:
        """Return the version of the post in the side sheet, which the viewer has read."""
        if self.record is None or self.record_id != post_id:
            return None
        return self.record.version

    @rx.event
    @admin("posts", limit="writes")
    async def move(self, message: dict[str, Any]) -> None:
        """Move the post in the side sheet to the community with the entered web address."""
        slug = forms.parse(MoveForm, message).community.strip().removeprefix("/c/")
        post_id = self.record_id
        try:
            community_id = (
                (await run_query(communities.get_view_by_slug, slug)).id if slug else None
            )
            await run_action(posts.edit, post_id=post_id, community_id=community_id)
        except DomainError as error:
            self.move_error = error.message
            return
        await self._open(post_id)
        await toasts.show_toast(self, _("Post moved"))


def post_sheet(actions: Sequence[ActionButton]) -> rx.Component:
    state: Any = PostTableState
    record = state.record
    return record_sheet(
        state,
        record,
        _actions(record, actions),
        _summary(record),
        _numbers(record),
        _move(record),
        id=SHEET_ID,
        title=record.title,
    )


def _actions(record: Any, actions: Sequence[ActionButton]) -> Node:
    def button(code: str) -> Node:
        return record_button(PostTableState, actions, code, record.id)

    return el.div(
        rx.cond(record.status == "on_moderation", rx.fragment(button("approve"), button("reject"))),
        rx.cond(record.status == "published", button("hide")),
        rx.cond(record.can_publish & (record.status == "unpublished"), button("publish")),
        rx.cond(record.can_restore, button("restore")),
        rx.cond(record.status != "deleted", button("delete")),
        rx.cond(
            record.status != "deleted",
            ui.link_button(
                _("View post"),
                href=record.url,
                icon_name="arrow_up_right",
                variant="quiet",
                size="sm",
            ),
        ),
        class_name=styles.ACTIONS,
    )


def _summary(record: Any) -> Node:
    status = rx.match(
        record.status,
        ("on_moderation", _("Waiting for review")),
        ("published", _("Published")),
        ("unpublished", _("Unpublished")),
        _("Deleted"),
    )
    rule = rx.match(record.hold_rule, *get_rule_labels().items(), "")
    author = el.a(
        record.author.name,
        href=urls.profile(record.author.slug),
        class_name=styles.LINK,
        dir="auto",
    )
    return sheet_section(
        facts(
            fact(_("Status"), status),
            rx.cond(record.hold_rule != "", rx.fragment(*fact(_("Reason"), rule))),
            fact(_("Author"), author),
            fact(_("Published"), ui.relative_time(record.published_at)),
            fact(_("Tags"), rx.cond(record.tags.length() > 0, record.tags.join(", "), "–")),
        ),
        rx.cond(
            record.html != "",
            el.div(sanitized_html(record.html, styles.TEXT), class_name=data_table.SHEET_TEXT),
            el.p(record.excerpt, class_name=data_table.SHEET_TEXT, dir="auto"),
        ),
        title=_("Details"),
    )


def _numbers(record: Any) -> Node:
    comments_url = f"{urls.admin_section('comments')}?post={record.id}"
    return sheet_section(
        facts(
            fact(_("Views"), record.views_count),
            fact(_("Reactions"), record.reactions_count),
            fact(
                _("Comments"),
                el.a(record.comments_count, href=comments_url, class_name=styles.LINK),
            ),
        ),
        title=_("Activity"),
    )


def _move(record: Any) -> Node:
    state: Any = PostTableState
    control = ui.text_input(
        name="community",
        error=state.move_error,
        default_value=rx.cond(record.community, record.community.slug, "").to(str),
        max_length=SLUG_MAX_LENGTH,
        auto_capitalize="none",
        spell_check=False,
    )
    return rx.cond(
        record.status != "deleted",
        sheet_section(
            rx.el.form(
                ui.field(
                    _("Web address of the community"),
                    control,
                    name="community",
                    hint=_("Leave it empty to move the post to the profile of its author."),
                    error=state.move_error,
                ),
                ui.button(_("Move"), type="submit", size="sm"),
                key=record.id,
                on_submit=state.move,
                class_name=styles.STACK,
            ),
            title=_("Community"),
        ),
    )


ACTIONS: Final = (
    ActionButton(
        "approve",
        noop("Approve"),
        noop("Approve the post?"),
        ngettext_noop("Approve {n} post?", "Approve {n} posts?"),
        noop("Visible to everyone. Followers are notified of a new post."),
        "check",
    ),
    ActionButton(
        "reject",
        noop("Reject"),
        noop("Reject the post?"),
        ngettext_noop("Reject {n} post?", "Reject {n} posts?"),
        noop("Only the author and administrators can see a rejected post. Authors are notified."),
        "eye_off",
    ),
    ActionButton(
        "hide",
        noop("Unpublish"),
        noop("Unpublish the post?"),
        ngettext_noop("Unpublish {n} post?", "Unpublish {n} posts?"),
        noop(
            "Only the author and administrators can see an unpublished post. Authors are notified."
        ),
        "eye_off",
    ),
    ActionButton(
        "publish",
        noop("Publish again"),
        noop("Publish the post again?"),
        ngettext_noop("Publish {n} post again?", "Publish {n} posts again?"),
        noop("Visible to everyone again."),
        "eye",
    ),
    ActionButton(
        "delete",
        noop("Delete"),
        noop("Delete the post?"),
        ngettext_noop("Delete {n} post?", "Delete {n} posts?"),
        noop("A post disappears with its discussion. You can restore it for 30 days."),
        "trash",
        "danger",
    ),
    ActionButton(
        "restore",
        noop("Restore"),
        noop("Restore the post?"),
        ngettext_noop("Restore {n} post?", "Restore {n} posts?"),
        noop("A restored post gets the status it had before it was deleted."),
        "undo",
    ),
)


def posts_page() -> rx.Component:
    return record_page(
        "posts",
        PostTableState,
        ACTIONS,
        post_sheet,
        caption=_("Posts"),
        search_label=_("Search in titles and texts"),
        empty_title=_("No posts yet"),
        empty_text=_("Posts appear here as soon as someone publishes one."),
        empty_icon="list",
    )
