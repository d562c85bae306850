"""HTTP routes with which users download a copy of their data."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response, StreamingResponse

from community import urls
from community.api.http import Caller, SignedIn, error_responses, forms
from community.api.http.login_responses import HtmlFormRoute, Session, password_confirmation_limit
from community.api.http.responses import has_form_body, prefers_html
from community.core import errors, signed_tokens
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import data_export, identity
from community.gateways.media import backends
from community.gateways.media.storage.private_files import ARCHIVE_HEADERS
from community.workflows.identity_confirmation import Confirmation, confirm_and_run

router = APIRouter(tags=["Accounts"], route_class=HtmlFormRoute)

_FORM_REDIRECT: Final[dict[int | str, dict[str, Any]]] = {
    303: {"description": "For a native form: a redirect to the settings."}
}
_FILE: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {"application/zip": {}}, "description": "The archive."},
    303: {
        "description": "For a browser without a session of the account, or if the link has "
        "expired: a redirect to the settings."
    },
}


class DataExportRequest(Confirmation):
    """The password or a code, unless the identity was confirmed in the last 15 minutes."""


@router.get(urls.DATA_EXPORT)
async def get_data_export(actor: SignedIn, session: Session) -> data_export.DataExportView:
    """Retrieve the state of the caller's archive, and whether a new one can be requested."""
    return await data_export.get_status(session, actor)


@router.post(
    urls.DATA_EXPORT,
    status_code=202,
    response_model=data_export.DataExportView,
    responses=_FORM_REDIRECT | error_responses("confirmation_required", "conflict"),
    openapi_extra=forms.build_json_or_form_schema(DataExportRequest),
)
async def request_data_export(
    attempt: Annotated[identity.LoginAttempt, password_confirmation_limit],
    request: Request,
    actor: SignedIn,
    form: Annotated[DataExportRequest, Depends(forms.build_json_or_form_parser(DataExportRequest))],
) -> Response:
    """Request an archive with the caller's data. A mail with the download link follows.

    The archive can be downloaded for 7 days. One archive can be requested per day. Earlier requests
    fail with 409, whose details contain `available_at`.
    """
    if form.is_empty:
        async with unit_of_work() as session:
            view = await data_export.request(session, actor)
    else:
        view = await confirm_and_run(actor, attempt, form, data_export.request)
    if has_form_body(request.scope):
        return forms.redirect_with_303(urls.DATA_EXPORT_SETTINGS)
    return Response(view.model_dump_json(), status_code=202, media_type="application/json")


@router.get(
    urls.DOWNLOAD_DATA,
    response_class=Response,
    responses=_FILE | error_responses("unauthenticated", "forbidden", "not_found"),
)
async def download_data_export(
    request: Request,
    actor: Caller,
    token: Annotated[str, Query(max_length=signed_tokens.MAX_TOKEN_LENGTH)] = "",
) -> Response:
    """Download an archive. Needs the link of the mail, and a session of the same account."""
    try:
        return await _open(actor, token)
    except errors.DomainError:
        if not prefers_html(request.scope):
            raise
        page = urls.DATA_EXPORT_SETTINGS
        return forms.redirect_with_303(urls.sign_in(page) if actor.is_guest else page)


async def _open(actor: Actor, token: str) -> Response:
    async with read_session() as session:
        found = await data_export.open_download(session, actor, token=token)
    file = await backends.get_private_storage().open(found.key)
    headers = ARCHIVE_HEADERS | {
        "Content-Length": str(file.size),
        "Content-Disposition": f'attachment; filename="{found.filename}"',
    }
    return StreamingResponse(file.chunks, headers=headers)
