"""Support for routes that accept JSON, or a multipart body with the same fields plus files."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from fastapi import Request, UploadFile
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError
from starlette.datastructures import FormData
from starlette.datastructures import UploadFile as StarletteUploadFile

from community.api.forms import json_or_form
from community.api.negotiation import get_content_type
from community.core.content_negotiation import JSON

M = TypeVar("M", bound=BaseModel)

MULTIPART = "multipart/form-data"


@dataclass(frozen=True)
class BodyWithFiles(Generic[M]):
    values: M
    files: list[UploadFile] = field(default_factory=list)


def json_or_multipart(model: type[M]) -> Callable[[Request], Awaitable[BodyWithFiles[M]]]:
    """Return a dependency that parses `model` from JSON, or from a multipart body with files.

    Routes that use it must limit the number of files themselves. They document the body with
    `openapi_extra=json_or_multipart_schema(model)`.
    """
    read_json = json_or_form(model)

    async def read(request: Request) -> BodyWithFiles[M]:
        if get_content_type(request.scope) != MULTIPART:
            return BodyWithFiles(await read_json(request))
        form = await request.form()
        try:
            values = model.model_validate(_read_text_fields(model, form))
        except ValidationError as error:
            details = [{**detail, "loc": ("body", *detail["loc"])} for detail in error.errors()]
            raise RequestValidationError(details) from error
        return BodyWithFiles(values, _read_files(form))

    return read


def json_or_multipart_schema(model: type[BaseModel]) -> dict[str, Any]:
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
    """Return a mapping from the names of the text fields to their values.

    If the type of a field in `model` is a list, the value is a list. Empty values are omitted.
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
