import { beforeEach, describe, expect, test, vi } from "vitest";
import { breakStorage } from "./failing_storage.js";
import { makeLocalDraft } from "./local_draft.js";

/** @type {typeof import("$/public/ui/writing/post/local_drafts.js")} */
let drafts;

/** Loads the module as a new browser tab does. */
async function openTab() {
  vi.resetModules();
  sessionStorage.clear();
  drafts = await import("$/public/ui/writing/post/local_drafts.js");
}

beforeEach(async () => {
  localStorage.clear();
  await openTab();
});

test("draftKey ignores the hyphens of a UUID", () => {
  expect(drafts.draftKey(1, "c0-ff-ee")).toBe("1:c0ffee");
  expect(drafts.draftKey(1, 42)).toBe("1:42");
});

test("claims the draft that this tab has saved, and removes it", () => {
  expect(drafts.saveLocalDraft("1:42", makeLocalDraft({ fields: { title: "Mine" } }))).toBe(true);
  expect(drafts.claimLocalDraft("1:42")?.fields).toEqual({ title: "Mine" });
  drafts.removeLocalDraft("1:42");
  expect(drafts.claimLocalDraft("1:42")).toBeNull();
});

test("returns nothing for another key", () => {
  drafts.saveLocalDraft("1:42", makeLocalDraft());
  expect(drafts.claimLocalDraft("1:4")).toBeNull();
});

describe("after the tab was closed", () => {
  test("a new tab takes over the draft, so that there is one copy", async () => {
    drafts.saveLocalDraft("1:42", makeLocalDraft({ fields: { title: "Old tab" } }));
    const [oldName] = Object.keys(localStorage);
    await openTab();
    expect(drafts.claimLocalDraft("1:42")?.fields).toEqual({ title: "Old tab" });
    expect(Object.keys(localStorage)).toHaveLength(1);
    expect(Object.keys(localStorage)).not.toContain(oldName);
  });

  test("the copy of this tab wins over a newer one of another tab", async () => {
    vi.spyOn(Date, "now").mockReturnValue(2_000);
    drafts.saveLocalDraft("1:42", makeLocalDraft({ fields: { title: "Newer" } }));
    await openTab();
    vi.spyOn(Date, "now").mockReturnValue(1_000);
    drafts.saveLocalDraft("1:42", makeLocalDraft({ fields: { title: "Mine" } }));
    expect(drafts.claimLocalDraft("1:42")?.fields).toEqual({ title: "Mine" });
  });

  test("the newest copy of closed tabs wins", async () => {
    for (const [time, title] of /** @type {const} */ ([
      [2_000, "Newer"],
      [1_000, "Older"],
    ])) {
      vi.spyOn(Date, "now").mockReturnValue(time);
      drafts.saveLocalDraft("1:42", makeLocalDraft({ fields: { title } }));
      await openTab();
    }
    expect(drafts.claimLocalDraft("1:42")?.fields).toEqual({ title: "Newer" });
  });
});

describe("claimUnsavedDraft", () => {
  test("returns the post that never reached the server, of this user only", () => {
    drafts.saveLocalDraft("1:a", makeLocalDraft({ postId: 42 }));
    drafts.saveLocalDraft("2:b", makeLocalDraft({ clientId: "b" }));
    expect(drafts.claimUnsavedDraft(1)).toBeNull();
    drafts.saveLocalDraft("1:c", makeLocalDraft({ clientId: "c" }));
    expect(drafts.claimUnsavedDraft(1)?.clientId).toBe("c");
  });
});

test("ignores broken entries", () => {
  localStorage.setItem("draft:post:1:42:tab", '{"fields": {}}');
  expect(drafts.claimLocalDraft("1:42")).toBeNull();
});

test("reports a full storage", () => {
  breakStorage("localStorage");
  expect(drafts.saveLocalDraft("1:42", makeLocalDraft())).toBe(false);
  expect(() => drafts.removeLocalDraft("1:42")).not.toThrow();
});
