"""Tests of the search field and page, and of links to what a writer finds while typing."""

import re

import httpx
from playwright.async_api import expect

from community.core.actor import Actor
from tests import factories
from tests.domain.actions import reply
from tests.e2e.browser_users import BrowserUsers, create_user, get_post_path


async def publish(browser_users: BrowserUsers, author: Actor, title: str) -> None:
    async with httpx.AsyncClient(
        base_url=browser_users.server.url,
        cookies={"session": await factories.session_token(author)},
    ) as client:
        body = {"title": title, "text": "Words.", "tags": ["zitrone"], "status": "published"}
        (await client.post("/posts", json=body)).raise_for_status()


async def test_a_reader_finds_a_post_with_the_keyboard_alone(browser_users: BrowserUsers) -> None:
    author = await create_user("Ada")
    title = f"Zitronenkuchen of {author.slug}"
    await publish(browser_users, author, title)
    page = await browser_users.open_page("/new", author)
    await page.keyboard.press("/")
    field = page.get_by_role("combobox", name="Search posts")
    await expect(field).to_be_focused()
    # The text appears at once, so that the server gets the whole text only.
    await page.keyboard.insert_text(f"zitronenk {author.slug[:3]}")
    await expect(page.get_by_role("option", name=title)).to_be_visible()
    await page.keyboard.press("Enter")
    await page.wait_for_url("**/search?q=zitronenk*")
    # The text stays, although the results for the first one are still loading.
    page_field = page.get_by_role("main").get_by_role("combobox")
    await page_field.fill(f"zitronenkuchen {author.slug}")
    await page_field.press("Enter")
    row = page.get_by_role("main").get_by_role("article").filter(has_text=title)
    await row.get_by_role("heading").get_by_role("link").click()
    await expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()
    # The browser has kept what was searched.
    await page.keyboard.press("/")
    await expect(page.get_by_role("option", name=f"zitronenkuchen {author.slug}")).to_be_visible()
    await page.get_by_role("button", name="Clear recent searches").click()
    await expect(page.get_by_role("option")).to_have_count(0)


async def test_a_comment_opens_at_its_place_with_the_keyboard_alone(
    browser_users: BrowserUsers,
) -> None:
    author = await create_user("Ada")
    post = await factories.post(author)
    for number in range(30):
        await reply(author, post, f"Comment {number}")
    comment = await reply(author, post, f"Kirschkuchen of {author.slug}")
    page = await browser_users.open_page(
        f"/search?q=kirschkuchen+{author.slug}&type=comment", author
    )
    link = (
        page.get_by_role("main").get_by_role("article").get_by_role("heading").get_by_role("link")
    )
    await expect(link).to_have_count(1)
    await link.focus()
    await page.keyboard.press("Enter")
    await page.wait_for_url(f"**?comment={comment.id}#comment-{comment.id}")
    await expect(page.locator(f"#comment-{comment.id}")).to_be_in_viewport()


async def test_a_reader_without_javascript_searches(browser_users: BrowserUsers) -> None:
    author = await create_user("Ada")
    title = f"Apfelkuchen of {author.slug}"
    await publish(browser_users, author, title)
    page = await browser_users.new_page(java_script_enabled=False)
    await page.goto("/new")
    await page.get_by_role("searchbox", name="Search posts").fill("apfelkuchen")
    await page.keyboard.press("Enter")
    main = page.get_by_role("main")
    await expect(main.get_by_role("heading", name=title)).to_be_visible()
    await main.get_by_role("link", name="Most discussed").click()
    await expect(main.get_by_role("heading", name=title)).to_be_visible()


async def test_a_comment_links_to_a_tag_and_to_a_post_by_a_part_of_its_title(
    browser_users: BrowserUsers,
) -> None:
    author = await create_user("Ada")
    title = f"Birnenkuchen of {author.slug}"
    await publish(browser_users, author, title)
    post = await factories.post(author)
    page = await browser_users.open_page(get_post_path(post), author)
    field = page.get_by_label("Your comment", exact=True)
    await field.click()
    await page.keyboard.insert_text("See #birnen")
    await page.get_by_role("option", name=title).click()
    await expect(field).to_have_value(re.compile(rf"^See \[{title}\]\(/p/\d+/[^)]+\) $"))
    await page.keyboard.insert_text("and #zitr")
    await expect(page.get_by_role("option", name="#zitrone")).to_be_visible()
    await page.keyboard.press("Enter")
    await page.locator("form", has=field).get_by_role("button", name="Send").click()
    comment = page.locator("#comments .prose-comment")
    await expect(comment.get_by_role("link", name=title)).to_be_visible()
    await expect(comment.get_by_role("link", name="#zitrone")).to_have_attribute(
        "href", "/tag/zitrone"
    )


async def test_a_post_links_to_people_posts_and_tags_with_the_keyboard_alone(
    browser_users: BrowserUsers,
) -> None:
    author, friend = await create_user("Ada"), await create_user("Quentin")
    title = f"Pflaumenkuchen of {author.slug}"
    await publish(browser_users, author, title)
    page = await browser_users.open_page("/write", author)
    text = page.get_by_role("textbox", name="Post text")
    await text.click()
    await page.keyboard.insert_text(f"With @{friend.slug[:6]}")
    option = page.get_by_role("option", name="Quentin", exact=False)
    await expect(option.first).to_be_visible()
    await page.get_by_role("option", name=f"@{friend.slug}").click()
    await page.keyboard.insert_text("about #pflaumen")
    await expect(page.get_by_role("option", name=title)).to_have_attribute("aria-selected", "true")
    await page.keyboard.press("Enter")
    await page.keyboard.insert_text("and #zitr")
    await expect(page.get_by_role("option", name="#zitrone")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("option")).to_have_count(0)
    await expect(text.get_by_role("link", name=f"@{friend.slug}")).to_have_attribute(
        "href", f"/{friend.slug}"
    )
    await expect(text.get_by_role("link", name=title)).to_have_attribute(
        "href", re.compile(r"^/p/\d+/")
    )
    await expect(text).to_have_text(f"With @{friend.slug} about {title} and #zitr")
