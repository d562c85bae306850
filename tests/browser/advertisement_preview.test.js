import { act, createElement as el } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AdvertisementPreview } from "$/public/ui/admin/advertisement_preview.js";
import { render } from "./render.js";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  const page = '<head><script>alert(1)</script></head><div data-preview=""></div><div data-preview=""></div>';
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(page)));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** @param {Partial<React.ComponentProps<typeof AdvertisementPreview>>} props */
function open(props) {
  const all = {
    url: "/new?advertisement=feed",
    html: "<aside>Rye</aside>",
    classNames: {},
    onChange: () => undefined,
    ...props,
  };
  const field = el("input", { name: "title", defaultValue: "Rye" });
  const { container, rerender } = render(el("form", null, el(AdvertisementPreview, all), field));
  return { container, rerender };
}

/** @param {Element} container */
async function loadPage(container) {
  await act(async () => void (await vi.advanceTimersByTimeAsync(1)));
  const iframe = /** @type {HTMLIFrameElement} */ (container.querySelector("iframe"));
  const page = new DOMParser().parseFromString(iframe.srcdoc, "text/html");
  Object.defineProperty(iframe, "contentDocument", { value: page });
  act(() => void iframe.dispatchEvent(new Event("load")));
  return page;
}

test("the advertisement is written into a place of the page, which has the chosen theme", async () => {
  const { container } = open({});
  const page = await loadPage(container);
  expect(page.querySelector("script")).toBeNull();
  expect([...page.body.children].map((place) => place.textContent)).toEqual(["", "Rye"]);
  expect(page.documentElement.classList.contains("light")).toBe(true);
  const dark = [...container.querySelectorAll("button")].find((button) => button.textContent === "Dark");
  act(() => dark?.click());
  expect(page.documentElement.className).toBe("dark");
  expect(dark?.getAttribute("aria-pressed")).toBe("true");
});

test("changes of the form are reported once, after a moment", async () => {
  const onChange = vi.fn();
  const { container } = open({ onChange });
  const input = /** @type {HTMLInputElement} */ (container.querySelector("input"));
  for (const value of ["Rye b", "Rye bread"]) {
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
  await act(async () => void (await vi.advanceTimersByTimeAsync(300)));
  expect(onChange.mock.calls).toEqual([[{ title: "Rye bread" }]]);
});

test("the preview says what is missing", async () => {
  const { container } = open({ html: "" });
  await loadPage(container);
  expect(container.querySelector("[role=status]")?.textContent).toBe("Add an image or a title to see it here.");
  expect(open({ url: "" }).container.textContent).toContain("No page has this place yet.");
});
