"""Server-rendered forms to sign in and to register, for browsers without JavaScript."""

from community.components.auth import auth_form, registration_notice
from community.components.auth_forms import (
    AuthForm,
    invitation_needed_notice,
    login_form,
    registration_closed_notice,
    registration_form,
)
from community.core.http.form_flash import FormFlash
from community.domain.site import RegistrationMode
from community.rendering import Node, el
from community.styles.ui import display


def auth_forms(
    registration: RegistrationMode, next_url: str, invitation: str, flash: FormFlash | None
) -> Node:
    """Return the forms, or why a guest cannot register.

    Args:
        invitation: The token of an invitation, which the form sends.
    """

    def form(definition: AuthForm) -> Node:
        return auth_form(
            definition,
            next_url=next_url,
            invitation=invitation,
            class_name="mb-8 last:mb-0",
            heading=el.h2(definition.title, class_name=display.CARD_TITLE),
            rejected=flash if flash and flash.form == definition.kind else None,
        )

    if registration == "closed":
        second = registration_notice(registration_closed_notice())
    elif registration == "invitation" and not invitation:
        second = registration_notice(invitation_needed_notice())
    else:
        second = form(registration_form())
    return el.noscript(el.section(form(login_form()), second, class_name=f"{display.CARD} mb-8"))
