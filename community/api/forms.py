"""Support for routes that accept both JSON and native HTML forms."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse

from community.api.negotiation import FORM_MEDIA_TYPE, has_form_body, has_json_body
from community.core.content_negotiation import JSON

M = TypeVar("M", bound=BaseModel)


def json_or_form(model: type[M]) -> Callable[[Request], Awaitable[M]]:
    """Return a dependency that parses `model` from a JSON body or a native form.

    Routes that use it document the body with `openapi_extra=json_or_form_schema(model)`.
    """

    async def read(request: Request) -> M:
        values = await _read_body_values(request)
        try:
            return model.model_validate(values)
        except ValidationError as error:
            raise RequestValidationError(_to_body_errors(error)) from error

    return read


def json_or_form_schema(model: type[BaseModel]) -> dict[str, Any]:
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


def _to_body_errors(error: ValidationError) -> list[Any]:
    return [{**detail, "loc": ("body", *detail["loc"])} for detail in error.errors()]
