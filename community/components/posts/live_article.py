"""The article and the AI summary of a post in the browser, with buttons that change the post."""

from typing import Any

import reflex as rx

from community.components import toggles, ui
from community.components.posts.article import post_article, publish_button
from community.components.posts.summary import summary_box
from community.components.reactions import reaction_bar
from community.components.reporting import report_dialog, report_menu_item
from community.domain.posts.schemas import ArticleView
from community.domain.site.schemas import ReactionCount
from community.i18n import gettext as _
from community.reflex_adapter.build_plugins.pushes import PUSHES_LIBRARY
from community.reflex_adapter.vars import hook_var
from community.rendering import react_component
from community.state.pages.comments.ai import SummaryState
from community.state.pages.layout import LayoutState
from community.state.pages.posts.post import PostActionsState, PostState
from community.styles import post as styles

CURRENT_AUTHORS_LIBRARY = "$/public/ui/current_authors.js"
MENU_ID = "post-menu"
UNPUBLISH_DIALOG_ID = "unpublish-dialog"
# Plays the videos in the text of the post.
video_player = react_component("video_player.js", "VideoPlayer")
_ShareButton = react_component("share.js", "ShareButton")


def use_post() -> Any:
    """Return a Var that contains the open post with its current author."""
    return hook_var(
        "openPost", "useCurrentAuthor", CURRENT_AUTHORS_LIBRARY, ArticleView, PostState.post
    )


def live_post_article(post: Any) -> rx.Component:
    reactions = reaction_bar(
        post,
        id="react-post",
        can_react=post.can_react,
        on_react=PostState.react(post.id),
        counts=_use_reaction_counts(post),
        my_reaction=PostState.my_reaction,
    )
    article = post_article(
        post,
        reactions=reactions,
        is_own=_is_own_post(post),
        summary=live_summary_box(post),
        publish_button=publish_button(post, on_click=PostActionsState.publish(post.id)),
        follow_toggle=_follow_author_toggle(post),
        actions=_post_action_buttons(post),
    )
    # The dialog also serves the comments below the post.
    return rx.fragment(article, _unpublish_dialog(post), report_dialog())


def live_summary_box(post: Any) -> rx.Component:
    state: Any = SummaryState
    return rx.cond(
        state.is_offered,
        summary_box(
            state.summary,
            is_open=state.is_open,
            retry_button=ui.button(_("Try again"), size="sm", on_click=state.open(post.id)),
            on_click=rx.cond(state.is_open, state.close(), state.open(post.id)),
        ),
    )


def _use_reaction_counts(post: Any) -> Any:
    counts = (post.id, post.reactions)
    return hook_var(
        "reactionCounts", "usePostReactions", PUSHES_LIBRARY, list[ReactionCount], *counts
    )


def _follow_author_toggle(post: Any) -> rx.Component:
    """Return the button that follows the author of the post.

    Guests and the author of the post see no button, nor does anyone if the account was deleted.
    """
    return rx.cond(
        LayoutState.is_signed_in & ~_is_own_post(post) & ~post.author.is_deleted,
        toggles.follow_toggle(
            PostActionsState.is_following_author,
            on_toggle=PostActionsState.follow(post.author.id),
            size="sm",
        ),
    )


def _post_action_buttons(post: Any) -> rx.Component:
    return rx.el.div(
        rx.cond(
            LayoutState.is_signed_in & (post.status == "published"),
            toggles.follow_discussion_toggle(
                PostActionsState.is_watching, on_toggle=PostActionsState.watch(post.id)
            ),
        ),
        _ShareButton(
            ui.icon("share"),
            ui.icon("check"),
            class_names={"button": styles.SHARE_BUTTON},
        ),
        _post_menu(post),
        class_name=styles.ACTIONS_END,
    )


def _unpublish_dialog(post: Any) -> rx.Component:
    is_own, is_held = _is_own_post(post), post.status == "on_moderation"
    return ui.confirm_dialog(
        id=UNPUBLISH_DIALOG_ID,
        title=_choose_act(
            is_held,
            is_own,
            _("Unpublish this post?"),
            _("Take back this post?"),
            _("Reject this post?"),
        ),
        description=_choose_act(
            is_held,
            is_own,
            _(
                "Readers will no longer find it, and it will leave every feed. The text, comments "
                "and reactions are kept, and you can publish it again."
            ),
            _("It won't be reviewed. You can edit it and publish it again."),
            _("Readers won't see it. The author is notified, and can't publish it again."),
        ),
        confirm_label=_choose_act(is_held, is_own, _("Unpublish"), _("Take back"), _("Reject")),
        on_confirm=PostActionsState.unpublish(post.id),
    )


def _choose_act(
    is_held: Any, is_own: Any, unpublish: str, take_back: str, reject: str
) -> rx.Var[str]:
    """Return the text for what the viewer does to a published post, or to one that waits."""
    return rx.cond(is_held, rx.cond(is_own, take_back, reject), unpublish)


def _post_menu(post: Any) -> rx.Component:
    can = post.can
    is_submitted = (post.status == "published") | (post.status == "on_moderation")
    may_unpublish = is_submitted & (can.moderate | _is_own_post(post))
    return rx.cond(
        can.edit | can.delete | can.pin | can.report | may_unpublish,
        ui.menu(
            ui.icon_button(
                "more",
                _("More actions"),
                size="sm",
                has_tooltip=False,
                **ui.menu_button_attrs(MENU_ID),
            ),
            rx.cond(can.edit, ui.menu_link(_("Edit"), href=f"/write/{post.id}", icon_name="edit")),
            rx.cond(can.publish & (post.status != "published"), _publish_menu_item(post)),
            rx.cond(can.pin, _pin_menu_item(post)),
            rx.cond(may_unpublish, _unpublish_menu_item(post)),
            rx.cond(can.report, report_menu_item("post", post.id)),
            rx.cond(can.delete, rx.fragment(ui.menu_separator(), _delete_menu_item(post))),
            id=MENU_ID,
            label=_("Post actions"),
        ),
    )


def _publish_menu_item(post: Any) -> rx.Component:
    return ui.menu_action(
        _("Publish"), icon_name="globe", on_click=PostActionsState.publish(post.id)
    )


def _pin_menu_item(post: Any) -> rx.Component:
    return rx.cond(
        post.is_pinned,
        ui.menu_action(
            _("Unpin"), icon_name="pin", on_click=PostActionsState.pin(post.id, enabled=False)
        ),
        ui.menu_action(
            _("Pin to top"), icon_name="pin", on_click=PostActionsState.pin(post.id, enabled=True)
        ),
    )


def _unpublish_menu_item(post: Any) -> rx.Component:
    is_held = post.status == "on_moderation"
    return ui.menu_action(
        _choose_act(is_held, _is_own_post(post), _("Unpublish…"), _("Take back…"), _("Reject…")),
        icon_name="eye_off",
        custom_attrs=ui.dialog_button_attrs(UNPUBLISH_DIALOG_ID),
    )


def _delete_menu_item(post: Any) -> rx.Component:
    return ui.menu_action(
        _("Delete"), icon_name="trash", is_danger=True, on_click=PostActionsState.delete(post.id)
    )


def _is_own_post(post: Any) -> Any:
    return LayoutState.viewer.id == post.author.id
