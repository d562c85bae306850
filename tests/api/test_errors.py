from httpx import AsyncClient


async def test_a_note_is_written(client: AsyncClient) -> None:
    answer = await client.post("/notes", json={"text": "milk"})
    assert answer.status_code == 201, answer.text
    assert answer.headers["location"] == "/notes/1"
