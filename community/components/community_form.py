"""The form of a community: sentences stand beside the fields, and what was typed stays in them."""

from typing import Any

import reflex as rx

from community import urls
from community.components import ui
from community.components.picture_field import face_field, header_field
from community.domain import communities
from community.looks import form as looks
from community.looks import people, settings
from community.state.community_form import CommunityForm


class _SuggestedInput(rx.Component):
    """Follows a suggestion until somebody writes into it; see `assets/ui/suggested_input.js`."""

    library = "$/public/ui/suggested_input.js"
    tag = "SuggestedInput"
    suggestion: rx.Var[str]
    name: rx.Var[str]
    default_value: rx.Var[str]


def community_form() -> rx.Component:
    """Name, address, description, rules, and who may publish."""
    view: Any = CommunityForm.view
    about = "What it is about, in a sentence or two."
    rules = "What is welcome here and what is not. Markdown works."
    return rx.el.form(
        _name(view),
        _address(),
        _words("description", "Description", view.description, about),
        _words("rules", "Rules", view.rules, rules, rows="5"),
        _posting(view),
        _pictures(view),
        rx.el.div(
            ui.button(
                rx.cond(view, "Save", "Open the community"), type="submit", variant="primary"
            ),
            ui.link_button(
                "Cancel", href=rx.cond(view, view.url, urls.COMMUNITIES), variant="quiet"
            ),
            class_name=looks.ACTIONS,
        ),
        key=rx.cond(view, view.slug, "new"),
        on_submit=CommunityForm.save,
        no_validate=True,
        class_name=looks.STACK,
    )


def _name(view: Any) -> rx.Component:
    suggest: Any = CommunityForm.suggest
    error = _error("name")
    control = ui.text_input(
        name="name",
        error=error,
        default_value=_given(view.name),
        max_length=60,
        required=True,
        on_change=suggest.debounce(300),
    )
    return ui.field("Name", control, name="name", error=error)


def _pictures(view: Any) -> rx.Component:
    return rx.el.fieldset(
        rx.el.legend(
            "Pictures",
            rx.el.span(" optional", class_name=looks.OPTIONAL),
            class_name=looks.GROUP_TITLE,
        ),
        rx.el.div(
            face_field(
                "Sign of the community",
                of=_given(view.name),
                picture=CommunityForm.avatar,
                shape="community",
                limit=communities.AVATAR_BYTES,
                **_kept_with_the_rest("avatar"),
            ),
            header_field(
                "Header of its page",
                picture=CommunityForm.header,
                limit=communities.HEADER_BYTES,
                **_kept_with_the_rest("header"),
            ),
            class_name=settings.PICTURES,
        ),
        class_name=looks.GROUP,
    )


def _kept_with_the_rest(field: str) -> dict[str, Any]:
    return {
        "refusal": _error(field),
        "answered": CommunityForm.answered,
        "on_choose": CommunityForm.choose_picture(field),
        "on_remove": CommunityForm.remove_picture(field),
    }


def _posting(view: Any) -> rx.Component:
    error = _error("posting")
    control = ui.select(
        list(people.POSTING),
        name="posting",
        error=error,
        default_value=rx.cond(view, view.posting, "everyone"),
    )
    return ui.field("Who may publish", control, name="posting", error=error)


def _address() -> rx.Component:
    error = _error("slug")
    control = _SuggestedInput.create(
        id="field-slug",
        name="slug",
        suggestion=CommunityForm.suggestion,
        default_value=_given(CommunityForm.view.slug),
        class_name=looks.INPUT,
        custom_attrs={
            "maxLength": 30,
            "autoCapitalize": "none",
            "spellCheck": False,
            "aria-describedby": "note-slug",
            "aria-invalid": error != "",
        },
    )
    hint = "Latin letters, digits and hyphens: it stands in links, after /c/."
    return ui.field("Address", control, name="slug", hint=hint, error=error)


def _words(name: str, label: str, value: Any, hint: str, rows: str = "3") -> rx.Component:
    error = _error(name)
    control = ui.text_area(name=name, error=error, default_value=_given(value), rows=rows)
    return ui.field(label, control, name=name, hint=hint, error=error, optional=True)


def _given(value: Any) -> rx.Var[str]:
    return rx.cond(CommunityForm.view, value, "").to(str)


def _error(name: str) -> rx.Var[str]:
    errors: Any = CommunityForm.errors
    return errors.get(name, "").to(str)
