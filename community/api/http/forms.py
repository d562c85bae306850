"""Support for routes that accept both JSON and native HTML forms."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse

from community.api.http.negotiation import FORM_MEDIA_TYPE, has_form_body, has_json_body
from community.core.http.content_negotiation import JSON

M = TypeVar("M", bound=BaseModel)


def build_json_or_form_parser(model: type[M]) -> Callable[[Request], Awaitable[M]]:
    """Return a FastAPI dependency that parses `model` from a JSON body or a native HTML form.

    Pass `openapi_extra=build_json_or_form_schema(model)` to the route, because FastAPI cannot
    derive the schema of the body from this dependency.
    """

    async def parse_body(request: Request) -> M:
        return validate_body(model, await _read_body_values(request))

    return parse_body


def validate_body(model: type[M], values: Any) -> M:
    """Convert the values of a body to `model`. Errors are reported as errors of the body."""
    try:
        return model.model_validate(values)
    except ValidationError as error:
        details = [{**detail, "loc": ("body", *detail["loc"])} for detail in error.errors()]
        raise RequestValidationError(details) from error


def build_json_or_form_schema(model: type[BaseModel]) -> dict[str, Any]:
    content = {
        kind: {"schema": model.model_json_schema(ref_template="#/components/schemas/{model}")}
        for kind in (JSON, FORM_MEDIA_TYPE)
    }
    return {"requestBody": {"required": True, "content": content}}


def redirect_with_303(path: str) -> RedirectResponse:
    return RedirectResponse(path, 303)


async def _read_body_values(request: Request) -> Any:
    if has_form_body(request.scope):
        return dict(await request.form(max_files=0))
    body = await request.body()
    if not body:
        return {}
    if not has_json_body(request.scope):
        raise HTTPException(415)
    try:
        return await request.json()
    except (ValueError, RecursionError) as error:  # RecursionError: deeply nested JSON
        raise HTTPException(400) from error
