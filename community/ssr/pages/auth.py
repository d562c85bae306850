"""Server-rendered forms to sign in and to register, for browsers without JavaScript."""

from collections.abc import Mapping

from community.components.agreement import registration_agreement
from community.components.auth import auth_form, registration_notice
from community.components.auth_forms import (
    AuthForm,
    invitation_needed_notice,
    login_form,
    registration_closed_notice,
    registration_form,
)
from community.components.sign_in_providers import provider_buttons, sign_in_problem
from community.core.http.form_flash import FormFlash
from community.domain import identity
from community.domain.site import SiteView
from community.rendering import Node, el
from community.styles.ui import display


def auth_forms(site: SiteView, params: Mapping[str, str], flash: FormFlash | None) -> Node:
    """Return the forms, or why a guest cannot register.

    Args:
        params: The query parameters: `next`, the token of an `invitation`, and the code of a
            `problem` with another service.
    """
    next_url, invitation = params.get("next", ""), params.get("invitation", "")
    problem = identity.providers.get_problem_text(params.get("problem", ""))

    def form(definition: AuthForm) -> Node:
        return auth_form(
            definition,
            next_url=next_url,
            invitation=invitation,
            class_name="mb-8 last:mb-0",
            heading=el.h2(definition.title, class_name=display.CARD_TITLE),
            rejected=flash if flash and flash.form == definition.kind else None,
            agreement=registration_agreement(site) if definition.kind == "register" else None,
        )

    if site.registration == "closed":
        second = registration_notice(registration_closed_notice())
    elif site.registration == "invitation" and not invitation:
        second = registration_notice(invitation_needed_notice())
    else:
        second = form(registration_form())
    return el.noscript(
        el.section(
            sign_in_problem(problem),
            provider_buttons(site.sign_in_providers, next_url=next_url, invitation=invitation),
            form(login_form()),
            second,
            class_name=f"{display.CARD} mb-8",
        )
    )
