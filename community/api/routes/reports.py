"""HTTP routes that report users, posts, comments and private messages."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, Field
from sqlalchemy.ext.asyncio import AsyncSession

from community.api.http import Session, SignedIn, error_responses, rate_limit
from community.api.http.parameters import Id, UserId
from community.core.actor import Actor
from community.domain import chat, moderation
from community.domain.moderation import reports

router = APIRouter(
    tags=["Reports"],
    dependencies=[rate_limit("reports")],
    responses=error_responses("not_found", "banned"),
)
_RESPONSES: dict[int | str, dict[str, Any]] = {
    200: {"model": reports.ReportReceipt, "description": "You have already reported this."}
}


class ReportCreate(BaseModel):
    """What is wrong. The reason `other` requires a text."""

    reason: reports.ReportReason
    # Higher than the limit of the domain, which reports how long the text is.
    text: Annotated[str, Field(max_length=20_000)] = ""


@router.post("/profile/{user}/report", status_code=201, responses=_RESPONSES)
async def report_user(
    body: ReportCreate,
    actor: SignedIn,
    session: Session,
    user_id: UserId,
    *,
    request: Request,
    response: Response,
) -> reports.ReportReceipt:
    """Report a user to the administrators. Repeating the request changes nothing."""
    return await _report(
        session, actor, "user", user_id, body=body, request=request, response=response
    )


@router.post("/posts/{post}/report", status_code=201, responses=_RESPONSES)
async def report_post(
    post: Id,
    body: ReportCreate,
    actor: SignedIn,
    session: Session,
    *,
    request: Request,
    response: Response,
) -> reports.ReportReceipt:
    """Report a post to the administrators. Repeating the request changes nothing."""
    return await _report(
        session, actor, "post", post, body=body, request=request, response=response
    )


@router.post("/comments/{comment}/report", status_code=201, responses=_RESPONSES)
async def report_comment(
    comment: Id,
    body: ReportCreate,
    actor: SignedIn,
    session: Session,
    *,
    request: Request,
    response: Response,
) -> reports.ReportReceipt:
    """Report a comment to the administrators. Repeating the request changes nothing."""
    return await _report(
        session, actor, "comment", comment, body=body, request=request, response=response
    )


@router.post("/m/{chat}/messages/{message}/report", status_code=201, responses=_RESPONSES)
async def report_message(
    chat_id: Annotated[Id, Path(alias="chat")],
    message: Id,
    body: ReportCreate,
    actor: SignedIn,
    session: Session,
    *,
    request: Request,
    response: Response,
) -> reports.ReportReceipt:
    """Report a private message to the administrators. Repeating the request changes nothing.

    They see the message and up to five before and after it, as they are now, and nothing else of
    the conversation.
    """
    await chat.get_message(session, actor, chat_id=chat_id, message_id=message)
    return await _report(
        session, actor, "message", message, body=body, request=request, response=response
    )


async def _report(
    session: AsyncSession,
    actor: Actor,
    kind: reports.TargetKind,
    target_id: int,
    *,
    body: ReportCreate,
    request: Request,
    response: Response,
) -> reports.ReportReceipt:
    receipt = await moderation.reports.report(
        session,
        actor,
        target_kind=kind,
        target_id=target_id,
        reason=body.reason,
        text=body.text,
    )
    if not receipt.is_new:
        response.status_code = 200
        return receipt
    # The report belongs to its target. Only administrators can read it.
    response.headers["Location"] = request.url.path
    return receipt
