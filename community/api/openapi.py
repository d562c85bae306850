"""The OpenAPI document: what the routes say, and what is true for all of them."""

from collections.abc import Iterator, Sequence
from typing import Any

from fastapi.dependencies.models import Dependant
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from community.api.identity import caller, signed_in
from community.api.negotiation import JsonIfAsked, JsonUnlessPage
from community.api.problems import Problem
from community.api.refusals import refusal
from community.api.routing import SAFE
from community.core.accept import PAGE
from community.core.settings import settings

VERSION = "1.0.0"
DESCRIPTION = """
Everything that people do on the site, programs can do here.

- **Who is asking:** the cookie of the site, or `Authorization: Bearer` with a personal access token
  (settings, scopes `read` and `write`).
- **Refusals** are `application/problem+json` (RFC 9457); go by `code`, show `detail`.
  See [all codes](/api/errors).
- **Lists** are `{"items": […], "next_cursor": …}`; pass `cursor` on for the next page.
- **Idempotency-Key** on a request that changes something makes it safe to repeat for a day.
- **Rate limits** are told by `X-RateLimit-*`; over them 429 with `Retry-After`.
"""

_KEY_HEADER = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "Makes it safe to send this again: for 24 hours it gets the first answer.",
    "schema": {"type": "string", "pattern": "^[\\x21-\\x7e]{1,255}$"},
}


def document(routes: Sequence[APIRoute]) -> dict[str, Any]:
    """The document of these routes."""
    made = get_openapi(
        title=f"{settings().site_name} API",
        version=VERSION,
        description=DESCRIPTION,
        routes=routes,
        servers=[{"url": "/"}],
    )
    components = made.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    schemas["Problem"] = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    _hoist(made["paths"], schemas)
    components["securitySchemes"] = _security_schemes()
    for route in routes:
        if route.include_in_schema:
            for method in route.methods or ():
                _complete(made["paths"][route.path_format][method.lower()], route, method)
    return made


def _complete(operation: dict[str, Any], route: APIRoute, method: str) -> None:
    """What this route answers because of what stands before it."""
    answers = operation.setdefault("responses", {})
    answers.pop("422", None) if _is_of_framework(answers.get("422")) else None
    for status, codes in _common(operation, route, method).items():
        answers.setdefault(status, refusal(*codes))
    if isinstance(route, JsonIfAsked | JsonUnlessPage) and method == "GET":
        _mention_page(answers)
    operation["responses"] = dict(sorted(answers.items()))
    calls = set(_calls(route.dependant))
    if signed_in in calls:
        operation["security"] = [{"session": []}, {"token": []}]
    elif caller in calls:
        operation["security"] = [{}, {"session": []}, {"token": []}]
    if method not in SAFE:
        operation.setdefault("parameters", []).append(_KEY_HEADER)


def _mention_page(answers: dict[str, Any]) -> None:
    """Who would rather have a page gets one, whether the thing is there or not."""
    for status in ("200", "404"):
        answer = answers.setdefault(status, refusal("not_found"))
        answer.setdefault("content", {})[PAGE] = {"schema": {"type": "string"}}


def _common(operation: dict[str, Any], route: APIRoute, method: str) -> dict[str, list[str]]:
    calls = set(_calls(route.dependant))
    found: dict[str, list[str]] = {"503": ["unavailable"]}
    if "requestBody" in operation:
        found |= {"400": ["malformed"], "413": ["too_large"], "415": ["unsupported_media"]}
    if "requestBody" in operation or operation.get("parameters") or method not in SAFE:
        found["422"] = ["validation"]
    if caller in calls or method not in SAFE:
        found["401"] = ["unauthenticated"]
        found["403"] = ["forbidden"]
    if method not in SAFE:
        found |= {"403": ["cross_origin", "forbidden"], "409": ["conflict"], "413": ["too_large"]}
    if any(hasattr(call, "group") for call in calls):
        found["429"] = ["rate_limited"]
    return found


def _hoist(paths: dict[str, Any], schemas: dict[str, Any]) -> None:
    """Models inside a body that a route describes by itself stand with the others."""
    for operation in (each for path in paths.values() for each in path.values()):
        for media in operation.get("requestBody", {}).get("content", {}).values():
            for name, schema in media["schema"].pop("$defs", {}).items():
                schemas.setdefault(name, schema)


def _is_of_framework(answer: dict[str, Any] | None) -> bool:
    return answer is not None and "HTTPValidationError" in str(answer)


def _calls(dependant: Dependant) -> Iterator[Any]:
    yield dependant.call
    for needed in dependant.dependencies:
        yield from _calls(needed)


def _security_schemes() -> dict[str, Any]:
    name = "__Host-session" if settings().is_https else "session"
    return {
        "session": {"type": "apiKey", "in": "cookie", "name": name},
        "token": {"type": "http", "scheme": "bearer", "description": "Personal access token"},
    }
