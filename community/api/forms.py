"""Native forms: routes that take JSON from programs and a form from a page without scripts."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse

from community.api.negotiation import FORM, is_form, is_json
from community.core.accept import JSON

M = TypeVar("M", bound=BaseModel)


def submitted(model: type[M]) -> Callable[[Request], Awaitable[M]]:
    """A dependency that reads `model` from a JSON body or a native form.

    Document it with `openapi_extra=body_of(model)`.
    """

    async def read(request: Request) -> M:
        values = await _values(request)
        try:
            return model.model_validate(values)
        except ValidationError as error:
            raise RequestValidationError(_in_body(error)) from error

    return read


def body_of(model: type[BaseModel]) -> dict[str, Any]:
    """What the OpenAPI document says about a body that `submitted` reads."""
    content = {
        kind: {"schema": model.model_json_schema(ref_template="#/components/schemas/{model}")}
        for kind in (JSON, FORM)
    }
    return {"requestBody": {"required": True, "content": content}}


def see_other(path: str) -> RedirectResponse:
    """The answer to a native form: look there (303)."""
    return RedirectResponse(path, 303)


async def _values(request: Request) -> Any:
    if is_form(request.scope):
        return dict(await request.form(max_files=0))
    body = await request.body()
    if not body:
        return {}
    if not is_json(request.scope):
        raise HTTPException(415)
    try:
        return await request.json()
    except (ValueError, RecursionError) as error:  # not JSON, or nested without an end
        raise HTTPException(400) from error


def _in_body(error: ValidationError) -> list[Any]:
    return [{**found, "loc": ("body", *found["loc"])} for found in error.errors()]
