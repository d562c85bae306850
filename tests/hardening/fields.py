"""The string fields of JSON schemas, and example values for the other fields."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

# For fields whose schema names no maximum length.
DEFAULT_LENGTH = 100_000
# Longer arrays would exceed the size limit of request bodies.
MAX_ITEMS = 20
# A schema with one of these keywords bounds the length of a string.
BOUNDS = frozenset({"maxLength", "enum", "const", "format", "pattern"})

Schema = Mapping[str, Any]
# The names of the properties that lead to a field. "[]" stands for the items of an array.
Path = tuple[str, ...]


@dataclass(frozen=True)
class StringField:
    path: Path
    schema: Schema

    @property
    def name(self) -> str:
        return ".".join(self.path)

    @property
    def max_length(self) -> int:
        length: int = self.schema.get("maxLength", DEFAULT_LENGTH)
        return length

    @property
    def is_bounded(self) -> bool:
        return bool(BOUNDS & self.schema.keys()) or "contentMediaType" in self.schema


@dataclass(frozen=True)
class SchemaReader:
    """Finds the fields of schemas, whose references point into `definitions`."""

    definitions: Mapping[str, Schema]
    # Valid values by the name of the field
    examples: Mapping[str, Any] = field(default_factory=dict)

    def find_strings(self, schema: Schema, path: Path = ()) -> Iterator[StringField]:
        schema = self._resolve(schema)
        for option in _list_options(schema):
            yield from self.find_strings(option, path)
        if schema.get("type") == "string":
            yield StringField(path, schema)
        elif schema.get("type") == "array":
            yield from self.find_strings(schema.get("items", {}), (*path, "[]"))
        for name, child in schema.get("properties", {}).items():
            yield from self.find_strings(child, (*path, name))

    def build_value(self, schema: Schema, path: Path, hostile: str) -> Any:
        """Return a value that is valid except that it contains `hostile` at `path`."""
        schema = self._resolve(schema)
        for option in _list_options(schema):
            if any(found.path == path for found in self.find_strings(option)):
                return self.build_value(option, path, hostile)
        if not path:
            return hostile
        if path[0] == "[]":
            item = self.build_value(schema["items"], path[1:], hostile)
            return [item] * min(schema.get("maxItems", MAX_ITEMS), MAX_ITEMS)
        example = self._build_example_object(schema)
        child = schema["properties"][path[0]]
        return example | {path[0]: self.build_value(child, path[1:], hostile)}

    def build_example(self, name: str, schema: Schema) -> Any:
        schema = self._resolve(schema)
        if name in self.examples:
            return self.examples[name]
        if options := _list_options(schema):
            return self.build_example(name, options[0])
        if "enum" in schema:
            return schema["enum"][0]
        if schema.get("type") == "array":
            return [self.build_example(name, schema.get("items", {}))]
        if schema.get("type") == "object":
            return self._build_example_object(schema)
        return _build_scalar(schema)

    def _build_example_object(self, schema: Schema) -> dict[str, Any]:
        required = schema.get("required", ())
        return {
            name: self.build_example(name, child)
            for name, child in schema.get("properties", {}).items()
            if name in required or name in self.examples
        }

    def _resolve(self, schema: Schema) -> Schema:
        while "$ref" in schema:
            schema = self.definitions[schema["$ref"].rpartition("/")[2]]
        return schema


def _build_scalar(schema: Schema) -> Any:
    scalars = {
        "string": str(uuid4()) if schema.get("format") == "uuid" else "text",
        "integer": schema.get("minimum", 1),
        "boolean": True,
    }
    return schema.get("const", scalars.get(schema.get("type", "")))


def _list_options(schema: Schema) -> list[Schema]:
    return [option for name in ("anyOf", "oneOf", "allOf") for option in schema.get(name, ())]
