"""The limits of requests and tokens, of the whole site and of each person.

A request counts from the moment in which it is accepted, with the largest number of tokens that it
can need. The real number replaces it at the end. So parallel requests cannot exceed the limit
together, and those that a crash has interrupted count too.
"""

from typing import Final, Literal

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, delete, func, select

from community.core import clock
from community.core.db.export_parts import ExportPart
from community.core.db.personal_data import Clear, Move, PersonalData
from community.core.db.statements import acquire_advisory_lock
from community.core.errors import TooManyRequests
from community.domain.ai import configuration, policies
from community.domain.site import GeneralSettings
from community.i18n import gettext as _, ngettext, noop
from community.models import AiRequest

RequestKind = Literal["summary", "answer", "test"]
# Requests that were not sent, because a limit or the plan of the person did not allow it.
UNCOUNTED_ERRORS = ("site_limit", "person_limit", "feature")
LimitScope = Literal["site_limit", "person_limit"]


class LimitReached(TooManyRequests):
    """A limit of the last 24 hours.

    Attributes:
        scope: Whose limit it is.
    """

    def __init__(self, message: str, *, scope: LimitScope) -> None:
        details = {"group": "ai", "retry_after": int(policies.PERIOD.total_seconds())}
        super().__init__(message, details=details)
        self.scope = scope


async def add_request(
    session: AsyncSession,
    kind: RequestKind,
    *,
    user_id: int,
    tokens: int,
    post_id: int | None = None,
    comment_id: int | None = None,
) -> AiRequest:
    """Count a request, if the limits allow it.

    Args:
        tokens: The estimated number of tokens without the answer.

    Raises:
        NotFound: The AI features are off.
        LimitReached: The person or the site has reached a limit.
    """
    general = await configuration.get_settings(session)
    if not general.is_ai_on:
        raise policies.make_off_error()
    await acquire_advisory_lock(session, "ai-limits")
    needed = tokens + general.ai_max_tokens
    await _ensure_person_may(session, general, kind, user_id)
    await _ensure_site_may(session, general, needed)
    request = AiRequest(
        kind=kind, user_id=user_id, post_id=post_id, comment_id=comment_id, tokens=needed
    )
    session.add(request)
    await session.flush()
    return request


async def _ensure_site_may(session: AsyncSession, general: GeneralSettings, needed: int) -> None:
    query = select(func.count(), func.coalesce(func.sum(AiRequest.tokens), 0)).where(
        _is_recent(), col(AiRequest.error).not_in(UNCOUNTED_ERRORS)
    )
    count, tokens = (await session.execute(query)).one()
    if count >= general.ai_daily_requests or tokens + needed > general.ai_daily_tokens:
        raise make_site_limit_error()


async def _ensure_person_may(
    session: AsyncSession, general: GeneralSettings, kind: RequestKind, user_id: int
) -> None:
    if kind == "test":
        return
    query = select(func.count()).where(
        _is_recent(),
        AiRequest.user_id == user_id,
        AiRequest.kind == kind,
        col(AiRequest.error).not_in(UNCOUNTED_ERRORS),
    )
    count = (await session.execute(query)).scalar_one()
    limit = general.ai_daily_summaries if kind == "summary" else general.ai_daily_questions
    if count >= limit:
        raise make_person_limit_error(kind, limit)


def make_site_limit_error() -> LimitReached:
    message = _("The AI features have reached their daily limit. Try again tomorrow.")
    return LimitReached(message, scope="site_limit")


def make_person_limit_error(kind: RequestKind, limit: int) -> LimitReached:
    if kind == "summary":
        message = ngettext(
            "You can request {n} new summary per day. Try again tomorrow.",
            "You can request {n} new summaries per day. Try again tomorrow.",
            limit,
        )
    else:
        message = ngettext(
            "You can ask the assistant {n} question per day. Try again tomorrow.",
            "You can ask the assistant {n} questions per day. Try again tomorrow.",
            limit,
        )
    return LimitReached(message, scope="person_limit")


def finish_request(request: AiRequest, *, tokens: int | None = None, error: str = "") -> None:
    request.status = "failed" if error else "done"
    request.error, request.finished_at = error, clock.now()
    if tokens is not None:
        request.tokens = tokens


async def purge_requests(session: AsyncSession) -> None:
    await session.execute(
        delete(AiRequest).where(
            col(AiRequest.created_at) < clock.now() - policies.REQUEST_RETENTION
        )
    )


def _is_recent() -> ColumnElement[bool]:
    return col(AiRequest.created_at) > clock.now() - policies.PERIOD


PERSONAL_DATA: Final = (
    PersonalData(
        AiRequest.user_id,
        export=ExportPart(
            "ai_requests",
            noop("The summaries that you requested, and your questions to the assistant"),
            key=AiRequest.id,
            fields=(
                *(AiRequest.id, AiRequest.kind, AiRequest.post_id, AiRequest.comment_id),
                *(AiRequest.answer_id, AiRequest.status, AiRequest.created_at),
            ),
        ),
        merge=Move(),
        # The limits of the site still count them.
        erase=Clear(),
    ),
)
