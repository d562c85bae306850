"""Tests that a user uploads a video as profile picture, and that visitors see it play."""

from pathlib import Path

from playwright.async_api import Page, expect

from tests import factories
from tests.e2e.browser_users import BrowserUsers
from tests.gateways.media.videos import create_video

PLAYED = "video => !video.paused && video.muted && video.currentTime > 0"
PAUSED = "video => video.paused"


async def wait_until(page: Page, selector: str, condition: str) -> None:
    """Wait until the first element with the selector meets a condition in JavaScript."""
    # The Content Security Policy allows functions, but no expressions.
    function = f"(selector) => ({condition})(document.querySelector(selector))"
    await page.wait_for_function(function, arg=selector)


async def test_a_video_is_uploaded_cropped_and_plays_on_the_profile(
    browser_users: BrowserUsers, tmp_path: Path
) -> None:
    (tmp_path / "me.webm").write_bytes(create_video("webm", "libvpx", frames=20))
    user = await factories.user("vera-video", name="Vera", is_admin=True)
    page = await browser_users.open_page("/settings", user)
    field = page.get_by_role("group", name="Profile picture")
    async with page.expect_file_chooser() as chooser:
        await field.get_by_role("button", name="Upload").click()
    await (await chooser.value).set_files(tmp_path / "me.webm")
    dialog = page.get_by_role("dialog")
    await wait_until(page, "dialog video", PLAYED)
    await dialog.get_by_role("slider", name="Zoom").press("ArrowRight")
    await dialog.get_by_role("button", name="Save").click()
    await expect(field.get_by_role("button", name="Pause video")).to_be_visible()

    profile = await browser_users.open_page("/vera-video")
    await wait_until(profile, "main video", PLAYED)
    await profile.get_by_role("button", name="Pause video").click()
    await wait_until(profile, "main video", PAUSED)

    still = await browser_users.open_page("/vera-video", reduced_motion="reduce")
    await still.get_by_role("button", name="Play video").click()
    await wait_until(still, "main video", PLAYED)
    response = await still.request.get(
        f"{await still.locator('main video').get_attribute('src')}", headers={"Range": "bytes=0-9"}
    )
    assert (response.status, len(await response.body())) == (206, 10)
