"""Generates the OpenAPI document from the routes and adds common error responses."""

from collections.abc import Iterator, Sequence
from typing import Any

from fastapi.dependencies.models import Dependant
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from community.api.http.callers import get_caller, get_signed_in_caller
from community.api.http.errors import Problem, describe_error_response
from community.api.http.responses import HtmlDefaultRoute, JsonDefaultRoute
from community.api.http.routing import SAFE_METHODS
from community.authentication import get_session_cookie_name
from community.core.http.content_negotiation import HTML
from community.core.settings import settings

VERSION = "1.0.0"
DESCRIPTION = """
The API covers every feature of the site.

- **Authentication:** send the session cookie of the site or a personal access token in
  `Authorization: Bearer`. Create tokens with the scopes `read` and `write` in the settings.
- **Errors** are `application/problem+json` (RFC 9457). Handle them by `code` and show `detail`
  to the user. See [all error codes](/api/errors).
- **Pagination:** lists are `{"items": […], "next_cursor": …}`. Pass `next_cursor` as `cursor` to
  get the next page.
- **Idempotency:** send an `Idempotency-Key` header with an unsafe request to retry it safely for
  24 hours.
- **Features of subscription plans:** operations with `x-has.subscription.feature` need a plan that
  includes the feature.
- **Rate limits** are reported in `X-RateLimit-*` headers. Requests over the limit get 429 with
  `Retry-After`.
"""

# The attribute that `has_subscription_feature` sets.
_FEATURE = "subscription_feature"
_KEY_HEADER = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "A unique key. For 24 hours, repeated requests get the first response.",
    "schema": {"type": "string", "pattern": "^[\\x21-\\x7e]{1,255}$"},
}


def build_openapi(routes: Sequence[APIRoute]) -> dict[str, Any]:
    document = get_openapi(
        title=f"{settings().site_name} API",
        version=VERSION,
        description=DESCRIPTION,
        routes=routes,
        servers=[{"url": "/"}],
    )
    components = document.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    schemas["Problem"] = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    _move_nested_schemas(document["paths"], schemas)
    components["securitySchemes"] = _build_security_schemes()
    for route in routes:
        if route.include_in_schema:
            for method in route.methods or ():
                _complete_operation(
                    document["paths"][route.path_format][method.lower()], route, method
                )
    return document


def _complete_operation(operation: dict[str, Any], route: APIRoute, method: str) -> None:
    """Add common error responses, security schemes and the header `Idempotency-Key`.

    The dependencies of the route determine which of them apply to the operation.
    """
    responses = operation.setdefault("responses", {})
    if "HTTPValidationError" in str(responses.get("422")):  # FastAPI's default description
        del responses["422"]
    for status, codes in _find_common_error_codes(operation, route, method).items():
        responses.setdefault(status, describe_error_response(*codes))
    if isinstance(route, HtmlDefaultRoute | JsonDefaultRoute) and method == "GET":
        _add_html_responses(responses)
    operation["responses"] = dict(sorted(responses.items()))
    calls = set(_iter_dependency_functions(route.dependant))
    if get_signed_in_caller in calls:
        operation["security"] = [{"session": []}, {"token": []}]
    elif get_caller in calls:
        operation["security"] = [{}, {"session": []}, {"token": []}]
    if method not in SAFE_METHODS:
        operation.setdefault("parameters", []).append(_KEY_HEADER)
    if features := [code for call in calls if (code := getattr(call, _FEATURE, ""))]:
        operation["x-has.subscription.feature"] = sorted(features)


def _add_html_responses(responses: dict[str, Any]) -> None:
    for status in ("200", "404"):
        response = responses.setdefault(status, describe_error_response("not_found"))
        response.setdefault("content", {})[HTML] = {"schema": {"type": "string"}}


def _find_common_error_codes(
    operation: dict[str, Any], route: APIRoute, method: str
) -> dict[str, list[str]]:
    calls = set(_iter_dependency_functions(route.dependant))
    codes: dict[str, list[str]] = {
        "414": ["uri_too_long"],
        "431": ["headers_too_large"],
        "503": ["unavailable"],
    }
    if "requestBody" in operation:
        codes |= {"400": ["malformed"], "413": ["too_large"], "415": ["unsupported_media"]}
    if "requestBody" in operation or operation.get("parameters") or method not in SAFE_METHODS:
        codes["422"] = ["validation"]
    if "{" in route.path or any(hasattr(call, "admin_section") for call in calls):
        codes["404"] = ["not_found"]
    if get_caller in calls or method not in SAFE_METHODS:
        codes["401"] = ["unauthenticated"]
        codes["403"] = ["forbidden"]
    if method not in SAFE_METHODS:
        codes |= {"403": ["cross_origin", "forbidden"], "409": ["conflict"], "413": ["too_large"]}
    if any(hasattr(call, _FEATURE) for call in calls):
        codes["403"] = [*codes.get("403", []), "subscription_feature_required"]
    if any(hasattr(call, "rate_limit_group") for call in calls):
        codes["429"] = ["rate_limited"]
    return codes


def _move_nested_schemas(paths: dict[str, Any], schemas: dict[str, Any]) -> None:
    """Move the schemas in the `$defs` of request bodies to the shared schemas of the document.

    Pydantic puts the schemas of nested models into `$defs`. FastAPI moves them itself, except for
    request bodies that a route documents with `openapi_extra`.
    """
    for operation in (operation for path in paths.values() for operation in path.values()):
        for media in operation.get("requestBody", {}).get("content", {}).values():
            for name, schema in media["schema"].pop("$defs", {}).items():
                schemas.setdefault(name, schema)


def _iter_dependency_functions(dependant: Dependant) -> Iterator[Any]:
    yield dependant.call
    for dependency in dependant.dependencies:
        yield from _iter_dependency_functions(dependency)


def _build_security_schemes() -> dict[str, Any]:
    return {
        "session": {"type": "apiKey", "in": "cookie", "name": get_session_cookie_name()},
        "token": {"type": "http", "scheme": "bearer", "description": "Personal access token"},
    }
