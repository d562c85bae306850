"""HTTP routes of the links in mails. They accept JSON and native HTML forms."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from community import authentication, urls
from community.api.http import Caller, SignedIn, error_responses, forms, login_responses, rate_limit
from community.api.http.login_responses import CountedLogin, LoginResponse, Session
from community.api.http.responses import get_header, has_form_body
from community.core.db.sessions import read_session, unit_of_work
from community.domain import accounts, identity, notifications

router = APIRouter(tags=["Accounts"], route_class=login_responses.HtmlFormRoute)
email_router = APIRouter(prefix=f"{urls.SETTINGS}/email", tags=["Settings"])

# Higher than the limits of the domain, so that the domain reports which rule is violated.
_ShortText = Annotated[str, Field(max_length=1_000)]
_Responses = dict[int | str, dict[str, Any]]
_REDIRECT_TO_NEXT_STEP: _Responses = {
    303: {"description": "For a native form: a redirect to the page that tells what happens next."}
}
_REDIRECT_TO_OUTCOME: _Responses = {
    303: {"description": "For a native form: a redirect to the page that tells what happened."}
}
_REDIRECT_AFTER_CODE: _Responses = {
    303: {
        "description": "For a native form: a redirect to the next page, or back to the form if the "
        "code is wrong."
    }
}


class PasswordResetRequest(BaseModel):
    """The email of an account."""

    email: _ShortText = ""


class PasswordReset(BaseModel):
    """The token of a reset link, and the new password."""

    token: _ShortText = ""
    password: _ShortText = ""


class MailLink(BaseModel):
    """The token of a link in a mail."""

    token: _ShortText = ""


class Unsubscription(BaseModel):
    """The token of the link, unless the query contains it."""

    token: _ShortText = ""


_parse_unsubscription = forms.build_json_or_form_parser(Unsubscription)


@router.post(
    urls.REQUEST_PASSWORD_RESET,
    status_code=202,
    response_class=Response,
    dependencies=[rate_limit("mail")],
    responses=_REDIRECT_TO_NEXT_STEP,
    openapi_extra=forms.build_json_or_form_schema(PasswordResetRequest),
)
async def request_password_reset(
    request: Request,
    form: Annotated[
        PasswordResetRequest, Depends(forms.build_json_or_form_parser(PasswordResetRequest))
    ],
) -> Response:
    """Send a link to choose a new password. The response is the same if no account has the email.

    `Location` is a page that tells what happens next.
    """
    async with unit_of_work() as session:
        identity.request_password_reset(session, email=form.email)
    return login_responses.respond_with_next_page(request, urls.PASSWORD_RESET_SENT)


@router.post(
    urls.RESET_PASSWORD,
    status_code=204,
    response_class=Response,
    dependencies=[rate_limit("login")],
    responses=_REDIRECT_TO_NEXT_STEP,
    openapi_extra=forms.build_json_or_form_schema(PasswordReset),
)
async def reset_password(
    request: Request,
    reset: Annotated[PasswordReset, Depends(forms.build_json_or_form_parser(PasswordReset))],
) -> Response:
    """Choose a new password with a link. Ends all sessions of the user. A link works once."""
    async with read_session() as session:
        await identity.get_user_for_reset(session, reset.token)
    # Hashing is slow, so no database connection is held while it runs.
    password_hash = await identity.hash_password(reset.password)
    async with unit_of_work() as session:
        await identity.reset_password(session, token=reset.token, password_hash=password_hash)
    if has_form_body(request.scope):
        return forms.redirect_with_303(urls.PASSWORD_CHANGED)
    return Response(status_code=204)


@router.post(
    urls.SESSION_REPORT_PAGE,
    status_code=202,
    response_class=Response,
    dependencies=[rate_limit("login")],
    responses=_REDIRECT_TO_NEXT_STEP,
    openapi_extra=forms.build_json_or_form_schema(MailLink),
)
async def report_session(
    request: Request, link: Annotated[MailLink, Depends(forms.build_json_or_form_parser(MailLink))]
) -> Response:
    """End all sessions of a user who got a mail about a sign-in of another person.

    `Location` is the page on which the user chooses a new password. A link works once.
    """
    async with unit_of_work() as session:
        reset = await identity.report_session(session, token=link.token)
    return login_responses.respond_with_next_page(
        request, urls.with_token(urls.RESET_PASSWORD_PAGE, reset.token)
    )


@router.post(
    urls.VERIFICATION_PAGE,
    status_code=204,
    response_class=Response,
    dependencies=[rate_limit("login")],
    responses=_REDIRECT_TO_NEXT_STEP
    | {201: {"model": LoginResponse, "description": "The account was created."}}
    | error_responses("registration_closed"),
    openapi_extra=forms.build_json_or_form_schema(MailLink),
)
async def verify_email(
    request: Request,
    actor: Caller,
    link: Annotated[MailLink, Depends(forms.build_json_or_form_parser(MailLink))],
) -> Response:
    """Confirm an email with a link. A link of a registration creates the account and logs in."""
    async with unit_of_work() as session:
        user = await accounts.confirm_registration(session, token=link.token)
        if user is not None:
            return await login_responses.respond_with_new_account(session, request, actor, user)
        await accounts.verify_email(session, token=link.token)
    if has_form_body(request.scope):
        return forms.redirect_with_303(urls.EMAIL_VERIFIED)
    return Response(status_code=204)


@router.post(
    urls.REQUEST_VERIFICATION,
    status_code=202,
    response_class=Response,
    dependencies=[rate_limit("mail")],
    responses=_REDIRECT_TO_NEXT_STEP,
)
async def request_verification(request: Request, actor: SignedIn) -> Response:
    """Send the caller another link to confirm their email."""
    async with unit_of_work() as session:
        is_sent = await accounts.request_verification(session, actor)
    return login_responses.respond_with_next_page(
        request, urls.VERIFICATION_SENT if is_sent else urls.EMAIL_VERIFIED
    )


@router.post(
    urls.UNSUBSCRIBE,
    status_code=204,
    response_class=Response,
    dependencies=[rate_limit("writes")],
    responses=_REDIRECT_TO_NEXT_STEP,
    openapi_extra=forms.build_json_or_form_schema(Unsubscription),
)
async def unsubscribe(
    request: Request,
    session: Session,
    token: Annotated[str, Query(max_length=1_000)] = "",
) -> Response:
    """End notification emails, or one type of notification, with a link of such an email.

    Mail programs send the request without cookies, with the token in the query (RFC 8058).
    """
    is_from_page = has_form_body(request.scope) and not token
    if not token:
        token = (await _parse_unsubscription(request)).token
    is_all = await notifications.unsubscribe(session, token=token)
    if is_from_page:
        return forms.redirect_with_303(urls.UNSUBSCRIBED if is_all else urls.KIND_TURNED_OFF)
    return Response(status_code=204)


class NewEmail(BaseModel):
    """The new email of the account."""

    email: _ShortText


@email_router.get("")
async def get_email(actor: SignedIn, session: Session) -> accounts.AccountEmail:
    """Return the caller's email, and the change that waits for confirmations."""
    return await accounts.email_changes.get_email(session, actor)


@email_router.post(
    "",
    status_code=202,
    dependencies=[rate_limit("mail")],
    responses=error_responses("confirmation_required"),
)
async def request_change(
    new: NewEmail, actor: SignedIn, session: Session
) -> accounts.PendingEmailChange:
    """Ask the old and the new address to confirm a new email.

    The response is the same if another account has the email. If the old address was never
    verified, only the new one confirms the change.
    """
    return await accounts.email_changes.request_change(session, actor, email=new.email)


@email_router.post(
    "/resend",
    status_code=202,
    dependencies=[rate_limit("mail")],
    responses=error_responses("not_found"),
)
async def resend(actor: SignedIn, session: Session) -> accounts.PendingEmailChange:
    """Send new links to the addresses that have not confirmed the change."""
    return await accounts.email_changes.resend(session, actor)


@email_router.delete("", status_code=204, dependencies=[rate_limit("writes")])
async def cancel(actor: SignedIn, session: Session) -> None:
    """Cancel the change of the caller's email. Idempotent."""
    await accounts.email_changes.cancel(session, actor)


@router.post(
    urls.EMAIL_CHANGE_PAGE,
    status_code=202,
    response_class=Response,
    dependencies=[rate_limit("login")],
    responses=_REDIRECT_TO_OUTCOME,
    openapi_extra=forms.build_json_or_form_schema(MailLink),
)
async def follow_link(
    request: Request, link: Annotated[MailLink, Depends(forms.build_json_or_form_parser(MailLink))]
) -> Response:
    """Confirm or stop a change of an email with a link. A link works once.

    `Location` is a page that tells what happened: the change is done after both addresses have
    confirmed it.
    """
    async with unit_of_work() as session:
        outcome = await accounts.email_changes.follow_link(session, token=link.token)
    return login_responses.respond_with_next_page(request, urls.email_change_outcome(outcome))


class LoginCode(BaseModel):
    """A one-time code, or instead of it a recovery code."""

    code: _ShortText = ""
    recovery_code: _ShortText = ""
    next: Annotated[
        str,
        Field(
            max_length=login_responses.MAX_NEXT_PATH_LENGTH,
            description="The path on this site to redirect to afterwards. For native forms.",
        ),
    ] = ""


@router.post(
    urls.LOGIN_CODE,
    response_model=LoginResponse,
    responses=_REDIRECT_AFTER_CODE | error_responses("sign_in_expired"),
    openapi_extra=forms.build_json_or_form_schema(LoginCode),
)
async def enter_code(
    attempt: CountedLogin,  # first, so that requests with an invalid body are counted too
    request: Request,
    actor: Caller,
    form: Annotated[LoginCode, Depends(forms.build_json_or_form_parser(LoginCode))],
) -> Response:
    """Finish a login with a one-time code, after `POST /login` has responded with 202.

    A code works once. The cookie of `POST /login` is valid for ten minutes.
    """
    cookie_header = get_header(request.scope, b"cookie").replace(", ", "; ")
    token = authentication.find_pending_sign_in_token(cookie_header)
    user_id = identity.two_factor.find_pending_user_id(token)
    if user_id is None:
        raise identity.two_factor.make_expired_error()
    await attempt.count_code(user_id)
    async with unit_of_work() as session:
        sign_in = await identity.two_factor.finish_sign_in(
            session,
            actor,
            token=token,
            code=form.code,
            recovery_code=form.recovery_code,
            user_agent=login_responses.get_user_agent(request),
            device=attempt.device,
        )
        response = await login_responses.respond_with_sign_in(
            session, request, sign_in, next_path=form.next
        )
    login_responses.set_device_cookie(response, await attempt.record_success(user_id))
    response.headers.append("set-cookie", authentication.build_pending_sign_in_cookie_header(""))
    return response
