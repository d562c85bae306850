import io

import pytest
from httpx import AsyncClient
from PIL import Image

from tests.api.people import bearer, sign_in
from tests.cast import Cast


def picture() -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (400, 200), "teal").save(file, "PNG")
    return file.getvalue()


async def test_a_picture_is_uploaded_and_served_for_good(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    made = await client.post(
        "/media", files={"file": ("sea.png", picture())}, data={"alt": "The sea"}
    )
    assert made.status_code == 201, made.text
    view = made.json()
    assert (view["width"], view["height"], view["alt"]) == (400, 200, "The sea")
    assert made.headers["location"] == view["url"] == view["variants"]["720"]
    client.cookies.clear()
    served = await client.get(view["variants"]["320"])
    assert served.status_code == 200
    assert served.headers["content-type"] == "image/webp"
    assert served.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert served.headers["x-content-type-options"] == "nosniff"
    assert "set-cookie" not in served.headers
    with Image.open(io.BytesIO(served.content)) as image:
        assert image.size == (320, 160)


async def test_what_a_browser_has_is_not_sent_again(client: AsyncClient, cast: Cast) -> None:
    made = await client.post("/media", files={"file": picture()}, headers=await bearer(cast.alice))
    tag = (await client.get(made.json()["url"])).headers["etag"]
    for known in (tag, f'"other", W/{tag}', "*"):
        answer = await client.get(made.json()["url"], headers={"If-None-Match": known})
        assert (answer.status_code, answer.content) == (304, b"")
        assert answer.headers["etag"] == tag
    answer = await client.get(made.json()["url"], headers={"If-None-Match": '"other"'})
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "key",
    [
        f"{'0' * 32}/320.webp",
        "x",
        "../community.db",
        "..%2f..%2fetc%2fpasswd",
        f"{'0' * 32}/320.svg",
        "a" * 32,
    ],
)
async def test_nothing_else_is_served(client: AsyncClient, key: str) -> None:
    answer = await client.get(f"/media/{key}")
    assert answer.status_code == 404


async def test_guests_and_banned_people_upload_nothing(client: AsyncClient, cast: Cast) -> None:
    answer = await client.post("/media", files={"file": picture()})
    assert answer.status_code == 401
    await sign_in(client, cast.mallory)
    answer = await client.post("/media", files={"file": picture()})
    assert (answer.status_code, answer.json()["code"]) == (403, "banned")


async def test_what_is_no_picture_is_refused_whatever_its_name(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    answer = await client.post("/media", files={"file": ("sea.png", b"<script>", "image/png")})
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media")


async def test_more_than_ten_megabytes_are_too_large(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    answer = await client.post("/media", files={"file": b"\x89PNG" + bytes(10 * 1024**2)})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


async def test_a_file_must_be_there(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    assert (await client.post("/media", data={"alt": "x"})).status_code == 422


async def test_an_avatar_is_an_upload(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    view = (await client.post("/media", files={"file": picture()})).json()
    answer = await client.post("/settings/profile", json={"avatar": view["id"]})
    assert answer.json()["avatar"] == view["variants"]["320"]


async def test_twenty_uploads_a_minute(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    for _ in range(20):
        assert (await client.post("/media", files={"file": b""})).status_code == 415
    assert (await client.post("/media", files={"file": picture()})).status_code == 429
