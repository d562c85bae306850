// The way between the sections of a long page: it marks the one that is being read.
import { createElement as el, useEffect, useRef, useSyncExternalStore } from "react";

// Below the header, where the eye begins to read.
const READ_AT = 160;

let current = "";
const listeners = new Set();
const sections = () => [...document.querySelectorAll("[data-section]")];

function look() {
  const found = sections();
  const begun = found.filter((section) => section.getBoundingClientRect().top <= READ_AT);
  const reached = (begun.at(-1) ?? found[0])?.id ?? "";
  const next = isAtEnd() ? (named(found) ?? reached) : reached;
  if (next === current) return;
  current = next;
  listeners.forEach((listener) => listener());
}

// At the end of the page several sections are in sight; the one that was asked for is meant.
function named(found) {
  const asked = found.find(({ id }) => `#${id}` === location.hash);
  return asked && asked.getBoundingClientRect().top < innerHeight ? asked.id : undefined;
}

const isAtEnd = () => scrollY + innerHeight >= document.documentElement.scrollHeight - 2;

function subscribe(listener) {
  if (!listeners.size) {
    addEventListener("scroll", look, { passive: true });
    addEventListener("hashchange", look);
    addEventListener("resize", look);
  }
  listeners.add(listener);
  look();
  return () => {
    listeners.delete(listener);
    if (listeners.size) return;
    ["scroll", "hashchange", "resize"].forEach((name) => removeEventListener(name, look));
  };
}

export function SectionLinks({ label, links, looks }) {
  const here = useSyncExternalStore(subscribe, () => current, () => "");
  const list = useRef(null);

  // In a row that is wider than the screen the marked one stays in sight.
  useEffect(() => {
    const marked = list.current.querySelector('[aria-current="true"]');
    const { clientWidth, scrollWidth } = list.current;
    if (!marked || scrollWidth <= clientWidth) return;
    list.current.scrollTo({ left: marked.offsetLeft - (clientWidth - marked.offsetWidth) / 2, behavior: "smooth" });
  }, [here]);

  return el(
    "nav",
    { className: looks.frame, "aria-label": label },
    el(
      "div",
      { ref: list, className: looks.list },
      links.map(([anchor, name]) =>
        el(
          "a",
          { key: anchor, href: `#${anchor}`, className: looks.link, "aria-current": here === anchor },
          name,
        ),
      ),
    ),
  );
}
