"""Server-rendered forms to sign in and to register, for browsers without JavaScript."""

import htpy as h
from htpy import Element

from community.core.form_flash import FormFlash
from community.styles import auth, button, display, form
from community.styles.auth_forms import AuthForm, FormField, login_form, registration_form


def auth_forms(next_url: str, flash: FormFlash | None) -> Element:
    forms = (
        _auth_form(definition, next_url, flash)
        for definition in (login_form(), registration_form())
    )
    return h.noscript[h.section(class_=f"{display.CARD} mb-8")[forms]]


def _auth_form(definition: AuthForm, next_url: str, flash: FormFlash | None) -> Element:
    rejected = flash if flash is not None and flash.form == definition.kind else None
    return h.form(
        action=definition.action,
        method="post",
        class_=f"mb-8 last:mb-0 {auth.FORM}",
        data_ajax_form="",
    )[
        h.h2(class_=display.CARD_TITLE)[definition.title],
        h.p(class_=form.ALERT, role="alert", data_error_for="", hidden=rejected is None)[
            rejected and rejected.message
        ],
        h.input(type="hidden", name="next", value=next_url),
        (_form_field(definition, field, rejected) for field in definition.fields),
        h.button(type="submit", class_=f"{button.class_names('primary', 'lg')} {auth.SUBMIT}")[
            definition.submit
        ],
    ]


def _form_field(definition: AuthForm, field: FormField, rejected: FormFlash | None) -> Element:
    field_id = f"ssr-{definition.kind}-{field.name}"
    errors = rejected.errors.get(field.name, []) if rejected else []
    return h.div(class_=form.FIELD)[
        h.label(for_=field_id, class_=form.LABEL)[field.label],
        h.input(
            id=field_id,
            name=field.name,
            type=field.type,
            autocomplete=field.autocomplete,
            maxlength=field.maxlength,
            required=True,
            value=rejected.values.get(field.name) if rejected else None,
            aria_invalid="true" if errors else None,
            class_=form.INPUT,
        ),
        h.p(class_=form.ERROR, data_error_for=field.name, hidden=not errors)[" ".join(errors)],
        field.hint and h.p(class_=form.HINT)[field.hint],
    ]
