"""Tests of requests to the endpoint, with a real server that speaks its protocol."""

import asyncio
from io import StringIO

import pytest
from pydantic import SecretStr

from community.gateways.ai import AiError, Prompt, complete, openai_client
from tests.workflows.ai.stand_in import KEY, Reply, StandIn

PROMPT = Prompt(instructions="Answer briefly.", content="What is a post?")


async def test_the_answer_arrives_in_parts(stand_in: StandIn) -> None:
    resume = asyncio.Event()
    stand_in.replies.append(Reply(("One ", "two ", "three."), resume=resume))
    seen: list[str] = []

    async def remember(text: str) -> None:
        seen.append(text)
        resume.set()  # The server sends the next part only now.

    completion = await complete(stand_in.endpoint(), PROMPT, on_text=remember)

    assert seen == ["One ", "One two ", "One two three."]
    assert (completion.text, completion.tokens, completion.is_cut) == ("One two three.", 120, False)


async def test_the_request_has_the_model_the_limit_and_both_texts(stand_in: StandIn) -> None:
    await complete(stand_in.endpoint(max_tokens=77), PROMPT)
    (request,) = stand_in.requests
    assert (request["model"], request["max_tokens"], request["stream"]) == ("small-model", 77, True)
    assert [(one["role"], one["content"]) for one in request["messages"]] == [
        ("system", "Answer briefly."),
        ("user", "What is a post?"),
    ]


async def test_tokens_are_estimated_if_the_endpoint_reports_none(stand_in: StandIn) -> None:
    stand_in.replies.append(Reply(("x" * 30,), tokens=None))
    completion = await complete(stand_in.endpoint(), PROMPT)
    assert completion.tokens == PROMPT.tokens + 10


async def test_an_answer_of_the_maximum_length_is_marked_as_cut(stand_in: StandIn) -> None:
    stand_in.replies.append(Reply(finish_reason="length"))
    assert (await complete(stand_in.endpoint(), PROMPT)).is_cut


async def test_an_endless_answer_is_cut(stand_in: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openai_client, "MAX_ANSWER_LENGTH", 100)
    stand_in.replies.append(Reply(("word " * 10,) * 1_000))
    completion = await complete(stand_in.endpoint(), PROMPT)
    assert completion.is_cut
    assert len(completion.text) <= 100


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_a_request_is_repeated_after_the_time_that_the_endpoint_asks_for(
    stand_in: StandIn, status: int
) -> None:
    stand_in.replies += [Reply(status=status, headers={"Retry-After": "0.01"})] * 2
    completion = await complete(stand_in.endpoint(), PROMPT)
    assert completion.text == "A short answer."
    assert len(stand_in.requests) == 3


@pytest.mark.parametrize(
    ("status", "code", "requests"),
    [
        (429, "busy", 3),
        (500, "unavailable", 3),
        (401, "invalid_key", 1),
        (403, "invalid_key", 1),
        (400, "rejected", 1),
        (404, "rejected", 1),
    ],
)
async def test_an_error_has_a_code_and_a_reason(
    stand_in: StandIn, status: int, code: str, requests: int
) -> None:
    stand_in.replies += [Reply(status=status, headers={"Retry-After": "0.01"})] * 3
    with pytest.raises(AiError) as raised:
        await complete(stand_in.endpoint(), PROMPT)
    assert (raised.value.code, len(stand_in.requests)) == (code, requests)
    assert raised.value.reason
    assert "error of the endpoint" not in raised.value.reason


@pytest.mark.parametrize(
    "reply",
    [
        Reply(body=""),
        Reply(body="data: no json\n\n"),
        Reply(body='data: {"choices": 7}\n\n'),
        Reply(body='data: {"choices": [{"delta": null}]}\n\n'),
        Reply(body='data: {"error": {"message": "overloaded"}}\n\n'),
        Reply(body='data: []\n\ndata: "x"\n\n'),
        Reply(body='{"choices": [{"message": {"content": "not streamed"}}]}'),
        Reply(parts=("  ",)),
        Reply(parts=(), tokens=None),
        Reply(body='data: {"choices": [{"delta": {"content": "half a"}}], "usage": null}\n\n'),
    ],
)
async def test_an_answer_of_another_form_is_an_error(stand_in: StandIn, reply: Reply) -> None:
    stand_in.replies.append(reply)
    with pytest.raises(AiError) as raised:
        await complete(stand_in.endpoint(), PROMPT)
    assert raised.value.code == "invalid_answer"


async def test_an_answer_whose_connection_breaks_is_an_error(stand_in: StandIn) -> None:
    stand_in.replies.append(Reply(is_cut=True))
    with pytest.raises(AiError) as raised:
        await complete(stand_in.endpoint(), PROMPT)
    assert raised.value.code == "unavailable"


async def test_a_blocked_answer_is_an_error(stand_in: StandIn) -> None:
    stand_in.replies.append(Reply(finish_reason="content_filter"))
    with pytest.raises(AiError) as raised:
        await complete(stand_in.endpoint(), PROMPT)
    assert raised.value.code == "filtered"


async def test_a_silent_endpoint_is_given_up(stand_in: StandIn) -> None:
    stand_in.replies.append(Reply(is_silent=True))
    with pytest.raises(AiError) as raised:
        await complete(stand_in.endpoint(), PROMPT, max_seconds=0.2)
    assert raised.value.code == "timeout"


async def test_an_address_without_a_server_is_an_error(stand_in: StandIn) -> None:
    endpoint = stand_in.endpoint(base_url="http://127.0.0.1:9/v1")
    with pytest.raises(AiError) as raised:
        await complete(endpoint, PROMPT)
    assert (raised.value.code, "127.0.0.1" in raised.value.reason) == ("unavailable", True)


async def test_neither_the_key_nor_the_texts_are_logged(
    stand_in: StandIn, log_output: StringIO
) -> None:
    stand_in.replies.append(Reply(status=400))
    with pytest.raises(AiError) as raised:
        await complete(stand_in.endpoint(key=SecretStr(f"{KEY}-wrong")), PROMPT)
    shown = log_output.getvalue() + repr(raised.value) + str(raised.value.__context__)
    assert KEY not in shown
    assert PROMPT.content not in shown
