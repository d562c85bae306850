"""Bodies that may bring files along: JSON, or multipart with the same fields and the files."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from fastapi import Request, UploadFile
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError
from starlette.datastructures import FormData
from starlette.datastructures import UploadFile as SentFile

from community.api.forms import submitted
from community.api.negotiation import content_type
from community.core.accept import JSON

M = TypeVar("M", bound=BaseModel)

MULTIPART = "multipart/form-data"


@dataclass(frozen=True)
class Sent(Generic[M]):
    """What came: the fields, and the files beside them."""

    values: M
    files: list[UploadFile] = field(default_factory=list)


def with_files(model: type[M]) -> Callable[[Request], Awaitable[Sent[M]]]:
    """A dependency that reads `model` from JSON, or from multipart with files.

    How many of them are too many is for the route to say. Document it with
    `openapi_extra=body_with_files(model)`.
    """
    read_json = submitted(model)

    async def read(request: Request) -> Sent[M]:
        if content_type(request.scope) != MULTIPART:
            return Sent(await read_json(request))
        form = await request.form()
        try:
            values = model.model_validate(_fields(model, form))
        except ValidationError as error:
            found = [{**each, "loc": ("body", *each["loc"])} for each in error.errors()]
            raise RequestValidationError(found) from error
        return Sent(values, _files(form))

    return read


def body_with_files(model: type[BaseModel]) -> dict[str, Any]:
    """What the OpenAPI document says about a body that `with_files` reads."""
    schema = model.model_json_schema(ref_template="#/components/schemas/{model}")
    files = {"type": "array", "items": {"type": "string", "format": "binary"}}
    parts = {**schema, "properties": {**schema["properties"], "files": files}}
    return {
        "requestBody": {
            "required": True,
            "content": {JSON: {"schema": schema}, MULTIPART: {"schema": parts}},
        }
    }


def _files(form: FormData) -> list[UploadFile]:
    """Every file, whatever its part is called: none is dropped without a word."""
    sent = [value for _, value in form.multi_items()]
    return [each for each in sent if isinstance(each, SentFile)]  # type: ignore[misc]


def _fields(model: type[BaseModel], form: FormData) -> dict[str, Any]:
    """Text parts by name; those that the model has as a list are gathered."""
    lists = {name for name, each in model.model_fields.items() if "list" in str(each.annotation)}
    fields: dict[str, Any] = {}
    for name, value in form.multi_items():
        if isinstance(value, SentFile):
            continue
        if name in lists:
            fields.setdefault(name, []).append(value)
        elif value != "":
            fields[name] = value
    return fields
