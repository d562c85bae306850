"""Property-based tests that call every API operation with generated valid and invalid input.

Each response must match the OpenAPI document and must not be a server error.
"""

from collections.abc import AsyncIterator
from contextlib import suppress
from functools import cache
from typing import Any

import pytest
import requests
import schemathesis
from httpx import ASGITransport, AsyncClient
from hypothesis import HealthCheck, Phase, assume, given, settings
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

from community.admin.tables import csv_router
from community.api.app import create_app, wrap_in_outer_middleware
from community.api.http.openapi import build_openapi
from community.core import rate_limits
from community.core.db.sessions import unit_of_work
from community.domain import comments
from community.wiring import wire
from tests import factories
from tests.api.credentials import sign_in
from tests.cast import Cast

BASE = "http://localhost:3000"
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
JSON = {"Accept": "application/json"}
EXAMPLES_PER_MODE = {GenerationMode.POSITIVE: 3, GenerationMode.NEGATIVE: 4}
# httpx raises `InvalidURL` for longer ones.
MAX_URL_LENGTH = 65_536
# The operations are divided among several tests, which can run in parallel.
PARTS = 8


@pytest.fixture
async def api_client(db: None) -> AsyncIterator[AsyncClient]:
    wire()
    transport = ASGITransport(
        wrap_in_outer_middleware(create_app(csv_router)), raise_app_exceptions=False
    )
    async with AsyncClient(transport=transport, base_url=BASE) as client:
        yield client


def generate_cases(operation: Any) -> list[Case[Any]]:
    """Return valid and invalid requests to an API operation.

    The same tests get the same requests in every run. Hypothesis also takes constants from the
    loaded modules, so other tests in the same process can change the requests.
    """
    cases: list[Case[Any]] = []
    for mode, max_examples in EXAMPLES_PER_MODE.items():

        @settings(**_make_hypothesis_settings(max_examples))
        @given(operation.as_strategy(generation_mode=mode))
        def collect_case(case: Case[Any]) -> None:
            assume(len(_prepare(case).url) <= MAX_URL_LENGTH)
            cases.append(case)

        # An operation without parameters or body has no invalid input.
        with suppress(Unsatisfiable):
            collect_case()
    return cases


def _make_hypothesis_settings(max_examples: int) -> dict[str, Any]:
    return {
        "max_examples": max_examples,
        "phases": [Phase.generate],
        "derandomize": True,
        "database": None,
        "deadline": None,
        "suppress_health_check": list(HealthCheck),
    }


async def _send_case(api_client: AsyncClient, case: Case[Any]) -> Any:
    request = _prepare(case)
    return await api_client.request(
        request.method, request.url, headers={**JSON, **request.headers}, content=request.body
    )


def _prepare(case: Case[Any]) -> Any:
    return requests.Request(**case.as_transport_kwargs(base_url=BASE)).prepare()


async def _create_path_parameters(cast: Cast) -> dict[str, Any]:
    """Create a post and a comment, and return path parameters that refer to existing rows.

    With generated path parameters, nearly all requests would return 404.
    """
    post = await factories.post(cast.alice)
    async with unit_of_work() as session:
        comment = await comments.reply(
            session, cast.alice, post_id=post.id, text=await comments.render_text("Well said.")
        )
    return {"post": post.id, "comment": comment.id, "user": "bob", "slug": "bob"}


@cache
def list_operations() -> list[Any]:
    schema = schemathesis.openapi.from_dict(
        build_openapi(create_app(csv_router).state.prefix_router.routes)
    )
    schema.config.generation.update(with_security_parameters=False)
    operations: list[Any] = []
    for result in schema.get_all_operations():
        assert isinstance(result, Ok)
        operations.append(result.ok())
    return operations


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
async def test_responses_to_generated_input_match_the_openapi_document(
    api_client: AsyncClient, cast: Cast, part: int
) -> None:
    community = await factories.community(cast.alice)
    failures: list[str] = []
    is_signed_in = False
    for operation in list_operations()[part::PARTS]:
        parameters = await _create_path_parameters(cast) | {"community": community.slug}
        for case in generate_cases(operation):
            if case.meta and case.meta.generation.mode is GenerationMode.POSITIVE:
                case.path_parameters = {
                    name: parameters.get(name, value)
                    for name, value in case.path_parameters.items()
                }
            rate_limits.get_window.cache_clear()
            if not is_signed_in:
                await sign_in(api_client, cast.alice)
            response = await _send_case(api_client, case)
            # The operation may have ended the session.
            is_signed_in = response.status_code != 401 and "set-cookie" not in response.headers
            try:
                case.validate_response(response, checks=CHECKS)
            except FailureGroup as failure:
                failures.append(f"{operation.label}: {failure}")
    assert not failures, "\n\n".join(failures)
