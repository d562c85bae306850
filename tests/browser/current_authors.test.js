import { act } from "react";
import { expect, test } from "vitest";
import { useCurrentAuthor } from "$/public/ui/merged_accounts.js";
import { receivePush } from "$/public/ui/pushes.js";
import { renderHook } from "./render.js";
import { ADA, GRACE, makeItem } from "./samples.js";

/**
 * @param {number} former_id
 * @param {UserSummary} account
 */
const pushMerge = (former_id, account) =>
  act(() => receivePush({ type: "account_merged", data: { former_id, account } }));

test("a loaded post gets the account into which its author was merged", () => {
  const post = { ...makeItem(1).post, author: { ...ADA, id: 11 } };
  const { result, rerender } = renderHook(useCurrentAuthor, /** @type {[typeof post | null]} */ ([post]));
  expect(result.current).toBe(post);
  pushMerge(11, { ...GRACE, id: 12 });
  expect(result.current).toEqual({ ...post, author: { ...GRACE, id: 12 } });
  pushMerge(12, { ...ADA, id: 13 });
  expect(result.current?.author).toEqual({ ...ADA, id: 13 });
  rerender(null);
  expect(result.current).toBeNull();
});

test("a post of another author stays the same object", () => {
  const post = { ...makeItem(1).post, author: { ...ADA, id: 21 } };
  const { result } = renderHook(useCurrentAuthor, [post]);
  pushMerge(22, GRACE);
  expect(result.current).toBe(post);
});

test("accounts that were merged into each other do not loop", () => {
  const post = { ...makeItem(1).post, author: { ...ADA, id: 31 } };
  const { result } = renderHook(useCurrentAuthor, [post]);
  pushMerge(31, { ...GRACE, id: 32 });
  pushMerge(32, { ...ADA, id: 31 });
  expect(result.current?.author.id).toBe(31);
});
