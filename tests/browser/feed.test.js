import { act, createElement } from "react";
import { expect, test, vi } from "vitest";
import { NewPostsButton, ShowFeedButton, useFeed } from "$/public/ui/feed.js";
import { receivePush } from "$/public/ui/pushes.js";
import { navigate, render, renderHook } from "./render.js";
import { makeItem, makeListPage, makeUser } from "./samples.js";

const LIKE = { code: "like", emoji: "👍", image: null, name: "Like", count: 3 };
let number = 0;

/** Opens a feed at a new entry of the browser history. */
function openFeed(/** @type {PostItem[]} */ items) {
  number += 1;
  const url = `/new?feed=${number}`;
  const page = makeListPage(items, { url, topic: `feed:${number}` });
  const opened = renderHook(useFeed, /** @type {Parameters<typeof useFeed>} */ ([null, {}]), "/start");
  navigate(url);
  opened.rerender(page, {});
  return { ...opened, page };
}

/**
 * @param {string} topic
 * @param {number[]} ids
 * @param {string} pushed_at
 */
const pushPosts = (topic, ids, pushed_at) =>
  act(() => ids.forEach((post_id) => receivePush({ type: "new_post", data: { topic, post_id, pushed_at } })));

test("a reaction changes its item only, and only once", () => {
  const { result, rerender, page } = openFeed([makeItem(1), makeItem(2)]);
  const reactions = { 2: { reactions: [LIKE], my_reaction: "like" } };
  rerender(page, reactions);
  const [first, second] = result.current.rows;
  expect(first).toBe(page.rows[0]);
  expect(second.post).toMatchObject({ id: 2, my_reaction: "like", reactions: [LIKE] });
  rerender(page, { ...reactions });
  expect(result.current.rows[1]).toBe(second);
});

test("reports the posts that are missing when the first page is loaded again", () => {
  const { result, rerender, page } = openFeed([makeItem(1), makeItem(2)]);
  rerender({ ...page, rows: [makeItem(1)] }, {});
  expect(result.current.stale_ids).toEqual([2]);
});

test("counts the posts that were pushed after the feed was loaded", () => {
  const { result, page } = openFeed([makeItem(1)]);
  pushPosts(page.topic, [1, 2], "2026-11-23T00:00:00Z");
  pushPosts(page.topic, [3], "2026-11-21T00:00:00Z");
  expect(result.current.new_count).toBe(1);
  pushPosts(page.topic, [4, 5, 6, 7, 8, 9, 10, 11, 12], "2026-11-24T00:00:00Z");
  expect(result.current.new_count).toBe(10);
});

test("posts of other feeds are not counted", () => {
  const { result } = openFeed([makeItem(1)]);
  pushPosts("feed:tag:rye", [2], "2026-11-23T00:00:00Z");
  expect(result.current.new_count).toBe(0);
});

test("a post that was pushed before the first page arrived is counted with the page", () => {
  pushPosts(`feed:${number + 1}`, [2], "2026-11-23T00:00:00Z");
  expect(openFeed([makeItem(1)]).result.current.new_count).toBe(1);
});

/** @param {Partial<React.ComponentProps<typeof NewPostsButton>>} [props] */
function renderButton(props) {
  const handlers = { onShow: vi.fn(), onCheckStale: vi.fn() };
  const classNames = { button: "button", container: "container" };
  const defaults = { count: 3, staleIds: [], removedIds: [], classNames, children: null, ...handlers };
  const { container } = render(createElement(NewPostsButton, { ...defaults, ...props }));
  return { ...handlers, button: container.querySelector("button") };
}

test("the button shows the number of new posts and loads them", () => {
  vi.stubGlobal("scrollTo", vi.fn());
  const { button, onShow } = renderButton();
  expect(button?.textContent).toBe("3 new posts");
  act(() => button?.click());
  expect(onShow).toHaveBeenCalledTimes(1);
  expect(scrollTo).toHaveBeenCalledWith({ top: 0 });
});

test("without new posts there is no button", () => {
  expect(renderButton({ count: 0 }).button).toBeNull();
});

test("asks for at most 200 stale posts", () => {
  const staleIds = Array.from({ length: 250 }, (_, index) => index);
  const { onCheckStale } = renderButton({ staleIds });
  expect(onCheckStale.mock.lastCall?.[0]).toEqual(staleIds.slice(0, 200));
  expect(renderButton().onCheckStale).not.toHaveBeenCalled();
});

/** @param {boolean} isShown */
function renderShowFeedButton(isShown) {
  const onShow = vi.fn();
  const props = { isShown, classNames: {}, onShow, children: "Show my feed" };
  return { onShow, button: render(createElement(ShowFeedButton, props)).container.querySelector("button") };
}

test("after the viewer followed a suggestion, a button loads the feed", () => {
  vi.stubGlobal("scrollTo", vi.fn());
  expect(renderShowFeedButton(false).button).toBeNull();
  const { button, onShow } = renderShowFeedButton(true);
  act(() => button?.click());
  expect(onShow).toHaveBeenCalledTimes(1);
  expect(scrollTo).toHaveBeenCalledWith({ top: 0 });
});

test("a card shows the account into which its author was merged, and the others stay the same objects", () => {
  const [merged, other] = [makeItem(1), makeItem(2)];
  merged.post.author = { ...merged.post.author, id: 41 };
  other.post.author = { ...other.post.author, id: 42 };
  const { result, page } = openFeed([merged, other]);
  const account = makeUser(43, "target", "Target");
  act(() => receivePush({ type: "author_changed", data: { user_id: 41, account } }));
  expect(result.current.rows[0].post.author).toEqual(account);
  expect(result.current.rows[1]).toBe(page.rows[1]);
});
