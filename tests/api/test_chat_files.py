"""Tests of the HTTP API for pictures and files in private messages."""

import io

import pytest
from httpx import AsyncClient, Response
from PIL import Image

from tests import factories
from tests.api.credentials import sign_in
from tests.api.test_chats import post
from tests.cast import Cast
from tests.gateways.media.images import encode_image

TEXT = b"0123456789"


async def upload(
    client: AsyncClient, path: str, content: bytes, name: str, status: int = 201
) -> Response:
    response = await client.post(path, files={"file": (name, content, "image/png")})
    assert response.status_code == status, response.text
    return response


@pytest.fixture
async def chat(client: AsyncClient, cast: Cast) -> str:
    """Return the path of a chat that Bob has accepted. The client is signed in as Olga."""
    await sign_in(client, cast.olga)
    opened = (await post(client, "/m/start/bob", status=201)).headers["location"]
    await post(client, f"{opened}/messages", {"text": "Hello"}, status=201)
    await sign_in(client, cast.bob)
    await post(client, f"{opened}/accept")
    await sign_in(client, cast.olga)
    return opened


async def test_a_file_is_served_as_an_attachment_to_members_only(
    client: AsyncClient, cast: Cast, chat: str
) -> None:
    uploaded = await upload(client, f"{chat}/files", TEXT, "Рецепт: 1.html")
    view = uploaded.json()
    assert view == {
        "id": view["id"],
        "name": "Рецепт_ 1.html.txt",
        "size": 10,
        "content_type": "text/plain; charset=utf-8",
        "url": f"{chat}/files/{view['id']}",
    }
    assert uploaded.headers["location"] == view["url"]
    sent = await post(client, f"{chat}/messages", {"files": [view["id"]]}, status=201)
    assert (sent.json()["files"], sent.json()["media"]) == ([view], [])
    await sign_in(client, cast.bob)
    served = await client.get(view["url"])
    assert served.content == TEXT
    headers = served.headers
    assert headers["content-type"] == "text/plain; charset=utf-8"
    assert headers["content-disposition"] == (
        'attachment; filename="_______ 1.html.txt"; '
        "filename*=UTF-8''%D0%A0%D0%B5%D1%86%D0%B5%D0%BF%D1%82_%201.html.txt"
    )
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "private, no-cache"
    assert headers["content-security-policy"] == "default-src 'none'; sandbox"
    part = await client.get(view["url"], headers={"Range": "bytes=2-4"})
    assert (part.status_code, part.content) == (206, b"234")
    etag = {"If-None-Match": headers["etag"]}
    assert (await client.get(view["url"], headers=etag)).status_code == 304
    await sign_in(client, cast.alice)
    assert (await client.get(view["url"], headers=etag)).status_code == 404
    client.cookies.clear()
    assert (await client.get(view["url"])).status_code == 401


async def test_a_picture_is_encoded_and_served_by_the_chat_only(
    client: AsyncClient, cast: Cast, chat: str
) -> None:
    exif = Image.Exif()
    exif[0x010E] = "Taken at home"
    photo = encode_image(Image.new("RGB", (800, 400), "teal"), "JPEG", exif=exif)
    view = (await upload(client, f"{chat}/media", photo, "a.txt")).json()
    await post(client, f"{chat}/messages", {"media": [view["id"]]}, status=201)
    await sign_in(client, cast.bob)
    for path, width in ((view["variants"]["320"], 320), (view["url"], 800)):
        served = await client.get(path)
        assert served.headers["content-type"] == "image/webp"
        assert served.headers["content-disposition"] == "inline"
        with Image.open(io.BytesIO(served.content)) as image:
            assert image.width == width
            assert not image.getexif()
    for name in ("320.webp", "file"):
        path = f"/media/{view['id'].replace('-', '')}/{name}"
        assert (await client.get(path)).status_code == 404
    assert (await client.get(f"{chat}/files/{view['id']}?size=-1")).status_code == 422


async def test_the_content_decides_what_can_be_uploaded(client: AsyncClient, chat: str) -> None:
    picture = encode_image(Image.new("RGB", (8, 8)), "PNG")
    refused = await upload(client, f"{chat}/files", picture, "a.pdf", status=415)
    assert refused.json()["code"] == "unsupported_media"
    await upload(client, f"{chat}/media", b"%PDF-1.7", "a.png", status=415)
    large = b"x" * (10 * 1024 * 1024 + 1)
    await upload(client, f"{chat}/files", large, "a.txt", status=413)
    await upload(client, f"{chat}/files", b"", "a.txt", status=422)


async def test_the_files_of_a_reported_message_are_served_to_administrators_of_reports_only(
    client: AsyncClient, cast: Cast, chat: str
) -> None:
    reported, other = [(await upload(client, f"{chat}/files", TEXT, "a.txt")).json() for _ in "ab"]
    sent = await post(client, f"{chat}/messages", {"files": [reported["id"]]}, status=201)
    await sign_in(client, cast.bob)
    receipt = await post(
        client, f"{chat}/messages/{sent.json()['id']}/report", {"reason": "spam"}, status=201
    )
    path = f"/admin-panel/api/reports/{receipt.json()['id']}/files"
    moderator = await factories.user("moderator", sections=["reports"])
    for actor, status in (
        (moderator, 200),
        (await factories.user("editor", sections=["posts"]), 403),
        (cast.bob, 404),
        (cast.alice, 404),
    ):
        await sign_in(client, actor)
        for file, expected in ((reported, status), (other, 404 if status == 200 else status)):
            response = await client.get(f"{path}/{file['id']}")
            assert response.status_code == expected, actor.slug
    await sign_in(client, moderator)
    served = await client.get(f"{path}/{reported['id']}", headers={"Range": "bytes=2-4"})
    assert (served.status_code, served.content) == (206, b"234")
    assert served.headers["content-disposition"].startswith("attachment")
    assert (await client.get(reported["url"])).status_code == 404  # not the chat itself
    client.cookies.clear()
    assert (await client.get(f"{path}/{reported['id']}")).status_code == 404


async def test_a_group_shows_its_picture(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.olga)
    group = (await post(client, "/m", {"members": ["bob"]}, status=201)).headers["location"]
    picture = encode_image(Image.new("RGB", (400, 400), "teal"), "PNG")
    view = (await upload(client, f"{group}/media", picture, "a.png")).json()
    changed = await client.patch(group, json={"picture": view["id"]})
    assert changed.json()["picture"] == f"{group}/files/{view['id']}?size=0"
    assert (await client.get(changed.json()["picture"])).status_code == 200
    await sign_in(client, cast.bob)
    assert (await client.get(changed.json()["picture"])).status_code == 200
    await sign_in(client, cast.alice)
    assert (await client.get(changed.json()["picture"])).status_code == 404
    await sign_in(client, cast.olga)
    assert (await client.patch(group, json={"name": "B"})).json()["picture"] is not None
    assert (await client.patch(group, json={"picture": None})).json()["picture"] is None
