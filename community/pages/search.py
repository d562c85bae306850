"""The page of a search."""

from typing import Any

import reflex as rx

from community import urls
from community.components import lists, skeletons
from community.components.layout.page import page
from community.components.layout.sidebar import live_sidebar
from community.components.search import results
from community.components.search.live_field import live_search_field
from community.domain.search import SearchRow
from community.i18n import gettext as _
from community.state.pages.search import SearchState
from community.styles import search as styles


def search_page() -> rx.Component:
    listed = lists.use_paginated_list(SearchState.loaded_page, lists.LoadedResults)
    overview: Any = SearchState.overview
    field = live_search_field(overview.q, filters=overview.kept, has_auto_focus=True)
    return page(
        results.search_header(overview, field=field, filter_form=_filter_form(overview)),
        rx.cond(
            listed.is_ready,
            rx.cond(
                overview.problem != "",
                results.problem_message(overview.problem),
                rx.cond(overview.q != "", _results(overview, listed), results.search_tips()),
            ),
            skeletons.list_skeleton(),
        ),
        is_ready=listed.is_ready,
        active_href=urls.SEARCH,
        sidebar=live_sidebar(),
    )


def _results(overview: Any, listed: Any) -> rx.Component:
    return rx.fragment(
        results.result_summary(overview),
        lists.live_list(
            listed,
            rx.el.ol(
                rx.foreach(listed.rows, lambda row: _live_row(row=row, key=row.id)),
                class_name=styles.LIST,
            ),
            more_label=_("More results"),
            on_load_more=SearchState.load_more,
            empty=lists.empty_list_message(results.no_results_message()),
        ),
    )


@rx.memo
def _live_row(
    row: rx.Var[SearchRow],
    rest: rx.RestProp,  # noqa: ARG001  # contains `key`, which React reads
) -> rx.Component:
    component: rx.Component = results.result_row(row)
    return component


def _filter_form(overview: Any) -> rx.Component:
    return rx.el.form(
        results.filter_fields(overview), key=overview.url, on_submit=SearchState.apply_filters
    )
