"""Support for routes that accept both JSON and native HTML forms."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from fastapi import Request, UploadFile
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError
from starlette.datastructures import FormData, UploadFile as StarletteUploadFile
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse

from community.api.http import responses
from community.core.http.content_negotiation import JSON

M = TypeVar("M", bound=BaseModel)

MULTIPART = "multipart/form-data"


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
        for kind in (JSON, responses.FORM_MEDIA_TYPE)
    }
    return {"requestBody": {"required": True, "content": content}}


def redirect_with_303(path: str) -> RedirectResponse:
    return RedirectResponse(path, 303)


async def _read_body_values(request: Request) -> Any:
    if responses.has_form_body(request.scope):
        return dict(await request.form(max_files=0))
    body = await request.body()
    if not body:
        return {}
    if not responses.has_json_body(request.scope):
        raise HTTPException(415)
    try:
        return await request.json()
    except (ValueError, RecursionError) as error:  # RecursionError: deeply nested JSON
        raise HTTPException(400) from error


@dataclass(frozen=True)
class BodyWithFiles(Generic[M]):
    values: M
    files: list[UploadFile] = field(default_factory=list)


def build_json_or_multipart_parser(
    model: type[M],
) -> Callable[[Request], Awaitable[BodyWithFiles[M]]]:
    """Return a FastAPI dependency that parses `model` from JSON or from a multipart body.

    The dependency does not limit the number of files, so the route must do this. Pass
    `openapi_extra=build_json_or_multipart_schema(model)` to the route, because FastAPI cannot
    derive the schema of the body from this dependency.
    """
    read_json = build_json_or_form_parser(model)

    async def parse_body(request: Request) -> BodyWithFiles[M]:
        if responses.get_content_type(request.scope) != MULTIPART:
            return BodyWithFiles(await read_json(request))
        form = await request.form()
        values = validate_body(model, _read_text_fields(model, form))
        return BodyWithFiles(values, _read_files(form))

    return parse_body


def build_json_or_multipart_schema(model: type[BaseModel]) -> dict[str, Any]:
    schema = model.model_json_schema(ref_template="#/components/schemas/{model}")
    files = {"type": "array", "items": {"type": "string", "format": "binary"}}
    parts = {**schema, "properties": {**schema["properties"], "files": files}}
    return {
        "requestBody": {
            "required": True,
            "content": {JSON: {"schema": schema}, MULTIPART: {"schema": parts}},
        }
    }


def _read_files(form: FormData) -> list[UploadFile]:
    """Return all files, regardless of their field names."""
    values = [value for _, value in form.multi_items()]
    return [value for value in values if isinstance(value, StarletteUploadFile)]  # type: ignore[misc]


def _read_text_fields(model: type[BaseModel], form: FormData) -> dict[str, Any]:
    """Return the values of the text fields by field name.

    If a field of `model` has a list type, its value is a list. Empty values of other fields are
    omitted.
    """
    lists = {name for name, info in model.model_fields.items() if "list" in str(info.annotation)}
    fields: dict[str, Any] = {}
    for name, value in form.multi_items():
        if isinstance(value, StarletteUploadFile):
            continue
        if name in lists:
            fields.setdefault(name, []).append(value)
        elif value != "":
            fields[name] = value
    return fields
