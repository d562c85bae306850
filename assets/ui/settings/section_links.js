// Marks the link to the section in view as current, and shows some sections alone.
import { createElement as el, useEffect, useRef } from "react";

// In pixels from the top of the window. A section whose heading is above this line counts as in view.
const READING_LINE = 160;
/** @type {string[]} */
const NONE = [];
const EVENTS = ["scroll", "hashchange", "resize"];

/**
 * `separateIds` are the ids of the sections that are shown alone, if the hash of the URL names them.
 * @param {{ children: ReactNode, separateIds?: string[] }} props
 */
export function SectionLinks({ children, separateIds = NONE }) {
  /** @type {Ref<HTMLDivElement>} */
  const root = useRef(null);
  useEffect(() => {
    // An event can come after React has removed the page, and before it runs the cleanup.
    const update = () => root.current && markCurrentLink(root.current, findCurrentSection());
    const showSections = () => root.current && showSectionsOfHash(separateIds);
    showSections();
    update();
    addEventListener("hashchange", showSections);
    EVENTS.forEach((name) => addEventListener(name, update, { passive: true }));
    return () => {
      removeEventListener("hashchange", showSections);
      EVENTS.forEach((name) => removeEventListener(name, update));
    };
  }, [separateIds.join()]);
  return el("div", { ref: root, className: "contents" }, children);
}

/** @returns {HTMLElement[]} */
function listSections() {
  return [...document.querySelectorAll("[data-section]")].map((section) => /** @type {HTMLElement} */ (section));
}

/** @param {string[]} separateIds */
function showSectionsOfHash(separateIds) {
  if (!separateIds.length) return;
  const sections = listSections();
  const target = sections.find(({ id }) => `#${id}` === location.hash);
  const alone = separateIds.find((id) => id === target?.id);
  const wasHidden = target?.hidden;
  for (const section of sections) {
    section.hidden = alone ? section.id !== alone : separateIds.includes(section.id);
  }
  if (alone) scrollTo(0, 0);
  else if (wasHidden) target?.scrollIntoView();
}

function findCurrentSection() {
  const sections = listSections().filter((section) => !section.hidden);
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
