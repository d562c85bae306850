import logging
from collections.abc import AsyncIterator

import pytest
from httpx import AsyncClient

from community.api.problems import MEANINGS, STATUS
from tests.api.people import sign_in
from tests.cast import Cast


async def test_a_refusal_is_a_problem_that_a_program_and_a_person_understand(
    client: AsyncClient,
) -> None:
    answer = await client.get("/notes/7")
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["request_id"] == answer.headers["x-request-id"] != ""
    assert {key: problem[key] for key in ("title", "status", "detail", "code", "type")} == {
        "type": "/api/errors#not_found",
        "title": "Not Found",
        "status": 404,
        "detail": "There is no such note.",
        "code": "not_found",
    }
    assert "errors" not in problem
    assert "details" not in problem


async def test_a_code_and_its_details_are_passed_on(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    answer = await client.delete("/notes/7")
    assert answer.status_code == 403
    assert answer.json()["code"] == "banned"
    assert answer.json()["details"] == {"until": "never"}


@pytest.mark.parametrize(
    ("body", "field", "sentence"),
    [
        ({}, "text", "This is required."),
        ({"text": ""}, "text", "This cannot be empty."),
        ({"text": "x" * 21}, "text", "Use at most 20 characters."),
        ({"text": 5}, "text", "This must be text."),
        ({"text": "x", "stars": 6}, "stars", "This must be at most 5."),
        ({"text": "x", "stars": "many"}, "stars", "This must be a whole number."),
        ([], "body", "This must be an object."),
    ],
)
async def test_what_is_wrong_is_said_in_a_sentence_beside_its_field(
    client: AsyncClient, body: object, field: str, sentence: str
) -> None:
    answer = await client.post("/notes", json=body)
    assert answer.status_code == 422
    assert answer.json()["code"] == "validation"
    assert answer.json()["errors"] == {field: [sentence]}


async def test_a_body_that_is_not_json_is_malformed(client: AsyncClient) -> None:
    headers = {"content-type": "application/json"}
    answer = await client.post("/notes", content=b'{"text":', headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


@pytest.mark.parametrize("body", [b'{"text": "\xff"}', b"\x00", b"NaN"])
async def test_bytes_that_are_no_text_are_refused_without_a_fault(
    client: AsyncClient, body: bytes
) -> None:
    headers = {"content-type": "application/json"}
    answer = await client.post("/notes", content=body, headers=headers)
    assert answer.status_code in {400, 422}


async def test_a_json_route_says_that_it_wants_json(client: AsyncClient) -> None:
    answer = await client.post("/notes", content=b"milk", headers={"content-type": "text/plain"})
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media")


async def test_a_body_that_is_too_large_is_refused_before_it_is_read(client: AsyncClient) -> None:
    answer = await client.post("/notes", json={"text": "x" * (2 * 1024 * 1024)})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


async def test_a_body_without_a_length_is_cut_at_the_same_size(client: AsyncClient) -> None:
    async def endless() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield b"x" * 64 * 1024

    headers = {"content-type": "application/json"}
    answer = await client.post("/notes", content=endless(), headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


async def test_a_fault_of_ours_is_told_plainly_and_logged_once(
    client: AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        answer = await client.post("/broken", headers={"x-request-id": "story-1"})
    assert answer.status_code == 500
    assert answer.json()["code"] == "internal"
    assert answer.json()["request_id"] == "story-1"
    assert "it broke" not in answer.text
    assert len([line for line in caplog.records if line.levelno >= logging.ERROR]) == 1


async def test_an_outage_is_503_with_the_time_to_come_back(client: AsyncClient) -> None:
    answer = await client.post("/away")
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert int(answer.headers["retry-after"]) > 0


async def test_somebody_in_a_browser_reads_the_sentence_on_a_page(client: AsyncClient) -> None:
    headers = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    answer = await client.post("/broken", headers=headers)
    assert answer.status_code == 500
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["x-request-id"] in answer.text


def test_every_code_is_explained() -> None:
    assert STATUS.keys() == MEANINGS.keys()
