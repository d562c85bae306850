"""Saying in the OpenAPI document how a route refuses."""

from typing import Any

from community.api.problems import MEDIA_TYPE, STATUS

SCHEMA = {"$ref": "#/components/schemas/Problem"}


def refusals(*codes: str) -> dict[int | str, dict[str, Any]]:
    """For `responses=` of a route: the codes that it refuses with, beyond what all routes do.

    All routes say by themselves: `validation`, `malformed` and the like where there is input,
    `unauthenticated` and `forbidden` for tokens, `cross_origin`, `rate_limited`, `unavailable`.
    """
    documented: dict[int | str, dict[str, Any]] = {}
    for status in sorted({STATUS[code] for code in codes}):
        documented[status] = refusal(*(code for code in codes if STATUS[code] == status))
    return documented


def refusal(*codes: str) -> dict[str, Any]:
    """One answer of the document: a refusal with one of these codes."""
    return {
        "description": "Refused: " + ", ".join(f"`{code}`" for code in codes),
        "content": {MEDIA_TYPE: {"schema": SCHEMA}},
    }
