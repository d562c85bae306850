from httpx import AsyncClient


async def test_a_native_form_is_led_to_a_page(client: AsyncClient) -> None:
    answer = await client.post("/sign", data={"text": "milk", "stars": "3"})
    assert answer.status_code == 303
    assert answer.headers["location"] == "/welcome"


async def test_the_same_route_takes_json(client: AsyncClient) -> None:
    answer = await client.post("/sign", json={"text": "milk"})
    assert answer.json() == {"text": "milk", "stars": 0}


async def test_a_form_is_told_what_is_wrong_by_field(client: AsyncClient) -> None:
    answer = await client.post("/sign", data={"text": "", "stars": "9"})
    assert answer.status_code == 422
    assert answer.json()["errors"] == {
        "text": ["This cannot be empty."],
        "stars": ["This must be at most 5."],
    }


async def test_a_person_with_a_form_reads_what_is_wrong_on_a_page(client: AsyncClient) -> None:
    answer = await client.post("/sign", data={"text": ""}, headers={"accept": "text/html"})
    assert answer.status_code == 422
    assert "This cannot be empty." in answer.text
    assert answer.headers["content-type"].startswith("text/html")


async def test_a_body_that_is_neither_is_refused(client: AsyncClient) -> None:
    assert (
        await client.post("/sign", content=b"x", headers={"content-type": "text/csv"})
    ).status_code == 415
    assert (
        await client.post("/sign", content=b"{", headers={"content-type": "application/json"})
    ).status_code == 400
    assert (await client.post("/sign")).status_code == 422
