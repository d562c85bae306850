from httpx import AsyncClient


async def test_submitting_an_html_form_redirects_to_a_page(client: AsyncClient) -> None:
    response = await client.post("/sign", data={"text": "milk", "stars": "3"})
    assert response.status_code == 303
    assert response.headers["location"] == "/welcome"


async def test_a_form_route_also_accepts_json(client: AsyncClient) -> None:
    response = await client.post("/sign", json={"text": "milk"})
    assert response.json() == {"text": "milk", "stars": 0}


async def test_form_errors_are_listed_by_field(client: AsyncClient) -> None:
    response = await client.post("/sign", data={"text": "", "stars": "9"})
    assert response.status_code == 422
    assert response.json()["errors"] == {
        "text": ["This field cannot be empty."],
        "stars": ["This must be at most 5."],
    }


async def test_a_browser_gets_form_errors_as_an_html_page(client: AsyncClient) -> None:
    response = await client.post("/sign", data={"text": ""}, headers={"accept": "text/html"})
    assert response.status_code == 422
    assert "This field cannot be empty." in response.text
    assert response.headers["content-type"].startswith("text/html")


async def test_a_body_that_is_neither_form_nor_json_is_rejected(client: AsyncClient) -> None:
    assert (
        await client.post("/sign", content=b"x", headers={"content-type": "text/csv"})
    ).status_code == 415
    assert (
        await client.post("/sign", content=b"{", headers={"content-type": "application/json"})
    ).status_code == 400
    assert (await client.post("/sign")).status_code == 422
