"""Tests that validation errors from Pydantic are translated into messages for users."""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

import pytest
from pydantic import BaseModel, Field, HttpUrl, ValidationError, field_validator

from community.core.text.validation_messages import get_field_path, group_messages_by_field


class Order(BaseModel, extra="forbid"):
    kind: Literal["tea", "coffee"] = "tea"
    cups: list[int] = Field([], max_length=2)
    at: datetime | None = None
    id: UUID | None = None
    link: HttpUrl | None = None
    ready: bool = False
    note: str = ""

    @field_validator("note")
    @classmethod
    def _validate_note(cls, value: str) -> str:
        if value == "now":
            raise ValueError("say please")
        return value


@pytest.mark.parametrize(
    ("values", "field", "message"),
    [
        ({"kind": "milk"}, "kind", "Choose one of: 'tea', 'coffee'."),
        ({"cups": [1, 2, 3]}, "cups", "Use at most 2 items."),
        ({"cups": [1, "x"]}, "cups.1", "This must be a whole number."),
        ({"at": "soon"}, "at", "This is not a valid date and time."),
        ({"id": "7"}, "id", "This is not a valid id."),
        ({"link": "no"}, "link", "This is not a valid URL."),
        ({"ready": "perhaps"}, "ready", "This must be true or false."),
        ({"note": "now"}, "note", "Say please."),
        ({"milk": True}, "milk", "Unknown field."),
    ],
)
def test_pydantic_errors_become_readable_messages(
    values: dict[str, Any], field: str, message: str
) -> None:
    with pytest.raises(ValidationError) as error:
        Order.model_validate(values)
    assert group_messages_by_field(error.value.errors()) == {field: [message]}


def test_field_names_do_not_begin_with_body_or_query() -> None:
    assert get_field_path(("body", "media", 0)) == "media.0"
    assert get_field_path(("query", "limit")) == "limit"
    assert get_field_path(("body",)) == "body"


def test_field_names_do_not_contain_the_type_of_a_union_member() -> None:
    assert get_field_path(("body", "author", "constrained-int")) == "author"
    assert get_field_path(("body", "types", "follow", "[key]")) == "types.follow"
    assert get_field_path(("body", "cups", "list[int]", 1)) == "cups.1"
    assert get_field_path(("int",)) == "int"
