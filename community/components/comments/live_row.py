"""Comments on live pages: the discussion, its forms, and the menu and controls of each comment."""

from typing import Any, cast

import reflex as rx

from community.components import ui
from community.components.advertisements import advertisement_place
from community.components.comments.comment_row import comment_row, load_more_label, load_more_row
from community.components.comments.rows import DiscussionView, Row, RowControls, reply_button
from community.components.editor import comment_composer
from community.components.reactions import reaction_bar
from community.components.reporting import report_menu_item
from community.i18n import gettext as _
from community.reflex_adapter.vars import hook_var, js_handler
from community.rendering import Node, el, plural_text, react_component
from community.state.pages.comments.ai import AssistantState
from community.state.pages.comments.comments import CommentsState, MentionsState
from community.state.pages.layout import LayoutState
from community.state.pages.posts.post import PostState
from community.state.runtime.toasts import ToastsState
from community.styles import comment as styles

DISCUSSION_LIBRARY = "$/public/ui/discussion/thread.js"

MODULE = "discussion/controls.js"
CONTROLS_LIBRARY = f"$/public/ui/{MODULE}"

# Handles the keys `j`, `k` and `n`, announces new comments to screen readers, and reloads comments
# that may be outdated. `on_check_stale` receives at most 200 of the `stale_ids`.
thread_navigator = react_component(MODULE, "ThreadNavigator", on_check_stale=list[int])

# Loads more replies to the comment `parent_id`, or more comments on the post if `parent_id` is 0.
# It sends only one request for each `cursor`, even if the user clicks several times.
load_more_button = react_component(MODULE, "LoadMoreButton", on_load_more=str)

# A `<select>` that writes the selected sort order to the URL, except for `default_order`.
sort_select = react_component(MODULE, "SortSelect")


def use_discussion() -> Any:
    """Return a Reflex Var that contains the `DiscussionView` of the open page."""
    arguments = (CommentsState.loaded_page, _viewer_data())
    return hook_var("discussion", "useDiscussion", DISCUSSION_LIBRARY, DiscussionView, *arguments)


def _viewer_data() -> rx.Var[Any]:
    """Return what all rows show in the same way: who the viewer is, and how the viewer replies."""
    rules: Any = CommentsState.rules
    member_action = rx.cond(rules.can_comment, "form", "")
    guest_action = rx.cond(PostState.post.comments_enabled, "sign_in", "")
    return rx.Var.create(
        {
            "id": rx.cond(LayoutState.is_signed_in, LayoutState.viewer.id, 0),
            "reply_action": rx.cond(LayoutState.is_signed_in, member_action, guest_action),
            "edit_minutes": rules.edit_minutes,
        }
    )


def create_js_handler(
    function_name: str, *arguments: Any, library: str = DISCUSSION_LIBRARY
) -> rx.Var[Any]:
    """Return an event handler that calls a JavaScript function with `arguments` in the browser.

    The module `library` must export the function. Arguments can be Vars.
    """
    return cast("rx.Var[Any]", js_handler(function_name, library, *arguments))


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


def comment_menu(comment: Any) -> rx.Component:
    """Return a button with the menu of a comment.

    If the viewer may not perform any of the actions, the page shows no button.
    """
    menu_id = f"menu-comment-{comment.id}"
    can = comment.can
    return rx.cond(
        can.edit | can.delete | can.pin | can.report | can.moderate,
        ui.menu(
            el.button(
                ui.icon("more"),
                type="button",
                class_name=styles.MORE_ACTIONS,
                aria_label=_("More actions"),
                **ui.menu_button_attrs(menu_id),
            ),
            rx.cond(can.edit, _edit_menu_item(comment)),
            rx.cond(can.pin, _pin_menu_item(comment)),
            rx.cond(can.report, report_menu_item("comment", comment.id)),
            rx.cond(can.delete, _delete_menu_item(_("Delete"), CommentsState.delete(comment.id))),
            rx.cond(
                can.moderate,
                _delete_menu_item(_("Delete thread"), CommentsState.show_delete_dialog(comment.id)),
            ),
            id=menu_id,
            label=_("More actions"),
        ),
    )


def _edit_menu_item(comment: Any) -> rx.Component:
    attrs = {"onClick": create_js_handler("openForm", comment.id, "edit")}
    return ui.menu_action(_("Edit"), icon_name="edit", custom_attrs=attrs)


def _pin_menu_item(comment: Any) -> rx.Component:
    return rx.cond(
        comment.is_pinned,
        ui.menu_action(_("Unpin"), icon_name="pin", on_click=CommentsState.pin(comment.id, False)),
        ui.menu_action(
            _("Pin to top"), icon_name="pin", on_click=CommentsState.pin(comment.id, True)
        ),
    )


def _delete_menu_item(label: str, on_click: Any) -> rx.Component:
    return ui.menu_action(label, icon_name="trash", is_danger=True, on_click=on_click)


class LiveRowControls(RowControls):
    """The handlers, menus and forms of a comment row. All rows and comments are Vars."""

    def toggle_branch(self, comment_id: Any) -> dict[str, Any]:
        return {"onClick": create_js_handler("toggleBranch", comment_id)}

    def show_history(self, comment: Any) -> Any:
        return CommentsState.show_history(comment.id)

    def reaction_bar(self, comment: Any) -> Node:
        return reaction_bar(
            comment,
            id=f"react-comment-{comment.id}",
            can_react=comment.can.react,
            on_react=CommentsState.react(comment.id),
            is_small=True,
        )

    def reply_button(self, row: Any) -> Node:
        open_form = {"onClick": create_js_handler("openForm", row.comment.id, "reply")}
        return rx.match(
            row.reply_action,
            ("form", reply_button(custom_attrs=open_form)),
            ("sign_in", _sign_in_to_reply_button(row.comment)),
            rx.fragment(),
        )

    def menu(self, comment: Any) -> Node:
        return comment_menu(comment)

    def text(self, row: Any, text: Node) -> Node:
        return rx.cond(row.open_form == "edit", edit_form(row), text)

    def reply_form(self, row: Any) -> Node:
        # The browser keeps the text of a form that closes because the user may no longer reply.
        is_open = (row.open_form == "reply") & (row.reply_action == "form")
        return rx.cond(is_open, reply_form(row))


@rx.memo
def live_row(
    row: rx.Var[Row],
    rest: rx.RestProp,  # noqa: ARG001  # contains `key`, which React reads
) -> rx.Component:
    """Return the row for a comment, or for a button that shows more comments.

    The argument contains all data of the row. Therefore the browser renders a row again only if the
    data of this row has changed.
    """
    data: Any = row
    controls = LiveRowControls()
    return rx.fragment(
        rx.cond(data.root_number > 1, advertisement_place("comments", data.root_number - 1)),
        rx.match(
            data.kind,
            ("more", load_more_row(data, controls, _load_more_button(data))),
            ("new_replies", _new_replies_button(data)),
            comment_row(data, controls),
        ),
    )


def _sign_in_to_reply_button(comment: Any) -> Node:
    """Return the button for guests. After the sign-in, the page opens the reply form."""
    attributes = {"data-pending-action": f"reply:{comment.id}"}
    return reply_button(on_click=ToastsState.open_sign_in_dialog, custom_attrs=attributes)


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
    return load_more_button(
        load_more_label(row.remaining_count),
        parent_id=row.parent_id,
        cursor=row.cursor,
        is_loading=row.is_loading,
        class_name=styles.MORE_LINK,
        on_load_more=lambda cursor: CommentsState.load_replies(row.parent_id, cursor),
    )
