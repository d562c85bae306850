"""The field for the community in which a post is published."""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.writing.draft_store import create_browser_handler
from community.i18n import gettext as _
from community.reflex_adapter.vars import js_expression
from community.state.pages.layout import LayoutState
from community.state.pages.posts.writing import WritingState
from community.styles import writing as styles
from community.styles.ui import form


def community_field(draft: Any) -> rx.Component:
    return rx.el.fieldset(
        rx.el.legend(_("Publish to"), class_name=styles.LEGEND),
        rx.el.input(
            type="search",
            placeholder=_("Search communities"),
            class_name=styles.COMMUNITY_SEARCH,
            on_change=WritingState.search_communities.debounce(250),  # type: ignore[attr-defined]
            custom_attrs={
                "aria-label": _("Search communities"),
                "aria-invalid": draft.errors.community != "",
                "aria-describedby": "error-publish-community",
                "autoComplete": "off",
            },
        ),
        _community_options(draft),
        rx.cond(
            draft.errors.community != "",
            rx.el.p(
                ui.icon("alert", form.ERROR_ICON),
                draft.errors.community,
                id="error-publish-community",
                role="alert",
                class_name=form.ERROR,
            ),
        ),
    )


def _community_options(draft: Any) -> rx.Component:
    return rx.el.div(
        _community_option(
            _("Your profile"),
            ui.avatar_for(LayoutState.viewer, "xs"),
            is_selected=~draft.community.bool(),
            on_select=create_browser_handler("setField", "community", None),
        ),
        # Keep the selected community visible even if it does not match the search.
        rx.cond(
            draft.community.bool() & ~_is_selected_community_in_options(draft),
            _community_option(
                draft.community.name,
                ui.icon("globe"),
                is_selected=True,
                on_select=create_browser_handler("setField", "community", draft.community),
            ),
        ),
        rx.foreach(
            WritingState.community_options,
            lambda community: _community_option(
                community.name,
                ui.avatar_for(community, "xs", shape="community"),
                is_selected=draft.community.id == community.id,
                on_select=create_browser_handler("setField", "community", community),
            ),
        ),
        rx.cond(
            ~WritingState.community_options.to(list).bool(),  # type: ignore[attr-defined]
            rx.el.p(_("No communities found"), class_name=styles.COMMUNITY_NONE),
        ),
        class_name=styles.COMMUNITIES,
    )


def _community_option(
    name: Any, avatar: rx.Component, *, is_selected: Any, on_select: Any
) -> rx.Component:
    return rx.el.label(
        rx.el.input(
            type="radio",
            name="community",
            checked=is_selected,
            class_name=styles.COMMUNITY_RADIO,
            custom_attrs={"onChange": on_select},
        ),
        avatar,
        rx.el.span(name, class_name=styles.COMMUNITY_NAME),
        rx.cond(is_selected, ui.icon("check", styles.COMMUNITY_CHECK)),
        class_name=styles.COMMUNITY_ROW,
    )


def _is_selected_community_in_options(draft: Any) -> Any:
    options: Any = WritingState.community_options
    expression = f"{options}.some((community) => community.id === {draft.community.id})"
    return js_expression(expression, bool)
