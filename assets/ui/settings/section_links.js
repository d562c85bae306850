// Links to the sections of a long page. The link to the section in view is marked as current.
import { createElement as el, useEffect, useRef, useSyncExternalStore } from "react";

// In pixels from the top of the window. A section whose heading is above this line counts as in view.
const READING_LINE = 160;

let currentId = "";
/** @type {Set<() => void>} */
const listeners = new Set();
const findSections = () => [...document.querySelectorAll("[data-section]")];

function updateCurrent() {
  const sections = findSections();
  const passed = sections.filter((section) => section.getBoundingClientRect().top <= READING_LINE);
  const reached = (passed.at(-1) ?? sections[0])?.id ?? "";
  const next = isAtEnd() ? (findTargetId(sections) ?? reached) : reached;
  if (next === currentId) return;
  currentId = next;
  listeners.forEach((listener) => listener());
}

/**
 * At the end of the page several sections are visible. The one that the URL's hash names is the current section.
 * @param {HTMLElement[]} sections
 */
function findTargetId(sections) {
  const target = sections.find(({ id }) => `#${id}` === location.hash);
  return target && target.getBoundingClientRect().top < innerHeight ? target.id : undefined;
}

const isAtEnd = () => scrollY + innerHeight >= document.documentElement.scrollHeight - 2;

/** @param {() => void} listener */
function subscribe(listener) {
  if (!listeners.size) {
    addEventListener("scroll", updateCurrent, { passive: true });
    addEventListener("hashchange", updateCurrent);
    addEventListener("resize", updateCurrent);
  }
  listeners.add(listener);
  updateCurrent();
  return () => {
    listeners.delete(listener);
    if (listeners.size) return;
    ["scroll", "hashchange", "resize"].forEach((name) => removeEventListener(name, updateCurrent));
  };
}

/** @param {{ label: string, links: [anchor: string, name: string][], classNames: ClassNames }} props */
export function SectionLinks({ label, links, classNames }) {
  const current = useSyncExternalStore(
    subscribe,
    () => currentId,
    () => "",
  );
  /** @type {Ref<HTMLDivElement>} */
  const list = useRef(null);

  // If the row of links is wider than the screen, scrolls it to the current link.
  useEffect(() => {
    const link = list.current.querySelector('[aria-current="true"]');
    const { clientWidth, scrollWidth } = list.current;
    if (!link || scrollWidth <= clientWidth) return;
    list.current.scrollTo({ left: link.offsetLeft - (clientWidth - link.offsetWidth) / 2, behavior: "smooth" });
  }, [current]);

  return el(
    "nav",
    { className: classNames.nav, "aria-label": label },
    el(
      "div",
      { ref: list, className: classNames.list },
      links.map(([anchor, name]) =>
        el(
          "a",
          { key: anchor, href: `#${anchor}`, className: classNames.link, "aria-current": current === anchor },
          name,
        ),
      ),
    ),
  );
}
