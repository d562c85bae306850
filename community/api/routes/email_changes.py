"""HTTP routes that change the email of the caller's account."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from community import urls
from community.api.http.authentication import SignedIn
from community.api.http.errors import error_responses
from community.api.http.forms import build_json_or_form_parser, build_json_or_form_schema
from community.api.http.login_responses import HtmlFormRoute, Session, respond_with_next_page
from community.api.http.rate_limits import rate_limit
from community.core.db.sessions import unit_of_work
from community.domain.accounts import AccountEmail, PendingEmailChange, email_changes

_PREFIX = f"{urls.SETTINGS}/email"

router = APIRouter(prefix=_PREFIX, tags=["Settings"])
mail_router = APIRouter(prefix=_PREFIX, tags=["Settings"], dependencies=[rate_limit("mail")])
write_router = APIRouter(prefix=_PREFIX, tags=["Settings"], dependencies=[rate_limit("writes")])
link_router = APIRouter(tags=["Accounts"], route_class=HtmlFormRoute)

# Higher than the limits of the domain, so that the domain reports which rule is violated.
_ShortText = Annotated[str, Field(max_length=1_000)]
_FORM_REDIRECT: dict[int | str, dict[str, Any]] = {
    303: {"description": "For a native form: a redirect to the page that tells what happened."}
}


class NewEmail(BaseModel):
    """The new email of the account."""

    email: _ShortText


class MailLink(BaseModel):
    """The token of a link in a mail."""

    token: _ShortText = ""


@router.get("")
async def get_email(actor: SignedIn, session: Session) -> AccountEmail:
    """Return the caller's email, and the change that waits for confirmations."""
    return await email_changes.get_email(session, actor)


@mail_router.post("", status_code=202, responses=error_responses("confirmation_required"))
async def request_change(new: NewEmail, actor: SignedIn, session: Session) -> PendingEmailChange:
    """Ask the old and the new address to confirm a new email.

    The response is the same if another account has the email. If the old address was never
    verified, only the new one confirms the change.
    """
    return await email_changes.request_change(session, actor, email=new.email)


@mail_router.post("/resend", status_code=202, responses=error_responses("not_found"))
async def resend(actor: SignedIn, session: Session) -> PendingEmailChange:
    """Send new links to the addresses that have not confirmed the change."""
    return await email_changes.resend(session, actor)


@write_router.delete("", status_code=204)
async def cancel(actor: SignedIn, session: Session) -> None:
    """Cancel the change of the caller's email. Idempotent."""
    await email_changes.cancel(session, actor)


@link_router.post(
    urls.EMAIL_CHANGE_PAGE,
    status_code=202,
    response_class=Response,
    dependencies=[rate_limit("login")],
    responses=_FORM_REDIRECT,
    openapi_extra=build_json_or_form_schema(MailLink),
)
async def follow_link(
    request: Request, link: Annotated[MailLink, Depends(build_json_or_form_parser(MailLink))]
) -> Response:
    """Confirm or stop a change of an email with a link. A link works once.

    `Location` is a page that tells what happened: the change is done after both addresses have
    confirmed it.
    """
    async with unit_of_work() as session:
        outcome = await email_changes.follow_link(session, token=link.token)
    return respond_with_next_page(request, urls.email_change_outcome(outcome))
