"""The row of a comment in a discussion."""

from typing import Any

from community.components import people, ui
from community.components.comments import texts
from community.components.comments.rows import Row, RowControls
from community.domain.comments.schemas import CommentImage, CommentView
from community.i18n import gettext as _
from community.rendering import (
    Node,
    choose,
    choose_lazily,
    each,
    each_numbered,
    el,
    first_of,
    group,
    length,
    plural_text,
    relative_time,
    sanitized_html,
    switch,
    when,
)
from community.styles import comment as styles
from community.styles.ui import display


def comment_row(row: Row, controls: RowControls) -> Node:
    """Return the row of a comment, without the rows of its replies."""
    comment = row.comment
    return el.article(
        thread_lines(row, controls),
        el.div(
            when(
                comment.author,
                lambda: ui.user_avatar(comment.author),
                lambda: el.span(class_name=styles.PLACEHOLDER_AVATAR),
            ),
            when(
                row.is_expanded,
                lambda: _thread_line(styles.BRANCH_LINE, controls.toggle_branch(comment.id)),
            ),
            class_name=styles.AVATAR_COLUMN,
        ),
        el.div(
            when(
                row.is_collapsed,
                lambda: _expand_thread_button(row, controls),
                lambda: _content_or_placeholder(row, controls),
            ),
            class_name=styles.MAIN,
        ),
        id=row.key,
        tab_index=-1,
        class_name=choose(
            row.is_targeted,
            f"{styles.ROW} {styles.ROW_TARGET}",
            choose(row.is_just_added, f"{styles.ROW} {styles.ROW_NEW}", styles.ROW),
        ),
        aria_label=_aria_label(comment),
    )


def thread_lines(row: Row, controls: RowControls) -> Node:
    continued_count = length(row.ancestor_ids) - row.ended_count
    return each_numbered(
        row.ancestor_ids,
        lambda ancestor_id, number: _thread_line(
            choose(number > continued_count, styles.THREAD_LINE_END, styles.THREAD_LINE),
            controls.toggle_branch(ancestor_id),
        ),
    )


def load_more_row(row: Row, controls: RowControls, link: Node) -> Node:
    return el.div(
        thread_lines(row, controls),
        link,
        el.span(hidden=True),
        id=row.key,
        class_name=styles.MORE_ROW,
    )


def load_more_label(remaining_count: int) -> Node:
    return group(
        ui.icon("chevron_down"),
        when(
            remaining_count > 0,
            lambda: plural_text("{n} more reply", "{n} more replies", remaining_count),
            lambda: _("More replies"),
        ),
    )


def _thread_line(class_name: str, custom_attrs: dict[str, Any]) -> Node:
    """Return a thread line. A click on it collapses the comment and its replies.

    The keyboard and screen readers skip the thread line. For their users, the comment heading
    contains a button that also collapses the replies.
    """
    return el.button(
        type="button",
        tab_index=-1,
        class_name=class_name,
        aria_hidden="true",
        custom_attrs=custom_attrs,
    )


def _aria_label(comment: CommentView) -> str:
    level = comment.depth + 1
    return choose_lazily(
        comment.author,
        lambda: _("Comment by {name}, level {level}", name=_author_name(comment), level=level),
        lambda: _("Comment, level {level}", level=level),
    )


def _author_name(comment: CommentView) -> str:
    assert comment.author is not None
    return comment.author.name


def _content_or_placeholder(row: Row, controls: RowControls) -> Node:
    comment = row.comment
    return when(
        comment.author,
        lambda: when(
            comment.moderation_status == "deleted",
            lambda: _hidden_text_details(comment),
            lambda: _content(row, controls),
        ),
        lambda: el.p(_hidden_reason(comment), class_name=styles.PLACEHOLDER),
    )


def _content(row: Row, controls: RowControls) -> Node:
    comment = row.comment
    text = group(sanitized_html(comment.html, styles.TEXT), comment_images(comment.media))
    return group(
        _heading(row, controls),
        when(
            comment.moderation_status == "on_moderation",
            lambda: el.p(_(texts.PENDING_NOTICE), class_name=styles.PENDING_NOTICE),
        ),
        controls.text(row, text),
        el.div(
            controls.reaction_bar(comment),
            controls.reply_button(row),
            controls.menu(comment),
            class_name=styles.ACTIONS,
        ),
        controls.reply_form(row),
    )


def _heading(row: Row, controls: RowControls) -> Node:
    comment = row.comment
    assert comment.author is not None
    return el.div(
        people.author_link(comment.author, class_name=styles.AUTHOR),
        people.bot_badge(comment.author),
        when(
            comment.is_by_post_author,
            lambda: el.span(_(texts.AUTHOR_BADGE), class_name=styles.AUTHOR_BADGE),
        ),
        when(
            comment.moderation_status == "on_moderation",
            lambda: el.span(_(texts.PENDING_BADGE), class_name=styles.PENDING_BADGE),
        ),
        when(comment.parent_author_name, lambda: _parent_author_link(row)),
        el.a(relative_time(comment.created_at), href=comment.url, class_name=styles.TIME),
        when(comment.edited_at, lambda: _edited_label(comment, controls)),
        when(
            row.is_new,
            # Translators: badge on a comment that the reader has not seen yet.
            lambda: el.span(_("new"), class_name=styles.NEW_BADGE),
        ),
        when(row.is_expanded, lambda: _collapse_button(controls.toggle_branch(comment.id))),
        class_name=styles.HEAD,
    )


def _parent_author_link(row: Row) -> Node:
    """Return a link to the parent comment, which is shown where the indentation ends."""
    return when(
        row.level > styles.MAX_THREAD_LINES_NARROW,
        lambda: el.a(
            ui.icon("reply", styles.REPLY_TO_ICON),
            el.bdi(row.comment.parent_author_name),
            href=f"#comment-{row.parent_id}",
            class_name=choose(
                row.level > styles.MAX_THREAD_LINES, styles.REPLY_TO, styles.REPLY_TO_NARROW
            ),
        ),
    )


def _edited_label(comment: CommentView, controls: RowControls) -> Node:
    return when(
        comment.can.delete,
        lambda: el.button(
            _("edited"),
            type="button",
            class_name=styles.EDITED_BUTTON,
            title=_("Edit history"),
            on_click=controls.show_history(comment),
        ),
        lambda: el.span(_("edited"), class_name=styles.EDITED),
    )


def _collapse_button(custom_attrs: dict[str, Any]) -> Node:
    return el.button(
        ui.icon("minus"),
        type="button",
        class_name=f"{styles.COLLAPSE} {display.REQUIRES_SCRIPT}",
        aria_label=_("Collapse thread"),
        aria_expanded="true",
        custom_attrs=custom_attrs,
    )


def _expand_thread_button(row: Row, controls: RowControls) -> Node:
    comment, count = row.comment, row.collapsed_count
    return el.button(
        ui.icon("plus"),
        when(
            comment.author,
            # Translators: label of a collapsed thread, with the author of its first comment and the
            # number of its other comments.
            lambda: _("{name} and {n} more", name=_author_name(comment), n=count),
            lambda: _("Hidden comment and {n} more", n=count),
        ),
        type="button",
        class_name=styles.COLLAPSED,
        aria_expanded="false",
        custom_attrs=controls.toggle_branch(comment.id),
    )


def comment_images(media: list[CommentImage]) -> Node:
    return when(
        length(media) > 0,
        lambda: el.div(
            each(media, _image),
            class_name=choose(length(media) == 1, styles.MEDIA_SINGLE, styles.MEDIA),
        ),
    )


def _image(image: CommentImage) -> Node:
    return el.a(
        el.img(
            src=image.url,
            alt=image.alt,
            width=image.width,
            height=image.height,
            loading="lazy",
            class_name=styles.MEDIA_IMAGE,
        ),
        href=image.url,
        target="_blank",
        aria_label=first_of(image.alt, _("Image")),
        class_name=styles.MEDIA_LINK,
    )


def _hidden_text_details(comment: CommentView) -> Node:
    """Return the text of a deleted comment that the viewer may still read, for example a moderator.

    It is shown after a click on the reason why it is hidden.
    """
    return el.details(
        el.summary(
            _hidden_reason(comment), " ", el.span(_("Show"), class_name=styles.PLACEHOLDER_SHOW)
        ),
        sanitized_html(comment.html, styles.TEXT),
        class_name=styles.PLACEHOLDER,
    )


def _hidden_reason(comment: CommentView) -> str:
    return switch(comment.moderation_status, texts.hidden_comment_texts(), default="")
