"""Functions that document error responses in OpenAPI."""

from typing import Any

from community.api.problems import MEDIA_TYPE, STATUS_BY_CODE

PROBLEM_SCHEMA = {"$ref": "#/components/schemas/Problem"}


def error_responses(*codes: str) -> dict[int | str, dict[str, Any]]:
    """Return the `responses` argument for a route that can fail with these error codes.

    `build_openapi` adds the codes that it can derive from the route. These are `validation`,
    `malformed` and similar codes for routes with input, `unauthenticated` and `forbidden` for
    routes that accept tokens, and `cross_origin`, `rate_limited` and `unavailable`.
    """
    documented: dict[int | str, dict[str, Any]] = {}
    for status in sorted({STATUS_BY_CODE[code] for code in codes}):
        documented[status] = describe_error_response(
            *(code for code in codes if STATUS_BY_CODE[code] == status)
        )
    return documented


def describe_error_response(*codes: str) -> dict[str, Any]:
    return {
        "description": "Error: " + ", ".join(f"`{code}`" for code in codes),
        "content": {MEDIA_TYPE: {"schema": PROBLEM_SCHEMA}},
    }
