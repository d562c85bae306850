"""A row of a discussion: a comment, or a button that shows more comments.

The `row` argument of `comment_row` contains all data of the row. Therefore the browser renders a
row again only if the data of this row has changed.
"""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.avatars import avatar_for
from community.components.comments.controls import LoadMoreButton
from community.components.comments.forms import edit_form, reply_form
from community.components.comments.menu import comment_menu
from community.components.comments.thread_rows import Row, create_js_handler
from community.components.reactions import reaction_bar
from community.components.ui.plural import plural_text
from community.i18n import gettext as _
from community.state.comments import CommentsState
from community.state.toasts import ToastsState
from community.styles import comment as styles
from community.styles import comment_texts as texts


@rx.memo
def comment_row(row: rx.Var[Row]) -> rx.Component:
    """Return the row for a comment, or for a button that shows more comments."""
    return _comment_or_button(row)


def _comment_or_button(row: Any) -> rx.Component:
    return rx.match(
        row.kind,
        ("more", _load_more_button(row)),
        ("new_replies", _new_replies_button(row)),
        _comment_article(row),
    )


def _comment_article(row: Any) -> rx.Component:
    comment = row.comment
    is_deleted = comment.moderation_status == "deleted"
    return rx.el.article(
        rx.foreach(
            row.ancestor_ids, lambda ancestor_id: _thread_line(ancestor_id, styles.THREAD_LINE)
        ),
        rx.el.div(
            rx.cond(
                comment.author,
                avatar_for(comment.author),
                rx.el.span(class_name=styles.PLACEHOLDER_AVATAR),
            ),
            rx.cond(row.is_expanded, _thread_line(comment.id, styles.BRANCH_LINE)),
            class_name=styles.AVATAR_COLUMN,
        ),
        rx.el.div(
            rx.cond(
                row.is_collapsed,
                _expand_thread_button(row),
                rx.cond(
                    comment.author & ~is_deleted,
                    _comment_content(row),
                    _hidden_comment_text(comment),
                ),
            ),
            class_name=styles.MAIN,
        ),
        id=row.key,
        tab_index=-1,
        class_name=_row_class_names(row),
        custom_attrs={"aria-label": row.label},
    )


def _row_class_names(row: Any) -> Any:
    default = rx.cond(row.is_just_added, f"{styles.ROW} {styles.ROW_NEW}", styles.ROW)
    return rx.cond(row.is_targeted, f"{styles.ROW} {styles.ROW_TARGET}", default)


def _thread_line(comment_id: Any, class_name: str) -> rx.Component:
    """Return a vertical line. A click on the line collapses the comment and the replies to it.

    For keyboards and screen readers, the comment heading contains a button that does the same.
    """
    return rx.el.button(
        type="button",
        tab_index=-1,
        class_name=class_name,
        custom_attrs={
            "aria-hidden": "true",
            "onClick": create_js_handler("toggleBranch", comment_id),
        },
    )


def _comment_content(row: Any) -> rx.Component:
    comment = row.comment
    return rx.fragment(
        _comment_heading(row),
        rx.cond(
            comment.moderation_status == "on_moderation",
            rx.el.p(
                texts.hidden_comment_texts()["on_moderation"], class_name=styles.PENDING_NOTICE
            ),
        ),
        rx.cond(
            row.open_form == "edit",
            edit_form(row),
            rx.fragment(rx.html(comment.html, class_name=styles.TEXT), _comment_images(comment)),
        ),
        rx.el.div(
            reaction_bar(
                comment,
                id=f"react-comment-{comment.id}",
                on_react=CommentsState.react(comment.id),
                is_small=True,
            ),
            _reply_button(row),
            comment_menu(comment),
            class_name=styles.ACTIONS,
        ),
        rx.cond(row.open_form == "reply", reply_form(row)),
    )


def _reply_button(row: Any) -> rx.Component:
    open_form = {"onClick": create_js_handler("openForm", row.comment.id, "reply")}
    return rx.match(
        row.reply_action,
        ("form", ui.text_button(_("Reply"), custom_attrs=open_form)),
        ("sign_in", ui.text_button(_("Reply"), on_click=ToastsState.open_sign_in_dialog)),
        rx.fragment(),
    )


def _comment_heading(row: Any) -> rx.Component:
    comment = row.comment
    return rx.el.div(
        rx.el.a(comment.author.name, href=f"/{comment.author.slug}", class_name=styles.AUTHOR),
        rx.cond(
            comment.is_by_post_author,
            rx.el.span(_(texts.AUTHOR_BADGE), class_name=styles.AUTHOR_BADGE),
        ),
        rx.cond(
            comment.parent_author_name & (row.reply_to_visibility != ""), _parent_author_link(row)
        ),
        rx.el.a(ui.relative_time(comment.created_at), href=comment.url, class_name=styles.TIME),
        rx.cond(comment.edited_at, _edited_label(comment)),
        rx.cond(
            row.is_new | row.is_just_added,
            # Translators: badge on a comment that the reader has not seen yet.
            rx.el.span(_("new"), class_name=styles.NEW_BADGE),
        ),
        rx.cond(
            row.is_expanded,
            rx.el.button(
                ui.icon("minus"),
                type="button",
                class_name=styles.COLLAPSE,
                custom_attrs={
                    "aria-label": _("Collapse thread"),
                    "aria-expanded": "true",
                    "onClick": create_js_handler("toggleBranch", comment.id),
                },
            ),
        ),
        class_name=styles.HEAD,
    )


def _parent_author_link(row: Any) -> rx.Component:
    return rx.el.a(
        ui.icon("reply", styles.REPLY_TO_ICON),
        row.comment.parent_author_name,
        href=f"#comment-{row.parent_id}",
        class_name=rx.cond(
            row.reply_to_visibility == "always", styles.REPLY_TO, styles.REPLY_TO_NARROW
        ),
    )


def _edited_label(comment: Any) -> rx.Component:
    return rx.cond(
        comment.can.delete,
        rx.el.button(
            _("edited"),
            type="button",
            class_name=styles.EDITED_BUTTON,
            title=_("Edit history"),
            on_click=CommentsState.show_history(comment.id),
        ),
        rx.el.span(_("edited"), class_name=styles.EDITED),
    )


def _comment_images(comment: Any) -> rx.Component:
    images = rx.foreach(
        comment.media,
        lambda image: rx.el.img(
            src=image.url,
            alt=image.alt,
            width=image.width.to_string(),
            height=image.height.to_string(),
            loading="lazy",
            class_name=styles.MEDIA_IMAGE,
        ),
    )
    return rx.cond(
        comment.media.length() > 0,
        rx.el.div(
            images,
            class_name=rx.cond(comment.media.length() == 1, styles.MEDIA_SINGLE, styles.MEDIA),
        ),
    )


def _hidden_comment_text(comment: Any) -> rx.Component:
    """Return the text shown in place of a hidden comment.

    If the viewer may read the hidden comment, for example as a moderator, a click on the text
    shows it.
    """
    reason = rx.match(comment.moderation_status, *texts.hidden_comment_texts().items(), "")
    original = rx.el.details(
        rx.el.summary(reason, " ", rx.el.span(_("Show"), class_name=styles.PLACEHOLDER_SHOW)),
        rx.html(comment.html, class_name=styles.TEXT),
        class_name=styles.PLACEHOLDER,
    )
    return rx.cond(comment.author, original, rx.el.p(reason, class_name=styles.PLACEHOLDER))


def _expand_thread_button(row: Any) -> rx.Component:
    comment, count = row.comment, row.collapsed_count
    return rx.el.button(
        ui.icon("plus"),
        rx.cond(
            comment.author,
            # Translators: label of a collapsed thread, with the author of its first comment and the
            # number of its other comments.
            _("{name} and {n} more", name=comment.author.name, n=count),
            _("Hidden comment and {n} more", n=count),
        ),
        type="button",
        class_name=styles.COLLAPSED,
        custom_attrs={
            "onClick": create_js_handler("toggleBranch", comment.id),
            "aria-expanded": "false",
        },
    )


def _new_replies_button(row: Any) -> rx.Component:
    """Return a button that shows new comments.

    New comments are hidden until the user clicks the button. If they appeared at once, they would
    move the text that the user is reading.
    """
    return rx.el.div(
        rx.foreach(row.ancestor_ids, lambda _id: rx.el.span(class_name=styles.NEW_COMMENTS_INDENT)),
        rx.el.button(
            plural_text("{n} new comment", "{n} new comments", row.new_count),
            type="button",
            class_name=styles.NEW_COMMENTS,
            custom_attrs={"onClick": create_js_handler("showNewReplies", row.parent_id)},
        ),
        rx.el.span(hidden=True),
        id=row.key,
        class_name=styles.NEW_COMMENTS_ROW,
    )


def _load_more_button(row: Any) -> rx.Component:
    return rx.el.div(
        rx.foreach(
            row.ancestor_ids, lambda ancestor_id: _thread_line(ancestor_id, styles.THREAD_LINE)
        ),
        LoadMoreButton.create(
            ui.icon("chevron_down"),
            _more_replies_label(row.remaining_count),
            parent_id=row.parent_id,
            cursor=row.cursor,
            is_loading=row.is_loading,
            class_name=styles.MORE_LINK,
            on_load_more=lambda cursor: CommentsState.load_replies(row.parent_id, cursor),
        ),
        rx.el.span(hidden=True),
        id=row.key,
        class_name=styles.MORE_ROW,
    )


def _more_replies_label(remaining: Any) -> Any:
    """Return the same text as `i18n.formats.more_replies_label`, computed in the browser."""
    return rx.cond(
        remaining > 0,
        plural_text("{n} more reply", "{n} more replies", remaining),
        _("More replies"),
    )
