import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { useAttachments } from "$/public/ui/chat/attachments.js";
import { renderHook } from "./render.js";

const LIMITS = { maxMedia: 2, maxFiles: 1, imageTypes: "image/png" };
const picture = () => new File(["x"], "cat.png", { type: "image/png" });

/** @type {string[]} */
let revoked;

beforeEach(() => {
  let count = 0;
  revoked = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation(() => `blob:${(count += 1)}`);
  vi.spyOn(URL, "revokeObjectURL").mockImplementation((url) => void revoked.push(url));
  vi.stubGlobal(
    "XMLHttpRequest",
    class {
      upload = {};
      open() {}
      setRequestHeader() {}
      send() {}
      abort() {}
    },
  );
});

function renderAttachments() {
  const stored = { id: "stored", url: "/m/5/media/stored" };
  const { result, unmount } = renderHook(useAttachments, [5, LIMITS, { media: [stored], files: [] }]);
  const add = (/** @type {File[]} */ ...files) => act(() => result.current.add(files));
  return { result, unmount, add };
}

test("the preview of a picture is released when it is removed", () => {
  const { result, add } = renderAttachments();
  add(picture());
  expect(revoked).toEqual([]);
  act(() => result.current.remove(result.current.items[1].key));
  expect(revoked).toEqual(["blob:1"]);
});

test("previews are released when the message is sent", () => {
  const { result, add } = renderAttachments();
  add(picture());
  act(() => result.current.clear());
  expect(revoked).toEqual(["blob:1"]);
});

test("previews are released when another chat is opened", () => {
  const { unmount, add } = renderAttachments();
  add(picture());
  unmount();
  expect(revoked).toEqual(["blob:1"]);
});

test("pictures above the maximum keep no preview", () => {
  const { result, add } = renderAttachments();
  add(picture(), picture());
  expect(result.current.items).toHaveLength(1);
  expect(revoked).toEqual(["blob:1", "blob:2"]);
});
