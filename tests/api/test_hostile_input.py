"""Every operation of the interface with input that nobody sane would send.

What comes back is never a fault of ours, and always what the OpenAPI document says of it.
"""

from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import pytest
import requests
import schemathesis
from httpx import ASGITransport, AsyncClient
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from community.api.app import around, build
from community.api.openapi import document
from community.core.database import unit_of_work
from community.domain import comments
from community.throttle import windows
from community.wiring import wire
from tests import factories
from tests.api.people import sign_in
from tests.cast import Cast

BASE = "http://localhost:3000"
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
JSON = {"Accept": "application/json"}
TRIES = {GenerationMode.POSITIVE: 4, GenerationMode.NEGATIVE: 5}


@pytest.fixture
async def program(db: None) -> AsyncIterator[AsyncClient]:
    wire()
    transport = ASGITransport(around(build()), raise_app_exceptions=False)
    async with AsyncClient(transport=transport, base_url=BASE) as client:
        yield client


def cases_of(operation: Any) -> list[Case[Any]]:
    """The same ones in each run: sound ones and spoiled ones."""
    made: list[Case[Any]] = []
    for mode, tries in TRIES.items():

        @settings(**_calmly(tries))
        @given(operation.as_strategy(generation_mode=mode))
        def make(case: Case[Any]) -> None:
            made.append(case)

        with suppress(Unsatisfiable):  # an operation that takes nothing cannot be spoiled
            make()
    return made


def _calmly(tries: int) -> dict[str, Any]:
    return {
        "max_examples": tries,
        "phases": [Phase.generate],
        "derandomize": True,
        "database": None,
        "deadline": None,
        "suppress_health_check": list(HealthCheck),
    }


async def _send(program: AsyncClient, case: Case[Any]) -> Any:
    asked: Any = requests.Request(**case.as_transport_kwargs(base_url=BASE)).prepare()
    return await program.request(
        asked.method, asked.url, headers={**JSON, **asked.headers}, content=asked.body
    )


async def _things(cast: Cast) -> dict[str, Any]:
    """What addresses lead to, so that not all of them lead nowhere."""
    post = await factories.post(cast.alice)
    async with unit_of_work() as session:
        comment = await comments.reply(session, cast.alice, post_id=post.id, text="Well said.")
    return {"post": post.id, "comment": comment.id, "user": "bob", "slug": "bob"}


@pytest.mark.slow
async def test_no_input_is_a_fault_of_ours_or_answered_in_another_way_than_documented(
    program: AsyncClient, cast: Cast
) -> None:
    place = await factories.community(cast.alice)
    schema = schemathesis.openapi.from_dict(document(build().state.interface.routes))
    schema.config.generation.update(with_security_parameters=False)
    wrong: list[str] = []
    for each in schema.get_all_operations():
        assert isinstance(each, Ok)
        operation = each.ok()
        things = await _things(cast) | {"community": place.slug}
        for case in cases_of(operation):
            if case.meta and case.meta.generation.mode is GenerationMode.POSITIVE:
                case.path_parameters = {
                    name: things.get(name, given) for name, given in case.path_parameters.items()
                }
            windows.window.cache_clear()
            await sign_in(program, cast.alice)
            answer = await _send(program, case)
            try:
                case.validate_response(answer, checks=CHECKS)
            except FailureGroup as failure:
                wrong.append(f"{operation.label}: {failure}")
    assert not wrong, "\n\n".join(wrong)
