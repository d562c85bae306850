import { act, createElement } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { OfflineBanner } from "$/public/ui/offline_banner.js";
import { render } from "./render.js";

const fetchPage = vi.fn();
const makeBanner = () =>
  createElement(OfflineBanner, { className: "banner", text: "Offline", blockedText: "Not now", children: null });

/** @param {Partial<HTMLAnchorElement>} attributes */
async function clickLink(attributes) {
  const link = document.body.appendChild(Object.assign(document.createElement("a"), attributes));
  const event = new MouseEvent("click", { bubbles: true, cancelable: true });
  // Otherwise happy-dom would open the URL.
  document.body.addEventListener("click", (clicked) => clicked.preventDefault(), { once: true });
  let isIntercepted = true;
  link.addEventListener("click", () => (isIntercepted = false));
  await act(async () => void link.dispatchEvent(event));
  link.remove();
  return isIntercepted;
}

beforeEach(() => {
  fetchPage.mockReset().mockRejectedValue(new TypeError("offline"));
  vi.stubGlobal("fetch", fetchPage);
});

test("keeps the page open while the browser is offline", async () => {
  const isOnline = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const { container } = render(makeBanner());
  expect(await clickLink({ href: "/new" })).toBe(true);
  expect(container.textContent).toBe("Not now");
  isOnline.mockReturnValue(true);
  act(() => void dispatchEvent(new Event("online")));
  expect(container.textContent).toBe("");
  expect(await clickLink({ href: "/new" })).toBe(false);
});

test("does not intercept links to other sites, in other tabs and on the same page", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  render(makeBanner());
  expect(await clickLink({ href: "https://other.example/" })).toBe(false);
  expect(await clickLink({ href: "/new", target: "_blank" })).toBe(false);
  expect(await clickLink({ href: `${location.href}#comments` })).toBe(false);
  expect(fetchPage).not.toHaveBeenCalled();
});
