"""The forms for signing in and joining without scripts, where the live page has its dialog."""

import htpy as h
from htpy import Element

from community.core.kept_form import KeptForm
from community.looks import auth, bits, button, form
from community.looks.entrance import ENTRANCES, Asked, Entrance


def entrance(leads_to: str, kept: KeptForm | None) -> Element:
    """Both forms; one that was refused has what was typed, and says what is wrong."""
    forms = (_form(each, leads_to, kept) for each in ENTRANCES)
    return h.noscript[h.section(class_=f"{bits.CARD} mb-8")[forms]]


def _form(one: Entrance, leads_to: str, kept: KeptForm | None) -> Element:
    refused = kept if kept is not None and kept.form == one.kind else None
    return h.form(
        action=one.action, method="post", class_=f"mb-8 last:mb-0 {auth.FORM}", data_sends=""
    )[
        h.h2(class_=bits.CARD_TITLE)[one.title],
        h.p(class_=form.ALERT, role="alert", data_note="", hidden=refused is None)[
            refused and refused.sentence
        ],
        h.input(type="hidden", name="next", value=leads_to),
        (_field(one, asked, refused) for asked in one.fields),
        h.button(type="submit", class_=f"{button.look('primary', 'lg')} {auth.SUBMIT}")[one.submit],
    ]


def _field(one: Entrance, asked: Asked, refused: KeptForm | None) -> Element:
    field_id = f"document-{one.kind}-{asked.name}"
    sentences = refused.errors.get(asked.name, []) if refused else []
    return h.div(class_=form.FIELD)[
        h.label(for_=field_id, class_=form.LABEL)[asked.label],
        h.input(
            id=field_id,
            name=asked.name,
            type=asked.type,
            autocomplete=asked.autocomplete,
            maxlength=asked.maxlength,
            required=True,
            value=refused.values.get(asked.name) if refused else None,
            aria_invalid="true" if sentences else None,
            class_=form.INPUT,
        ),
        h.p(class_=form.ERROR, data_note=asked.name, hidden=not sentences)[" ".join(sentences)],
        asked.hint and h.p(class_=form.HINT)[asked.hint],
    ]
