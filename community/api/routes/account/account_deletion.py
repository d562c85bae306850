"""HTTP routes that delete and restore the account of a user."""

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from pydantic import Field
from starlette.responses import Response

from community import urls
from community.api.http import error_responses, forms, rate_limit
from community.api.http.callers import SignedIn, delete_session_cookie
from community.api.http.login_responses import HtmlFormRoute, password_confirmation_limit
from community.api.http.responses import has_form_body
from community.api.routes.account.mail_links import MailLink
from community.core.db.sessions import unit_of_work
from community.domain import account_deletion, accounts, identity
from community.workflows.identity_confirmation import Confirmation, confirm_and_run

router = APIRouter(tags=["Accounts"], route_class=HtmlFormRoute)

_FORM_REDIRECT: dict[int | str, dict[str, Any]] = {
    303: {"description": "For a native form: a redirect to the page that tells what happened."}
}


class AccountDeletionRequest(Confirmation):
    """What happens to the posts and comments.

    The password or a code is needed unless the identity was confirmed in the last 15 minutes.
    """

    content: Annotated[
        accounts.ContentChoice,
        Field(
            description="`keep`: they stay with the name of the author. `anonymize`: they stay "
            "without it. `delete`: they are hidden now, and erased with the account."
        ),
    ]


@router.post(
    urls.DELETE_ACCOUNT,
    response_model=accounts.AccountDeletion,
    responses=_FORM_REDIRECT | error_responses("confirmation_required", "conflict"),
    openapi_extra=forms.build_json_or_form_schema(AccountDeletionRequest),
)
async def delete_account(
    attempt: Annotated[identity.LoginAttempt, password_confirmation_limit],
    request: Request,
    actor: SignedIn,
    form: Annotated[
        AccountDeletionRequest, Depends(forms.build_json_or_form_parser(AccountDeletionRequest))
    ],
) -> Response:
    """Delete the caller's account. It can be restored for 30 days with a link in a mail.

    Ends all sessions and access tokens. Owners of communities must hand them over before.
    """
    if form.is_empty:
        async with unit_of_work() as session:
            result = await account_deletion.delete(session, actor, content=form.content)
    else:
        delete = partial(account_deletion.delete, content=form.content)
        result = await confirm_and_run(actor, attempt, form, delete)
    if has_form_body(request.scope):
        response: Response = forms.redirect_with_303(urls.ACCOUNT_DELETED)
    else:
        response = Response(result.model_dump_json(), media_type="application/json")
    delete_session_cookie(response)
    return response


@router.post(
    urls.RESTORE_ACCOUNT,
    status_code=204,
    response_class=Response,
    dependencies=[rate_limit("login")],
    responses=_FORM_REDIRECT,
    openapi_extra=forms.build_json_or_form_schema(MailLink),
)
async def restore_account(
    request: Request, link: Annotated[MailLink, Depends(forms.build_json_or_form_parser(MailLink))]
) -> Response:
    """Restore a deleted account with a link from a mail or a login. The user then logs in.

    A link works once. A login to a deleted account responds with 202 and such a link.
    """
    async with unit_of_work() as session:
        await account_deletion.restore(session, token=link.token)
    if has_form_body(request.scope):
        return forms.redirect_with_303(urls.ACCOUNT_RESTORED)
    return Response(status_code=204)
