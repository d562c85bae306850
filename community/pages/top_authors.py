"""The page with the top authors of a period."""

import reflex as rx

from community.components import lists, skeletons
from community.components.feeds import no_top_authors_message, top_author_row, top_authors_heading
from community.components.layout.page import page
from community.components.layout.sidebar import live_sidebar
from community.i18n import gettext as _
from community.state.pages.top_authors import TopAuthorsState
from community.styles import profile as styles


def top_authors_page() -> rx.Component:
    listed = lists.use_paginated_list(TopAuthorsState.loaded_page, lists.LoadedTopAuthors)
    return page(
        rx.cond(
            listed.is_ready,
            rx.fragment(
                top_authors_heading(TopAuthorsState.period),
                lists.live_list(
                    listed,
                    rx.el.ul(
                        rx.foreach(
                            listed.rows,
                            lambda author: rx.fragment(top_author_row(author), key=author.id),
                        ),
                        class_name=styles.USER_LIST,
                    ),
                    more_label=_("More people"),
                    on_load_more=TopAuthorsState.load_more,
                    empty=lists.empty_list_message(no_top_authors_message()),
                ),
            ),
            skeletons.list_skeleton(),
        ),
        is_ready=listed.is_ready,
        sidebar=live_sidebar(),
    )
