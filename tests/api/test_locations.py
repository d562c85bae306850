"""Tests of the header `Location` in responses to requests that create something."""

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from typing import Any

from fastapi.routing import APIRoute
from httpx import AsyncClient

from community.api.app import ROUTERS
from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.workflows.payments.buyers import buy, sell


def list_creating_routes() -> list[APIRoute]:
    routes = [route for router in ROUTERS for route in router.routes]
    return [route for route in routes if isinstance(route, APIRoute) and route.status_code == 201]


def iter_functions(endpoint: Callable[..., Any]) -> Iterator[Callable[..., Any]]:
    """Yield a function, and those of our modules that it calls by name or as `module.name`."""
    yield endpoint
    for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(endpoint)))):
        called = None
        if isinstance(node, ast.Name):
            called = endpoint.__globals__.get(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            called = getattr(endpoint.__globals__.get(node.value.id), node.attr, None)
        if inspect.isfunction(called) and called.__module__.startswith("community."):
            yield called


def test_each_route_that_creates_something_tells_where_it_is() -> None:
    routes = list_creating_routes()
    assert len(routes) > 20
    assert [
        f"{min(route.methods or set())} {route.path}"
        for route in routes
        if not any('"Location"' in inspect.getsource(f) for f in iter_functions(route.endpoint))
    ] == []


async def test_what_was_bought_is_found_at_its_location(client: AsyncClient, cast: Cast) -> None:
    plan = await sell(cast.olga, trial_days=7)
    await sign_in(client, cast.alice)
    for path, body in (
        ("/subscriptions/trial", {"plan_id": plan.id}),
        ("/subscriptions/payments", {"plan_id": plan.id}),
    ):
        created = await client.post(path, json=body)
        assert created.status_code == 201, created.text
        found = await client.get(created.headers["location"])
        assert found.status_code == 200, created.headers["location"]
        assert found.json() == created.json().get("payment", created.json())
    await sign_in(client, cast.bob)
    assert (await client.get(created.headers["location"])).status_code == 404


async def test_a_card_is_found_at_its_location(client: AsyncClient, cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga))
    await sign_in(client, cast.alice)
    created = await client.post("/subscriptions/cards")
    found = await client.get(created.headers["location"])
    assert (found.status_code, found.json()) == (200, created.json()["setup"])
    await sign_in(client, cast.bob)
    assert (await client.get(created.headers["location"])).status_code == 404
