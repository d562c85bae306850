import { act } from "react";
import { expect, test } from "vitest";
import { useCurrentAuthor } from "$/public/ui/current_authors.js";
import { receivePush } from "$/public/ui/pushes.js";
import { renderHook } from "./render.js";
import { ADA, GRACE, makeItem } from "./samples.js";

/**
 * @param {number} user_id
 * @param {UserSummary} account
 */
const pushChange = (user_id, account) => act(() => receivePush({ type: "author_changed", data: { user_id, account } }));

test("a loaded post gets the account into which its author was merged", () => {
  const post = { ...makeItem(1).post, author: { ...ADA, id: 11 } };
  const { result, rerender } = renderHook(useCurrentAuthor, /** @type {[typeof post | null]} */ ([post]));
  expect(result.current).toBe(post);
  pushChange(11, { ...GRACE, id: 12 });
  expect(result.current).toEqual({ ...post, author: { ...GRACE, id: 12 } });
  pushChange(12, { ...ADA, id: 13 });
  expect(result.current?.author).toEqual({ ...ADA, id: 13 });
  rerender(null);
  expect(result.current).toBeNull();
});

test("a loaded post shows that its author deleted the account, and that they restored it", () => {
  const author = { ...ADA, id: 41 };
  const post = { ...makeItem(1).post, author };
  const { result } = renderHook(useCurrentAuthor, [post]);
  const deleted = { ...author, name: "Deleted user", slug: "", is_deleted: true };
  pushChange(41, deleted);
  expect(result.current?.author).toEqual(deleted);
  pushChange(41, author);
  expect(result.current?.author).toEqual(author);
});

test("a post of another author stays the same object", () => {
  const post = { ...makeItem(1).post, author: { ...ADA, id: 21 } };
  const { result } = renderHook(useCurrentAuthor, [post]);
  pushChange(22, GRACE);
  expect(result.current).toBe(post);
});

test("accounts that were merged into each other do not loop", () => {
  const post = { ...makeItem(1).post, author: { ...ADA, id: 31 } };
  const { result } = renderHook(useCurrentAuthor, [post]);
  pushChange(31, { ...GRACE, id: 32 });
  pushChange(32, { ...ADA, id: 31 });
  expect(result.current?.author.id).toBe(31);
});
