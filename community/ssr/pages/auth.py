"""Server-rendered forms to sign in and to register, for browsers without JavaScript."""

from community.components.auth import auth_form
from community.components.auth_forms import login_form, registration_form
from community.core.http.form_flash import FormFlash
from community.rendering import Node, el
from community.styles.ui import display


def auth_forms(next_url: str, flash: FormFlash | None) -> Node:
    forms = [
        auth_form(
            definition,
            next_url=next_url,
            class_name="mb-8 last:mb-0",
            heading=el.h2(definition.title, class_name=display.CARD_TITLE),
            rejected=flash if flash and flash.form == definition.kind else None,
        )
        for definition in (login_form(), registration_form())
    ]
    return el.noscript(el.section(forms, class_name=f"{display.CARD} mb-8"))
