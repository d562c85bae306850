"""The page of a post with its discussion."""

import reflex as rx

from community import urls
from community.components import location, skeletons, ui
from community.components.advertisements import advertisement_place
from community.components.comments import discussion
from community.components.layout.not_found import not_found_message
from community.components.layout.notices import after_undo_listener
from community.components.layout.page import page
from community.components.layout.sidebar import live_sidebar
from community.components.posts.live_article import live_post_article, use_post, video_player
from community.i18n import gettext as _
from community.state.pages.posts.post import PostActionsState, PostState


def post_page() -> rx.Component:
    is_current = location.is_current_path(PostState.path)
    is_missing = is_current & PostState.is_missing
    is_shown = is_current & location.is_loaded(PostState.post)
    return page(
        location.redirect_component(rx.cond(is_current, PostState.redirect_url, ""), replace=True),
        rx.cond(
            is_missing,
            not_found_message(PostState.not_found_text),
            rx.cond(
                is_shown & (PostActionsState.deleted_post_id == 0),
                rx.fragment(
                    live_post_article(use_post()),
                    video_player(),
                    advertisement_place("post_bottom"),
                    discussion(),
                ),
                rx.cond(
                    PostActionsState.deleted_post_id > 0,
                    _deleted_message(),
                    skeletons.article_skeleton(),
                ),
            ),
        ),
        after_undo_listener(PostActionsState.reload_after_undo),
        is_ready=is_missing | is_shown,
        sidebar=live_sidebar(),
        has_advertisements=True,
    )


def _deleted_message() -> rx.Component:
    return ui.empty_state(
        _("Post deleted"),
        _("No one can read it anymore. You can undo this for a few seconds."),
        icon_name="trash",
        action=ui.link_button(_("Your drafts"), href=urls.DRAFTS),
        is_whole_page=True,
    )
