"""Forms to write in: a comment on the post, an answer in its place, a change."""

from typing import Any

import reflex as rx

from community.components.comments.rows import calls
from community.components.editor import comment_composer
from community.looks import comment as looks
from community.state.comments import Comments
from community.state.frame import Frame
from community.state.mentions import Mentions


def comment_form() -> rx.Component:
    """The composer of the post itself."""
    return _composer(
        f"{Frame.me.id}:comment-{Comments.loaded.post_id}",
        Comments.submit_reply(Comments.loaded.post_id, 0),
        placeholder="Write a comment",
        label="Your comment",
    )


def reply_form(row: Any) -> rx.Component:
    """The composer of an answer."""
    comment = row.comment
    composer = _composer(
        f"{row.writer}:reply-{comment.id}",
        Comments.submit_reply(comment.post_id, comment.id),
        placeholder=f"Answer {comment.author.name}",
        label="Your answer",
        auto_focus=row.takes_focus,
        custom_attrs=_ways_out(comment),
    )
    return rx.el.div(composer, class_name=looks.FORM_REPLY)


def edit_form(row: Any) -> rx.Component:
    """The composer of a change to one's own comment."""
    comment = row.comment
    composer = _composer(
        f"{row.writer}:edit-{comment.id}",
        Comments.save_edit(comment.id),
        placeholder="Your comment",
        label="Your comment",
        value=comment.text,
        base=comment.version,
        submit_label="Save",
        max_pictures=0,
        auto_focus=row.takes_focus,
        custom_attrs=_ways_out(comment),
    )
    return rx.el.div(composer, class_name=looks.FORM_REPLY)


def _ways_out(comment: Any) -> dict[str, Any]:
    return {
        "onCancel": calls("openForm", comment.id, ""),
        "onDone": calls("closeForm", comment.id),
    }


def _composer(draft_key: Any, on_submit: Any, **props: Any) -> rx.Component:
    return comment_composer(
        draft_key=draft_key,
        sent=Comments.sent,
        refusal=Comments.refusal,
        suggestions=Mentions.suggestions,
        on_submit=on_submit,
        on_query=Mentions.suggest,
        **props,
    )
