import { beforeEach, describe, expect, test, vi } from "vitest";
import { useMessageDraft } from "$/public/ui/writing/composer/message_draft.js";
import { readDraft, saveDraft } from "$/public/ui/writing/draft_storage.js";
import { renderHook } from "./render.js";

const HOUR = 60 * 60 * 1000;
const IMAGE = { id: "m1", url: "/media/m1" };

/** @param {object} [fields] */
const makeState = (fields) => ({
  text: "",
  images: [],
  pendingMessage: null,
  baseVersion: undefined,
  initialText: "",
  restore: vi.fn(),
  ...fields,
});

beforeEach(() => localStorage.clear());

describe("restoring", () => {
  test("restores the stored draft once", () => {
    saveDraft("k", { text: "Stored", images: [IMAGE], tabId: "other" });
    const state = makeState();
    const { rerender } = renderHook(useMessageDraft, ["k", state]);
    rerender("k", { ...state, text: "Stored" });
    expect(state.restore).toHaveBeenCalledTimes(1);
    expect(state.restore.mock.lastCall?.[0]).toMatchObject({ text: "Stored", images: [IMAGE], pendingMessage: null });
  });

  test("restores nothing without a draft", () => {
    const state = makeState();
    renderHook(useMessageDraft, ["k", state]);
    expect(state.restore).not.toHaveBeenCalled();
  });

  test.each([
    [19, [IMAGE]],
    [21, []],
  ])("after %i hours the images are %o", (hours, images) => {
    vi.spyOn(Date, "now").mockReturnValue(0);
    saveDraft("k", { text: "Stored", images: [IMAGE], tabId: "other" });
    vi.spyOn(Date, "now").mockReturnValue(hours * HOUR);
    const state = makeState();
    renderHook(useMessageDraft, ["k", state]);
    expect(state.restore.mock.lastCall?.[0].images).toEqual(images);
  });
});

describe("storing", () => {
  test("stores the text, the images and the pending message", () => {
    const { rerender } = renderHook(useMessageDraft, ["k", makeState()]);
    const pendingMessage = { text: "Hi", media: ["m1"], base_version: 4, client_id: "c", revision: 1 };
    const images = [{ ...IMAGE, key: "blob:1" }];
    rerender("k", makeState({ text: "Hi", images, pendingMessage, baseVersion: 4 }));
    expect(readDraft("k")).toMatchObject({ text: "Hi", images: [IMAGE], pendingMessage, baseVersion: 4 });
  });

  test("removes the draft of this tab when the text is unchanged again", () => {
    const { rerender } = renderHook(useMessageDraft, ["k", makeState()]);
    rerender("k", makeState({ text: "Hi" }));
    expect(readDraft("k")).not.toBeNull();
    rerender("k", makeState());
    expect(readDraft("k")).toBeNull();
  });

  test("keeps the draft of another tab", () => {
    const { rerender } = renderHook(useMessageDraft, ["k", makeState()]);
    saveDraft("k", { text: "From another tab", images: [], tabId: "other" });
    rerender("k", makeState({ initialText: "x", text: "x" }));
    expect(readDraft("k")).toMatchObject({ text: "From another tab" });
  });
});

test("the returned function removes the draft at once", () => {
  const { result, rerender } = renderHook(useMessageDraft, ["k", makeState()]);
  rerender("k", makeState({ text: "Sent" }));
  result.current();
  expect(readDraft("k")).toBeNull();
});
