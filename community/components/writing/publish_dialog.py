"""The dialog that publishes a post.

Its fields set the community, the cover image, the intro and the tags, and whether readers can
comment.
"""

from typing import Any

import reflex as rx
from reflex.vars import VarData

from community.components import ui
from community.components.writing.draft_store import create_browser_handler, use_draft
from community.domain.posts.content import MAX_TAGS
from community.i18n import gettext as _
from community.rendering import plural_text
from community.state.layout import LayoutState
from community.state.writing import WritingState
from community.styles import form
from community.styles import writing as styles

# `assets/ui/writing/post/actions.js` finds the dialog by this id.
PUBLISH_DIALOG_ID = "publish-dialog"


class _CoverField(rx.Component):
    library = "$/public/ui/writing/post/cover.jsx"
    tag = "CoverField"
    upload_url: rx.Var[str]
    class_names: rx.Var[dict[str, str]]
    icons: rx.Var[dict[str, str]]


class _TagField(rx.Component):
    library = "$/public/ui/writing/post/tags.jsx"
    tag = "TagField"
    max_tags: rx.Var[int]
    class_names: rx.Var[dict[str, str]]
    icons: rx.Var[dict[str, str]]


def publish_dialog() -> rx.Component:
    """Return the publish dialog. The "Publish…" button and Ctrl+Enter open it.

    Its fields are part of the draft and are saved with it.
    """
    draft = use_draft()
    icons = rx.Var.create(styles.ICONS)
    return ui.dialog(
        rx.el.div(ui.form_alert(draft.error_message), class_name=styles.ALERT),
        rx.el.div(
            rx.el.div(
                _CoverField.create(
                    upload_url="/media", class_names=rx.Var.create(styles.COVER), icons=icons
                ),
                _intro_field(draft),
                class_name=styles.COLUMN,
            ),
            rx.el.div(
                _community_field(draft),
                _TagField.create(
                    max_tags=MAX_TAGS, class_names=rx.Var.create(styles.TAGS), icons=icons
                ),
                _comments_switch(draft),
                class_name=styles.COLUMN,
            ),
            class_name=styles.COLUMNS,
        ),
        _action_buttons(draft),
        id=PUBLISH_DIALOG_ID,
        title=rx.cond(draft.is_published, _("Update post"), _("Publish post")),
        text=rx.cond(
            draft.is_published,
            _("Readers will see your changes right away."),
            _("Anyone will be able to read it. You can edit or unpublish it later."),
        ),
        size="lg",
    )


def _comments_switch(draft: Any) -> rx.Component:
    return ui.switch(
        _("Allow comments"),
        checked=draft.comments_enabled,
        custom_attrs={"onChange": create_browser_handler("handleToggle", "comments_enabled")},
    )


def _action_buttons(draft: Any) -> rx.Component:
    return rx.el.div(
        rx.el.p(
            rx.cond(
                draft.is_connected,
                "",
                _("You are offline. Your changes are saved in this browser."),
            ),
            role="status",
            class_name=styles.ACTIONS_NOTE,
        ),
        ui.button(_("Keep writing"), custom_attrs=ui.command_attrs(PUBLISH_DIALOG_ID, "close")),
        ui.button(
            rx.cond(draft.is_published, _("Update"), _("Publish")),
            variant="primary",
            loading=draft.is_publishing,
            custom_attrs={
                "onClick": create_browser_handler("publish"),
                "aria-disabled": ~draft.is_connected,
            },
        ),
        class_name=styles.ACTIONS,
    )


def _community_field(draft: Any) -> rx.Component:
    return rx.el.fieldset(
        rx.el.legend(_("Publish to"), class_name=styles.LEGEND),
        rx.el.input(
            type="search",
            placeholder=_("Search communities"),
            class_name=styles.COMMUNITY_SEARCH,
            on_change=WritingState.search_communities.debounce(250),  # type: ignore[attr-defined]
            custom_attrs={"aria-label": _("Search communities"), "autoComplete": "off"},
        ),
        _community_options(draft),
        rx.cond(
            draft.errors.community != "",
            rx.el.p(
                ui.icon("alert", form.ERROR_ICON),
                draft.errors.community,
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
            is_selected=draft.community_id == 0,
            on_select=create_browser_handler("setField", "community", None),
        ),
        # Keep the selected community visible even if it does not match the search.
        rx.cond(
            (draft.community_id > 0) & ~_is_selected_community_in_options(draft),
            _community_option(
                draft.community_name,
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
                is_selected=draft.community_id == community.id,
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
    expression = f"{options}.some((community) => community.id === {draft.community_id})"
    data = VarData.merge(options._get_all_var_data(), draft._get_all_var_data())
    return rx.Var(expression, _var_type=bool, _var_data=data).guess_type()


def _intro_field(draft: Any) -> rx.Component:
    return rx.el.div(
        ui.field(
            _("Intro"),
            ui.text_area(
                name="intro",
                error=draft.errors.intro,
                value=draft.intro,
                placeholder=draft.suggested_intro,
                custom_attrs={"onChange": create_browser_handler("handleInput", "intro")},
            ),
            name="intro",
            error=draft.errors.intro,
            hint=_("Shown below the title, in feeds and in link previews."),
            optional=True,
        ),
        rx.el.div(
            rx.cond(
                (draft.intro == "") & (draft.suggested_intro != ""),
                rx.el.button(
                    _("Use the beginning of the text"),
                    type="button",
                    class_name=styles.TEXT_BUTTON,
                    custom_attrs={
                        "onClick": create_browser_handler(
                            "setField", "intro", draft.suggested_intro
                        )
                    },
                ),
            ),
            rx.el.span(
                plural_text("{n} character left", "{n} characters left", draft.intro_remaining),
                class_name=styles.INTRO_REMAINING,
                custom_attrs={"data-over-limit": draft.intro_remaining < 0},
            ),
            class_name=styles.INTRO_FOOTER,
        ),
    )
