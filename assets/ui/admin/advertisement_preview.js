// Shows an advertisement in its place of a page, at the width of a phone or of a computer, while its form is filled in.
import { createElement as el, useEffect, useLayoutEffect, useRef, useState } from "react";
import { gettext } from "../i18n.js";
import { applyTheme } from "../theme_provider.js";

const DEBOUNCE_MS = 300;
// In CSS pixels.
const WIDTHS = { phone: 390, computer: 1280 };

/**
 * @typedef {keyof typeof WIDTHS} Device
 * @typedef {"light" | "dark"} Theme
 *
 * @param {{
 *   url: string,
 *   html: string,
 *   classNames: ClassNames,
 *   onChange: (fields: Record<string, string>) => void,
 * }} props `url` is a page with an empty element `[data-preview]` in each place of the advertisement.
 */
export function AdvertisementPreview({ url, html, classNames, onChange }) {
  const [device, setDevice] = useState(/** @type {Device} */ ("phone"));
  const [theme, setTheme] = useState(getTheme);
  const [note, setNote] = useState("");
  /** @type {Ref<HTMLDivElement>} */
  const element = useRef(null);
  /** @type {Ref<HTMLIFrameElement>} */
  const iframe = useRef(null);
  const page = usePage(url);
  useFormChanges(element, onChange);
  useScale(iframe, WIDTHS[device], page);
  const show = () => setNote(showAdvertisement(iframe.current, html, theme));
  useEffect(show, [html, theme, device]);

  const devices = { phone: gettext("Phone"), computer: gettext("Computer") };
  const themes = { light: gettext("Light"), dark: gettext("Dark") };
  return el(
    "div",
    { ref: element, className: classNames.preview },
    el(
      "div",
      { className: classNames.toolbar },
      choiceOf({ label: gettext("Device"), choices: devices, chosen: device, onChoose: setDevice, classNames }),
      choiceOf({ label: gettext("Theme"), choices: themes, chosen: theme, onChoose: setTheme, classNames }),
    ),
    el(
      "div",
      { className: classNames.frame },
      page &&
        el("iframe", {
          ref: iframe,
          srcDoc: page,
          // Nothing in the frame runs, opens windows, or counts as a page view.
          sandbox: "allow-same-origin",
          title: gettext("Preview"),
          tabIndex: -1,
          className: classNames.iframe,
          onLoad: show,
        }),
    ),
    el("p", { className: classNames.note, role: "status" }, url ? note : gettext("No page has this place yet.")),
  );
}

/**
 * @template {string} T
 * @param {{
 *   label: string,
 *   choices: Record<T, string>,
 *   chosen: T,
 *   onChoose: (choice: T) => void,
 *   classNames: ClassNames,
 * }} props
 */
function choiceOf({ label, choices, chosen, onChoose, classNames }) {
  const names = /** @type {T[]} */ (Object.keys(choices));
  const buttons = names.map((name) =>
    el(
      "button",
      {
        key: name,
        type: "button",
        className: classNames.segment,
        "aria-pressed": name === chosen,
        onClick: () => onChoose(name),
      },
      choices[name],
    ),
  );
  return el("div", { role: "group", "aria-label": label, className: classNames.segments }, buttons);
}

/** @returns {Theme} */
const getTheme = () => (document.documentElement.classList.contains("dark") ? "dark" : "light");

/**
 * Returns the HTML of a page of the site without its scripts, or "" until it is loaded.
 * @param {string} url
 */
function usePage(url) {
  const [page, setPage] = useState("");
  useEffect(() => {
    const request = new AbortController();
    const load = async () => {
      const response = await fetch(url, { headers: { Accept: "text/html" }, signal: request.signal });
      setPage(removeScripts(await response.text()));
    };
    if (url) load().catch(() => setPage(""));
    else setPage("");
    return () => request.abort();
  }, [url]);
  return page;
}

/** @param {string} html */
function removeScripts(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  page.querySelectorAll("script, link[rel=modulepreload]").forEach((element) => element.remove());
  // The frame may not open windows, so that links in it have no effect.
  page.head.prepend(Object.assign(page.createElement("base"), { target: "_blank" }));
  return `<!doctype html>${page.documentElement.outerHTML}`;
}

/**
 * Reports the fields of the form around the element a moment after they have changed.
 * @param {Ref<HTMLElement>} element
 * @param {(fields: Record<string, string>) => void} onChange
 */
function useFormChanges(element, onChange) {
  const latestHandler = useRef(onChange);
  latestHandler.current = onChange;
  useEffect(() => {
    const form = /** @type {HTMLFormElement} */ (element.current.closest("form"));
    let timer = 0;
    const report = () => {
      const fields = [...new FormData(form)].filter(([, value]) => typeof value === "string");
      latestHandler.current(/** @type {Record<string, string>} */ (Object.fromEntries(fields)));
    };
    const handleInput = () => {
      clearTimeout(timer);
      timer = window.setTimeout(report, DEBOUNCE_MS);
    };
    form.addEventListener("input", handleInput);
    return () => {
      clearTimeout(timer);
      form.removeEventListener("input", handleInput);
    };
  }, []);
}

/**
 * Gives the frame a width in CSS pixels, and shrinks it so that it fits into the element around it.
 * @param {Ref<HTMLIFrameElement>} iframe
 * @param {number} width
 * @param {string} page What the frame contains.
 */
function useScale(iframe, width, page) {
  useLayoutEffect(() => {
    const frame = iframe.current?.parentElement;
    if (!frame) return undefined;
    const observer = new ResizeObserver(([{ contentRect }]) => {
      const scale = Math.min(1, contentRect.width / width);
      Object.assign(iframe.current.style, {
        width: `${width}px`,
        height: `${contentRect.height / scale}px`,
        left: `${Math.max(0, (contentRect.width - width * scale) / 2)}px`,
        transform: `scale(${scale})`,
      });
    });
    observer.observe(frame);
    return () => observer.disconnect();
  }, [width, page !== ""]);
}

/**
 * Scrolls the frame of the element, but not the page around the frame, as `scrollIntoView` would.
 * @param {HTMLElement} element
 */
function scrollToCenter(element) {
  const frame = element.ownerDocument.defaultView;
  const { top, height } = element.getBoundingClientRect();
  frame?.scrollBy({ top: top + (height - frame.innerHeight) / 2, behavior: "instant" });
}

/**
 * Writes the advertisement into the page, and returns why it is not visible, or "".
 * @param {HTMLIFrameElement | null} iframe
 * @param {string} html
 * @param {Theme} theme
 */
function showAdvertisement(iframe, html, theme) {
  const page = iframe?.contentDocument;
  if (!page) return "";
  applyTheme(theme, page.documentElement);
  page.documentElement.style.scrollbarWidth = "none";
  const slots = /** @type {HTMLElement[]} */ ([...page.querySelectorAll("[data-preview]")]);
  // Places that repeat are filled after the second post or discussion, if there are so many.
  const slot = slots[1] ?? slots[0];
  if (slot) slot.innerHTML = html;
  if (!slot) return gettext("No page has this place yet.");
  if (!html) return gettext("Add an image or a title to see it here.");
  scrollToCenter(slot);
  return slot.offsetParent ? "" : gettext("Phones do not show the sidebar.");
}
