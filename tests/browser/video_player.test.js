import { beforeEach, expect, test } from "vitest";
import { playVideo } from "$/public/ui/video_player.js";

const PLAYER = "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1";

beforeEach(() => {
  document.body.innerHTML = `<p><a href="https://youtu.be/dQw4w9WgXcQ" data-player="${PLAYER}">A video</a></p>`;
});

test("a click that opens a new tab follows the link", () => {
  const event = new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: true });
  document.addEventListener("click", playVideo, { once: true });
  document.querySelector("a")?.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(false);
  expect(document.querySelector("iframe")).toBeNull();
});
