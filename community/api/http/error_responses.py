"""Functions that describe the error responses of routes for the OpenAPI document."""

from typing import Any

from community.api.http.problems import MEDIA_TYPE, STATUS_BY_CODE

PROBLEM_SCHEMA = {"$ref": "#/components/schemas/Problem"}


def error_responses(*codes: str) -> dict[int | str, dict[str, Any]]:
    """Return the `responses` argument for a route that can fail with these error codes.

    Do not list codes that `build_openapi` adds to every route that needs them, for example
    `not_found` for a path with parameters, `conflict` for an unsafe method, `validation`,
    `unauthenticated`, `forbidden` and `rate_limited`.
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
