"""Tests that every text that a client can send has a maximum length."""

from tests.hardening.fields import SchemaReader
from tests.hardening.http_attacks import (
    build_document,
    create_reader,
    list_operations,
    list_string_fields,
)
from tests.hardening.socket_attacks import FORMS, build_schema, list_handlers


def test_every_string_field_of_the_api_is_bounded() -> None:
    document = build_document()
    reader = create_reader(document)
    unbounded = [
        f"{method} {path} {location} {name} {field.name}"
        for method, path, operation in list_operations(document)
        for location, name, field in list_string_fields(operation, reader)
        if not field.is_bounded
    ]
    assert unbounded == []


def test_every_string_argument_of_an_event_handler_is_bounded() -> None:
    unbounded = []
    for handler, model in list_handlers():
        schema = build_schema(handler, model)
        fields = SchemaReader(schema.get("$defs", {})).find_strings(schema)
        unbounded += [f"{handler} {field.name}" for field in fields if not field.is_bounded]
    assert unbounded == []


def test_the_model_of_every_form_is_known() -> None:
    handlers_with_forms = {
        handler.rpartition("____")[2]
        for handler, model in list_handlers()
        if "message" in model.model_fields
    }
    assert handlers_with_forms == FORMS.keys()
