"""HTTP route of the second step of a sign-in. It accepts JSON and native HTML forms."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from community import authentication, urls
from community.api.http import login_responses
from community.api.http.authentication import Caller
from community.api.http.errors import error_responses
from community.api.http.forms import build_json_or_form_parser, build_json_or_form_schema
from community.api.http.login_responses import (
    CountedLogin,
    HtmlFormRoute,
    LoginResponse,
    get_user_agent,
    set_device_cookie,
)
from community.api.http.responses import get_header
from community.core.db.sessions import unit_of_work
from community.domain.identity import two_factor

router = APIRouter(tags=["Accounts"], route_class=HtmlFormRoute)

# Higher than the limit of the domain, so that the domain reports a wrong code.
_Code = Annotated[str, Field(max_length=1_000)]


_FORM_REDIRECT: dict[int | str, dict[str, Any]] = {
    303: {
        "description": "For a native form: a redirect to the next page, or back to the form if the "
        "code is wrong."
    }
}


class LoginCode(BaseModel):
    """A one-time code, or instead of it a recovery code."""

    code: _Code = ""
    recovery_code: _Code = ""
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
    responses=_FORM_REDIRECT | error_responses("sign_in_expired"),
    openapi_extra=build_json_or_form_schema(LoginCode),
)
async def enter_code(
    attempt: CountedLogin,  # first, so that requests with an invalid body are counted too
    request: Request,
    actor: Caller,
    form: Annotated[LoginCode, Depends(build_json_or_form_parser(LoginCode))],
) -> Response:
    """Finish a login with a one-time code, after `POST /login` has responded with 202.

    A code works once. The cookie of `POST /login` is valid for ten minutes.
    """
    cookie_header = get_header(request.scope, b"cookie").replace(", ", "; ")
    token = authentication.find_pending_sign_in_token(cookie_header)
    user_id = two_factor.find_pending_user_id(token)
    if user_id is None:
        raise two_factor.make_expired_error()
    await attempt.count_code(user_id)
    async with unit_of_work() as session:
        sign_in = await two_factor.finish_sign_in(
            session,
            actor,
            token=token,
            code=form.code,
            recovery_code=form.recovery_code,
            user_agent=get_user_agent(request),
            device=attempt.device,
        )
        response = await login_responses.respond_with_sign_in(
            session, request, sign_in, next_path=form.next
        )
    set_device_cookie(response, await attempt.record_success(user_id))
    response.headers.append("set-cookie", authentication.build_pending_sign_in_cookie_header(""))
    return response
