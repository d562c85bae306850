import { createElement } from "react";
import { expect, test, vi } from "vitest";
import { computeMaxZoom, formatCrop, ImageCropDialog } from "$/public/ui/image_crop_dialog.jsx";
import { render } from "./render.js";

const AVATAR = { aspect: 1, width: 320, shape: /** @type {const} */ ("round") };
const HEADER = { aspect: 4, width: 1280, shape: /** @type {const} */ ("rect") };

test("a crop is sent as fractions of the image that do not exceed it", () => {
  expect(formatCrop({ x: 25, y: 0, width: 50, height: 100 })).toBe("0.250000,0.000000,0.750000,1.000000");
  expect(formatCrop({ x: -0.0001, y: 0, width: 100.0002, height: 100 })).toBe("0.000000,0.000000,1.000000,1.000000");
});

test("zooming never makes the part narrower than the site shows it", () => {
  expect(computeMaxZoom({ naturalWidth: 640, naturalHeight: 1000 }, AVATAR)).toBe(2);
  expect(computeMaxZoom({ naturalWidth: 5000, naturalHeight: 640 }, HEADER)).toBe(2);
});

test("an image that is smaller than the site shows it cannot be zoomed", () => {
  expect(computeMaxZoom({ naturalWidth: 200, naturalHeight: 100 }, AVATAR)).toBe(1);
});

/** @param {Partial<Parameters<typeof ImageCropDialog>[0]>} [props] */
function createDialog(props) {
  const options = { file: null, title: "Profile picture", options: AVATAR, error: "", classNames: {} };
  return createElement(ImageCropDialog, { ...options, onSave: vi.fn(), onClose: vi.fn(), ...props });
}

test("a video is loaded once, also when the dialog is rendered again", () => {
  const load = vi.spyOn(HTMLMediaElement.prototype, "load");
  const file = new File(["video"], "me.mp4", { type: "video/mp4" });
  const { rerender } = render(createDialog({ file }));
  rerender(createDialog({ file, progress: 0.5 }));
  expect(document.querySelectorAll("video source")).toHaveLength(1);
  expect(document.querySelector("dialog img")).toBeNull();
  expect(load).not.toHaveBeenCalled();
});

test("a video that the browser cannot decode is uploaded as a whole", () => {
  const onSave = vi.fn();
  render(createDialog({ file: new File(["video"], "me.mp4", { type: "video/mp4" }), onSave }));
  document.querySelector("video source")?.dispatchEvent(new Event("error"));
  expect(onSave).toHaveBeenCalledWith("");
});
