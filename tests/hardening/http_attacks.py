"""Attacks on the parameters, bodies and headers of HTTP requests."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from io import BytesIO
from typing import Any, Literal
from urllib.parse import quote, urlencode

from PIL import Image

from community.admin.tables import csv_router
from community.api.app import create_app
from community.api.http.openapi import build_openapi
from community.pages import list_pages
from community.ssr.pages import PAGE_ROUTES
from tests.hardening.attackers import Attacker
from tests.hardening.connection import Connection
from tests.hardening.fields import DEFAULT_LENGTH, Path, Schema, SchemaReader, StringField
from tests.hardening.http_client import send_request

JSON, FORM, MULTIPART = (
    "application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
)
_BOUNDARY = "hardening-boundary"
# The HTTP parser of the server rejects URLs of 65,536 characters or more.
MAX_URL_LENGTH = 60_000
# The server rejects larger bodies.
MAX_BODY_BYTES = 2_000_000
Location = Literal["path", "query", "header", "body", "filename"]

# Headers that the server reads, in addition to those in the OpenAPI document.
HEADERS = (
    *("Accept", "Accept-Encoding", "Accept-Language", "Authorization", "Content-Type", "Cookie"),
    *("Host", "If-None-Match", "Origin", "Range", "Referer", "Sec-Fetch-Site", "User-Agent"),
    *("X-Forwarded-For", "X-Request-ID"),
)


@dataclass(frozen=True)
class HttpAttack:
    """An attack on one field of a request."""

    method: str
    path: str  # the path with placeholders such as `{slug}` or `[slug]`
    location: Location
    field: Path  # the path of the field in the body, or the name of the parameter
    reader: SchemaReader
    max_length: int = DEFAULT_LENGTH
    accept: str = JSON  # the media type that the client prefers
    # The media type and the schema of the body, if the operation has one
    body: tuple[str, Schema] | None = None

    @property
    def name(self) -> str:
        kind = self.body[0] if self.body and self.location == "body" else self.location
        return f"{self.method} {self.path} {kind} {'.'.join(self.field)}"

    @property
    def is_destructive(self) -> bool:
        return self.method == "DELETE" or self.path.endswith(
            ("/logout", "/password", "/close", "/unpublish")
        )

    def fits(self, attacker: Attacker, text: str) -> bool:
        return self.body is None or len(self._build_body(attacker, text)[1]) <= MAX_BODY_BYTES

    async def send(self, connection: Connection, text: str) -> int:
        attacker = connection.attacker
        target, headers = self._build_target(attacker, text), attacker.build_headers()
        headers |= {"Accept": self.accept}
        content = None
        if self.body is not None:
            content_type, content = self._build_body(attacker, text)
            headers["Content-Type"] = content_type
        if self.location == "header":
            headers[self.field[0]] = text
        return await send_request(
            connection.url, target, method=self.method, headers=headers, body=content
        )

    def _build_target(self, attacker: Attacker, text: str) -> str:
        def fill(match: re.Match[str]) -> str:
            name = match[1] or match[2]
            if self.location == "path" and name == self.field[0]:
                return encode(text)
            return str(attacker.examples.get(name, attacker.slug))

        target = re.sub(r"\{(\w+)\}|\[(\w+)\]", fill, self.path)
        if self.location == "query":
            target += f"{'&' if '?' in target else '?'}{self.field[0]}={encode(text)}"
        return target

    def _build_body(self, attacker: Attacker, text: str) -> tuple[str, bytes]:
        assert self.body is not None
        media_type, schema = self.body
        reader = replace(self.reader, examples=attacker.examples)
        if self.location == "body":
            values = reader.build_value(schema, self.field, text)
        else:
            values = reader.build_example("", schema)
        if media_type == MULTIPART:
            filename = text if self.location == "filename" else "a.png"
            return f"{MULTIPART}; boundary={_BOUNDARY}", _encode_multipart(values, filename)
        if media_type == FORM:
            return FORM, urlencode(values, errors="surrogatepass").encode()
        return JSON, encode_json(values)


def list_http_attacks() -> list[HttpAttack]:
    return [
        *_list_operation_attacks(),
        *_list_page_attacks(),
        *_list_header_attacks(),
        *_list_unknown_path_attacks(),
    ]


def list_operations(document: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Yield the method, path and description of each operation of the API."""
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            yield method.upper(), path, operation


def build_document() -> dict[str, Any]:
    return build_openapi(create_app(csv_router).state.prefix_router.routes)


def create_reader(document: Mapping[str, Any]) -> SchemaReader:
    return SchemaReader(document["components"]["schemas"])


def list_string_fields(
    operation: Mapping[str, Any], reader: SchemaReader
) -> Iterator[tuple[Location, str, StringField]]:
    """Yield the location, the name or media type, and the field of each string of an operation."""
    for parameter in operation.get("parameters", ()):
        for field in reader.find_strings(parameter["schema"]):
            yield parameter["in"], parameter["name"], field
    for media_type, media in operation.get("requestBody", {}).get("content", {}).items():
        for field in reader.find_strings(media["schema"]):
            yield "body", media_type, field


@lru_cache(maxsize=64)
def encode(text: str) -> str:
    """Percent-encode a text. The result has at most `MAX_URL_LENGTH` characters."""
    encoded = quote(text, safe="", errors="surrogatepass")[:MAX_URL_LENGTH]
    return re.sub(r"%.?$", "", encoded)


def encode_json(value: Any) -> bytes:
    try:
        return json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:  # JSON can escape surrogates, UTF-8 cannot encode them.
        return json.dumps(value).encode()


def _list_operation_attacks() -> Iterator[HttpAttack]:
    document = build_document()
    reader = create_reader(document)
    for method, path, operation in list_operations(document):
        content = operation.get("requestBody", {}).get("content", {})
        bodies = {media: (media, item["schema"]) for media, item in content.items()}
        default = next(iter(bodies.values()), None)
        for location, name, field in list_string_fields(operation, reader):
            if location == "body":
                is_file = "contentMediaType" in field.schema
                yield HttpAttack(
                    *(method, path, "filename" if is_file else "body", field.path, reader),
                    max_length=field.max_length,
                    body=bodies[name],
                )
            else:
                yield HttpAttack(
                    *(method, path, location, (name,), reader),
                    max_length=field.max_length,
                    body=default,
                )


def _list_page_attacks() -> Iterator[HttpAttack]:
    reader, html = SchemaReader({}), "text/html"
    for page in list_pages():
        for name in re.findall(r"\[(\w+)\]", page.route):
            yield HttpAttack("GET", page.route, "path", (name,), reader, accept=html)
    parameters = {name for route in PAGE_ROUTES for name in route.accepted_params}
    for path in ("/new", "/communities", "/p/[post_id]/[post_slug]", "/c/[community]", "/write"):
        for name in sorted({*parameters, "next"}):
            target = f"{path}?modal=auth"
            yield HttpAttack("GET", target, "query", (name,), reader, accept=html)


def _list_header_attacks() -> Iterator[HttpAttack]:
    reader = SchemaReader({})
    for name in HEADERS:
        yield HttpAttack("GET", "/new", "header", (name,), reader, accept="text/html")
        yield HttpAttack("POST", "/reaction", "header", (name,), reader)


def _list_unknown_path_attacks() -> Iterator[HttpAttack]:
    reader = SchemaReader({})
    for method in ("GET", "POST"):
        for path in ("/[unknown]", "/feed/[unknown].xml", "/api/docs/[unknown]", "/a/b/[unknown]"):
            yield HttpAttack(method, path, "path", ("unknown",), reader)


def _encode_multipart(values: Mapping[str, Any], filename: str) -> bytes:
    parts = []
    for name, value in values.items():
        for item in value if isinstance(value, list) else [value]:
            disposition = f'form-data; name="{name}"'
            content = str(item).encode("utf-8", "surrogatepass")
            if name == "file":
                disposition, content = f'{disposition}; filename="{filename}"', _create_png()
            head = f"--{_BOUNDARY}\r\nContent-Disposition: {disposition}\r\n\r\n"
            parts.append(head.encode("utf-8", "surrogatepass") + content + b"\r\n")
    return b"".join([*parts, f"--{_BOUNDARY}--\r\n".encode()])


def _create_png() -> bytes:
    file = BytesIO()
    Image.new("RGB", (8, 8)).save(file, "PNG")
    return file.getvalue()
