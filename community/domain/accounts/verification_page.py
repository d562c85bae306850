"""The content of the page on which users confirm their email."""

from collections.abc import Mapping

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.actor import Actor
from community.core.errors import Invalid
from community.domain.accounts.link_page_model import LinkPage, build_note_page
from community.domain.accounts.pending_registrations import (
    find_pending_registration,
    find_registration_problem,
)
from community.domain.accounts.verification import get_unverified_email
from community.i18n import gettext as _


async def get_verification_page(
    session: AsyncSession, actor: Actor, params: Mapping[str, str]
) -> LinkPage:
    if token := params.get("token"):
        try:
            return await _get_link_page(session, actor, token)
        except Invalid:
            title = _("This link doesn't work")
            page = _build_closing_page(actor, title, _("It has expired or was already used."))
            return page.model_copy(update={"is_link_invalid": True})
    if "done" in params:
        return _build_confirmed_page(_("Email confirmed"))
    if "sent" in params:
        text = _(
            "We've sent you a link. Open it to confirm your email. If you don't find it, look in "
            "the spam folder."
        )
        return build_note_page(_("Check your email"), text)
    text = _("We send a link to your email. Open it to confirm that the email is yours.")
    return _build_closing_page(actor, _("Confirm your email"), text)


async def _get_link_page(session: AsyncSession, actor: Actor, token: str) -> LinkPage:
    registration = await find_pending_registration(session, token)
    if registration is not None:
        if problem := await find_registration_problem(session, registration):
            return _build_closing_page(actor, _("Your account can't be created"), problem)
        return LinkPage(
            title=_("Finish creating your account"),
            text=_(
                "{name}, confirm that {email} is your email.",
                name=registration.name,
                email=registration.email,
            ),
            form="confirm",
            action=urls.VERIFICATION_PAGE,
            submit=_("Create account"),
            token=token,
            next_path=urls.HOME,
        )
    email = await get_unverified_email(session, token)
    return LinkPage(
        title=_("Confirm your email"),
        text=_("Confirm that {email} is your email.", email=email),
        form="confirm",
        action=urls.VERIFICATION_PAGE,
        submit=_("Confirm email"),
        token=token,
        next_path=urls.EMAIL_VERIFIED,
    )


def _build_closing_page(actor: Actor, title: str, text: str) -> LinkPage:
    """Return a page with what the viewer can do: ask for another link, or sign in."""
    if actor.is_guest or actor.is_read_only:
        return build_note_page(title, text, link_label=_("Sign in"), link_href=urls.SIGN_IN)
    if actor.is_email_verified:
        return _build_confirmed_page(title)
    return LinkPage(
        title=title,
        text=text,
        form="confirm",
        action=urls.REQUEST_VERIFICATION,
        submit=_("Send another link"),
    )


def _build_confirmed_page(title: str) -> LinkPage:
    return build_note_page(
        title,
        _("Your email is confirmed."),
        link_label=_("Go to the home page"),
        link_href=urls.HOME,
    )
