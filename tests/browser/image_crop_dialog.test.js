import { expect, test } from "vitest";
import { computeMaxZoom, formatCrop } from "$/public/ui/image_crop_dialog.jsx";

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
