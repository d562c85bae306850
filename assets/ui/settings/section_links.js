// Marks the link to the section in view as current.
import { createElement as el, useEffect, useRef } from "react";

// In pixels from the top of the window. A section whose heading is above this line counts as in view.
const READING_LINE = 160;
const EVENTS = ["scroll", "hashchange", "resize"];

/** @param {{ children: ReactNode }} props */
export function SectionLinks({ children }) {
  /** @type {Ref<HTMLDivElement>} */
  const root = useRef(null);
  useEffect(() => {
    // An event can come after React has removed the page, and before it runs the cleanup.
    const update = () => root.current && markCurrentLink(root.current, findCurrentSection());
    update();
    EVENTS.forEach((name) => addEventListener(name, update, { passive: true }));
    return () => EVENTS.forEach((name) => removeEventListener(name, update));
  }, []);
  return el("div", { ref: root, className: "contents" }, children);
}

function findCurrentSection() {
  const sections = [...document.querySelectorAll("[data-section]")];
  const target = sections.find(({ id }) => `#${id}` === location.hash);
  // At the end of the page several sections are visible. The one that the URL's hash names is the current section.
  const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
  if (isAtEnd && target && target.getBoundingClientRect().top < innerHeight) return target;
  return sections.findLast((section) => section.getBoundingClientRect().top <= READING_LINE) ?? sections[0];
}

/**
 * @param {HTMLElement} root
 * @param {HTMLElement | undefined} section
 */
function markCurrentLink(root, section) {
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (root.querySelectorAll("a"))) {
    const isCurrent = String(link.hash === `#${section?.id}`);
    if (link.ariaCurrent === isCurrent) continue;
    link.ariaCurrent = isCurrent;
    const list = link.parentElement;
    // If the row of links is wider than the screen, scrolls it to the current link.
    if (isCurrent === "true" && list && list.scrollWidth > list.clientWidth) {
      list.scrollTo({ left: link.offsetLeft - (list.clientWidth - link.offsetWidth) / 2, behavior: "smooth" });
    }
  }
}
