"""Whatever pydantic can say has a sentence of ours."""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

import pytest
from pydantic import BaseModel, Field, HttpUrl, ValidationError, field_validator

from community.core.sentences import by_field, field_of


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
    def _polite(cls, value: str) -> str:
        if value == "now":
            raise ValueError("say please")
        return value


@pytest.mark.parametrize(
    ("given", "field", "sentence"),
    [
        ({"kind": "milk"}, "kind", "Choose one of 'tea' or 'coffee'."),
        ({"cups": [1, 2, 3]}, "cups", "Give at most 2."),
        ({"cups": [1, "x"]}, "cups.1", "This must be a whole number."),
        ({"at": "soon"}, "at", "This is not a valid date and time."),
        ({"id": "7"}, "id", "This is not a valid id."),
        ({"link": "no"}, "link", "This is not a valid web address."),
        ({"ready": "perhaps"}, "ready", "This must be true or false."),
        ({"note": "now"}, "note", "Say please."),
        ({"milk": True}, "milk", "There is no such field."),
    ],
)
def test_a_finding_is_a_sentence(given: dict[str, Any], field: str, sentence: str) -> None:
    with pytest.raises(ValidationError) as found:
        Order.model_validate(given)
    assert by_field(found.value.errors()) == {field: [sentence]}


def test_where_a_value_came_from_is_no_part_of_its_name() -> None:
    assert field_of(("body", "media", 0)) == "media.0"
    assert field_of(("query", "limit")) == "limit"
    assert field_of(("body",)) == "body"


def test_which_kind_was_tried_is_no_part_of_the_name() -> None:
    assert field_of(("body", "author", "constrained-int")) == "author"
    assert field_of(("body", "types", "gossip", "[key]")) == "types.gossip"
    assert field_of(("body", "cups", "list[int]", 1)) == "cups.1"
    assert field_of(("int",)) == "int"
