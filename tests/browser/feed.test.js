import { act, createElement } from "react";
import { expect, test, vi } from "vitest";
import { NewPostsButton, useFeed } from "$/public/ui/feed.js";
import { navigate, render, renderHook } from "./render.js";
import { makeCard, makeListPage } from "./samples.js";

const LIKE = { code: "like", emoji: "👍", name: "Like", count: 3 };
const NOTHING = /** @type {[Parameters<typeof useFeed>[1], NewPost[]]} */ ([{}, []]);
let number = 0;

/** Opens a feed at a new entry of the browser history. */
function openFeed(/** @type {PostCard[]} */ cards) {
  number += 1;
  const url = `/new?feed=${number}`;
  const page = makeListPage(cards, { url });
  const opened = renderHook(useFeed, [/** @type {ListPage | null} */ (null), ...NOTHING], "/start");
  navigate(url);
  opened.rerender(page, ...NOTHING);
  return { ...opened, page };
}

test("a reaction changes its card only, and only once", () => {
  const { result, rerender, page } = openFeed([makeCard(1), makeCard(2)]);
  const reactions = { 2: { reactions: [LIKE], my_reaction: "like" } };
  rerender(page, reactions, []);
  const [first, second] = result.current.rows;
  expect(first).toBe(page.rows[0]);
  expect(second).toMatchObject({ id: 2, my_reaction: "like", reactions: [LIKE] });
  rerender(page, { ...reactions }, []);
  expect(result.current.rows[1]).toBe(second);
});

test("counts the posts that were pushed after the feed was loaded", () => {
  const { result, rerender, page } = openFeed([makeCard(1)]);
  const pushed = [
    { post_id: 1, pushed_at: "2026-11-23T00:00:00Z" },
    { post_id: 2, pushed_at: "2026-11-23T00:00:00Z" },
    { post_id: 3, pushed_at: "2026-11-21T00:00:00Z" },
  ];
  rerender(page, {}, pushed);
  expect(result.current.new_count).toBe(1);
  rerender(page, {}, [...pushed, { post_id: 4, pushed_at: "2026-11-24T00:00:00Z" }]);
  expect(result.current.new_count).toBe(2);
});

test("no posts are counted before the feed is loaded", () => {
  const { result } = renderHook(useFeed, [null, {}, [{ post_id: 2, pushed_at: "2026-11-23T00:00:00Z" }]], "/empty");
  expect(result.current.new_count).toBe(0);
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
