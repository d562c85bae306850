"""From an exception to an answer: the one place where HTTP says no."""

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

from community.api.negotiation import is_json, prefers_page
from community.api.pages import refusal_page
from community.api.problems import code_of, problem, status_of
from community.core.errors import Refusal
from community.core.outages import RETRY_AFTER
from community.core.sentences import by_field
from community.throttle import Exhausted

UNUSABLE = "Some of this cannot be used as it is."
_SENTENCES = {
    400: "This request could not be read.",
    401: "Sign in to do that.",
    403: "You may not do that.",
    404: "There is nothing at this address.",
    405: "That cannot be done at this address.",
    413: "That is too large to be sent.",
    415: "That kind of content cannot be used here.",
    500: "Something broke on our side. It has been noted; try again in a moment.",
    503: "The site is catching its breath. Try again in a few seconds.",
}


def listen(app: FastAPI) -> None:
    """Answer every refusal that a route of `app` raises."""
    app.add_exception_handler(Refusal, _answer)
    app.add_exception_handler(HTTPException, _answer)
    app.add_exception_handler(RequestValidationError, _answer)


async def _answer(request: Request, error: Exception) -> Response:
    return answer_to(error, request.scope)


def answer_to(error: Exception, scope: Scope) -> Response:
    """What is said about a refusal, of ours or of the framework."""
    if isinstance(error, Refusal):
        return _of_refusal(error, scope)
    if isinstance(error, RequestValidationError):
        return _of_validation(error, scope)
    if isinstance(error, HTTPException) and error.status_code < 400:
        return Response(None, error.status_code, error.headers)
    if isinstance(error, HTTPException):
        return refuse(scope, error.status_code, headers=error.headers)
    raise error


def refuse(
    scope: Scope,
    status: int,
    detail: str | None = None,
    *,
    code: str | None = None,
    errors: Mapping[str, list[str]] | None = None,
    details: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """A refusal with this status: JSON for programs, a plain page for somebody's browser."""
    request_id = request_id_of(scope)
    sentence = detail or _SENTENCES.get(status, _SENTENCES[400])
    if prefers_page(scope):
        return refusal_page(status, sentence, errors or {}, request_id, headers)
    return problem(
        code or code_of(status),
        sentence,
        status=status,
        request_id=request_id,
        errors=errors,
        details=details,
        headers=headers,
    )


def unavailable(scope: Scope) -> Response:
    """The answer while the database or Redis is away."""
    return refuse(scope, 503, headers={"Retry-After": str(RETRY_AFTER)})


def request_id_of(scope: Scope) -> str:
    """The id of the request, as its answer and the logs have it."""
    return str(scope.get("state", {}).get("request_id", ""))


def limits_told(error: Refusal) -> dict[str, str]:
    """What a refusal says in its header fields of the limit that is used up."""
    if not isinstance(error, Exhausted):
        return {}
    return {
        "Retry-After": str(error.retry_after),
        "X-RateLimit-Limit": str(error.allowance.limit),
        "X-RateLimit-Remaining": "0",
        "X-RateLimit-Reset": str(error.resets_at),
    }


def _of_refusal(error: Refusal, scope: Scope) -> Response:
    status = status_of(error)
    headers = limits_told(error)
    if status == 401:
        headers["WWW-Authenticate"] = 'Bearer realm="api"'
    return refuse(
        scope,
        status,
        error.sentence,
        code=error.code,
        errors=error.fields,
        details=error.details,
        headers=headers,
    )


def _of_validation(error: RequestValidationError, scope: Scope) -> Response:
    findings = error.errors()
    if any(finding["type"] == "json_invalid" for finding in findings):
        return refuse(scope, 400, "The body is not valid JSON.")
    if _is_unread(findings) and not is_json(scope):
        return refuse(scope, 415, "Send the body as application/json.")
    return refuse(scope, 422, UNUSABLE, errors=by_field(findings))


def _is_unread(findings: Any) -> bool:
    """Whether a body was given, but not as JSON."""
    return any(
        finding["loc"] == ("body",) and isinstance(finding.get("input"), bytes)
        for finding in findings
    )
