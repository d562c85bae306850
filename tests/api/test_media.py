import io
import sys

import pytest
from httpx import AsyncClient, Response
from PIL import Image

from community.gateways.media import ImageProcessor, backends
from community.gateways.media_conversion import limits
from community.jobs import run_due_jobs
from tests.api.credentials import bearer_headers, sign_in
from tests.cast import Cast
from tests.domain.actions import publish_post
from tests.gateways.media.videos import create_video


def create_png() -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (400, 200), "teal").save(file, "PNG")
    return file.getvalue()


async def test_an_uploaded_image_is_served_with_immutable_caching(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    created = await client.post(
        "/media", files={"file": ("sea.png", create_png())}, data={"alt": "The sea"}
    )
    assert created.status_code == 201, created.text
    view = created.json()
    assert (view["width"], view["height"], view["alt"]) == (400, 200, "The sea")
    assert created.headers["location"] == view["url"] == view["variants"]["720"]
    client.cookies.clear()
    served = await client.get(view["variants"]["320"])
    assert served.status_code == 200
    assert served.headers["content-type"] == "image/webp"
    assert served.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert served.headers["x-content-type-options"] == "nosniff"
    assert "set-cookie" not in served.headers
    with Image.open(io.BytesIO(served.content)) as image:
        assert image.size == (320, 160)


async def test_an_upload_keeps_only_the_part_that_the_client_chose(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    file = {"file": ("sea.png", create_png())}
    created = await client.post("/media", files=file, data={"crop": "0.25,0,0.75,1"})
    assert (created.json()["width"], created.json()["height"]) == (200, 200), created.text
    rejected = await client.post("/media", files=file, data={"crop": "0.75,0,0.25,1"})
    assert rejected.status_code == 422
    assert list(rejected.json()["errors"]) == ["crop"]


async def test_a_request_for_an_image_that_the_client_has_cached_returns_304(
    client: AsyncClient, cast: Cast
) -> None:
    created = await client.post(
        "/media", files={"file": create_png()}, headers=await bearer_headers(cast.alice)
    )
    tag = (await client.get(created.json()["url"])).headers["etag"]
    for etag in (tag, f'"other", W/{tag}', "*"):
        response = await client.get(created.json()["url"], headers={"If-None-Match": etag})
        assert (response.status_code, response.content) == (304, b"")
        assert response.headers["etag"] == tag
    response = await client.get(created.json()["url"], headers={"If-None-Match": '"other"'})
    assert response.status_code == 200


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
async def test_unknown_and_unsafe_file_keys_return_404(client: AsyncClient, key: str) -> None:
    response = await client.get(f"/media/{key}")
    assert response.status_code == 404


async def test_guests_and_banned_users_cannot_upload(client: AsyncClient, cast: Cast) -> None:
    response = await client.post("/media", files={"file": create_png()})
    assert response.status_code == 401
    await sign_in(client, cast.mallory)
    response = await client.post("/media", files={"file": create_png()})
    assert (response.status_code, response.json()["code"]) == (403, "banned")


async def test_a_file_that_is_not_an_image_is_rejected(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    response = await client.post("/media", files={"file": ("sea.png", b"<script>", "image/png")})
    assert (response.status_code, response.json()["code"]) == (415, "unsupported_media")


async def test_a_file_larger_than_ten_megabytes_is_rejected(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    response = await client.post("/media", files={"file": b"\x89PNG" + bytes(10 * 1024**2)})
    assert (response.status_code, response.json()["code"]) == (413, "too_large")


async def test_an_upload_without_a_file_returns_a_validation_error(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    assert (await client.post("/media", data={"alt": "x"})).status_code == 422


async def test_an_uploaded_image_can_be_set_as_the_avatar(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    view = (await client.post("/media", files={"file": create_png()})).json()
    response = await client.post("/settings/profile", json={"avatar": view["id"]})
    assert response.json()["avatar"] == view["variants"]["320"]


async def test_uploads_are_limited_to_twenty_a_minute(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    for _ in range(20):
        assert (await client.post("/media", data={"alt": "no file"})).status_code == 422
    assert (await client.post("/media", files={"file": create_png()})).status_code == 429


async def test_an_image_that_is_higher_than_webp_allows_is_made_smaller(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    file = io.BytesIO()
    Image.new("RGB", (100, 20_000), "teal").save(file, "PNG")
    response = await client.post("/media", files={"file": file.getvalue()})
    assert response.status_code == 201, response.text
    assert (response.json()["width"], response.json()["height"]) == (82, 16_383)


@pytest.fixture
def processor(monkeypatch: pytest.MonkeyPatch) -> ImageProcessor:
    """Replace the image processor of the process."""
    processor = ImageProcessor()
    monkeypatch.setattr(backends, "get_image_processor", lambda: processor)
    return processor


async def test_uploads_whose_worker_fails_count_against_the_limit(
    client: AsyncClient, cast: Cast, processor: ImageProcessor, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sign_in(client, cast.alice)
    monkeypatch.setattr(sys, "executable", "/bin/false")
    statuses = [(await client.post("/media", files={"file": b"x"})).status_code for _ in range(21)]
    assert statuses == [500] * 20 + [429]


async def test_an_upload_that_finds_no_place_in_the_queue_can_be_repeated(
    client: AsyncClient, cast: Cast, processor: ImageProcessor, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sign_in(client, cast.alice)
    with monkeypatch.context() as patched:
        patched.setattr(limits, "MAX_WAITING_IMAGES", 0)
        for _ in range(21):
            response = await client.post("/media", files={"file": create_png()})
            assert (response.status_code, response.json()["code"]) == (503, "unavailable")
            assert int(response.headers["retry-after"]) > 0
    response = await client.post("/media", files={"file": create_png()})
    assert (response.status_code, response.headers["x-ratelimit-remaining"]) == (201, "19")


async def test_a_removed_image_is_replaced_by_a_placeholder(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    created = await client.post("/media", files={"file": ("sea.png", create_png())})
    view = created.json()
    await publish_post(cast.alice, text=f"![Sea]({view['url']})")
    await sign_in(client, cast.olga)
    record_url = f"/admin-panel/api/media/{view['id']}"
    record = (await client.get(record_url)).json()
    assert (record["name"], record["uses_count"]) == ("sea.png", 1)
    assert (await client.delete(record_url)).status_code == 409
    removed = await client.delete(record_url, params={"in_use": True, "reason": "Not theirs"})
    assert removed.status_code == 204
    await run_due_jobs()
    served = await client.get(view["url"])
    assert (served.status_code, served.headers["content-type"]) == (410, "image/svg+xml")
    assert "Image removed" in served.text
    assert (await client.get(record_url)).status_code == 404


async def upload_video(client: AsyncClient, data: bytes | None = None, **form: str) -> Response:
    file = ("me.mp4", data or create_video(has_sound=True), "video/mp4")
    return await client.post("/media/video-avatars", files={"file": file}, data=form)


async def test_an_uploaded_video_can_be_set_as_the_avatar(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.olga)
    created = await upload_video(client, crop="0,0,0.5,0.5")
    assert created.status_code == 201, created.text
    view = created.json()
    assert (view["width"], view["height"]) == (256, 256)
    assert created.headers["location"] == view["url"] == view["variants"]["320"]
    saved = (await client.post("/settings/profile", json={"avatar": view["id"]})).json()
    assert (saved["avatar"], saved["video_avatar"]) == (view["url"], view["video"])
    assert saved["may_use_video_avatar"] is True
    client.cookies.clear()
    profile = (await client.get("/olga", headers={"Accept": "application/json"})).json()
    assert (profile["avatar"], profile["video_avatar"]) == (view["url"], view["video"])
    served = await client.get(view["video"])
    assert served.headers["content-type"] == "video/mp4"
    assert served.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert served.headers["accept-ranges"] == "bytes"
    assert served.content[4:8] == b"ftyp"


@pytest.mark.parametrize(
    ("requested", "start", "stop"),
    [("bytes=0-1", 0, 2), ("bytes=100-", 100, None), ("bytes=-50", -50, None)],
)
async def test_a_part_of_a_file_can_be_requested(
    client: AsyncClient, cast: Cast, requested: str, start: int, stop: int | None
) -> None:
    await sign_in(client, cast.alice)
    view = (await client.post("/media", files={"file": create_png()})).json()
    whole = (await client.get(view["url"])).content
    expected = whole[start:stop]
    response = await client.get(view["url"], headers={"Range": requested})
    assert (response.status_code, response.content) == (206, expected)
    first = whole.index(expected)
    assert response.headers["content-range"] == (
        f"bytes {first}-{first + len(expected) - 1}/{len(whole)}"
    )
    assert response.headers["content-length"] == str(len(expected))
    changed = {"Range": requested, "If-Range": '"other"'}
    assert (await client.get(view["url"], headers=changed)).status_code == 200


async def test_a_range_after_the_end_of_the_file_returns_416(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    view = (await client.post("/media", files={"file": create_png()})).json()
    size = len((await client.get(view["url"])).content)
    response = await client.get(view["url"], headers={"Range": f"bytes={size}-"})
    assert (response.status_code, response.headers["content-range"]) == (416, f"bytes */{size}")


async def test_videos_need_the_feature(client: AsyncClient, cast: Cast) -> None:
    assert (await upload_video(client, b"x")).status_code == 401
    await sign_in(client, cast.mallory)
    response = await upload_video(client, b"x")
    assert (response.status_code, response.json()["code"]) == (403, "banned")
    await sign_in(client, cast.alice)
    response = await upload_video(client)
    assert (response.status_code, response.json()["code"]) == (403, "subscription_feature_required")
    assert response.json()["details"] == {"feature": "video_avatar", "plans": []}
    assert response.json()["detail"] == "Only subscribers can have a video as profile picture."


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [
        (b"GIF89a", 415, "unsupported_media"),
        (create_video(frames=120, size=(64, 64)), 413, "too_large"),
        (bytes(5 * 1024**2 + 1), 413, "too_large"),
    ],
    ids=["format", "long", "large"],
)
async def test_an_unusable_video_is_rejected(
    client: AsyncClient, cast: Cast, data: bytes, status: int, code: str
) -> None:
    await sign_in(client, cast.olga)
    response = await upload_video(client, data)
    assert (response.status_code, response.json()["code"]) == (status, code)
