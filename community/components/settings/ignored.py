"""The settings section with the ignored users and the ignored keywords."""

from typing import Any

import reflex as rx

from community.components import forms, lists, people, ui
from community.components.settings import section
from community.i18n import gettext as _
from community.state.pages.settings.ignored import IgnoredKeywordsState, IgnoredUsersState
from community.state.pages.settings.page import SettingsState
from community.styles import listing, settings as styles


def ignored_section() -> rx.Component:
    return section.settings_section(
        styles.IGNORED,
        section.settings_group(
            _("People"), _("They won't know you're ignoring them"), _user_list()
        ),
        section.settings_group(
            _("Keywords"), _("Posts with these words are hidden from your feeds"), _keyword_list()
        ),
    )


def _user_list() -> rx.Component:
    users = lists.use_appended_list(
        "ignoredUsers", IgnoredUsersState.loaded_page, lists.AppendedIgnoredUsers
    )
    return rx.fragment(
        rx.cond(
            users.rows.length() > 0,
            rx.el.ul(rx.foreach(users.rows, _user_row), class_name=styles.LIST),
            rx.el.p(
                _("You haven't ignored anyone. You can ignore someone from their profile."),
                class_name=styles.EMPTY,
            ),
        ),
        rx.cond(
            users.next_cursor != "",
            ui.button(
                _("More people"),
                variant="quiet",
                size="sm",
                on_click=IgnoredUsersState.load_more(users.next_cursor),
            ),
        ),
    )


def _user_row(user: Any) -> rx.Component:
    changes: Any = IgnoredUsersState.changes_by_id
    key = user.id.to_string()
    is_changed = changes.contains(key)
    is_ignored = ~is_changed | changes[key].is_ignored
    until = rx.cond(is_changed, changes[key].ignored_until, user.ignored_until)
    return rx.el.li(
        ui.avatar_for(user, "md"),
        rx.el.div(
            people.name_line(user, class_name=listing.NAME),
            rx.el.p(
                f"@{user.slug}",
                rx.cond(is_ignored, rx.fragment(" · ", people.end_of_ignoring(until))),
                class_name=styles.LIST_NOTE,
            ),
            class_name=styles.LIST_TEXT,
        ),
        _term_menu(user, is_ignored),
        rx.cond(
            is_ignored,
            ui.button(
                _("Stop ignoring"),
                size="sm",
                on_click=IgnoredUsersState.stop_ignoring(user.id),
                custom_attrs={"aria-description": user.name},
            ),
        ),
        key=user.id,
        class_name=styles.LIST_ROW,
    )


def _term_menu(user: Any, is_ignored: Any) -> rx.Component:
    menu_id = f"menu-ignored-{user.id}"
    return ui.menu(
        ui.button(
            rx.cond(is_ignored, _("Change"), _("Ignore again")),
            size="sm",
            variant="quiet",
            custom_attrs={"aria-description": user.name},
            **ui.menu_button_attrs(menu_id),
        ),
        *(
            ui.menu_action(
                label,
                icon_name="clock",
                on_click=IgnoredUsersState.ignore(user.id, term.value),
            )
            for term, label in people.term_labels().items()
        ),
        id=menu_id,
        label=_("Ignore"),
    )


def _keyword_list() -> rx.Component:
    keywords: Any = IgnoredKeywordsState.keywords
    return rx.fragment(
        rx.cond(
            keywords.length() > 0,
            section.focus_managed_list(
                styles.IGNORED, rx.foreach(keywords, _keyword_row), class_name=styles.KEYWORDS
            ),
        ),
        rx.el.div(_keyword_form(), class_name=styles.SECTION_BODY),
    )


def _keyword_row(keyword: Any) -> rx.Component:
    return rx.el.span(
        rx.el.span(keyword, class_name=styles.LIST_NAME_TEXT),
        rx.el.button(
            ui.icon("x"),
            type="button",
            class_name=styles.KEYWORD_REMOVE,
            on_click=IgnoredKeywordsState.remove(keyword),
            custom_attrs={"aria-label": _("Remove {keyword}", keyword=keyword)},
        ),
        key=keyword,
        class_name=styles.KEYWORD,
    )


def _keyword_form() -> rx.Component:
    control = rx.el.div(
        ui.text_input(
            name="keywords",
            type="text",
            error=IgnoredKeywordsState.error,
            auto_complete="off",
        ),
        ui.button(_("Add"), type="submit"),
        class_name=styles.ADD_ROW,
    )
    return forms.draft_form(
        ui.field(
            _("Word or phrase"),
            control,
            name="keywords",
            hint=_("Separate words or phrases with commas"),
            error=IgnoredKeywordsState.error,
        ),
        draft_key=f"keywords-{SettingsState.user_id}",
        save_count=IgnoredKeywordsState.save_count,
        errors=IgnoredKeywordsState.error,
        on_submit=IgnoredKeywordsState.add,
        reset_on_save=True,
    )
