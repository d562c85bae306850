import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mayPlay, playVideo } from "../../assets/ui/avatar_video.jsx";

/** @type {HTMLVideoElement} */
let video;
/** @type {(isVisible: boolean) => void} */
let setVisible;
/** @type {Record<string, boolean>} */
let preferences;
/** @type {(() => void) | undefined} */
let stop;
const isPaused = { value: true };

beforeEach(() => {
  preferences = {};
  isPaused.value = true;
  document.body.innerHTML = '<video data-avatar-video src="/media/a/video.mp4"></video>';
  video = /** @type {HTMLVideoElement} */ (document.querySelector("video"));
  Object.defineProperty(video, "paused", { get: () => isPaused.value });
  video.play = vi.fn(async () => {
    isPaused.value = false;
    video.dispatchEvent(new Event("play"));
  });
  video.pause = vi.fn(() => {
    if (isPaused.value) return;
    isPaused.value = true;
    video.dispatchEvent(new Event("pause"));
  });
  vi.stubGlobal("matchMedia", (/** @type {string} */ query) => ({
    matches: Boolean(preferences[query]),
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      /** @param {(entries: { isIntersecting: boolean }[]) => void} callback */
      constructor(callback) {
        setVisible = (isIntersecting) => callback([{ isIntersecting }]);
      }
      observe() {}
      disconnect() {}
    },
  );
});

afterEach(() => {
  stop?.();
  stop = undefined;
  vi.unstubAllGlobals();
});

/** @param {boolean | null} [choice] */
function start(choice = null) {
  const onChange = vi.fn();
  stop = playVideo("/media/a/video.mp4", choice, onChange);
  return onChange;
}

test("the video plays without sound while it is on the screen", () => {
  const onChange = start();
  expect(video.play).not.toHaveBeenCalled();
  setVisible(true);
  expect(video.muted).toBe(true);
  expect(isPaused.value).toBe(false);
  setVisible(false);
  expect(isPaused.value).toBe(true);
  expect(onChange.mock.calls).toEqual([[true], [false]]);
});

test("the video pauses in a tab that is not shown", () => {
  start();
  setVisible(true);
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(isPaused.value).toBe(true);
});

test.each(["(prefers-reduced-motion: reduce)", "(prefers-reduced-data: reduce)"])(
  "a visitor with %s sees the first frame until they press the button",
  (query) => {
    preferences[query] = true;
    start();
    setVisible(true);
    expect(video.play).not.toHaveBeenCalled();
    stop?.();
    start(true);
    setVisible(true);
    expect(video.play).toHaveBeenCalledOnce();
  },
);

test("the data saver of the browser keeps the first frame", () => {
  vi.stubGlobal("navigator", { connection: { saveData: true } });
  start();
  setVisible(true);
  expect(video.play).not.toHaveBeenCalled();
});

test("a video that may not play is reported as paused", async () => {
  video.play = vi.fn(() => Promise.reject(new DOMException("no", "NotAllowedError")));
  const onChange = start();
  setVisible(true);
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledWith(false));
});

test("another video on the page is left alone", () => {
  stop = playVideo("/media/b/video.mp4", null, vi.fn());
  expect(stop).toBeUndefined();
});

test("a choice counts more than the preferences, but not more than the place on the screen", () => {
  expect(mayPlay({ isVisible: true, choice: false, isStillPreferred: false })).toBe(false);
  expect(mayPlay({ isVisible: true, choice: true, isStillPreferred: true })).toBe(true);
  expect(mayPlay({ isVisible: false, choice: true, isStillPreferred: false })).toBe(false);
});
