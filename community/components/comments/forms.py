"""Forms for writing a comment on a post, for replying to a comment and for editing a comment."""

from typing import Any

import reflex as rx

from community.components.comments.live_discussion import create_js_handler
from community.components.editor import comment_composer
from community.i18n import gettext as _
from community.state.pages.comments.ai import AssistantState
from community.state.pages.comments.comments import CommentsState
from community.state.pages.comments.mentions import MentionsState
from community.state.pages.layout import LayoutState
from community.styles import comment as styles


def comment_form() -> rx.Component:
    return _composer(
        f"{LayoutState.viewer.id}:comment-{CommentsState.loaded_page.post_id}",
        CommentsState.submit_reply(CommentsState.loaded_page.post_id, 0),
        placeholder=_("Write a comment"),
        label=_("Your comment"),
        max_images=_rules().max_images,
        **_assistant_props(),
    )


def reply_form(row: Any) -> rx.Component:
    comment = row.comment
    composer = _composer(
        f"{row.viewer_id}:reply-{comment.id}",
        CommentsState.submit_reply(comment.post_id, comment.id),
        placeholder=_("Reply to {name}", name=comment.author.name),
        label=_("Your reply"),
        auto_focus=row.has_autofocus,
        max_images=_rules().max_images,
        custom_attrs=_close_handler_attrs(comment),
        **_assistant_props(),
    )
    return rx.el.div(composer, class_name=styles.FORM_REPLY)


def edit_form(row: Any) -> rx.Component:
    comment = row.comment
    composer = _composer(
        f"{row.viewer_id}:edit-{comment.id}",
        CommentsState.save_edit(comment.id),
        placeholder=_("Your comment"),
        label=_("Your comment"),
        value=comment.text,
        base_version=comment.version,
        submit_label=_("Save"),
        max_images=0,
        auto_focus=row.has_autofocus,
        custom_attrs=_close_handler_attrs(comment),
    )
    return rx.el.div(composer, class_name=styles.FORM_REPLY)


def _rules() -> Any:
    return CommentsState.rules


def _assistant_props() -> dict[str, Any]:
    """Return the props of the button that asks the assistant.

    Viewers who may not ask see it only where they can buy a plan.
    """
    state: Any = AssistantState
    return {
        "assistant": rx.cond(state.may_ask | LayoutState.shows_plans, state.slug, ""),
        "may_ask_assistant": state.may_ask,
        "on_allow_assistant": state.allow,
    }


def _close_handler_attrs(comment: Any) -> dict[str, Any]:
    """Return attributes with handlers that close the form at `comment`."""
    return {
        "onCancel": create_js_handler("openForm", comment.id, ""),
        "onSaved": create_js_handler("closeForm", comment.id),
    }


def _composer(draft_key: Any, on_submit: Any, **props: Any) -> rx.Component:
    return comment_composer(
        draft_key=draft_key,
        saved=CommentsState.saved,
        rejected=CommentsState.rejected,
        suggestions=MentionsState.suggestions,
        on_submit=on_submit,
        max_length=_rules().max_length,
        links=MentionsState.links,
        on_link_query=MentionsState.suggest_links,
        on_mention_query=MentionsState.suggest(CommentsState.loaded_page.post_id),
        **props,
    )
