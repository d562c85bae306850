"""The form that creates or edits a community."""

from typing import Any

import reflex as rx

from community import urls
from community.components import ui
from community.components.image_field import avatar_field, header_image_field
from community.domain import communities
from community.i18n import gettext as _
from community.i18n import pgettext
from community.state.community_form import CommunityFormState
from community.styles import form as styles
from community.styles import profile_texts, settings


class _SuggestedInput(rx.Component):
    """Text input that shows a suggested value until the user types into the input.

    Its script is `assets/ui/suggested_input.js`.
    """

    library = "$/public/ui/suggested_input.js"
    tag = "SuggestedInput"
    suggestion: rx.Var[str]
    name: rx.Var[str]
    default_value: rx.Var[str]


def community_form() -> rx.Component:
    view: Any = CommunityFormState.community
    return rx.el.form(
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
    error = _field_error_message("name")
    control = ui.text_input(
        name="name",
        error=error,
        default_value=_initial_value(view.name),
        max_length=60,
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
            avatar_field(
                _("Icon"),
                name_source=_initial_value(view.name),
                image=CommunityFormState.avatar,
                shape="community",
                max_bytes=communities.AVATAR_MAX_BYTES,
                **_image_field_props("avatar"),
            ),
            header_image_field(
                _("Cover image"),
                image=CommunityFormState.header,
                max_bytes=communities.HEADER_MAX_BYTES,
                **_image_field_props("header"),
            ),
            class_name=settings.IMAGES,
        ),
        class_name=styles.GROUP,
    )


def _image_field_props(field_name: str) -> dict[str, Any]:
    return {
        "error": _field_error_message(field_name),
        "reset_key": CommunityFormState.image_revision,
        "on_choose": CommunityFormState.set_image(field_name),
        "on_remove": CommunityFormState.remove_image(field_name),
    }


def _posting_permission_field(view: Any) -> rx.Component:
    error = _field_error_message("posting")
    control = ui.select(
        profile_texts.posting_permission_options(),
        name="posting",
        error=error,
        default_value=rx.cond(view, view.posting, "everyone"),
    )
    return ui.field(_("Who can publish"), control, name="posting", error=error)


def _slug_field() -> rx.Component:
    error = _field_error_message("slug")
    control = _SuggestedInput.create(
        id="field-slug",
        name="slug",
        suggestion=CommunityFormState.suggested_slug,
        default_value=_initial_value(CommunityFormState.community.slug),
        class_name=styles.INPUT,
        custom_attrs={
            "maxLength": 30,
            "autoCapitalize": "none",
            "spellCheck": False,
            "aria-describedby": "note-slug",
            "aria-invalid": error != "",
        },
    )
    hint = _("Used in the link: /c/name. Latin letters, digits and hyphens.")
    return ui.field(_("Web address"), control, name="slug", hint=hint, error=error)


def _text_area(name: str, label: str, value: Any, *, hint: str, rows: str = "3") -> rx.Component:
    error = _field_error_message(name)
    control = ui.text_area(name=name, error=error, default_value=_initial_value(value), rows=rows)
    return ui.field(label, control, name=name, hint=hint, error=error, optional=True)


def _initial_value(value: Any) -> rx.Var[str]:
    """Return `value`, or an empty string if the form creates a community."""
    return rx.cond(CommunityFormState.community, value, "").to(str)


def _field_error_message(field_name: str) -> rx.Var[str]:
    errors: Any = CommunityFormState.errors
    return errors.get(field_name, "").to(str)
