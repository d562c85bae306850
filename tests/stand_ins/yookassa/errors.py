"""The errors of the API."""

from typing import Any
from uuid import uuid4

INVALID_VALUE = (
    "Invalid parameter's value (for example, the value is illegal or its format is incorrect). "
    "Send the value in accordance with the documentation."
)


class ApiError(Exception):
    """A request that the API refuses."""

    def __init__(self, status: int, code: str, description: str, parameter: str = "") -> None:
        super().__init__(description)
        self.status = status
        self.code = code
        self.description = description
        self.parameter = parameter

    def to_document(self) -> dict[str, Any]:
        document = {
            "type": "error",
            "id": str(uuid4()),
            "code": self.code,
            "description": self.description,
        }
        return document | ({"parameter": self.parameter} if self.parameter else {})


def make_invalid(parameter: str, description: str = INVALID_VALUE) -> ApiError:
    return ApiError(400, "invalid_request", description, parameter)


def make_not_found(parameter: str) -> ApiError:
    return ApiError(404, "not_found", "The requested object was not found.", parameter)
