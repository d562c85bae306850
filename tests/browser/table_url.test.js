import { createElement as el } from "react";
import { beforeEach, expect, test } from "vitest";
import { showUrl, TableUrl } from "$/public/ui/admin/table_url.js";
import { render } from "./render.js";

const PATH = "/admin-panel/users";

beforeEach(() => window.history.replaceState({ idx: 3, key: "first", usr: null }, "", PATH));

const currentUrl = () => window.location.pathname + window.location.search;

test("a view gets an entry of the history, which the router can tell from the others", () => {
  const length = window.history.length;
  showUrl(`${PATH}?q=ada`, false);
  expect(currentUrl()).toBe(`${PATH}?q=ada`);
  expect(window.history.length).toBe(length + 1);
  expect(window.history.state).toMatchObject({ idx: 4, usr: null });
  expect(window.history.state.key).not.toBe("first");
});

test("a view can replace the entry", () => {
  const length = window.history.length;
  showUrl(`${PATH}?q=ad`, true);
  expect(currentUrl()).toBe(`${PATH}?q=ad`);
  expect(window.history.length).toBe(length);
  expect(window.history.state).toEqual({ idx: 3, key: "first", usr: null });
});

test.each(["", PATH, "/admin-panel/posts?q=ada"])("the URL %s is not shown", (url) => {
  const length = window.history.length;
  showUrl(url, false);
  expect(currentUrl()).toBe(PATH);
  expect(window.history.length).toBe(length);
});

test("the URL of an earlier visit is ignored", () => {
  const { rerender } = render(el(TableUrl, { url: `${PATH}?q=old`, replaces: false }));
  expect(currentUrl()).toBe(PATH);
  rerender(el(TableUrl, { url: `${PATH}?q=new`, replaces: false }));
  expect(currentUrl()).toBe(`${PATH}?q=new`);
});
