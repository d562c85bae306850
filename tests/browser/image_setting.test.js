import { act, createElement as el } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { ImageSetting } from "$/public/ui/admin/image_setting.jsx";
import * as upload from "$/public/ui/writing/upload.js";
import { render } from "./render.js";

const SAVED = "/media/1/logo.webp";
const texts = { upload: "Upload: Logo", change: "Change: Logo", remove: "Remove: Logo", undo: "Undo: Logo" };

beforeEach(() => sessionStorage.clear());

/** @param {string} [saved] */
function open(saved = SAVED) {
  const props = { name: "logo", label: "Logo", error: "", uploadUrl: "/media", imageTypes: "image/png" };
  const { container } = render(
    el("form", null, el(ImageSetting, { ...props, saved, texts, icons: {}, classNames: {} })),
  );
  const field = /** @type {HTMLInputElement} */ (container.querySelector("[data-kind=image]"));
  const show = (/** @type {string} */ value) =>
    act(() => {
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
  show(saved);
  const find = (/** @type {string} */ label) =>
    /** @type {HTMLElement | null} */ (container.querySelector(`[aria-label="${label}"]`));
  const click = (/** @type {string} */ label) => act(() => find(label)?.click());
  const imageUrl = () => container.querySelector("img")?.getAttribute("src");
  return { container, field, show, find, click, imageUrl };
}

test("a removal waits for the form, and can be undone", () => {
  const { container, field, find, click, imageUrl } = open();
  expect([imageUrl(), find("Undo: Logo")]).toEqual([SAVED, null]);
  let inputs = 0;
  container.addEventListener("input", () => (inputs += 1));
  click("Remove: Logo");
  expect([field.value, imageUrl(), inputs]).toEqual(["", undefined, 1]);
  click("Undo: Logo");
  expect([field.value, imageUrl(), inputs]).toEqual([SAVED, SAVED, 2]);
});

test("an upload is shown at once, and also after a reload of the page", async () => {
  const uploaded = { id: "0198a", url: "/media/2/new.webp" };
  vi.spyOn(upload, "uploadImage").mockResolvedValue(/** @type {any} */ (uploaded));
  const { container, field, imageUrl } = open("");
  const chooser = /** @type {HTMLInputElement} */ (container.querySelector("[type=file]"));
  Object.defineProperty(chooser, "files", { value: [new File(["x"], "new.png", { type: "image/png" })] });
  await act(async () => void chooser.dispatchEvent(new Event("change", { bubbles: true })));
  expect([field.value, imageUrl()]).toEqual(["0198a", "/media/2/new.webp"]);
  const reloaded = open("");
  reloaded.show("0198a");
  expect(reloaded.imageUrl()).toBe("/media/2/new.webp");
});
