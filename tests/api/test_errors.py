import logging
from collections.abc import AsyncIterator

import pytest
from httpx import AsyncClient

from community.api.http.errors import MEANING_BY_CODE, STATUS_BY_CODE
from tests.api.credentials import sign_in
from tests.cast import Cast


async def test_an_error_is_returned_as_problem_json(
    client: AsyncClient,
) -> None:
    response = await client.get("/notes/7")
    assert response.status_code == 404
    assert response.headers["content-type"] == "application/problem+json"
    problem = response.json()
    assert problem["request_id"] == response.headers["x-request-id"] != ""
    assert {key: problem[key] for key in ("title", "status", "detail", "code", "type")} == {
        "type": "/api/errors#not_found",
        "title": "Not Found",
        "status": 404,
        "detail": "There is no such note.",
        "code": "not_found",
    }
    assert "errors" not in problem
    assert "details" not in problem


async def test_an_error_response_contains_the_code_and_details_of_the_error(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    response = await client.delete("/notes/7")
    assert response.status_code == 403
    assert response.json()["code"] == "banned"
    assert response.json()["details"] == {"until": "never"}


@pytest.mark.parametrize(
    ("body", "field", "message"),
    [
        ({}, "text", "This field is required."),
        ({"text": ""}, "text", "This field cannot be empty."),
        ({"text": "x" * 21}, "text", "Use at most 20 characters."),
        ({"text": 5}, "text", "This must be text."),
        ({"text": "x", "stars": 6}, "stars", "This must be at most 5."),
        ({"text": "x", "stars": "many"}, "stars", "This must be a whole number."),
        ([], "body", "This must be an object."),
    ],
)
async def test_a_validation_error_has_one_message_per_invalid_field(
    client: AsyncClient, body: object, field: str, message: str
) -> None:
    response = await client.post("/notes", json=body)
    assert response.status_code == 422
    assert response.json()["code"] == "validation"
    assert response.json()["errors"] == {field: [message]}


async def test_a_body_that_is_not_json_returns_the_error_code_malformed(
    client: AsyncClient,
) -> None:
    headers = {"content-type": "application/json"}
    response = await client.post("/notes", content=b'{"text":', headers=headers)
    assert (response.status_code, response.json()["code"]) == (400, "malformed")


@pytest.mark.parametrize("body", [b'{"text": "\xff"}', b"\x00", b"NaN"])
async def test_a_body_that_cannot_be_decoded_returns_a_client_error(
    client: AsyncClient, body: bytes
) -> None:
    headers = {"content-type": "application/json"}
    response = await client.post("/notes", content=body, headers=headers)
    assert response.status_code in {400, 422}


async def test_a_json_route_rejects_other_content_types(client: AsyncClient) -> None:
    response = await client.post("/notes", content=b"milk", headers={"content-type": "text/plain"})
    assert (response.status_code, response.json()["code"]) == (415, "unsupported_media")


async def test_a_body_whose_content_length_is_too_large_is_rejected(client: AsyncClient) -> None:
    response = await client.post("/notes", json={"text": "x" * (2 * 1024 * 1024)})
    assert (response.status_code, response.json()["code"]) == (413, "too_large")


async def test_a_native_form_has_a_smaller_limit(client: AsyncClient) -> None:
    for length, status in ((60_000, 422), (70_000, 413)):
        response = await client.post("/cookie-consent", data={"choice": "x" * length})
        assert response.status_code == status


async def test_a_chunked_body_that_is_too_large_is_rejected(client: AsyncClient) -> None:
    async def generate_endless_body() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield b"x" * 64 * 1024

    headers = {"content-type": "application/json"}
    response = await client.post("/notes", content=generate_endless_body(), headers=headers)
    assert (response.status_code, response.json()["code"]) == (413, "too_large")


async def test_an_internal_error_is_logged_once_and_no_details_are_sent_to_the_client(
    client: AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        response = await client.post("/broken", headers={"x-request-id": "test-1"})
    assert response.status_code == 500
    assert response.json()["code"] == "internal"
    assert response.json()["request_id"] == "test-1"
    assert "secret detail" not in response.text
    assert len([line for line in caplog.records if line.levelno >= logging.ERROR]) == 1


async def test_a_database_outage_returns_503_with_retry_after(client: AsyncClient) -> None:
    response = await client.post("/away")
    assert (response.status_code, response.json()["code"]) == (503, "unavailable")
    assert int(response.headers["retry-after"]) > 0


async def test_a_browser_gets_errors_as_an_html_page(client: AsyncClient) -> None:
    headers = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    response = await client.post("/broken", headers=headers)
    assert response.status_code == 500
    assert response.headers["content-type"].startswith("text/html")
    assert response.headers["x-request-id"] in response.text


def test_every_error_code_has_a_description() -> None:
    assert STATUS_BY_CODE.keys() == MEANING_BY_CODE.keys()
