"""The form that creates or edits a community."""

from typing import Any

import reflex as rx

from community import urls
from community.components import forms, ui
from community.components.profiles import texts as profile_texts
from community.domain import communities
from community.i18n import gettext as _, pgettext
from community.rendering import react_component
from community.state.pages.communities.community_form import CommunityFormState
from community.styles import settings
from community.styles.ui import form as styles

# Moves the focus to the first invalid field.
_FormErrors = react_component("form_errors.js", "FormErrors")
# A text input that shows the prop `suggestion` until the user types into it.
_SuggestedInput = react_component("suggested_input.js", "SuggestedInput")


def community_form() -> rx.Component:
    view: Any = CommunityFormState.community
    return rx.el.form(
        _FormErrors(rejection_count=CommunityFormState.rejection_count),
        _name_field(view),
        _slug_field(),
        _text_area(
            "description",
            _("Description"),
            view.description,
            hint=_("What it is about, in a sentence or two"),
        ),
        _text_area(
            "rules",
            _("Rules"),
            view.rules,
            hint=_("What is welcome and what isn't. You can use Markdown."),
            rows="5",
        ),
        _posting_permission_field(view),
        ui.checkbox(
            _("Review posts and comments before they appear"),
            hint=_("Posts and comments wait until a moderator publishes them."),
            name="premoderates_comments",
            default_checked=rx.cond(view, view.premoderates_comments, False).to(bool),
        ),
        _image_fields(view),
        rx.el.div(
            ui.button(
                rx.cond(view, _("Save"), _("Create community")), type="submit", variant="primary"
            ),
            ui.link_button(
                _("Cancel"), href=rx.cond(view, view.url, urls.COMMUNITIES), variant="quiet"
            ),
            class_name=styles.ACTIONS,
        ),
        key=rx.cond(view, view.slug, "new"),
        on_submit=CommunityFormState.save,
        no_validate=True,
        class_name=styles.STACK,
    )


def _name_field(view: Any) -> rx.Component:
    suggest: Any = CommunityFormState.suggest_slug
    error = _error("name")
    control = ui.text_input(
        name="name",
        error=error,
        default_value=_initial_value(view.name),
        max_length=communities.NAME_MAX_LENGTH,
        required=True,
        on_change=suggest.debounce(300),
    )
    return ui.field(pgettext("community", "Name"), control, name="name", error=error)


def _image_fields(view: Any) -> rx.Component:
    return rx.el.fieldset(
        rx.el.legend(
            _("Images"),
            ui.optional_label(),
            class_name=styles.GROUP_TITLE,
        ),
        rx.el.div(
            forms.avatar_field(
                _("Icon"),
                state=CommunityFormState,
                name_source=_initial_value(view.name),
                shape="community",
                max_bytes=communities.AVATAR_MAX_BYTES,
            ),
            forms.header_image_field(
                _("Cover image"),
                state=CommunityFormState,
                max_bytes=communities.HEADER_MAX_BYTES,
            ),
            class_name=settings.IMAGES,
        ),
        class_name=styles.GROUP,
    )


def _posting_permission_field(view: Any) -> rx.Component:
    error = _error("posting")
    control = ui.select(
        profile_texts.posting_permission_options(),
        name="posting",
        error=error,
        default_value=rx.cond(view, view.posting, "everyone"),
    )
    return ui.field(_("Who can publish"), control, name="posting", error=error)


def _slug_field() -> rx.Component:
    error = _error("slug")
    control = _SuggestedInput(
        id="field-slug",
        name="slug",
        suggestion=CommunityFormState.suggested_slug,
        default_value=_initial_value(CommunityFormState.community.slug),
        class_name=styles.INPUT,
        max_length=communities.SLUG_MAX_LENGTH,
        auto_capitalize="none",
        spell_check=False,
        custom_attrs={
            "aria-describedby": "note-slug",
            "aria-invalid": error != "",
        },
    )
    hint = _("Used in the link: /c/name. Latin letters, digits and hyphens.")
    return ui.field(_("Web address"), control, name="slug", hint=hint, error=error)


def _text_area(name: str, label: str, value: Any, *, hint: str, rows: str = "3") -> rx.Component:
    error = _error(name)
    control = ui.text_area(name=name, error=error, default_value=_initial_value(value), rows=rows)
    return ui.field(label, control, name=name, hint=hint, error=error, optional=True)


def _initial_value(value: Any) -> rx.Var[str]:
    return rx.cond(CommunityFormState.community, value, "").to(str)


def _error(field_name: str) -> Any:
    return ui.error_message(CommunityFormState.errors, field_name)
